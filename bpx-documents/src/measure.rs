//! Reads cells that state a size: `24`, `4 bytes`, `0x10`, `8-16`, `≥ 8`, `3 x 32`, `32 bits (4 bytes)`.
//!
//! A cell counts only if the reader understands the whole cell. `4 + N`, `3 words` and `2K` state no size.

use super::size::{Size, Unit};

/// A size, or a number without a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// A number whose unit the cell does not name.
    Plain(Size),
    /// A size in bits.
    Bits(Size),
}

impl Measure {
    /// Returns the size in bits; `unit` is the unit of a number without a unit.
    pub(super) fn in_unit(self, unit: Option<Unit>) -> Option<Size> {
        match self {
            Self::Bits(size) => Some(size),
            Self::Plain(size) => unit.map(|unit| size.times(unit.bits())),
        }
    }

    /// Returns the size of `count` elements of this size.
    pub(super) fn times(self, count: u64) -> Self {
        match self {
            Self::Plain(size) => Self::Plain(size.times(count)),
            Self::Bits(size) => Self::Bits(size.times(count)),
        }
    }

    /// Returns the number, if the cell names no unit.
    pub(super) fn plain_number(self) -> Option<u64> {
        match self {
            Self::Plain(size) => size.exact(),
            Self::Bits(_) => None,
        }
    }
}

/// A piece of a cell.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(u64),
    Word(String),
    AtLeast,
    AtMost,
    Times,
    To,
    Plus,
    Open,
    Close,
}

/// The largest number of tokens in a size.
const MAX_TOKENS: usize = 16;

/// Reads the size that a cell states; returns `None` if the cell is not understood.
pub(super) fn read_size(cell: &str) -> Option<Measure> {
    let tokens = split_tokens(cell)?;
    let open = tokens.iter().position(|token| *token == Token::Open);
    let Some(open) = open else { return read_unbracketed(&tokens) };
    let first = read_unbracketed(tokens.get(..open)?)?;
    let (last, inside) = tokens.get(open.checked_add(1)?..)?.split_last()?;
    let second = read_unbracketed(inside).filter(|_| *last == Token::Close)?;
    match (first, second) {
        (Measure::Plain(count), Measure::Bits(size)) | (Measure::Bits(size), Measure::Plain(count)) => {
            (size == count || size == count.times(Unit::Bytes.bits())).then_some(Measure::Bits(size))
        }
        _ => (first == second).then_some(first),
    }
}

/// Reads a cell that is a single number: `4`, `0x1F`, `1Fh`, `$1F`, `0b11`, `+4`, `1_000`.
pub(super) fn read_number(cell: &str) -> Option<u64> {
    let cell = cell.trim().replace('_', "").to_ascii_lowercase();
    let cell = cell.strip_prefix('+').unwrap_or(&cell);
    let hex = |digits| u64::from_str_radix(digits, 16).ok();
    if let Some(digits) = cell.strip_prefix("0x").or_else(|| cell.strip_prefix('$')) {
        return hex(digits);
    }
    let hex_digits = || cell.strip_suffix('h').filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit()));
    cell.parse().ok().or_else(|| u64::from_str_radix(cell.strip_prefix("0b")?, 2).ok()).or_else(|| hex(hex_digits()?))
}

/// Reads a power of two in the notation of C: `1 << 4`, `(1u << 4)`, `BIT(4)`.
pub(super) fn read_shift(cell: &str) -> Option<u64> {
    let cell = cell.trim();
    let inside = |name: &str| cell.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')');
    if let Some(bit) = inside("BIT").or_else(|| inside("_BV")) {
        return 1_u64.checked_shl(u32::try_from(read_number(bit)?).ok()?);
    }
    let cell = inside("").unwrap_or(cell);
    let (number, bits) = cell.split_once("<<")?;
    let number = read_number(number.trim().trim_end_matches(['u', 'U', 'l', 'L']))?;
    let bits = u32::try_from(read_number(bits)?).ok().filter(|bits| *bits <= number.leading_zeros())?;
    number.checked_shl(bits)
}

/// Returns the number that a word such as `two` names.
pub(super) fn number_word(word: &str) -> Option<u64> {
    let written = ["one", "two", "three", "four", "five", "six", "seven", "eight", "sixteen"];
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 16];
    numbers.into_iter().zip(written).find(|(_, written)| written.eq_ignore_ascii_case(word)).map(|(number, _)| number)
}

