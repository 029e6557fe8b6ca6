#!/bin/sh
# Makes the packages in target/packages: the sources here, with the suite in them. `BPX` is the command, if it is built.
#
#   packages/build.sh && pip wheel --no-deps target/packages/python && npm pack ./target/packages/npm
set -eu
cd "$(dirname "$0")/.."
bpx() {
    ${BPX:-cargo run --quiet --package bpx-cli --bin bpx --} "$@"
}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' conformance/version.toml)
target=target/packages
rm -rf "$target"
mkdir -p "$target"
cp -R packages/python packages/npm "$target"
for package in python npm; do
    cp LICENSE-APACHE LICENSE-MIT "$target/$package"
done
bpx conform export "$target/python/bpx_conformance/data" --suite conformance
cp -R "$target/python/bpx_conformance/data" "$target/npm/data"
echo "$version" >"$target/python/VERSION"
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" packages/npm/package.json >"$target/npm/package.json"
