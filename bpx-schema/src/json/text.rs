//! Writes JSON as text, without a buffer for values.

use super::{JsonLeaf, JsonSink};
use crate::value::hex_digits;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Writes JSON to a writer, with indentation or on one line, in the format of `serde_json`.
#[derive(Debug)]
pub struct JsonText<W, F = PrettyFormatter<'static>> {
    out: W,
    form: F,
    /// For each open array or object: whether it is an object, and whether it has a part.
    open: Vec<(bool, bool)>,
    failed: Option<io::Error>,
}

impl<W: Write> JsonText<W> {
    /// Creates a writer of indented text.
    #[must_use]
    pub fn pretty(out: W) -> Self {
        Self { out, form: PrettyFormatter::new(), open: Vec::new(), failed: None }
    }
}

impl<W: Write> JsonText<W, CompactFormatter> {
    /// Creates a writer of text without spaces.
    #[must_use]
    pub fn compact(out: W) -> Self {
        Self { out, form: CompactFormatter, open: Vec::new(), failed: None }
    }
}

impl<W: Write, F: Formatter> JsonText<W, F> {
    /// Returns the writer, if all of the JSON was written.
    ///
    /// # Errors
    /// Returns the first error of the writer.
    pub fn finish(self) -> io::Result<W> {
        self.failed.map_or(Ok(self.out), Err)
    }

    fn write_unless_failed(&mut self, write: impl FnOnce(&mut F, &mut W) -> io::Result<()>) {
        if self.failed.is_none() {
            self.failed = write(&mut self.form, &mut self.out).err();
        }
    }

    /// Begins a value. In an array, first writes the separator after the previous value.
    fn begin_value(&mut self) {
        if let Some((false, has_parts)) = self.open.last_mut() {
            let first = !std::mem::replace(has_parts, true);
            self.write_unless_failed(|form, out| form.begin_array_value(out, first));
        }
    }

    fn end_value(&mut self) {
        match self.open.last() {
            Some((true, _)) => self.write_unless_failed(Formatter::end_object_value),
            Some((false, _)) => self.write_unless_failed(Formatter::end_array_value),
            None => {}
        }
    }
}

impl<W: Write, F: Formatter> JsonSink for JsonText<W, F> {
    fn open_object(&mut self) {
        self.begin_value();
        self.write_unless_failed(Formatter::begin_object);
        self.open.push((true, false));
    }

    fn open_array(&mut self) {
        self.begin_value();
        self.write_unless_failed(Formatter::begin_array);
        self.open.push((false, false));
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some((true, _)) => self.write_unless_failed(Formatter::end_object),
            Some((false, _)) => self.write_unless_failed(Formatter::end_array),
            None => {}
        }
        self.end_value();
    }

    fn key(&mut self, key: &str) {
        if let Some((true, has_parts)) = self.open.last_mut() {
            let first = !std::mem::replace(has_parts, true);
            self.write_unless_failed(|form, out| {
                form.begin_object_key(out, first)?;
                serde_json::to_writer(&mut *out, key)?;
                form.end_object_key(out)?;
                form.begin_object_value(out)
            });
        }
    }

    fn leaf(&mut self, leaf: JsonLeaf<'_>) {
        self.begin_value();
        self.write_unless_failed(|form, out| match leaf {
            JsonLeaf::Null => form.write_null(out),
            JsonLeaf::Bool(value) => form.write_bool(out, value),
            JsonLeaf::Int(value) => form.write_i64(out, value),
            JsonLeaf::UInt(value) => form.write_u64(out, value),
            JsonLeaf::Float(value) => form.write_f64(out, value),
            JsonLeaf::Text(text) => Ok(serde_json::to_writer(out, text)?),
            JsonLeaf::Hex(bytes) => write_hex(out, bytes),
        });
        self.end_value();
    }
}

/// Writes bytes as hexadecimal digits in quotation marks.
fn write_hex(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(b"\"")?;
    let (pieces, rest) = bytes.as_chunks::<256>();
    for piece in pieces {
        out.write_all(piece.map(hex_digits).as_flattened())?;
    }
    for byte in rest {
        out.write_all(&hex_digits(*byte))?;
    }
    out.write_all(b"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(sink: &mut dyn JsonSink) {
        sink.open_object();
        sink.member("text", JsonLeaf::Text("a\"\\\n\u{1F600}"));
        sink.key("empty");
        sink.open_array();
        sink.close();
        sink.key("none");
        sink.open_object();
        sink.close();
        sink.key("list");
        sink.open_array();
        for leaf in [JsonLeaf::Null, JsonLeaf::Bool(true), JsonLeaf::Int(-1), JsonLeaf::UInt(u64::MAX)] {
            sink.leaf(leaf);
        }
        sink.leaf(JsonLeaf::Float(0.1));
        sink.leaf(JsonLeaf::Hex(&[0, 0xAB, 0xFF]));
        sink.write_wrapped("raw", JsonLeaf::Int(3));
        sink.close();
        sink.key("digits");
        sink.write_int_text(i128::from(u64::MAX) + 1);
        sink.close();
    }

    #[test]
    fn text_is_that_of_the_library() {
        let expected = serde_json::json!({
            "text": "a\"\\\n\u{1F600}", "empty": [], "none": {},
            "list": [null, true, -1, u64::MAX, 0.1, "00abff", { "raw": 3 }], "digits": "18446744073709551616",
        });
        let mut pretty = JsonText::pretty(Vec::new());
        write(&mut pretty);
        assert_eq!(String::from_utf8(pretty.finish().unwrap()).unwrap(), format!("{expected:#}"));
        let mut compact = JsonText::compact(Vec::new());
        write(&mut compact);
        assert_eq!(String::from_utf8(compact.finish().unwrap()).unwrap(), expected.to_string());
    }

    #[test]
    fn long_bytes_and_bare_values() {
        let bytes: Vec<u8> = (0..1000).map(|index| (index % 251) as u8).collect();
        let mut text = JsonText::compact(Vec::new());
        text.leaf(JsonLeaf::Hex(&bytes));
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text.finish().unwrap(), format!("\"{digits}\"").into_bytes());
    }

    #[test]
    fn the_first_failure_is_kept() {
        let mut room = [0; 5];
        let mut text = JsonText::compact(&mut room[..]);
        write(&mut text);
        assert_eq!(text.finish().unwrap_err().kind(), io::ErrorKind::WriteZero);
    }
}
