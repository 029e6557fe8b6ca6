//! Bytes by hand, and files as JSON through the schema alone.

use bpx_schema::assemble::assemble_file;
use bpx_schema::budget::Budget;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Codec, Decode, DecodeOwned, Limits};
use serde_json::Value;

/// Little-endian numbers of 32 bits.
pub fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The number of 32 bits at an offset.
pub fn word(file: &[u8], at: usize) -> usize {
    u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize
}

/// The schema, as another program gets it.
pub fn model<T: Codec>() -> Model {
    Model::from_json(&Model::from_root(T::schema()).to_json().unwrap()).unwrap()
}

/// The file as JSON, with places, gaps and contents.
pub fn decoded<T: Codec>(file: &[u8]) -> Value {
    let model = model::<T>();
    let mut json = JsonText::compact(Vec::new());
    let interpreter = Interpreter::new(&model).unwrap();
    interpreter.write_json(&model.root, file, &[], Limits::default(), &mut json).unwrap();
    serde_json::from_slice(&json.finish().unwrap()).unwrap()
}

/// The file that JSON describes.
pub fn encoded<T: Codec>(json: &Value) -> Vec<u8> {
    let model = model::<T>();
    let text = json.to_string();
    let json = read_json(text.as_bytes(), 64, &Budget::new(Limits::default(), text.len() as u64)).unwrap();
    assemble_file(&model, &Algorithms::builtin(), &model.root, json.root(), &[]).unwrap()
}

/// A file that nobody changed, written by the declaration.
pub fn written<'f, T: Decode<'f, Args = [i128; 0]>>(file: &'f [u8]) -> Vec<u8> {
    FileWriter::edit(&T::from_slice(file).unwrap(), [], file).unwrap().place().unwrap().to_vec().unwrap()
}

/// Hexadecimal digits, as models have bytes.
pub fn hex(bytes: &[u8]) -> Value {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
}

/// Asserts that a file is sound, and comes back byte for byte: by the declaration, and from JSON by the schema alone.
pub fn assert_comes_back<'f, T: Decode<'f, Args = [i128; 0]>>(file: &'f [u8]) {
    assert_eq!(T::validate(file, Mode::Strict).findings(), []);
    assert_eq!(written::<T>(file), file);
    assert_eq!(encoded::<T>(&decoded::<T>(file)), file);
}

/// Asserts that the declaration and the schema alone find the same in every prefix and in every file with a changed byte.
pub fn assert_judged_alike<T: Codec<Args = [i128; 0]>>(file: &[u8]) {
    let model = model::<T>();
    let interpreter = Interpreter::new(&model).unwrap();
    each_change(file, &mut |bytes, what, at| {
        let (declared, interpreted) = (T::validate(bytes, Mode::Strict), interpreter.validate(bytes, Mode::Strict));
        assert_eq!(declared.findings(), interpreted.findings(), "{what} {at}");
    });
}

/// Asserts the same, and that each of these files that is sound comes back byte for byte.
pub fn assert_kept_alike<T: DecodeOwned<Args = [i128; 0]>>(file: &[u8]) {
    assert_judged_alike::<T>(file);
    each_change(file, &mut |bytes, what, at| {
        if T::validate(bytes, Mode::Strict).findings().is_empty() {
            assert!(written::<T>(bytes) == bytes, "written as other bytes: {what} {at}");
            assert!(encoded::<T>(&decoded::<T>(bytes)) == bytes, "other bytes from JSON: {what} {at}");
        }
    });
}

/// Calls with every prefix of a file, and with every file with a changed byte.
fn each_change(file: &[u8], with: &mut dyn FnMut(&[u8], &str, usize)) {
    (0..file.len()).for_each(|at| with(&file[..at], "prefix", at));
    let mut changed = file.to_vec();
    for at in 0..file.len() {
        for bits in [0x01, 0x80, 0xFF] {
            changed[at] ^= bits;
            with(&changed, "byte", at);
            changed[at] ^= bits;
        }
    }
}
