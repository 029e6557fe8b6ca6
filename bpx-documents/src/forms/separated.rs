//! Reads values between commas or other marks, in files and in tables of other forms.

use super::block::Block;
use super::flow::Flow;
use super::line::Line;
use super::sources::JoinedLines;
use super::spans::{Cell, SpannedTable};
use crate::model::Form;

/// Passes the blocks of a file to `give`: tables with empty lines between them, each with a row of titles. The name of
/// the file is the only heading.
pub(in crate::forms) fn read_blocks(name: &str, lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut flow = Flow::new(false, give);
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let title = file.rsplit_once('.').map_or(file, |(title, _)| title);
    if let Some(first) = lines.first() {
        flow.add_heading(first.number, 1, title);
    }
    let mut table = SpannedTable { form: Form::Csv, ..SpannedTable::default() };
    let mut after = 0;
    for (line, cells) in read_records(lines, find_delimiter(lines)) {
        let tall = cells.iter().map(|cell| cell.matches('\n').count()).sum::<usize>();
        if line > after && !table.rows.is_empty() {
            flow.add_table(std::mem::replace(&mut table, SpannedTable { form: Form::Csv, ..SpannedTable::default() }));
        }
        after = line + tall + 1;
        let alone = cells.iter().skip(1).all(String::is_empty);
        if table.rows.is_empty() && alone {
            // A line of one value before the titles names the table. A record has at least one value.
            let name = cells.into_iter().next().unwrap_or_default();
            table.name = super::captions::caption_name(name.trim_start_matches('#'));
            continue;
        }
        let title = table.rows.is_empty();
        if title {
            table.line = line;
        }
        let plain = |cell: String| cell.split_whitespace().collect::<Vec<_>>().join(" ");
        table
            .rows
            .push((line, cells.into_iter().map(|cell| Cell { title, ..Cell::plain_cell(plain(cell)) }).collect()));
    }
    flow.add_table(table);
    flow.give_gathered();
}

/// Returns the records with their lines; a value in quotation marks may take several lines.
pub(in crate::forms) fn read_records(lines: &[Line<'_>], delimiter: u8) -> Vec<(usize, Vec<String>)> {
    let mut quoted = false;
    let tight: Vec<_> = lines.iter().map(|line| trim_before_quotes(line, delimiter, &mut quoted)).collect();
    let source = JoinedLines::of(&tight);
    let mut builder = csv::ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true).delimiter(delimiter).trim(csv::Trim::All);
    let mut reader = builder.from_reader(source.text.as_bytes());
    let mut records = Vec::new();
    for record in reader.byte_records().flatten() {
        let offset = record.position().map_or(0, csv::Position::byte);
        // The place of a record is the end of the one before: empty lines may follow.
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let lead = source.text.get(from..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        let line = source.line_number(from + lead);
        let cells = record.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        records.push((line, cells));
    }
    records
}

/// Removes spaces before a value, because quotation marks count only at the beginning of a value.
fn trim_before_quotes(line: &Line<'_>, delimiter: u8, quoted: &mut bool) -> Line<'static> {
    let mut text = String::with_capacity(line.text.len());
    let mut begins = !*quoted;
    for c in line.text.chars() {
        if begins && !*quoted && c == ' ' {
            continue;
        }
        *quoted ^= c == '"' && (*quoted || begins);
        begins = !*quoted && c == char::from(delimiter);
        text.push(c);
    }
    Line { number: line.number, text: text.into() }
}

/// Returns the mark that separates values, which is the mark that the most lines have equally often.
fn find_delimiter(lines: &[Line<'_>]) -> u8 {
    let first: Vec<_> = lines.iter().filter(|line| !line.text.is_empty()).take(20).collect();
    let fits = |mark: &u8| {
        let count = |line: &Line<'_>| line.text.bytes().filter(|byte| byte == mark).count();
        let most = first.iter().map(|line| count(line)).fold(0, usize::max);
        let like = first.iter().filter(|line| count(line) == most).count();
        if most == 0 { 0 } else { like }
    };
    // Of equals the last one is taken.
    [b'|', b';', b'\t', b','].into_iter().max_by_key(fits).unwrap_or(b',')
}
