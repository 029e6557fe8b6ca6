//! Reads columns with further facts about a field: the condition of its presence, its byte order, its sign.

use super::notes::presence_condition;
use super::numbers;
use crate::columns::{Role, cell_answer, role_of_title, title_words};
use crate::forms::block::Grid;
use crate::measure;
use crate::model::{Field, Number};
use bpx_model::Endian;

/// The kind of fact in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The condition under which a field is present.
    Condition,
    /// Whether the field may be absent.
    Optional,
    /// Whether the field must be present.
    Required,
    /// The versions that have the field.
    Versions,
    /// The number of times that the field occurs: `0..1`.
    Times,
    Order,
    Sign,
    /// The least and the greatest value, or all values.
    Range,
    /// The unit or the scale of a measured quantity.
    Scale,
    /// Any other fact; only a sentence about presence counts.
    Other,
}

/// The columns of a table with further facts about fields.
pub(super) struct ExtraColumns {
    columns: Vec<(usize, Kind, String)>,
    /// For each column of versions, the first filled cell, which states no condition.
    first: Vec<(usize, String)>,
}

impl Kind {
    fn of(title: &str) -> Self {
        let words = title_words(title);
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
        match words.as_slice() {
            [one] if CONDITIONS.contains(one) => Self::Condition,
            ["present" | "only" | "exists" | "included", "if" | "when" | "in", ..] => Self::Condition,
            ["optional" | "opt"] => Self::Optional,
            ["required" | "mandatory" | "needed"] => Self::Required,
            ["cardinality" | "multiplicity" | "occurrence" | "occurs"] => Self::Times,
            ["since" | "version" | "versions" | "introduced" | "added" | "revision" | "until", ..]
            | ["min" | "minimum" | "from" | "first" | "format", "version"] => Self::Versions,
            _ if has(&["endian", "endianness", "byteorder"]) => Self::Order,
            ["byte", "order" | "ordering"] => Self::Order,
            ["signed" | "sign" | "signedness"] => Self::Sign,
            [.., "range" | "ranges"]
            | ["allowed" | "valid" | "possible" | "permitted" | "legal", "value" | "values"] => Self::Range,
            ["unit" | "units" | "scale" | "scaling" | "factor" | "resolution" | "precision" | "step" | "lsb", ..] => {
                Self::Scale
            }
            _ => Self::Other,
        }
    }
}

impl ExtraColumns {
    /// Finds the columns with further facts; `used` accepts the columns that have another role.
    pub(super) fn of(grid: &Grid, used: impl Fn(usize) -> bool) -> Self {
        let columns = grid.header.iter().enumerate().filter(|(column, title)| {
            let is_answer = matches!(role_of_title(title), Some(Role::Required));
            !used(*column) || is_answer
        });
        let columns: Vec<_> =
            columns.map(|(column, title)| (column, Kind::of(title), title.trim().to_lowercase())).collect();
        let versions = columns.iter().filter(|(_, kind, _)| *kind == Kind::Versions);
        let first = versions.filter_map(|(column, ..)| {
            let mut cells = grid.cells().filter_map(|cells| cells.get(*column)).map(|cell| cell.trim());
            Some((*column, cells.find(|cell| !cell.is_empty())?.to_owned()))
        });
        Self { first: first.collect(), columns }
    }

