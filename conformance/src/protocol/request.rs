use super::{INLINE, VERSION};
use crate::suite::{Case, Op};
use bpx_schema::value::hex;
use serde_json::{Value as Json, json};
use std::path::Path;

/// A message of the runner to the program.
#[derive(Debug, Clone, PartialEq)]
pub enum Request<'a> {
    /// Asks for the greeting.
    Hello,
    /// A question; `path` names a file with the bytes if they are too large for a line.
    Run {
        /// Number of the question, which the answer repeats.
        seq: u64,
        /// The question.
        case: &'a Case,
        /// The path of the file with the bytes.
        path: Option<&'a Path>,
        /// The folder for unpacked files.
        folder: Option<&'a Path>,
    },
    /// Ends the session.
    Bye,
}

impl Request<'_> {
    /// Returns the message as a line of JSON, without the line end.
    #[must_use]
    pub fn line(&self) -> String {
        let json = match self {
            Self::Hello => json!({ "cmd": "hello", "protocol": VERSION }),
            Self::Bye => json!({ "cmd": "bye" }),
            Self::Run { seq, case, path, folder } => run_request(*seq, case, *path, *folder),
        };
        json.to_string()
    }

    /// Returns whether the runner sends the bytes of a case as a path.
    #[must_use]
    pub fn wants_file(case: &Case) -> bool {
        case.input.len() > INLINE
    }
}

fn run_request(seq: u64, case: &Case, path: Option<&Path>, folder: Option<&Path>) -> Json {
    let mut json = json!({
        "cmd": "run",
        "seq": seq,
        "case": case.id,
        "op": case.op.name(),
        "format": case.format,
    });
    let Some(map) = json.as_object_mut() else { return json };
    if let Some(version) = case.version {
        map.insert("version".to_owned(), version.into());
    }
    if let Some(record) = &case.record {
        map.insert("record".to_owned(), record.as_str().into());
    }
    for (name, bytes) in [("names", &case.names), ("dict", &case.dict)] {
        if let Some(bytes) = bytes {
            map.insert(name.to_owned(), hex(bytes).into());
        }
    }
    if let Some(folder) = folder {
        map.insert("folder".to_owned(), folder.display().to_string().into());
    }
    if let Some(path) = path {
        map.insert("path".to_owned(), path.display().to_string().into());
    } else if case.op == Op::Encode {
        map.insert("model".to_owned(), case.model());
    } else {
        map.insert("hex".to_owned(), hex(&case.input).into());
    }
    json
}
