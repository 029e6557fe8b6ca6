//! Applies sentences about a whole column to the tables of their sections: the size of a word, numbers that count from
//! 1, and the type of each field.

use super::each_type;
use super::offsets::split_range;
use crate::columns::{Role, role_of_title, title_words};
use crate::forms::block::{Block, Grid};
use crate::measure::read_number;
use crate::prose::Sentence;
use std::collections::{HashMap, HashSet};

/// The statement of a sentence.
#[derive(Debug, Clone, PartialEq)]
enum Fact {
    /// The name of a unit, and its size in bits.
    Group(String, u64),
    /// Offsets count from 1.
    FromOne,
    /// The words of the type of each field.
    Each(String),
}

/// A sentence, and the index and the depth of its section.
struct Said {
    fact: Fact,
    section: usize,
    line: usize,
}

/// Changes the tables to which sentences about columns apply, so that the columns state what the sentences state.
pub(crate) fn apply_sentences(blocks: &mut [Block]) {
    let said = find_sentences(blocks);
    if said.is_empty() {
        return;
    }
    // The indexes and the depths of the sections around a table.
    let mut around: Vec<(usize, usize)> = vec![(0, 0)];
    let mut section = 0;
    for block in blocks {
        match block {
            Block::Heading(heading) => {
                section += 1;
                around.retain(|(_, depth)| *depth < heading.depth);
                around.push((section, heading.depth));
            }
            Block::Grid(grid) => apply_to_table(grid, &said, &around, section),
            _ => {}
        }
    }
}

fn find_sentences(blocks: &[Block]) -> Vec<Said> {
    let (mut said, mut section) = (Vec::new(), 0);
    for block in blocks {
        match block {
            Block::Heading(_) => section += 1,
            Block::Prose(prose) if !prose.is_code => {
                for sentence in prose.sentences() {
                    let facts = stated_groups(sentence).into_iter().map(|(name, bits)| Fact::Group(name, bits));
                    let from_one = counts_from_one(sentence).then_some(Fact::FromOne);
                    let each = each_type::type_of_each(sentence).map(Fact::Each);
                    let facts = facts.chain(from_one).chain(each);
                    said.extend(facts.map(|fact| Said { fact, section, line: sentence.line }));
                }
            }
            _ => {}
        }
    }
    drop_contradictions(&mut said);
    said
}

/// Keeps one of several sentences about a unit, or about each field of a section; none if the sentences contradict each
/// other.
fn drop_contradictions(said: &mut Vec<Said>) {
    let (mut sizes, mut types) = (HashMap::<_, HashSet<_>>::new(), HashMap::<_, HashSet<_>>::new());
    for one in &*said {
        match &one.fact {
            Fact::Group(name, bits) => _ = sizes.entry(name.clone()).or_default().insert(*bits),
            Fact::Each(ty) => _ = types.entry(one.section).or_default().insert(ty.clone()),
            Fact::FromOne => {}
        }
    }
    said.retain(|one| match &one.fact {
        Fact::Group(name, _) => sizes.remove(name).is_some_and(|sizes| sizes.len() == 1),
        Fact::Each(_) => types.remove(&one.section).is_some_and(|types| types.len() == 1),
        Fact::FromOne => true,
    });
}

fn apply_to_table(grid: &mut Grid, said: &[Said], around: &[(usize, usize)], section: usize) {
    for one in said {
        let is_around = around.iter().any(|(index, _)| *index == one.section);
        match &one.fact {
            Fact::Group(name, bits) => name_unit(grid, name, *bits),
            Fact::FromOne if is_around && one.line < grid.line => count_from_zero(grid),
            Fact::Each(ty) if one.section == section => each_type::add_types(grid, ty),
            Fact::FromOne | Fact::Each(_) => {}
        }
    }
}

/// Units whose size a sentence may state.
const GROUPS: [&str; 10] =
    ["word", "halfword", "doubleword", "quadword", "sector", "block", "page", "unit", "cell", "slot"];

/// Words before `word` that make it another unit.
const SIZES: [&str; 3] = ["half", "double", "quad"];

/// Returns the units whose sizes a sentence states: `A word is 16 bits`.
pub(crate) fn stated_groups(sentence: Sentence<'_>) -> Vec<(String, u64)> {
    let words: Vec<&str> = sentence.words().collect();
    let clean = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).replace('-', "").to_lowercase();
    let group = |word: &str| {
        let word = clean(word);
        GROUPS.iter().find(|group| word.strip_prefix(**group).is_some_and(|rest| matches!(rest, "" | "s")))
    };
    let is_verb = |word: &str| matches!(word, "is" | "are" | "=" | "has" | "have" | "means" | "takes");
    let stated = |quantity: crate::prose::Quantity| {
        let before = words.get(quantity.at.checked_sub(3)?..quantity.at).or_else(|| words.get(..quantity.at))?;
        let verb = before.iter().rposition(|word| is_verb(word))?;
        let name = group(before.get(verb.checked_sub(1)?)?)?;
        let size = verb.checked_sub(2).and_then(|at| before.get(at)).map(|word| clean(word));
        let size = size.filter(|size| *name == "word" && SIZES.contains(&size.as_str())).unwrap_or_default();
        let is_whole = words.get(quantity.end).is_none_or(|next| !matches!(*next, "or" | "to" | "long,"));
        is_whole.then(|| (format!("{size}{name}"), quantity.bits))
    };
    sentence.quantities().into_iter().filter_map(stated).collect()
}

