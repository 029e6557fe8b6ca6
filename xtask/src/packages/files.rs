//! Checks the files of a package.

use super::member::Member;
use crate::command::{Outcome, cargo_command, output_of, workspace_root};
use std::fs::metadata;

/// The largest size of a file in a package, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// The folder of the explorer's built page, which has one large module; only the limit for packages applies to the
/// files of the page.
const PAGE: &str = "page/";

/// The largest size of a compressed package, in bytes.
const LARGEST_PACKAGE: u64 = 5 << 20;

/// A file of a package.
#[derive(Debug)]
pub(crate) struct PackageFile {
    pub(crate) name: String,
    pub(crate) size: u64,
}

/// Returns the files of a package, without those that cargo generates.
pub(crate) fn list_files(member: &Member) -> Outcome<Vec<PackageFile>> {
    let names = output_of(&mut cargo_command(&["package", "--list", "--allow-dirty", "--package", &member.name])?)?;
    let files = names.lines().filter_map(|name| {
        let size = metadata(member.folder.join(name)).ok()?.len();
        Some(PackageFile { name: name.to_owned(), size })
    });
    Ok(files.collect())
}

/// Returns the size of the archive that the dry run wrote. Versions of cargo use different folders, and each folder may
/// have an older archive, so the newest archive counts.
pub(crate) fn packed_size(member: &Member) -> Outcome<u64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let archive = format!("{}-{}.crate", member.name, member.version);
    let folder = workspace_root()?.join(target).join("package");
    let archives = [folder.join("tmp-crate").join(&archive), folder.join(&archive)];
    let found = archives.iter().filter_map(|path| metadata(path).ok());
    let last = found.max_by_key(|found| found.modified().ok());
    last.map(|found| found.len()).ok_or_else(|| format!("expected {archive} below {}, found none", folder.display()))
}

/// Returns the faults of files that are too large, serve tests or are missing, and of a package that is too large.
pub(crate) fn size_faults(member: &Member, files: &[PackageFile], packed: u64) -> Vec<String> {
    let large = files.iter().filter(|file| file.size > LARGEST_FILE && !file.name.starts_with(PAGE));
    let large =
        large.map(|file| format!("expected at most {LARGEST_FILE} bytes, found {} in {}", file.size, file.name));
    let mut faults: Vec<_> = large.collect();
    let is_for_tests =
        |name: &str| name.split('/').any(|part| ["tests", "tests.rs", "fuzz", "testees"].contains(&part));
    let extra = files.iter().filter(|file| is_for_tests(&file.name));
    faults.extend(extra.map(|file| format!("expected no files for tests, found {}", file.name)));
    let missing = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];
    let missing = missing.into_iter().filter(|name| !files.iter().any(|file| file.name == *name));
    faults.extend(missing.map(|name| format!("expected {name} in the package, found none")));
    if member.name == "bpx-cli" && is_page_required() && !files.iter().any(|file| file.name == "page/index.html") {
        faults.push("expected the page of the explorer, found none: cargo xtask web --build".to_owned());
    }
    if packed > LARGEST_PACKAGE {
        faults.push(format!("expected at most {LARGEST_PACKAGE} bytes, compressed, found {packed}"));
    }
    faults.into_iter().map(|fault| format!("{}: {fault}", member.name)).collect()
}

/// Returns whether the page of the explorer is required, as for a release; other checks need no page.
fn is_page_required() -> bool {
    std::env::var_os("BPX_PAGE").is_some_and(|value| value == "required")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_files_and_files_for_tests_are_faults() {
        let file = |name: &str, size| PackageFile { name: name.to_owned(), size };
        let base = || ["README.md", "LICENSE-APACHE", "LICENSE-MIT"].map(|name| file(name, 1));
        let member = Member { name: "one".to_owned(), ..Member::default() };
        assert_eq!(size_faults(&member, &base(), LARGEST_PACKAGE), Vec::<String>::new());
        let files: Vec<_> =
            base().into_iter().skip(1).chain([file("src/a/tests.rs", 1), file("b", LARGEST_FILE + 1)]).collect();
        let page = [file("page/bpx.wasm", LARGEST_FILE + 1)].into_iter().chain(base()).collect::<Vec<_>>();
        assert_eq!(size_faults(&member, &page, LARGEST_PACKAGE), Vec::<String>::new());
        let found = size_faults(&member, &files, LARGEST_PACKAGE + 1);
        assert_eq!(
            found,
            [
                "one: expected at most 1048576 bytes, found 1048577 in b",
                "one: expected no files for tests, found src/a/tests.rs",
                "one: expected README.md in the package, found none",
                "one: expected at most 5242880 bytes, compressed, found 5242881",
            ]
        );
    }
}
