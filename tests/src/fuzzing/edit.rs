//! Sequences of edits of a package, beside a list of what should be in it.

use super::file::limits;
use arbitrary::{Result, Unstructured};
use bpx_formats::bpx::container::{Check, Compression};
use bpx_formats::bpx::package::{Input, PackOptions, PackageEditor, PackageExt};
use bpx_formats::bpx::sd::{Document, ObjectBuilder};
use bpx_formats::bpx::{Package, PackageBuilder, verify};
use bpx_schema::report::{Mode, Severity};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// What should be in the package.
#[derive(Debug, Clone, Default)]
struct Expected {
    objects: Vec<(String, Vec<u8>)>,
    metadata: Option<Document>,
    generator: [u8; 2],
}

/// Most saves of one run, and most edits between two of them.
const SAVES: usize = 6;
const EDITS: usize = 8;

pub(super) fn run(bytes: &[u8]) -> bool {
    let mut choices = Unstructured::new(bytes);
    edited(&mut choices).unwrap_or(false)
}

fn edited(u: &mut Unstructured<'_>) -> Result<bool> {
    let mut expected = Expected { generator: *b"PK", ..Expected::default() };
    let mut builder = PackageBuilder::new().options(options(u)?.with_revision(u.int_in_range(1..=2)?));
    for _ in 0..u.int_in_range(0..=3)? {
        let (name, content) = (name(u)?, content(u)?);
        builder.add(name.clone(), Input::bytes(content.clone())).expect("an object is added");
        expected.objects.push((name, content));
    }
    let mut file = builder.build().expect("a package is built");
    check(&file, &expected);
    let mut saves = 0;
    while saves < SAVES && !u.is_empty() {
        let package = Package::open(source(&file), limits()).expect("a package of ours opens");
        let mut editor = PackageEditor::of(&package, options(u)?);
        for _ in 0..u.int_in_range(0..=EDITS)? {
            edit(u, &mut editor, &mut expected)?;
        }
        let mut out = Vec::new();
        if u.ratio(1, 4)? {
            let compacted = editor.compact().expect("a package of ours is compacted");
            compacted.write_to(&mut out).expect("a compacted package is written");
        } else {
            editor.write_to(&mut out).expect("an edited package is written");
        }
        drop(package);
        check(&out, &expected);
        file = out;
        saves += 1;
    }
    Ok(saves > 0)
}

fn source(file: &[u8]) -> Arc<dyn ReadAt> {
    Arc::new(file.to_vec())
}

/// Returns one edit of both, or one that both refuse.
fn edit(u: &mut Unstructured<'_>, editor: &mut PackageEditor<'_>, expected: &mut Expected) -> Result<()> {
    let count = expected.objects.len();
    let index = u.int_in_range(0..=count)?;
    match u.int_in_range(0..=7)? {
        0 | 1 => {
            let (name, content) = (name(u)?, content(u)?);
            let added = editor.add(name.clone(), Input::bytes(content.clone())).expect("an object is added");
            assert_eq!(added, count);
            expected.objects.push((name, content));
        }
        2 => {
            let content = content(u)?;
            let replaced = editor.replace(index, Input::bytes(content.clone()));
            assert_eq!(replaced.is_ok(), index < count);
            if let Some(object) = expected.objects.get_mut(index) {
                object.1 = content;
            }
        }
        3 => {
            let name = name(u)?;
            assert_eq!(editor.rename(index, name.clone()).is_ok(), index < count);
            if let Some(object) = expected.objects.get_mut(index) {
                object.0 = name;
            }
        }
        4 => {
            assert_eq!(editor.remove(index).is_ok(), index < count);
            if index < count {
                expected.objects.remove(index);
            }
        }
        5 => {
            let object = || ObjectBuilder::new().set("number", index as u64).build().expect("metadata are built");
            expected.metadata = u.ratio(2, 3)?.then(object);
            editor.set_metadata(expected.metadata.clone());
        }
        6 => {
            expected.generator = [u.int_in_range(b'A'..=b'Z')?, b'X'];
            editor.set_ext(PackageExt { generator: expected.generator, ..PackageExt::any() });
        }
        _ => {
            let name = name(u)?;
            assert_eq!(editor.find(&name), expected.objects.iter().rposition(|object| object.0 == name));
        }
    }
    assert_eq!(editor.len(), expected.objects.len());
    Ok(())
}

/// The file breaks no rule and holds what it should.
fn check(file: &[u8], expected: &Expected) {
    let report = verify(&file, Mode::Strict).expect("bytes in memory can be read");
    assert_eq!(report.count(Severity::Error), 0, "{:?} of {expected:?}", report.findings());
    let package = Package::open(source(file), limits()).expect("a package of ours opens");
    let read = |object: bpx_formats::bpx::package::Object<'_>| {
        (object.name().expect("a name").to_owned(), object.read().expect("an object"))
    };
    let objects: Vec<_> = package.objects().map(read).collect();
    assert!(objects == expected.objects, "expected {:?}, found {objects:?}", expected.objects);
    assert_eq!(package.metadata().expect("metadata are read"), expected.metadata);
    assert_eq!(package.generator(), expected.generator);
}

fn options(u: &mut Unstructured<'_>) -> Result<PackOptions> {
    let compression = match u.int_in_range(0..=31)? {
        0 => Compression::Xz(0),
        1..=3 => Compression::Zlib(1),
        _ => Compression::None,
    };
    let check = [Check::None, Check::Weak, Check::Crc32, Check::Crc32Legacy][u.int_in_range(0..=3)?];
    let options = PackOptions::default().with_compression(compression).with_check(check);
    // Small sections, so that objects go over their borders; few with xz, whose encoder takes a thread for each.
    let is_cheap = !matches!(compression, Compression::Xz(_));
    Ok(if is_cheap && u.ratio(1, 2)? { options.with_section_size(u.int_in_range(16..=200)?) } else { options })
}

/// Few different names, so that they meet, and any others without NUL.
fn name(u: &mut Unstructured<'_>) -> Result<String> {
    const NAMES: [&str; 8] = ["", "a", "b", "ab", "b/a", "./bin/x", "\u{e9}", "../up"];
    match u.int_in_range(0..=9)? {
        at @ 0..=7 => Ok(NAMES[at].to_owned()),
        8 => Ok("long/".repeat(u.int_in_range(1..=60)?)),
        _ => {
            let len = u.int_in_range(0..=12)?;
            let bytes = u.bytes(usize::min(len, u.len()))?;
            Ok(String::from_utf8_lossy(bytes).replace('\0', "0"))
        }
    }
}

fn content(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    if u.ratio(1, 2)? {
        return Ok(vec![u.arbitrary()?; u.int_in_range(0..=400)?]);
    }
    let len = u.int_in_range(0..=40)?;
    Ok(u.bytes(len.min(u.len()))?.to_vec())
}
