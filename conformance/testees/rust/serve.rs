//! The common part of adapters in Rust, which reads the questions of the suite and writes the answers. Copy this file,
//! and write `answer`.

use serde_json::{Value as Json, json};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A question.
pub struct Ask {
    /// The operation.
    pub op: String,
    /// The bytes of the file; empty for `encode`.
    pub file: Vec<u8>,
    /// The name map that the file shares with other files.
    #[allow(dead_code, reason = "not every format has them")]
    pub names: Option<Vec<u8>>,
    /// The dictionary of the file's compression.
    #[allow(dead_code, reason = "not every format has one")]
    pub dict: Option<Vec<u8>>,
    /// The folder for unpacked files, for `unpack`.
    #[allow(dead_code, reason = "not every format has files")]
    pub folder: Option<PathBuf>,
}

/// Answers questions until there are no more. `answer` returns all of an answer but the number, such as
/// `{"result": "ok"}`.
pub fn serve(hello: &Json, answer: impl Fn(&Ask) -> Json) -> ExitCode {
    match talk(hello, answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn talk(hello: &Json, answer: impl Fn(&Ask) -> Json) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let question: Json = serde_json::from_str(&line?)?;
        let reply = match question["cmd"].as_str() {
            Some("hello") => hello.clone(),
            Some("run") => {
                let mut reply = match ask(&question) {
                    Some(ask) => answer(&ask),
                    None => json!({ "result": "error", "message": "neither `hex` nor a readable `path`" }),
                };
                reply["seq"] = question["seq"].clone();
                reply
            }
            _ => break,
        };
        writeln!(stdout, "{reply}")?;
        stdout.flush()?;
    }
    Ok(())
}

/// Returns the answer of an implementation that refuses a file; `class` is the implementation's own word.
pub fn refused(class: &str, message: &str) -> Json {
    json!({ "result": "reject", "class": class, "message": message })
}

fn ask(question: &Json) -> Option<Ask> {
    let text = |name: &str| question[name].as_str();
    let bytes = |name: &str| text(name).and_then(from_hex);
    let op = text("op")?.to_owned();
    let file = match (bytes("hex"), text("path")) {
        (Some(file), _) => file,
        (None, Some(path)) => std::fs::read(path).ok()?,
        (None, None) if op == "encode" => Vec::new(),
        (None, None) => return None,
    };
    Some(Ask { op, file, names: bytes("names"), dict: bytes("dict"), folder: text("folder").map(PathBuf::from) })
}

/// Returns the bytes that hexadecimal digits state.
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<_>> = digits.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
}
