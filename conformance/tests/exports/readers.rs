//! Readers of whole files, beside ours.

use super::programs::{Kaitai, ask_python, found, here};
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_workbench::export::{format_stem, python_bundle};
use conformance::source::Source;
use test_needs::needs;

/// Name and schema of a format, and its goldens.
type Named = (&'static str, Model, Vec<(String, Source)>);

fn formats() -> Vec<Named> {
    let all =
        bpx_formats::formats().iter().flat_map(|format| format.schemas().into_iter().map(move |one| (*format, one)));
    let formats = all.map(|(format, (name, schema))| {
        let folder = here("golden").join(format.name());
        let mut list = Vec::new();
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let Some(golden) = path.file_name().unwrap().to_str().unwrap().strip_suffix(".src") else { continue };
            // Version 0 has a schema of its own.
            if format.name() == "bpx" && golden.starts_with("v0-") != (name == "bpx-v0") {
                continue;
            }
            let source = Source::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
            list.push((golden.to_owned(), source));
        }
        list.sort_by(|(a, _), (b, _)| a.cmp(b));
        assert!(list.len() >= 2, "{name}: goldens are missing");
        (name, Model::from_root(schema), list)
    });
    formats.collect()
}

#[needs(python3)]
#[test]
fn modules_find_what_the_interpreter_finds() {
    let (mut files, mut faults, mut back, mut lacking) = (0, 0, 0, 0);
    for (name, model, goldens) in formats() {
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join(format!("{}.py", format_stem(name)));
        std::fs::write(&module, python_bundle(&model, name).unwrap()).unwrap();
        let mut cases = Vec::new();
        for (golden, source) in &goldens {
            let whole = source.build().unwrap().bytes;
            // Every beginning of a small file, and every byte of it changed.
            for size in (0..whole.len().min(100)).chain([whole.len().saturating_sub(1)]) {
                cases.push((format!("{golden}: {size} bytes"), whole[..size].to_vec()));
            }
            for at in 0..whole.len().min(160) {
                let mut bytes = whole.clone();
                bytes[at] ^= 0x11;
                cases.push((format!("{golden}: byte {at} changed"), bytes));
            }
            for fault in source.faults() {
                cases.push((format!("{golden}: {fault}"), source.build_fault(fault).unwrap().bytes));
            }
            cases.push((golden.clone(), whole));
        }
        let bytes: Vec<_> = cases.iter().map(|(_, bytes)| &**bytes).collect();
        let answers = ask_python(&module, &model, &bytes);
        for ((title, bytes), (answered, written)) in cases.iter().zip(&answers) {
            let wanted = found(&model, bytes);
            // A transform that the module lacks, as its text says, ends its reading.
            if answered.last().is_some_and(|fault| fault.contains("unsupported-feature")) && *answered != wanted {
                assert_eq!(name, "blk", "{title}: {answered:?}");
                lacking += 1;
                continue;
            }
            assert_eq!(*answered, wanted, "{name}: {title}");
            files += 1;
            faults += wanted.len();
            // What is read is written back; a structure with regions says that it cannot be.
            let whole = hex(bytes);
            assert!(written == "?" || whole.starts_with(&**written), "{name}: {title}: {written}");
            back += usize::from(*written == whole);
            // Bytes after the end belong to no field; a golden has none. Without its dictionary, one is not read.
            if !title.contains(": ") && wanted.is_empty() {
                assert!(written == "?" || *written == whole, "{name}: {title}: {written}");
            }
        }
    }
    println!("{files} files with {faults} faults, and {back} files written back");
    assert!(lacking > 0, "frames of BLK are read without ZSTD");
    assert!(
        files > 4000 && faults > 4000 && back > 100,
        "only {files} files with {faults} faults, {back} written back"
    );
}

#[needs(kaitai)]
#[test]
fn compiled_kaitai_reads_what_the_interpreter_reads() {
    let kaitai = Kaitai::installed();
    for (name, model, goldens) in formats() {
        let reader = kaitai.compile(name, &model);
        let (mut compared, mut unsaid) = (0, 0);
        // Without its dictionary, a frame is not read.
        for (golden, source) in goldens.into_iter().filter(|(golden, _)| !golden.ends_with("zst_dict")) {
            let (same, missing) = reader.compare(&format!("{name}: {golden}"), &source.build().unwrap().bytes);
            compared += same;
            unsaid += missing;
        }
        println!("{name}: {compared} values, and {unsaid} that the language cannot say");
        // Of BLK, half of the goldens are frames of ZSTD, for which the language has no word.
        let most = match name {
            "gpb" => 5,
            "blk" => 21,
            _ => unsaid * 2,
        };
        assert!(compared > 20 && compared >= most, "{name}: {compared} values compared, {unsaid} not");
    }
}
