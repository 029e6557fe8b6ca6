#![allow(clippy::arithmetic_side_effects, reason = "all numbers are depths and sizes in memory")]

use super::lexer::is_bare;
use crate::blk::form::is_name_map;
use crate::blk::{BlockRef, Document, Event, Value};
use std::io::Write;

/// Blocks beyond this depth are not indented further, so that the size of a text does not grow with the square of the
/// depth.
const DEEPEST: usize = 100;

/// Returns a document as text. The text is UTF-8 if the names and strings are UTF-8, and omits the name of the root.
///
/// Each level adds two blanks. An empty line precedes a block that follows parameters or blocks, and a text that would
/// begin with the first bytes of another kind of file.
///
/// The engine reads the text as the same tree, with three exceptions: a block with the name `@null`, which the engine
/// reads as no name; two parameters with one name and different types; and the bits of NaN. [`read_noting`] reports
/// these exceptions in the text.
///
/// [`read_noting`]: super::read_noting
#[must_use]
pub fn write(document: &Document) -> Vec<u8> {
    let mut out = Vec::new();
    // The root has no braces.
    let mut depth = 0_usize;
    for event in document.root().events() {
        match event {
            Event::Open(block) => {
                if depth > 0 {
                    open_block(&mut out, block, depth);
                }
                write_params(&mut out, block, depth);
                depth += 1;
            }
            Event::Close(block) => {
                depth -= 1;
                if depth > 0 {
                    if !is_empty(block) {
                        write_indent(&mut out, depth - 1);
                    }
                    out.extend_from_slice(b"}\n");
                }
            }
        }
    }
    // Readers skip the empty line.
    if is_misleading(&out) {
        out.insert(0, b'\n');
    }
    out
}

/// Signatures of other kinds of files that are also valid names without quotes.
const SIGNATURES: [&[u8]; 4] = [b"BPX", b"BPAT", b"VRFs", b"VRFx"];

/// Returns whether a reader would take a text for another kind of file.
fn is_misleading(text: &[u8]) -> bool {
    is_name_map(text) || SIGNATURES.iter().any(|signature| text.starts_with(signature))
}

fn is_empty(block: BlockRef<'_>) -> bool {
    block.params().len() == 0 && block.children().len() == 0
}

fn open_block(out: &mut Vec<u8>, block: BlockRef<'_>, depth: usize) {
    if !out.is_empty() && !out.ends_with(b"{\n") {
        out.push(b'\n');
    }
    write_indent(out, depth - 1);
    match block.name() {
        // Without the escape, it means no name; the engine ignores the escape.
        Some(b"@null") => out.extend_from_slice(b"\"~@null\""),
        Some(bytes) => write_name(out, bytes),
        None => out.extend_from_slice(b"\"@null\""),
    }
    out.extend_from_slice(if is_empty(block) { b"{" } else { b"{\n" });
}

fn write_params(out: &mut Vec<u8>, block: BlockRef<'_>, depth: usize) {
    for param in block.params() {
        write_indent(out, depth);
        let value = param.value();
        // A parameter with this name would include nothing.
        if let (b"@include", Value::String(path)) = (param.name(), &value) {
            out.extend_from_slice(b"include ");
            write_quoted(out, path);
            out.push(b'\n');
            continue;
        }
        write_name(out, param.name());
        out.push(b':');
        out.extend_from_slice(value.kind().name().as_bytes());
        out.push(b'=');
        write_value(out, &value);
        out.push(b'\n');
    }
}

fn write_indent(out: &mut Vec<u8>, depth: usize) {
    out.resize(out.len() + depth.min(DEEPEST) * 2, b' ');
}

fn write_name(out: &mut Vec<u8>, bytes: &[u8]) {
    if !bytes.is_empty() && bytes.iter().copied().all(is_bare) {
        out.extend_from_slice(bytes);
    } else {
        write_quoted(out, bytes);
    }
}

fn write_quoted(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    for byte in bytes {
        match byte {
            b'\n' => out.extend_from_slice(b"~n"),
            b'\r' => out.extend_from_slice(b"~r"),
            b'\t' => out.extend_from_slice(b"~t"),
            b'~' | b'"' => out.extend_from_slice(&[b'~', *byte]),
            _ => out.push(*byte),
        }
    }
    out.push(b'"');
}

fn write_value(out: &mut Vec<u8>, value: &Value<'_>) {
    match value {
        Value::String(bytes) => write_quoted(out, bytes),
        Value::Int(value) => write_integers(out, &[*value]),
        Value::Long(value) => write_integers(out, &[*value]),
        Value::Int2(values) => write_integers(out, values),
        Value::Int3(values) => write_integers(out, values),
        Value::Int4(values) => write_integers(out, values),
        Value::Color(values) => write_integers(out, values),
        Value::Float(value) => write_floats(out, &[*value]),
        Value::Float2(values) => write_floats(out, values),
        Value::Float3(values) => write_floats(out, values),
        Value::Float4(values) => write_floats(out, values),
        Value::Bool(value) => out.extend_from_slice(if *value { b"yes" } else { b"no" }),
        Value::Matrix(columns) => {
            for (column, before) in columns.iter().zip(["[[", " [", " [", " ["]) {
                out.extend_from_slice(before.as_bytes());
                write_floats(out, column);
                out.push(b']');
            }
            out.push(b']');
        }
    }
}

fn write_integers<T: std::fmt::Display>(out: &mut Vec<u8>, values: &[T]) {
    for (at, value) in values.iter().enumerate() {
        write_separator(out, at);
        // Writing to memory does not fail.
        let _ = write!(out, "{value}");
    }
}

/// Writes each float in the shortest form that reads back to the same bits.
fn write_floats(out: &mut Vec<u8>, values: &[f32]) {
    for (at, value) in values.iter().enumerate() {
        write_separator(out, at);
        if value.is_finite() {
            out.extend_from_slice(zmij::Buffer::new().format_finite(*value).as_bytes());
        } else if value.to_bits() == 0x7fc0_0000 {
            out.extend_from_slice(b"nan");
        } else if value.to_bits() == 0xffc0_0000 {
            out.extend_from_slice(b"-nan");
        } else if value.is_nan() {
            let _ = write!(out, "nan({:#010x})", value.to_bits());
        } else {
            out.extend_from_slice(if *value < 0.0 { b"-inf" } else { b"inf" });
        }
    }
}

fn write_separator(out: &mut Vec<u8>, at: usize) {
    if at > 0 {
        out.extend_from_slice(b", ");
    }
}
