//! Packages that our own builder makes, read by the crate.

use crate::packages::{NAMES, assert_same_metadata, metadata};
use crate::support::{Crate, accepted, content, open, summary};
use bpx_formats::bpx::container::{Check, Compression};
use bpx_formats::bpx::package::{Architecture, Compat, Input, PackOptions, Package, PackageBuilder, Platform};
use serde_json::Value as Json;
use test_needs::needs;

fn contents() -> Vec<Vec<u8>> {
    vec![content(70 << 10), b"x".to_vec(), Vec::new(), content(9000), Vec::new(), b"last".to_vec()]
}

fn build(options: PackOptions) -> Vec<u8> {
    let mut builder = PackageBuilder::new().options(options).metadata(metadata());
    builder = builder.architecture(Architecture::Aarch64).platform(Platform::Windows);
    for (name, bytes) in NAMES.into_iter().zip(contents()) {
        builder.add(name, Input::bytes(bytes)).unwrap();
    }
    builder.build().unwrap()
}

fn assert_read(read: &Json, what: &str) {
    assert_eq!(read["architecture"], "aarch64", "{what}");
    assert_eq!(read["platform"], "windows", "{what}");
    assert_same_metadata(&read["metadata"], &metadata());
    let list = read["objects"].as_array().unwrap();
    assert_eq!(list.len(), NAMES.len(), "{what}");
    for ((name, bytes), read) in NAMES.into_iter().zip(contents()).zip(list) {
        assert_eq!(read["name"], name, "{what}");
        assert_eq!(read["content"], summary(&bytes), "{name}, {what}");
    }
}

#[needs(testees)]
#[test]
fn the_crate_reads_what_is_made_for_it() {
    for compression in [Compression::None, Compression::Xz(0), Compression::Xz(6)] {
        for check in [Check::None, Check::Weak, Check::Crc32Legacy] {
            // The second has objects over several sections, each of several blocks.
            for options in
                [PackOptions::default(), PackOptions::default().with_section_size(30_000).with_block_size(4096)]
            {
                let options = options.with_compat(Compat::Bpx4).with_compression(compression).with_check(check);
                assert_read(&accepted(Crate::new().read("package-read", &build(options))), &format!("{options:?}"));
            }
        }
    }
}

#[needs(testees)]
#[test]
fn the_crate_reads_what_is_made_by_default() {
    assert_read(&accepted(Crate::new().read("package-read", &build(PackOptions::default()))), "default");
}

/// More objects and names than the crate can write: it takes them when the tables are not zlib.
#[needs(testees)]
#[test]
fn the_crate_reads_more_than_it_writes() {
    let names: Vec<_> = (0..5000).map(|number| format!("some/where/deep/down/{number:08}.txt")).collect();
    let mut builder = PackageBuilder::new().options(PackOptions::default().with_compat(Compat::Bpx4));
    for name in &names {
        builder.add(name.as_str(), Input::bytes(name.as_bytes())).unwrap();
    }
    let file = builder.build().unwrap();
    let package = Package::of(open(&file)).unwrap();
    let sizes: Vec<_> = package.container().sections().map(|section| section.content_size()).collect();
    assert!(sizes.iter().filter(|size| **size > 65_536).count() >= 2, "{sizes:?}");
    let read = accepted(Crate::new().read("package-read", &file));
    let list = read["objects"].as_array().unwrap();
    assert_eq!(list.len(), names.len());
    for (name, read) in names.iter().zip(list) {
        assert_eq!(read["name"], *name);
        assert_eq!(read["content"], summary(name.as_bytes()), "{name}");
    }
}