    /// Adds the facts in the cells of a row to the field of the row; returns a sentence about a cell that is not
    /// understood.
    pub(super) fn add_cells(&self, cells: &[String], field: &mut Field) -> Option<String> {
        let mut open = None;
        for (column, kind, title) in &self.columns {
            let cell = cells.get(*column).map_or("", |cell| cell.trim());
            let is_base = |cell: &str| self.first.iter().any(|(at, first)| at == column && first == cell);
            let when = match kind {
                Kind::Condition => condition_of_cell(cell),
                Kind::Optional if is_nothing(cell) || matches!(cell.to_lowercase().as_str(), "no" | "n" | "false") => {
                    None
                }
                Kind::Optional => (!matches!(cell, "required" | "mandatory")).then(optional_condition),
                // An empty cell may be about values: whether they mean something.
                Kind::Required
                    if is_nothing(cell) || cell_answer(cell) == Some(true) || is_always(cell) || is_mark(cell) =>
                {
                    None
                }
                Kind::Required if cell_answer(cell) == Some(false) => Some(optional_condition()),
                Kind::Required => Some(cell.to_owned()),
                Kind::Versions if is_nothing(cell) || is_always(cell) || is_base(cell) => None,
                Kind::Versions => Some(version_condition(title, cell)),
                Kind::Times => match cell.replace(' ', "").as_str() {
                    "" | "1" | "1..1" | "1-1" => None,
                    "0..1" | "0-1" | "?" => Some(optional_condition()),
                    _ => {
                        open =
                            Some(format!("the number of occurrences of `{}` is not understood: `{cell}`", field.name));
                        None
                    }
                },
                Kind::Other => Some(presence_condition(cell)).filter(|when| !when.is_empty()),
                Kind::Order => {
                    match cell_order(cell) {
                        Some(order) => field.endian = field.endian.or(Some(order)),
                        None if is_nothing(cell) => {}
                        None => open = Some(format!("the byte order `{cell}` of `{}` is not understood", field.name)),
                    }
                    None
                }
                Kind::Range => {
                    let of_sign = numbers::sign_of_range(cell, field);
                    field.number = field.number.or(of_sign);
                    if field.number.is_none() && numbers::has_negative_range(cell) {
                        open = Some(format!(
                            "`{}` has negative values in `{cell}`, but no type shows whether it is signed",
                            field.name
                        ));
                    }
                    let is_measured = |(column, kind, _): &(usize, Kind, String)| {
                        *kind == Kind::Scale && !is_nothing(cells.get(*column).map_or("", |cell| cell.trim()))
                    };
                    if !is_nothing(cell) {
                        add_limits(field, title, cell, self.columns.iter().any(is_measured));
                    }
                    None
                }
                Kind::Scale => None,
                Kind::Sign => {
                    let signed = match cell.to_lowercase().as_str() {
                        "signed" | "s" | "y" | "\u{b1}" | "+/-" => Some(true),
                        "unsigned" | "u" | "n" | "+" => Some(false),
                        _ => cell_answer(cell),
                    };
                    if signed.is_none() && !is_nothing(cell) {
                        open = Some(format!("the sign `{cell}` of `{}` is not understood", field.name));
                    }
                    let number = signed.map(|signed| if signed { Number::Signed } else { Number::Unsigned });
                    field.number = number.filter(|_| !matches!(field.number, Some(Number::Float))).or(field.number);
                    None
                }
            };
            if let Some(when) = when.filter(|_| field.when.is_empty()) {
                field.when = when;
            }
        }
        open
    }
}

/// Adds the text of a column of ranges or values to the notes of a field, and the values themselves unless they are
/// those of a measured quantity, which the number only encodes.
fn add_limits(field: &mut Field, title: &str, cell: &str, is_measured: bool) {
    let (first, rest) = title.split_at(title.chars().next().map_or(0, char::len_utf8));
    let lead = if field.notes.is_empty() { String::new() } else { format!("{} ", field.notes.trim_end()) };
    field.notes = format!("{lead}{}{rest}: {cell}", first.to_uppercase());
    // A single number is not a range, but it may be the only value.
    let is_single = title.contains("range") && measure::read_number(cell).is_some();
    if !is_measured && !is_single && field.allowed.is_empty() {
        cell.clone_into(&mut field.allowed);
    }
}

/// The titles of columns of conditions.
const CONDITIONS: [&str; 10] = [
    "condition",
    "conditions",
    "conditional",
    "presence",
    "present",
    "existence",
    "exists",
    "when",
    "availability",
    "if",
];

fn optional_condition() -> String {
    "optional".to_owned()
}

fn is_nothing(cell: &str) -> bool {
    matches!(cell, "" | "-" | "\u{2013}" | "\u{2014}" | "n/a" | "N/A" | "/")
}

/// Returns whether a cell is a mark that means yes.
fn is_mark(cell: &str) -> bool {
    matches!(cell, "Y" | "y" | "x" | "X" | "*" | "\u{2713}" | "\u{2714}" | "\u{25cf}")
}

/// Returns whether a cell says that a field is always present.
fn is_always(cell: &str) -> bool {
    let words = title_words(cell);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    matches!(
        words.as_slice(),
        ["always" | "all" | "any" | "required" | "mandatory" | "m" | "yes" | "true" | "none" | "unconditional" | "x"]
            | ["always", "present"]
            | ["all", "versions"]
    )
}

fn condition_of_cell(cell: &str) -> Option<String> {
    if is_nothing(cell) || is_always(cell) {
        return None;
    }
    let lower = cell.to_lowercase();
    let lead = ["only if ", "only when ", "present if ", "present when ", "if ", "when "];
    let lead = lead.iter().find(|lead| lower.starts_with(**lead)).map_or(0, |lead| lead.len());
    cell.get(lead..).map(|when| when.trim().trim_end_matches('.').to_owned())
}

/// Returns the condition that a version states: `version >= 2` for `2+`, otherwise the title and the text of the cell.
fn version_condition(title: &str, cell: &str) -> String {
    let bare = cell.trim_start_matches(['v', 'V']);
    if let Some(number) = bare.strip_suffix('+').filter(|number| number.parse::<u32>().is_ok()) {
        return format!("version >= {number}");
    }
    format!("{title} {cell}")
}

fn cell_order(cell: &str) -> Option<Endian> {
    match title_words(cell).join(" ").as_str() {
        "big" | "be" | "big endian" | "b" | "msb" | "msb first" | "motorola" | "network" => Some(Endian::Big),
        "little" | "le" | "little endian" | "l" | "lsb" | "lsb first" | "intel" => Some(Endian::Little),
        _ => None,
    }
}
