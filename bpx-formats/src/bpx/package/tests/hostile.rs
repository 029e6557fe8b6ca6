//! Every prefix and every single-byte change ends in success or an error that says where.

use super::fixtures::bytes;
use super::*;
use crate::bpx::container::Compression;
use crate::bpx::verify;
use bpx_schema::report::Mode;

fn samples() -> Vec<Vec<u8>> {
    let mut builder = PackageBuilder::new()
        .options(PackOptions::default().with_compression(Compression::Xz(1)).with_section_size(2000));
    builder.add("a", Input::bytes(prose(2500))).unwrap();
    let mut small = PackageBuilder::new().options(PackOptions::default().with_revision(1).with_section_size(40));
    small.add("a", Input::bytes(prose(70))).unwrap();
    small.add("b", Input::bytes(prose(5))).unwrap();
    vec![bytes(V2), bytes(V1), builder.build().unwrap(), small.build().unwrap()]
}

/// Uses every function of a package; errors must say where.
fn exercise(bytes: &[u8]) {
    let located = |error: Error| {
        if let Error::Fault(finding) = error {
            assert!(finding.location.file <= bytes.len() as u64, "{finding}");
            assert!(!finding.path.segments().is_empty(), "{finding}");
        }
    };
    verify(&bytes.to_vec(), Mode::Lenient).unwrap();
    let package = match Package::open(memory_source(bytes), Limits::default()) {
        Ok(package) => package,
        Err(error) => return located(error),
    };
    for object in package.objects() {
        let _ = object.name().map_err(located);
        match object.read() {
            Ok(content) => assert_eq!(content.len() as u64, object.size()),
            Err(error) => located(error),
        }
    }
    let _ = package.metadata().map_err(located);
    let _ = package.for_each(|_, bytes| bytes.copy_to(&mut std::io::sink()).map(drop)).map_err(located);
    let mut editor = PackageEditor::of(&package, PackOptions::default());
    editor.add("new", Input::bytes(&b"new"[..])).unwrap();
    let mut out = Vec::new();
    match editor.write_to(&mut out) {
        Ok(_) => assert_eq!(open(&out).find("new").unwrap().read().unwrap(), b"new"),
        Err(error) => located(error),
    }
}

#[test]
fn every_prefix() {
    for sample in samples() {
        for size in 0..=sample.len() {
            exercise(&sample[..size]);
        }
    }
}

#[test]
fn every_single_byte() {
    for sample in samples() {
        for at in 0..sample.len() {
            for change in [0x01, 0x80, 0xFF] {
                let mut changed = sample.clone();
                changed[at] ^= change;
                let count = u32::from_le_bytes(changed[16..20].try_into().unwrap());
                if changed.len() >= 40 + 24 * count as usize {
                    seal_header(&mut changed);
                }
                exercise(&changed);
            }
        }
    }
}

/// All objects have one long name. The limit is a megabyte and 16 times the section: 32 names of 65,000 bytes.
#[test]
fn many_long_names() {
    let names = [&[b'n'; 65_000][..], b"\0"].concat();
    let many = |count| file(2, &[(2, &entry(0, 0, 0, 0).repeat(count)), (1, b""), (255, &names)]);
    let limits = |bytes: &[u8]| {
        let all = verify(&bytes.to_vec(), Mode::Strict).unwrap();
        let found = all.findings().iter().filter(|finding| finding.code == "package.name-limit");
        found.map(|finding| finding.path.to_string()).collect::<Vec<_>>()
    };
    let sound = many(32);
    assert_eq!(limits(&sound), [] as [String; 0]);
    assert_eq!(open(&sound).objects().last().unwrap().name().unwrap().len(), 65_000);
    // Names outside of the section cost nothing.
    let nowhere = file(2, &[(2, &entry(0, u32::MAX, 0, 0).repeat(10_000)), (1, b""), (255, &names)]);
    assert_eq!((limits(&nowhere), open(&nowhere).len()), (Vec::new(), 10_000));
    let hostile = many(2000);
    let at = "sections[0].object_table.objects[32].name";
    assert_eq!(limits(&hostile), [at], "reported once");
    let Error::Fault(refused) = Package::open(memory_source(&hostile), Limits::default()).unwrap_err() else {
        panic!()
    };
    assert_eq!(
        (refused.class, &*refused.code, &*refused.path.to_string()),
        (Class::LimitExceeded, "package.name-limit", at)
    );
    exercise(&hostile);
}
