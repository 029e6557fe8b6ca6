//! The model of a file, its text, and the file of that model: the same model again.

use super::file::{is_limit, is_past_header, is_valid};
use super::json::{difference, file_of, model_of, survives_text};
use bpx_formats::FileError;
use bpx_schema::report::Mode;

pub(super) fn run(bytes: &[u8]) -> bool {
    let valid = is_valid(bytes, Mode::Lenient);
    let _ = model_of(bytes, true);
    let model = match model_of(bytes, false) {
        Ok(model) => model,
        Err(error) => {
            assert!(!valid || is_limit(&error), "a valid file has no model: {error}");
            return is_past_header(bytes);
        }
    };
    assert!(survives_text(&model), "the text of the model reads back as another one");
    match file_of(&model) {
        Ok(file) => {
            let again = model_of(&file, false);
            let again = again.unwrap_or_else(|error| panic!("the file of a model is not read: {error}"));
            // What is computed replaces what a faulty file states.
            if let Some(found) = difference(&model, &again).filter(|_| valid) {
                panic!("the model of the written file differs: {found}");
            }
            assert!(!valid || is_valid(&file, Mode::Lenient), "the file of a valid model is not valid");
            let rewritten = file_of(&again).unwrap_or_else(|error| panic!("a model of ours is not written: {error}"));
            assert!(rewritten == file, "the second file differs from the first");
        }
        Err(FileError::Codec(error)) if is_limit(&error) => {}
        Err(error) => assert!(!valid, "the model of a valid file is not written: {error}"),
    }
    is_past_header(bytes)
}
