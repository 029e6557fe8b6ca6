//! Finds the closing braces of all lines in one pass, so that declarations without an end are not searched repeatedly.

use super::alignment::Packing;
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
    /// The directives about packing.
    packing: Packing,
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
            if !found.packing.read_directive(at, &line.text) && found.packed.is_none() && states_packing(&line.text) {
                found.packed = Some(at);
            }
            if let Some((name, of)) = super::aliases::split_alias(&line.text) {
                found.aliases.insert(name, of);
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

    /// Returns the largest alignment of members that a line up to the line `until` states for structures: 1 for packed
    /// structures.
    pub(super) fn packing(&self, until: usize) -> Option<u64> {
        self.packed.filter(|at| *at <= until).map(|_| 1).or_else(|| self.packing.packing_at(until))
    }
}

/// Returns whether a line says that structures have no padding.
fn states_packing(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = ["packed", "no padding", "without padding", "not padded", "unpadded", "byte-aligned"];
    let unpacked = ["unpacked", "not packed", "bit-packed", "bit packed", "packed into"];
    words.iter().any(|word| lower.contains(word)) && !unpacked.iter().any(|word| lower.contains(word))
}