/// Writes the size of a unit into the titles that name the unit: `Offset (words)`, or `Word` above increasing numbers.
fn name_unit(grid: &mut Grid, name: &str, bits: u64) {
    for column in 0..grid.header.len() {
        let Some(title) = grid.header.get(column) else { continue };
        let words = title_words(title);
        let Some(at) =
            words.iter().position(|word| word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest == "s"))
        else {
            continue;
        };
        let has_size = words.iter().any(|word| read_number(word).is_some());
        let is_alone = words.len() == 1;
        if has_size || is_alone && !grows(grid, column) {
            continue;
        }
        let mut others = words.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| word.as_str());
        let others = if is_alone { "offset".to_owned() } else { others.by_ref().collect::<Vec<_>>().join(" ") };
        if is_alone {
            single_ranges(grid, column);
        }
        let new = format!("{others} ({bits}-bit words)");
        if role_of_title(&new).is_some()
            && let Some(title) = grid.header.get_mut(column)
        {
            *title = new;
        }
    }
}

/// Writes single numbers beside ranges as ranges: `4` beside `2-3` is one unit.
fn single_ranges(grid: &mut Grid, column: usize) {
    let is_range = |cells: &[String]| cells.get(column).is_some_and(|cell| split_range(cell).is_some());
    if !grid.cells().any(is_range) {
        return;
    }
    for cell in grid.rows.iter_mut().filter_map(|row| row.cells.get_mut(column)) {
        if let Some(number) = read_number(cell) {
            *cell = format!("{number}-{number}");
        }
    }
}

/// Returns whether the cells of a column are numbers or ranges that increase from 0.
fn grows(grid: &Grid, column: usize) -> bool {
    let start = |cells: &[String]| {
        let cell = cells.get(column)?.trim();
        read_number(cell).or_else(|| read_number(split_range(cell)?.0))
    };
    let starts: Option<Vec<u64>> = grid.cells().map(start).collect();
    starts.is_some_and(|starts| starts.len() > 1 && starts.first() == Some(&0) && starts.is_sorted_by(|a, b| a < b))
}

/// Returns whether a sentence says that offsets count from 1: `Positions are counted from 1`.
fn counts_from_one(sentence: Sentence<'_>) -> bool {
    let lower = sentence.text.to_lowercase();
    let nouns = ["positions", "position", "offsets", "offset", "columns", "bytes", "bits", "octets", "numbering"];
    let from = [
        "from 1",
        "from one",
        "start at 1",
        "starts at 1",
        "starting at 1",
        "start with 1",
        "starting with 1",
        "beginning with 1",
        "1-based",
        "one-based",
    ];
    let says = from.iter().find_map(|words| lower.split_once(words)).is_some_and(|(_, rest)| {
        // `from 1 to 9`, `from 16`
        !rest.starts_with(|c: char| c.is_alphanumeric()) && !rest.trim_start().starts_with("to ")
    });
    says && sentence.has_any(&nouns) && !sentence.has_any(&["not", "if", "unless", "value", "values"])
}

/// Subtracts 1 from the numbers of a column of offsets, if the first offset is 1.
fn count_from_zero(grid: &mut Grid) {
    let is_offset = |title: &String| matches!(role_of_title(title), Some(Role::Offset(_)));
    let of_bits = |title: &String| matches!(&*title.trim().to_lowercase(), "bits" | "bytes" | "octets" | "columns");
    let Some(column) = grid.header.iter().position(|title| is_offset(title) || of_bits(title)) else { return };
    let numbers = |cell: &str| match split_range(cell) {
        Some((low, high)) => Some((read_number(low)?.checked_sub(1)?, Some(read_number(high)?.checked_sub(1)?))),
        None => Some((read_number(cell)?.checked_sub(1)?, None)),
    };
    let shifted: Option<Vec<_>> = grid.cells().map(|cells| numbers(cells.get(column)?.trim())).collect();
    let Some(shifted) = shifted.filter(|shifted| shifted.iter().any(|(low, high)| *low == 0 || *high == Some(0)))
    else {
        return;
    };
    let has_range = shifted.iter().any(|(_, high)| high.is_some());
    // Without ranges such a title counts sizes.
    if !has_range && grid.header.get(column).is_some_and(of_bits) {
        return;
    }
    for (row, (low, high)) in grid.rows.iter_mut().zip(shifted) {
        if let Some(cell) = row.cells.get_mut(column) {
            *cell = high.map_or_else(|| low.to_string(), |high| format!("{low}-{high}"));
        }
    }
}
