//! Reads a row of letters below a row of bit numbers, which shows the bits of each field; the meanings of the letters
//! follow below.
//!
//! ```text
//! 7 6 5 4 3 2 1 0
//! K K O O O O D D
//!
//! K: kind
//! ```

use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::{Form, Skipped};

/// The largest number of lines with the meanings of letters.
const MAX_LEGEND: usize = 64;

/// A field: its letter, and the number of its bits.
struct Field {
    letter: char,
    bits: usize,
}

/// Reads bit numbers, letters and their meanings.
pub(super) fn read_letters(lines: &[Line<'_>]) -> Option<TakenLines> {
    let [ruler, letters, below @ ..] = lines else { return None };
    let places = bit_places(&ruler.text)?;
    let fields = letter_fields(&letters.text, places.len())?;
    let reported = |reason: &str| {
        let reason = format!("the bits that letters show below `{}` are not read: {reason}", ruler.text.trim());
        Some((vec![Block::Skipped(Skipped::open_part(ruler.number, reason))], 2))
    };
    let mut known: Vec<char> = fields.iter().map(|field| field.letter).collect();
    known.sort_unstable();
    if known.windows(2).any(|pair| pair.first() == pair.last()) {
        return reported("a letter marks bits that are not adjacent");
    }
    if places.first() == Some(&0) || places.len() > 8 {
        return reported("the document does not state which bit or byte is first in a file");
    }
    let (meanings, taken) = read_legend(below, &fields);
    let row = |field: &Field| {
        let found = meanings.iter().find(|(letter, _)| *letter == field.letter);
        let name = found.map_or_else(|| field.letter.to_string(), |(_, name)| name.clone());
        Row { line: letters.number, cells: vec![name, field.bits.to_string(), String::new()], when: String::new() }
    };
    let header = ["Name", "Bits", "Notes"].map(str::to_owned).to_vec();
    let rows = fields.iter().map(row).collect();
    let grid = Grid { line: ruler.number, form: Form::Bits, header, rows, ..Grid::default() };
    Some((vec![Block::grid(grid)], taken + 2))
}

/// Returns the numbers of a line that counts the bits of whole bytes, up from 0 or down to 0.
fn bit_places(text: &str) -> Option<Vec<usize>> {
    let places: Option<Vec<usize>> = text.split_whitespace().take(65).map(|word| word.parse().ok()).collect();
    let places = places.filter(|places| matches!(places.len(), 8 | 16 | 32 | 64))?;
    let counts = |places: &mut dyn Iterator<Item = &usize>| places.enumerate().all(|(at, place)| at == *place);
    (counts(&mut places.iter()) || counts(&mut places.iter().rev())).then_some(places)
}

/// Returns the fields of a line that has one letter for each bit.
fn letter_fields(text: &str, count: usize) -> Option<Vec<Field>> {
    let mut fields: Vec<Field> = Vec::new();
    let mut found = 0_usize;
    for word in text.split_whitespace() {
        let mut chars = word.chars();
        let letter = chars.next().filter(|c| c.is_alphabetic() && chars.next().is_none())?;
        found += 1;
        match fields.last_mut().filter(|last| last.letter == letter) {
            Some(last) => last.bits += 1,
            None => fields.push(Field { letter, bits: 1 }),
        }
    }
    (found == count && fields.len() > 1).then_some(fields)
}

/// Reads the meanings of letters, `K: kind`; also returns the number of lines that the meanings take.
fn read_legend(lines: &[Line<'_>], fields: &[Field]) -> (Vec<(char, String)>, usize) {
    let (mut found, mut taken) = (Vec::new(), 0);
    for (at, line) in lines.iter().enumerate().take(MAX_LEGEND) {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        let meaning = [":", "=", " - "].iter().find_map(|mark| text.split_once(mark));
        let is_letter = |letter: char| fields.iter().any(|field| field.letter == letter);
        let meaning = meaning.and_then(|(letter, name)| Some((letter.trim().parse().ok()?, name.trim().to_owned())));
        let Some((letter, name)) = meaning.filter(|(letter, _)| is_letter(*letter)) else { break };
        found.push((letter, name));
        taken = at + 1;
    }
    (found, taken)
}
