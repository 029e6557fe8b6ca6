//! Reads cells whose values are not a single number.

use super::words::{Token, split_sentences};
use bpx_model::Endian;

/// The content of a cell with values.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadValues {
    Numbers(Vec<u64>),
    /// The cell is empty.
    Nothing,
    /// The reason why the cell has no number.
    Open(String),
}

/// Reads lists of numbers, and letters; letters become a number with the size in bits and the byte order in `width`.
pub(super) fn read_values(text: &str, width: Option<(u64, Endian)>) -> ReadValues {
    let text = text.trim();
    if text.is_empty() || text.chars().all(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}')) {
        return ReadValues::Nothing;
    }
    let tokens = split_sentences(&text.replace(['/', '|'], ","));
    match &*tokens.concat() {
        [Token::Number(number)] if *number < 0 => ReadValues::Open("codes cannot be negative".to_owned()),
        [Token::Number(_), Token::Sign(".."), Token::Number(_)] => ReadValues::Open("it is a range".to_owned()),
        [Token::Number(_), Token::Word(to), Token::Number(_)] if matches!(to.as_str(), "to" | "through") => {
            ReadValues::Open("it is a range".to_owned())
        }
        [Token::Quoted(letters)] => letters_value(letters, width),
        tokens => {
            let numbers = tokens.iter().enumerate().map(|(at, token)| match token {
                Token::Number(number) if at % 2 == 0 => u64::try_from(*number).ok().map(Some),
                Token::Sign(",") if at % 2 == 1 => Some(None),
                Token::Word(word) if at % 2 == 1 && matches!(word.as_str(), "or" | "and") => Some(None),
                _ => None,
            });
            let numbers: Option<Vec<_>> = numbers.collect();
            let numbers: Option<Vec<u64>> =
                numbers.filter(|all| all.len() % 2 == 1).map(|all| all.into_iter().flatten().collect());
            match numbers {
                Some(numbers) => ReadValues::Numbers(numbers),
                None if is_letters(text) => letters_value(text, width),
                None => ReadValues::Open("it is not a number".to_owned()),
            }
        }
    }
}

/// Returns whether a cell without quotation marks may be letters of a code: `PK`.
fn is_letters(text: &str) -> bool {
    text.len() <= 8 && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// Returns the number whose bytes in a file are these letters.
fn letters_value(letters: &str, width: Option<(u64, Endian)>) -> ReadValues {
    let bits = 8 * letters.len() as u64;
    let Some((_, order)) = width.filter(|(width, _)| *width == bits && (8..=64).contains(&bits) && letters.is_ascii())
    else {
        return ReadValues::Open(
            "the cell is not a number, and no field has as many bytes as the cell has letters".to_owned(),
        );
    };
    let number = |bytes: &mut dyn Iterator<Item = u8>| bytes.fold(0_u64, |number, byte| number << 8 | u64::from(byte));
    ReadValues::Numbers(vec![match order {
        Endian::Big => number(&mut letters.bytes()),
        Endian::Little => number(&mut letters.bytes().rev()),
    }])
}
