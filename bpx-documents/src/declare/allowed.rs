//! Reads the rule that a column of ranges or of allowed values states: `0-1000`, `0, 1, 4`.

use super::notes::Values;
use super::words::parse_number;
use bpx_model::Rule;

/// The marks between the least and the greatest value.
const MARKS: [&str; 7] = ["...", "..", "\u{2026}", "\u{2013}", " to ", " - ", "-"];

/// Returns the rule of a field with these values; returns `None` if the cell is a text, if the field is not a whole
/// number, or if the field has all values of its type.
pub(super) fn rule_in_cell(cell: &str, values: Values<'_>) -> Option<Rule> {
    let (least, greatest) = values.whole?;
    let fits = |number: &i64| *number >= least && greatest.is_none_or(|greatest| *number <= greatest);
    let text = cell.trim().replace('\u{2212}', "-");
    let number = |text: &str| parse_number(text.trim()).filter(fits);
    // The first character may be the sign of the least value.
    let lead = text.chars().next()?.len_utf8();
    let ends = |mark: &&str| {
        let (at, mark) = text.match_indices(*mark).find(|(at, _)| *at >= lead)?;
        let (low, high) = (text.get(..at)?, text.get(at + mark.len()..)?);
        number(low).zip(number(high)).filter(|(low, high)| low <= high)
    };
    if let Some((low, high)) = MARKS.iter().find_map(ends) {
        let is_all = low == least && Some(high) == greatest;
        return (!is_all).then_some(Rule::Range(low, high));
    }
    let list: Option<Vec<i64>> = text.replace(" or ", ",").split(',').map(number).collect();
    match list?.as_slice() {
        [0] => Some(Rule::Zero),
        list => Some(Rule::OneOf(list.to_vec().into())),
    }
}