fn split_tokens(cell: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = cell.trim();
    while !rest.is_empty() {
        if tokens.len() > MAX_TOKENS {
            return None;
        }
        let signs = [
            ("\\times", Token::Times),
            ("\\ge", Token::AtLeast),
            ("\\le", Token::AtMost),
            (">=", Token::AtLeast),
            ("<=", Token::AtMost),
            ("≥", Token::AtLeast),
            ("≤", Token::AtMost),
            ("×", Token::Times),
            ("*", Token::Times),
            ("...", Token::To),
            ("..", Token::To),
            ("…", Token::To),
            ("–", Token::To),
            ("—", Token::To),
            ("-", Token::To),
            ("+", Token::Plus),
            ("(", Token::Open),
            (")", Token::Close),
        ];
        let sign = signs.into_iter().find_map(|(sign, token)| Some((rest.strip_prefix(sign)?, token)));
        if let Some((after, token)) = sign {
            tokens.push(token);
            rest = after.trim_start();
            continue;
        }
        // `$1F`
        let digits = rest.strip_prefix('$').unwrap_or(rest);
        let end = digits.find(|c: char| !c.is_alphanumeric()).unwrap_or(digits.len()) + (rest.len() - digits.len());
        let is_word = digits.starts_with(char::is_alphanumeric);
        let (word, after) = rest.split_at_checked(end).filter(|_| is_word)?;
        add_tokens(word, &mut tokens)?;
        rest = after.trim_start();
    }
    Some(tokens)
}

/// Adds the tokens of a word: `4`, `10h`, `32bit`, `bytes`, `x`, `4x16`.
fn add_tokens(word: &str, tokens: &mut Vec<Token>) -> Option<()> {
    if let Some(number) = read_number(word) {
        tokens.push(Token::Number(number));
        return Some(());
    }
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = word.strip_suffix(letters)?;
    if !digits.is_empty() {
        tokens.push(Token::Number(digits.parse().ok()?));
        // `4x16`
        if let Some(factor) = letters.strip_prefix(['x', 'X']).and_then(|factor| factor.parse().ok()) {
            tokens.extend([Token::Times, Token::Number(factor)]);
            return Some(());
        }
    }
    let lower = letters.to_ascii_lowercase();
    tokens.push(match (lower.as_str(), number_word(&lower)) {
        (_, Some(number)) => Token::Number(number),
        ("x", _) => Token::Times,
        ("to" | "or", _) => Token::To,
        _ => Token::Word(letters.to_owned()),
    });
    Some(())
}

/// Returns the number of bits in a unit.
fn unit_bits(word: &str) -> Option<u64> {
    let lower = word.to_ascii_lowercase();
    Unit::of(word).map(Unit::bits).or(match lower.as_str() {
        "nibble" | "nibbles" => Some(4),
        "dword" | "dwords" => Some(32),
        "qword" | "qwords" => Some(64),
        "kib" => Some(8 * 1024),
        "mib" => Some(8 * 1024 * 1024),
        _ => None,
    })
}

/// Reads a size without parentheses.
fn read_unbracketed(tokens: &[Token]) -> Option<Measure> {
    let words = |first: &str, second: &str| {
        let is = |token: Option<&Token>, word: &str| matches!(token, Some(Token::Word(one)) if one.eq_ignore_ascii_case(word));
        is(tokens.first(), first) && is(tokens.get(1), second)
    };
    let up_to = matches!(tokens.get(..2), Some([Token::Word(up), Token::To]) if up.eq_ignore_ascii_case("up"));
    let (bound, rest) = match tokens.first()? {
        bound @ (Token::AtLeast | Token::AtMost) => (Some(bound.clone()), tokens.get(1..)?),
        _ if words("at", "least") => (Some(Token::AtLeast), tokens.get(2..)?),
        _ if words("at", "most") => (Some(Token::AtMost), tokens.get(2..)?),
        _ if up_to => (Some(Token::AtMost), tokens.get(2..)?),
        _ => (None, tokens),
    };
    let (low, rest) = read_term(rest)?;
    let map = |term: Term, change: &dyn Fn(Size) -> Size| match term {
        Measure::Plain(size) => Measure::Plain(change(size)),
        Measure::Bits(size) => Measure::Bits(change(size)),
    };
    let at_least = |size: Size| Size { max: None, ..size };
    match (bound, rest) {
        (None, []) => Some(low),
        (Some(Token::AtLeast), []) | (None, [Token::Plus]) => Some(map(low, &at_least)),
        (Some(Token::AtMost), []) => Some(map(low, &|size| Size { min: 0, ..size })),
        (None, [Token::To, rest @ ..]) => {
            let (high, []) = read_term(rest)? else { return None };
            let between = |low: Size, high: Size| Size { min: low.min.min(high.min), max: low.max.max(high.max) };
            match (low, high) {
                (Measure::Plain(low), Measure::Plain(high)) => Some(Measure::Plain(between(low, high))),
                (Measure::Bits(low), Measure::Bits(high)) => Some(Measure::Bits(between(low, high))),
                // `8-16 bits`: the unit counts for both.
                (Measure::Plain(low), Measure::Bits(high)) => {
                    let Some(Token::Word(word)) = rest.last() else { return None };
                    Some(Measure::Bits(between(low.times(unit_bits(word)?), high)))
                }
                (Measure::Bits(_), Measure::Plain(_)) => None,
            }
        }
        _ => None,
    }
}

