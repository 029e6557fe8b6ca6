//! Golden files from annotated text.
//!
//! A golden file must not come from the code that it judges. This module builds each golden file from a text that names
//! every field. Checksums are literals, or formulas whose arithmetic is written in this module. The module shares no
//! code with the codecs.
//!
//! # A text
//!
//! ```text
//! # A comment. Line ends and `;` separate; inside ( ) and [ ] lines may break anywhere.
//! header {
//!     magic: ascii = "BPX"
//!     checksum: u32 = sum(header; skip header.checksum)
//!     size: u64 = end
//!     name_count: uleb = count(names)
//! }
//! names[0]: cstr = "first"
//! names[1]: cstr = "second"
//! gap: pad to 16
//!
//! fault "magic" { set header.magic = "BPY"; refix header.checksum }
//! fault "cut" { truncate at offset(names[1]) + 2 }
//! ```
//!
//! # Grammar
//!
//! ```text
//! text    = { item | fault }
//! item    = path "{" { item } "}"                       block: a prefix for the paths inside
//!         | path ":" type "=" value ["is" N]            leaf; "is": what an integer must come to
//!         | path ":" "pad" ("to" N | "until" N) ["with" byte]     to a multiple, until an offset
//!         | path ":" "stored" codec ("=" raw | "{" { item } "}") "unpacks" "{" { item } "}"
//! path    = name { "[" N "]" } { "." name { "[" N "]" } }
//! type    = u8 u16 u24 u32 u64 i8..i64 f32 f64, all but u8 and i8 also with "be" (big endian)
//!         | uleb | bytes | ascii | utf8 | cstr (adds the NUL)
//! value   = number | "[" number { "," number } "]" | string | raw
//! raw     = "hex" pairs | "hex" "[" pairs "]" | "zeros" N | "fill" byte N     fits every type
//! number  = expr | 1.5 | -2e-3 | inf | nan | "bits" expr
//! string  = "..." with \n \t \0 \" \\ \u{..}
//! expr    = expr op expr, weakest first: | then + - then * / (exact)
//!         | N | 0xN | 0bN | "-" expr | "(" expr ")"
//!         | ref                                         the value of another integer leaf
//!         | "offset" "(" ref ")" | "size" "(" ref ")" | "end" "(" ref ")" | "end" (of the space)
//!         | "count" "(" ref ")"                         indices after a path, or items of a list
//!         | sum | crc32 | crc32_legacy | adler32 "(" range {"," range} {"; skip" refs | "; zero" refs} ")"
//!         | "djb2" "(" string ")" | "was"               was: the value before the fault
//! ref     = ["."] path                                  "." = in the block around; [*] in ranges, skips, refix
//! range   = ref | [ref] ".." [ref]                      whole fields, both ends included
//! fault   = "fault" string "{" { patch } "}"
//! patch   = "set" ref "=" value | "refix" (refs | "all") | "xor" ref "@" expr "with" byte
//!         | "insert" ("before" | "after") ref "=" (raw | string) | "append" (raw | string)
//!         | "delete" range | "truncate" "at" expr
//! ```
//!
//! # Rules
//!
//! * Values may use later fields; a value that depends on itself is an error. Sizes that depend on values (`uleb`) grow
//!   until the values fit.
//! * The block after `unpacks` describes the content that the stored bytes unpack to. The block is a *space* of its
//!   own: its offsets begin at 0, and its paths continue after `.unpacked`. The module compresses nothing; tests
//!   compare [`Built::unpacked`] with the output of an independent decompressor.
//! * `is` compares a formula of the base file with a number that was computed by other means.
//! * In a fault, derived values and paddings keep their values of the base file unless `refix` names them. Only the
//!   patched path therefore differs, and `refix` corrects the checksums that cover the path. Derived values that no
//!   longer fit are *stale* ([`FieldSpan::stale`]). Patches change the description, and the layout follows; only
//!   `truncate` cuts bytes.

mod annotate;
mod assemble;
mod built;
mod checksum;
mod encode;
mod error;
mod evaluate;
mod fault;
mod layout;
mod lexer;
mod parse_expr;
mod parse_fault;
mod parse_items;
mod parse_value;
mod parser;
mod path;
mod plan;
mod ranges;
mod stale;
mod tree;

#[cfg(test)]
mod goldens;
#[cfg(test)]
mod mistakes;
#[cfg(test)]
mod tests;

pub(crate) use checksum::Algorithm;

pub use annotate::Line;
pub use built::{Built, FieldSpan, Span, UnpackedContent};
pub use error::SourceError;

use assemble::Image;
use std::sync::{Arc, OnceLock};
use tree::{Base, Fault};

/// A parsed text, which is not built yet.
#[derive(Debug, Clone, Default)]
pub struct Source {
    base: Base,
    faults: Vec<Fault>,
    /// The base file, after its first build; every fault starts from the base file.
    image: OnceLock<Arc<Image>>,
}

impl Source {
    /// Reads a text.
    ///
    /// # Errors
    /// Returns an error if the text does not follow the grammar, or names a field or a fault twice.
    pub fn parse(text: &str) -> Result<Self, SourceError> {
        Self::default().with(text)
    }

    /// Reads another text after this text, with more fields, or with faults from a file of their own.
    ///
    /// # Errors
    /// Returns the errors of [`Source::parse`], with positions in the new text.
    pub fn with(mut self, text: &str) -> Result<Self, SourceError> {
        parse_items::parse_text(text, &mut self.base, &mut self.faults)?;
        self.image = OnceLock::new();
        Ok(self)
    }

    /// Builds the base file.
    ///
    /// # Errors
    /// Returns an error if a value does not fit its type, refers to nothing, or depends on itself.
    pub fn build(&self) -> Result<Built, SourceError> {
        Ok(self.base_image()?.built.clone())
    }

    /// Returns the names of the faults, in the order of the text.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().map(|fault| fault.name.as_str())
    }

    /// Builds the file with one fault in it.
    ///
    /// # Errors
    /// Returns the errors of [`Source::build`], and an error with line 0 if no fault has the name.
    pub fn build_fault(&self, name: &str) -> Result<Built, SourceError> {
        let fault = self.faults.iter().find(|fault| fault.name == name);
        let missing = || SourceError { line: 0, column: 0, message: format!("no fault has the name {name:?}") };
        Ok(fault::build_fault(&self.base, &*self.base_image()?, fault.ok_or_else(missing)?)?.built)
    }

    /// Builds the file with a fault that is not in the text, such as `fault "name" { .. }`.
    ///
    /// # Errors
    /// Returns the errors of [`Source::build_fault`], and an error with line 0 if the text is not exactly one fault.
    pub fn build_patched(&self, text: &str) -> Result<Built, SourceError> {
        let (mut base, mut faults) = (Base::default(), Vec::new());
        parse_items::parse_text(text, &mut base, &mut faults)?;
        match faults.as_slice() {
            [fault] if base.entries.is_empty() => {
                Ok(fault::build_fault(&self.base, &*self.base_image()?, fault)?.built)
            }
            _ => Err(SourceError {
                line: 0,
                column: 0,
                message: "expected one fault and no fields in the text".to_owned(),
            }),
        }
    }

    /// Returns the base file, which the first call builds.
    fn base_image(&self) -> Result<Arc<Image>, SourceError> {
        if let Some(image) = self.image.get() {
            return Ok(Arc::clone(image));
        }
        let image = Arc::new(assemble::assemble_base(&self.base)?);
        Ok(Arc::clone(self.image.get_or_init(|| image)))
    }
}
