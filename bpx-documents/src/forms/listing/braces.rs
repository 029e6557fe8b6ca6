//! Finds the closing braces of all lines in one pass, so that declarations without an end are not searched repeatedly.

use super::tokens::{Kind, MAX_COMMENT, is_closed, line_tokens};
use crate::forms::line::Line;
use std::collections::HashMap;

/// The closing braces of some lines, and the statements of the lines about all structures.
#[derive(Debug, Default)]
pub(in crate::forms) struct Braces {
    /// The index of the line that closes a brace, by the index of the line that opens the brace; only the first brace
    /// of a line counts.
    ends: HashMap<usize, usize>,
    /// The index of the first line that says that structures are packed.
    packed: Option<usize>,
    declares: bool,
    /// The values of constants by their names, as `#define` states them.
    pub(super) constants: HashMap<String, i128>,
    /// The type that each type alias names.
    pub(super) aliases: HashMap<String, String>,
}

impl Braces {
    pub(in crate::forms) fn of(lines: &[Line<'_>]) -> Self {
        let mut found = Self::default();
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut in_comment = false;
        let mut since = 0_usize;
        let mut tokens = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            tokens.clear();
            let inside = in_comment && since < MAX_COMMENT;
            in_comment = line_tokens(&line.text, 0, inside, &mut tokens) && (inside || is_closed(lines, at));
            since = if in_comment { since + 1 } else { 0 };
            let mut is_first = true;
            for token in &tokens {
                match token.kind {
                    Kind::Sign('{') => {
                        open.push(Some(at).filter(|_| is_first));
                        is_first = false;
                    }
                    Kind::Sign('}') => {
                        if let Some(start) = open.pop().flatten() {
                            found.declares |= open.is_empty() && line.text.contains("};");
                            found.ends.insert(start, at);
                        }
                    }
                    _ => {}
                }
            }
            if found.packed.is_none() && states_packing(&line.text) {
                found.packed = Some(at);
            }
            if let Some((name, of)) = super::aliases::split_alias(&line.text) {
                found.aliases.insert(name.to_owned(), of.to_owned());
            }
            if let Some((name, value, _)) = super::constants::read_constant(&line.text)
                && let Some(value) = super::values::evaluate_expr(value, &found.constants)
            {
                found.constants.insert(name.to_owned(), value);
            }
        }
        found
    }

    /// Returns the index of the line that closes the first brace of a line.
    pub(super) fn closing_line(&self, start: usize) -> Option<usize> {
        self.ends.get(&start).copied()
    }

    /// Returns whether the lines declare structures; if so, declarations between the structures are variables.
    pub(in crate::forms) fn declares_structures(&self) -> bool {
        self.declares
    }

    /// Returns whether a line up to the line `until` says that structures are packed.
    pub(super) fn is_packed(&self, until: usize) -> bool {
        self.packed.is_some_and(|at| at <= until)
    }
}

/// Returns whether a line says that structures have no padding.
fn states_packing(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = ["pragma pack", "packed", "no padding", "without padding", "not padded", "unpadded", "byte-aligned"];
    let unpacked = ["unpacked", "not packed", "bit-packed", "bit packed", "packed into", "pragma pack()", "pack(pop"];
    words.iter().any(|word| lower.contains(word)) && !unpacked.iter().any(|word| lower.contains(word))
}