type Term = Measure;

/// Reads a product and its unit from the beginning of the tokens; also returns the rest.
fn read_term(tokens: &[Token]) -> Option<(Term, &[Token])> {
    let (Token::Number(number), mut rest) = tokens.split_first()? else { return None };
    let mut size = Size::bits(*number);
    let mut known = None;
    loop {
        rest = match rest {
            [Token::Times, Token::Number(factor), after @ ..] => {
                size = size.times(*factor);
                after
            }
            [Token::To, Token::Word(word), after @ ..] | [Token::Word(word), after @ ..]
                if known.is_none() && unit_bits(word).is_some() =>
            {
                known = unit_bits(word);
                after
            }
            _ => break,
        };
    }
    let term = known.map_or(Measure::Plain(size), |bits| Measure::Bits(size.times(bits)));
    Some((term, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_cell_is_understood() {
        let plain = |cell: &str| read_size(cell).and_then(Measure::plain_number);
        let bits = |cell: &str| match read_size(cell) {
            Some(Measure::Bits(size)) => size.exact(),
            _ => None,
        };
        for (cell, count) in [("24", 24), ("0x10", 16), ("10h", 16), ("3 x 32", 96), ("4x16", 64), ("8*2", 16)] {
            assert_eq!(plain(cell), Some(count), "{cell}");
        }
        let sized = [
            ("4 bytes", 32),
            ("one byte", 8),
            ("32bit", 32),
            ("4-byte", 32),
            ("1 KiB", 8192),
            ("4 dwords", 128),
            ("8 nibbles", 32),
            ("32 bits (4 bytes)", 32),
            ("4 (32 bits)", 32),
            ("2 x 4 bytes", 64),
            ("4B", 32),
        ];
        for (cell, size) in sized {
            assert_eq!(bits(cell), Some(size), "{cell}");
        }
        let not = [
            "4 + N",
            "4N",
            "3 words",
            "2K",
            "4 bytes + padding",
            "4 * count",
            "4?",
            "N",
            "",
            "1.5",
            "4 (5 bytes)",
            "4 4",
        ];
        for cell in not {
            assert_eq!(read_size(cell), None, "{cell}");
        }
    }

    #[test]
    fn powers_of_two_may_be_shifts() {
        for (cell, number) in [("1 << 4", 16), ("(1<<0)", 1), ("1u << 31", 1 << 31), ("3 << 2", 12), ("BIT(7)", 128)] {
            assert_eq!(read_shift(cell), Some(number), "{cell}");
        }
        for cell in ["1 << 64", "3 << 63", "x << 4", "BIT(n)", "BIT(64)", "16", "1 <<", "A (16)"] {
            assert_eq!(read_shift(cell), None, "{cell}");
        }
    }

    #[test]
    fn ranges_have_ends() {
        let size = |min, max| Size { min, max };
        assert_eq!(read_size("8-16 bits"), Some(Measure::Bits(size(8, Some(16)))));
        assert_eq!(read_size("1 or 2 bytes"), Some(Measure::Bits(size(8, Some(16)))));
        assert_eq!(read_size("≥ 8"), Some(Measure::Plain(size(8, None))));
        assert_eq!(read_size("up to 64"), Some(Measure::Plain(size(0, Some(64)))));
        assert_eq!(read_size("12+"), Some(Measure::Plain(size(12, None))));
    }
}
