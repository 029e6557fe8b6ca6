//! Reads lists of codes: `0: none`, `1 = zlib`, `'T' for Texture`, `Name = 4`.

use super::layout::indent_column;
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::Form;
use crate::size::Unit;

/// A value and its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Code {
    pub value: String,
    pub name: String,
    pub notes: String,
}

/// Reads a line as a code.
pub(super) fn read_code(text: &str) -> Option<Code> {
    let text = text.trim().trim_end_matches([',', ';']);
    let marks = [" = ", "=", ": ", " - ", " \u{2013} ", " \u{2014} ", " for ", " is ", " -> ", " means ", "  ", "\t"];
    let first = text.chars().next()?;
    if ["==", "!=", ">=", "<="].iter().any(|sign| text.contains(sign)) {
        return None;
    }
    if first.is_ascii_digit() || matches!(first, '\'' | '`' | '"') {
        let mark = marks.iter().filter_map(|mark| Some((text.find(mark)?, *mark))).min_by_key(|(at, _)| *at);
        let (at, mark) = mark?;
        let value = text.get(..at)?.trim().trim_matches('`');
        expect_value(value)?;
        // `0x10 => none`
        let meaning = text.get(at.checked_add(mark.len())?..)?;
        let (name, notes) = super::entry::split_name(meaning.strip_prefix('>').unwrap_or(meaning));
        return (!name.is_empty()).then(|| Code { value: unquote_value(value), name, notes });
    }
    // `Normal = 0`, `GZIP (1): a stream`.
    let (name, value) = text.split_once('=').or_else(|| text.split_once('('))?;
    let (value, notes) = value.split_once(')').unwrap_or((value, ""));
    let value = value.trim();
    let end = value.find(|c: char| !(c.is_ascii_alphanumeric() || c == '\'')).unwrap_or(value.len());
    let (value, more) = value.split_at_checked(end)?;
    expect_value(value)?;
    // `Head (20 bytes)` states a size.
    let is_size = more.trim_start_matches([' ', '-']).split(' ').next().is_some_and(|word| Unit::of(word).is_some());
    let name = name.trim().trim_matches(['`', '*', '"', ' ']);
    // `Int32(8)` is a type, and the value of a field of it; `The first byte (0xFD) was chosen` is a sentence.
    let is_typed = text.contains(&format!("{name}(")) && super::is_typed(name);
    let verb = notes.split_whitespace().next().is_some_and(|word| VERBS.contains(&word));
    let is_name = !is_size
        && !is_typed
        && !verb
        && !name.is_empty()
        && name.split_whitespace().count() <= 6
        && !name.contains([',', '.', '(']);
    let notes = format!("{more}{notes}");
    let notes = notes.trim_start_matches([' ', ':', ',', ';', '-', '/', '\u{2013}']).trim().to_owned();
    is_name.then(|| Code { value: unquote_value(value), name: name.to_owned(), notes })
}

/// Words that, after a value in parentheses, show that the text is a sentence.
const VERBS: [&str; 12] = ["is", "are", "was", "were", "has", "have", "must", "shall", "should", "can", "may", "will"];

/// Returns whether a text is one number or letter.
fn expect_value(text: &str) -> Option<()> {
    let text = unquote_value(text);
    let plain = text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains('(');
    (plain && crate::columns::cell_number(&text).is_some()
        || text.starts_with('\'') && crate::columns::cell_number(&text).is_some())
    .then_some(())
}

/// Removes quotation marks; a letter keeps its apostrophes.
fn unquote_value(value: &str) -> String {
    value.trim().trim_matches('"').to_owned()
}

/// Creates a table of codes.
pub(super) fn codes_table(line: usize, name: Option<String>, codes: Vec<(usize, Code)>) -> Block {
    let header = ["Name", "Value", "Notes"].map(str::to_owned).to_vec();
    let row =
        |(line, code): (usize, Code)| Row { line, cells: vec![code.name, code.value, code.notes], when: String::new() };
    let rows = codes.into_iter().map(row).collect();
    Block::grid(Grid { line, form: Form::Listing, name, header, rows, ..Grid::default() })
}

