//! Contents, which a specification gives, or which size and hash describe.

use crate::answer::{Failure, usage};
use crate::serve::from_hex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Cursor, Read, Write};

/// Bytes, as a specification gives them.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Content {
    Hex { hex: String },
    File { file: String },
    Fill { fill: u8, size: u64 },
}

impl Content {
    /// Opens the bytes. Every read but the last fills its buffer, because the crate does not accept less.
    pub fn open(&self) -> Result<Box<dyn Read>, Failure> {
        Ok(match self {
            Self::Hex { hex } => match from_hex(hex) {
                Some(bytes) => Box::new(Cursor::new(bytes)),
                None => return usage(format!("not hexadecimal: {hex}")),
            },
            Self::File { file } => {
                Box::new(Cursor::new(std::fs::read(file).or_else(|e| usage(format!("{file}: {e}")))?))
            }
            Self::Fill { fill, size } => Box::new(io::repeat(*fill).take(*size)),
        })
    }
}

/// Reads a specification.
pub fn spec<T: DeserializeOwned>(path: &str) -> Result<T, Failure> {
    let text = std::fs::read(path).or_else(|e| usage(format!("{path}: {e}")))?;
    serde_json::from_slice(&text).or_else(|e| usage(format!("{path}: {e}")))
}

/// Opens the file to read. If the file cannot be opened, the caller has used this program wrongly.
pub fn input(path: &str) -> Result<File, Failure> {
    File::open(path).or_else(|e| usage(format!("{path}: {e}")))
}

/// Creates the file to write.
pub fn output(path: &str) -> Result<File, Failure> {
    File::create(path).or_else(|e| usage(format!("{path}: {e}")))
}

/// Takes bytes, and keeps their size and hash.
#[derive(Default)]
pub struct Summary {
    size: u64,
    hash: Sha256,
}

impl Summary {
    /// Returns the size in bytes and the SHA-256.
    pub fn json(self) -> Json {
        json!({ "size": self.size, "sha256": hex(&self.hash.finalize()) })
    }
}

impl Write for Summary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.size += bytes.len() as u64;
        self.hash.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
