//! Patches, which change the bytes of a text.

use super::bound::{BoundPiece, BoundText};
use crate::SuiteError;
use crate::source::{Built, FieldSpan};
use bpx_schema::value::hex;

/// Name of the fault that a patch becomes.
const FAULT: &str = "derived";

/// A patch, and the file that the patch makes.
pub(super) struct PatchedFile {
    pub(super) patch: String,
    pub(super) built: Built,
}

impl BoundText<'_> {
    /// Sets the leaves of a piece to other bytes of the same size, and corrects the checksums that cover the leaves.
    pub(super) fn set_leaves(&self, piece: &BoundPiece<'_>, bytes: &[u8]) -> Result<PatchedFile, SuiteError> {
        self.mend_checksums(&self.leaf_changes(piece, bytes)?)
    }

    /// Sets the leaves of a piece without correcting checksums.
    pub(super) fn set_without_checksums(
        &self,
        piece: &BoundPiece<'_>,
        bytes: &[u8],
    ) -> Result<PatchedFile, SuiteError> {
        self.build_patch(self.leaf_changes(piece, bytes)?)
    }

    fn leaf_changes(&self, piece: &BoundPiece<'_>, bytes: &[u8]) -> Result<String, SuiteError> {
        // Bytes that are missing on one side are refused below, as a part of a value.
        let old = self.piece_bytes(piece).unwrap_or_default();
        let mut sets = Vec::new();
        let mut covered = vec![false; bytes.len()];
        for leaf in self.leaves_in_piece(piece) {
            let start = leaf.offset - piece.span.offset;
            let range = start..start + leaf.size;
            covered.get_mut(range.clone()).into_iter().flatten().for_each(|byte| *byte = true);
            // New bytes that end before the leaf differ from the old ones, and are refused below.
            let new = bytes.get(range.clone()).unwrap_or_default();
            if old.get(range) != Some(new) {
                sets.push(format!("set {} = {}", leaf.path, spell_leaf(leaf, new)));
            }
        }
        if sets.is_empty() || bytes.len() != old.len() || covered.contains(&false) {
            return Err(self.error(format!("expected whole values in `{}`, found a part of a value", piece.at)));
        }
        Ok(sets.join("; "))
    }

    /// Applies the patch, and corrects the checksums that the patch breaks, except checksums that the patch sets.
    pub(super) fn mend_checksums(&self, patch: &str) -> Result<PatchedFile, SuiteError> {
        let is_sum = |field: &&FieldSpan| {
            let names = ["sum(", "crc32(", "crc32_legacy("];
            let is_call = |formula: &str| names.iter().any(|name| formula.starts_with(name));
            let sum = field.formula.as_deref().is_some_and(is_call);
            sum && field.space.is_none() && !patch.contains(&format!("set {} =", field.path))
        };
        let sums: Vec<&str> = self.built.fields.iter().filter(is_sum).map(|field| &*field.path).collect();
        if sums.is_empty() {
            return self.build_patch(patch.to_owned());
        }
        let all = self.build_patch(format!("{patch}; refix {}", sums.join(", ")))?;
        let stale: Vec<_> =
            sums.into_iter().filter(|sum| all.built.bytes_of(sum) != self.built.bytes_of(sum)).collect();
        if stale.is_empty() {
            return self.build_patch(patch.to_owned());
        }
        self.build_patch(format!("{patch}; refix {}", stale.join(", ")))
    }

    /// Builds a patch without further changes.
    pub(super) fn build_patch(&self, patch: String) -> Result<PatchedFile, SuiteError> {
        let in_patch = |source| SuiteError::Source { place: format!("{}, {patch}", self.golden.source), source };
        let source = self.source.clone().with(&format!("fault {FAULT:?} {{ {patch} }}")).map_err(in_patch)?;
        let built = source.build_fault(FAULT).map_err(in_patch)?;
        Ok(PatchedFile { patch, built })
    }
}

/// Returns the value of a leaf, as the text would spell it.
fn spell_leaf(leaf: &FieldSpan, bytes: &[u8]) -> String {
    let sizes = [("u8", 1), ("u16", 2), ("u24", 3), ("u32", 4), ("u64", 8)];
    if sizes.contains(&(&*leaf.type_name, bytes.len())) {
        let number = bytes.iter().rev().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        return number.to_string();
    }
    format!("hex {}", hex(bytes))
}
