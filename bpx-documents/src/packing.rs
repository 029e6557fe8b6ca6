//! Finds sentences that say that structures have no padding, for listings that do not say so.

use super::model::{Document, Skipped};
use super::prose::Sentence;

/// The end of a report about padding that the document leaves open.
pub(crate) const UNSTATED: &str = "the document does not state whether the structure is packed";

/// Returns whether a report about padding is settled, because a sentence before it says that structures are packed: in
/// the section `within` or in a section around it.
pub(super) fn is_settled(document: &Document, skipped: &Skipped, within: Option<usize>) -> bool {
    if !skipped.reason.ends_with(UNSTATED) {
        return false;
    }
    let depth = |at: usize| document.sections.get(at).map_or(0, |section| section.depth);
    let mut around = vec![within];
    let mut least = within.map_or(0, depth);
    for at in (0..within.unwrap_or(0)).rev().filter(|_| within.is_some()) {
        if depth(at) < least {
            least = depth(at);
            around.push(Some(at));
        }
    }
    around.push(None);
    let said = document.prose.iter().filter(|(of, prose)| !prose.is_code && around.contains(of));
    said.flat_map(|(_, prose)| prose.sentences()).any(|sentence| says_packed(&sentence))
}

/// Returns whether a sentence says that all structures are packed.
fn says_packed(sentence: &Sentence<'_>) -> bool {
    let lower = sentence.text.to_lowercase();
    let unpadded = ["no padding", "without padding", "without any padding", "unpadded"];
    let is_packed = sentence.has_any(&["packed"]) || unpadded.iter().any(|words| lower.contains(words));
    let begins = lower.starts_with("packed") || lower.starts_with("no padding") || lower.starts_with("tightly packed");
    let things =
        ["structures", "structs", "structure", "struct", "fields", "members", "everything", "records", "layout"];
    let others = [
        "not", "unless", "if", "except", "some", "may", "bit", "bits", "into", "from", "pixels", "pixel", "most",
        "colours", "colors", "nibbles", "bcd",
    ];
    is_packed && (begins || sentence.has_any(&things)) && !sentence.has_any(&others)
}
