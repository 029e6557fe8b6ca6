//! Generated code, the interpreter, both writers and exported Python, over good files, their beginnings and changed bytes.

use crate::programs::ask_module;
use crate::shapes::compare::{exported, generated, interpreted, reports};
use bpx_schema::assemble::{assemble, assemble_file};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{DocBuilder, JsonDoc, ToJson};
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::{Algorithms, Budget, DecodeOwned, Limits};
use rayon::prelude::*;

/// The files that differ from a good one in their end or in one byte.
fn around(file: &[u8]) -> Vec<Vec<u8>> {
    let cut = (0..file.len()).map(|end| file[..end].to_vec());
    let changed = (0..file.len()).flat_map(|at| {
        [1, 0x80, 0xFF].map(|flip| {
            let mut bytes = file.to_vec();
            bytes[at] ^= flip;
            bytes
        })
    });
    cut.chain(changed).chain([file.to_vec(), [file, &[7]].concat()]).collect()
}

pub fn json_of(model: &Model, bytes: &[u8]) -> Option<JsonDoc> {
    let budget = Budget::default();
    let mut doc = DocBuilder::new(&budget);
    let read = Interpreter::new(model).unwrap().write_json(&model.root, bytes, &[], Limits::default(), &mut doc);
    read.ok()?;
    Some(doc.finish().unwrap())
}

/// Checks that good files are valid, are written as they are, and that all readers see the same in them and around them.
#[track_caller]
pub fn everywhere<T: DecodeOwned>(files: &[Vec<u8>])
where
    [i128; 0]: Into<T::Args>,
{
    let model = exported::<T>();
    let write = |bytes: &[u8]| T::from_slice(bytes).and_then(|value| value.to_vec());
    for file in files {
        assert_eq!(T::validate(file, Mode::Strict).findings(), [], "{file:02x?}");
        assert_eq!(hex(&write(file).unwrap()), hex(file));
        let doc = json_of(&model, file).unwrap();
        let json = T::from_slice(file).unwrap().to_json([].into()).unwrap();
        assert_eq!(hex(&assemble(&model, &model.root, json.root(), &[]).unwrap()), hex(file));
        let whole = assemble_file(&model, &Algorithms::builtin(), &model.root, doc.root(), &[]).unwrap();
        assert_eq!(hex(&whole), hex(file));
    }
    readers::<T>(files);
}

/// Checks that all readers see the same in files and around them, and that writers that write the result write the same.
#[track_caller]
pub fn readers<T: DecodeOwned>(files: &[Vec<u8>])
where
    [i128; 0]: Into<T::Args>,
{
    let model = exported::<T>();
    let write = |bytes: &[u8]| T::from_slice(bytes).and_then(|value| value.to_vec());
    let all: Vec<_> = files.iter().flat_map(|file| around(file)).collect();
    let compare = |bytes: &Vec<u8>| {
        let (left, right) =
            (generated::<T>(&model, bytes, &[], Limits::default()), interpreted(&model, bytes, &[], Limits::default()));
        assert_eq!(left, right, "{bytes:02x?}");
        let [left, right] = reports::<T>(&model, bytes, &[]);
        assert_eq!(left, right, "{bytes:02x?}");
        // Where both writers write, they write the same.
        let json = T::from_slice(bytes).and_then(|value| value.to_json([].into()));
        if let (Ok(written), Ok(json)) = (write(bytes), json) {
            assert_eq!(assemble(&model, &model.root, json.root(), &[]).unwrap(), written, "{bytes:02x?}");
        }
    };
    let (answers, ()) = rayon::join(|| python(&model, &all), || all.par_iter().for_each(compare));
    all.par_iter().zip(answers).for_each(|(bytes, answer)| {
        let (found, written) = answer.split_once('|').unwrap();
        let report = T::validate(bytes, Mode::Strict);
        let wanted: Vec<_> =
            report.findings().iter().map(|one| format!("{} {} {}", one.code, one.path, one.location.file)).collect();
        assert_eq!(found, wanted.join(";"), "{}", hex(bytes));
        if let Ok(same) = write(bytes)
            && found.is_empty()
        {
            assert_eq!(written, hex(&same), "{}", hex(bytes));
        }
        // Two layouts that know the values alone give everything the same place.
        if let Some(doc) = json_of(&model, bytes).filter(|_| found.is_empty()) {
            match assemble_file(&model, &Algorithms::builtin(), &model.root, doc.root(), &[]) {
                Ok(placed) => assert_eq!(written, hex(&placed), "{}", hex(bytes)),
                Err(error) => assert!(written.starts_with('!'), "{error}: {}", hex(bytes)),
            }
        }
    });
}

/// For each file the findings of the exported module, and what it writes again.
fn python(model: &Model, files: &[Vec<u8>]) -> Vec<String> {
    let program = "import sys, places
for line in sys.stdin:
    data = bytes.fromhex(line)
    found = ';'.join(f'{f.code} {f.path} {f.offset}' for f in places.validate(places.ROOT, data))
    try:
        written = places.write_file(places.read_file(places.ROOT, data)).hex()
    except (ValueError, places.Malformed) as error:
        written = f'!{error}'
    print(f'{found}|{written}')
";
    let questions = files.iter().map(|file| format!("{}\n", hex(file))).collect();
    let lines = ask_module(model, "places", program, questions);
    assert_eq!(lines.len(), files.len());
    lines
}