/// Reads lines that are all names with consecutive numbers: `Normal = 0`, `Fast = 1`, `Slow = 2`. Lines with other
/// numbers may be settings.
pub(in crate::forms) fn read_counted(lines: &[Line<'_>]) -> Option<Block> {
    let lines = || lines.iter().filter(|line| !line.text.trim().is_empty());
    let is_name = |text: &str| text.starts_with(char::is_alphabetic);
    let named =
        |line: &Line<'_>| read_code(&line.text).filter(|_| line.text.contains('=') && is_name(line.text.trim()));
    let codes: Option<Vec<_>> = lines().map(|line| Some((line.number, named(line)?))).collect();
    let codes = codes.filter(|codes| codes.len() > 2)?;
    let values: Option<Vec<u64>> = codes.iter().map(|(_, code)| crate::columns::cell_number(&code.value)).collect();
    let values = values?;
    let counts = values.first().is_some_and(|first| *first < 2)
        && values.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    counts.then(|| codes_table(lines().next().map_or(0, |line| line.number), None, codes))
}

/// Reads codes on lines of their own that begin with rising values: `0x01 = open`, `2 - "hot"`. Single empty lines may
/// be between the codes.
pub(super) fn read_plain(lines: &[Line<'_>]) -> Option<TakenLines> {
    let column = indent_column(&lines.first()?.text);
    let mut found: Vec<(usize, Code)> = Vec::new();
    let (mut taken, mut blank) = (0_usize, false);
    for (at, line) in lines.iter().enumerate() {
        if line.text.trim().is_empty() {
            if std::mem::replace(&mut blank, true) {
                break;
            }
            continue;
        }
        let text = line.text.trim();
        let code = read_assigned(text).filter(|_| indent_column(&line.text) == column);
        match (code, found.last_mut()) {
            (Some(code), _) => found.push((line.number, code)),
            (None, Some((_, last))) if !blank && indent_column(&line.text) > column => {
                last.notes = format!("{} {text}", last.notes).trim().to_owned();
            }
            _ if blank => break,
            _ => return None,
        }
        (taken, blank) = (at + 1, false);
    }
    let values: Option<Vec<u64>> = found.iter().map(|(_, code)| crate::columns::cell_number(&code.value)).collect();
    let rises = values?.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
    (found.len() > 2 && rises)
        .then(|| (vec![codes_table(found.first().map_or(0, |(line, _)| *line), None, found)], taken))
}

/// The largest number of words in the name of a value.
const MAX_WORDS: usize = 3;

/// Reads a value, an equals sign or a dash, and a name.
fn read_assigned(text: &str) -> Option<Code> {
    let text = text.replace("\t-\t", " - ");
    let is_number = |value: &str| crate::measure::read_number(value.trim()).is_some();
    let (_, name) = text.split_once('=').or_else(|| text.split_once(" - ")).filter(|(value, _)| is_number(value))?;
    let code = read_code(&text)?;
    let is_name = code.name.split_whitespace().count() <= MAX_WORDS && !name.contains(['=', '+', '*']);
    is_name.then_some(code)
}

/// Reads a list in which every item is a code, and every value occurs once. The error is the number of lines at which
/// no such list begins.
pub(super) fn read_list(lines: &[Line<'_>], name: Option<&str>) -> Result<TakenLines, usize> {
    let first = lines.first().ok_or(0_usize)?;
    let depth = indent_column(&first.text);
    let mut found: Vec<(usize, Code)> = Vec::new();
    let mut taken: usize = 0;
    for line in lines.iter().take_while(|line| indent_column(&line.text) >= depth) {
        if indent_column(&line.text) > depth {
            // Lines below an item explain it.
            if let Some((_, last)) = found.last_mut() {
                last.notes = format!("{} {}", last.notes, line.text.trim()).trim().to_owned();
            }
        } else {
            match read_code(&line.text) {
                Some(code) => found.push((line.number, code)),
                // One other item, and it is a list of something else.
                None => return Err(taken + 1),
            }
        }
        taken += 1;
    }
    let mut values: Vec<_> = found.iter().map(|(_, code)| code.value.as_str()).collect();
    values.sort_unstable();
    let is_set = values.len() > 1 && values.windows(2).all(|pair| pair.first() != pair.last());
    let name = name.map(ToOwned::to_owned);
    if is_set { Ok((vec![codes_table(first.number, name, found)], taken)) } else { Err(taken) }
}
