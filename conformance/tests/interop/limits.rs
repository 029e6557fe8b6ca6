//! The limits of the crate, and its failures at them: a release without these limits fails a test here.

use crate::objects::{Object, package};
use crate::support::{Crate, brief, content};
use bpx_formats::bpx::Container;
use bpx_formats::bpx::container::{Check, Compression, ContainerBuilder, SectionOptions};
use bpx_formats::bpx::sd::ObjectBuilder;
use bpx_schema::Limits;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use test_needs::needs;

/// A file that the crate does not read as it should.
struct Unread {
    name: &'static str,
    command: &'static str,
    file: fn() -> Vec<u8>,
    outcome: &'static str,
    reason: &'static str,
}

fn section(compression: Compression, check: Check) -> Vec<u8> {
    let options = SectionOptions::default().with_compression(compression).with_check(check);
    ContainerBuilder::new(b'X', 2).section(1, content(70 << 10), options.with_threshold(0)).build().unwrap()
}

const UNREAD: &[Unread] = &[
    Unread {
        name: "zlib, weak check",
        command: "container-read",
        file: || section(Compression::Zlib(6), Check::Weak),
        outcome: "rejected load: Inflate.Unknown",
        reason: "whatever the flag says, it inflates with the xz decoder",
    },
    Unread {
        name: "zlib, no check",
        command: "container-read",
        file: || section(Compression::Zlib(6), Check::None),
        outcome: "rejected load: Inflate.Unknown",
        reason: "as above",
    },
    Unread {
        name: "CRC-32 of IEEE 802.3",
        command: "container-read",
        file: || section(Compression::None, Check::Crc32),
        outcome: "rejected load: Checksum",
        reason: "its CRC-32 shifts each entry of the table once in place of eight times",
    },
    Unread {
        name: "CRC-32 of IEEE 802.3, xz",
        command: "container-read",
        file: || section(Compression::Xz(6), Check::Crc32),
        outcome: "rejected load: Checksum",
        reason: "as above",
    },
    Unread {
        name: "package of version 1",
        command: "package-list",
        file: || ContainerBuilder::new(b'P', 1).section(255, b"", SectionOptions::default()).build().unwrap(),
        outcome: "rejected open: BadVersion",
        reason: "it reads packages of version 2 only",
    },
    Unread {
        name: "metadata of 16 objects and arrays",
        command: "package-list",
        file: || package(&[], &[], Some(&nested(15).build().unwrap()), SectionOptions::default()),
        outcome: "rejected metadata: Sd.MaxDepthExceeded",
        reason: "what it calls the depth counts all objects and arrays of the tree; 15 fit",
    },
    Unread {
        name: "object that begins past the end of its section",
        command: "package-read",
        file: || {
            let object = Object { name: "a", data: 0, offset: 4, size: 1 };
            package(&[object], &[b"abc"], None, SectionOptions::default())
        },
        outcome: "timed-out",
        reason: "what is left of the section is a subtraction that wraps, and a read of nothing is repeated for ever",
    },
];

/// Makes a root with this many arrays side by side.
fn nested(arrays: u8) -> ObjectBuilder {
    (0..arrays).fold(ObjectBuilder::new(), |object, number| object.array(&number.to_string(), |array| array))
}

#[needs(testees)]
#[test]
fn files_that_the_crate_does_not_read() {
    for case in UNREAD {
        let driver = if case.outcome == "timed-out" { Crate::impatient() } else { Crate::new() };
        let outcome = driver.read(case.command, &(case.file)());
        assert_eq!(brief(&outcome), case.outcome, "{} ({}): {outcome:?}", case.name, case.reason);
    }
}

#[needs(testees)]
#[test]
fn what_is_just_within_the_limits() {
    let metadata = nested(14).build().unwrap();
    assert_eq!(metadata.containers(), 15);
    let file = package(&[], &[], Some(&metadata), SectionOptions::default());
    assert_eq!(brief(&Crate::new().read("package-list", &file)), "ok");
    let zlib = SectionOptions::default().with_compression(Compression::Zlib(6)).with_check(Check::Crc32Legacy);
    let small = ContainerBuilder::new(b'X', 2).section(1, content(65_536), zlib).build().unwrap();
    assert_eq!(brief(&Crate::new().read("container-read", &small)), "ok", "below the threshold, it is stored plain");
}

/// A file that the crate does not write.
struct Unwritten {
    name: &'static str,
    command: &'static str,
    spec: fn() -> Json,
    outcome: &'static str,
    reason: &'static str,
}

/// So many empty objects, with names of one size.
fn objects(count: usize, name_size: usize) -> Json {
    let object = json!({ "name": "n".repeat(name_size), "content": { "hex": "" } });
    vec![object; count].into()
}

const ZLIB: &str = "rejected save: Bpx.Deflate.Unsupported";

const UNWRITTEN: &[Unwritten] = &[
    Unwritten {
        name: "zlib",
        command: "container-write",
        spec: || {
            let content = json!({ "fill": 7, "size": 100 });
            let section = json!({ "kind": 1, "content": content, "compression": "zlib", "threshold": 99 });
            json!({ "kind": "X", "sections": [section] })
        },
        outcome: "rejected save: Deflate.Unsupported",
        reason: "it moves zlib's state after setting it up, which zlib notices",
    },
    Unwritten {
        name: "package of 3,277 objects",
        command: "package-write",
        spec: || json!({ "objects": objects(3277, 4) }),
        outcome: ZLIB,
        reason: "the object table is marked for zlib, and larger than 65,536 bytes",
    },
    Unwritten {
        name: "package with 65,537 bytes of names",
        command: "package-write",
        spec: || json!({ "objects": objects(1, 65_536) }),
        outcome: ZLIB,
        reason: "strings are marked for zlib",
    },
    Unwritten {
        name: "package with 32,769 bytes of metadata",
        command: "package-write",
        spec: || json!({ "metadata": [{ "name": "a", "type": "string", "value": "x".repeat(32_769 - 11) }] }),
        outcome: ZLIB,
        reason: "metadata is marked for zlib, and written twice",
    },
    Unwritten {
        name: "metadata of 16 objects and arrays",
        command: "package-write",
        spec: || {
            let array = |number| json!({ "name": format!("{number}"), "type": "array", "value": [] });
            json!({ "metadata": (0..15).map(array).collect::<Vec<_>>() })
        },
        outcome: "rejected create: Sd.MaxDepthExceeded",
        reason: "its own limit holds for writing too",
    },
];

#[needs(testees)]
#[test]
fn files_that_the_crate_does_not_write() {
    for case in UNWRITTEN {
        let (outcome, file) = Crate::new().write(case.command, &(case.spec)());
        assert_eq!(brief(&outcome), case.outcome, "{} ({})", case.name, case.reason);
        let torso = Container::open(Arc::new(file), Limits::default());
        assert!(
            torso.is_err(),
            "{}: the old content of the file is lost, and the new one is not a container",
            case.name
        );
    }
}

#[needs(testees)]
#[test]
fn packages_just_within_the_limits_are_written() {
    let specs = [
        json!({ "objects": objects(3276, 4) }),
        json!({ "objects": objects(1, 65_535) }),
        json!({ "metadata": [{ "name": "a", "type": "string", "value": "x".repeat(32_768 - 11) }] }),
    ];
    for spec in specs {
        Crate::new().written("package-write", &spec);
    }
}
