//! Evaluates the values of constants: numbers, letters, and expressions.

use super::tokens::{Kind, Token, line_tokens};
use std::collections::HashMap;

/// The largest depth of parentheses in the value of a constant.
const MAX_DEPTH: usize = 16;

/// Returns the value of an expression; `None` if any part of it is not understood.
pub(super) fn evaluate_expr(text: &str, known: &HashMap<String, i128>) -> Option<i128> {
    let mut tokens = Vec::new();
    if text.len() > 500 || line_tokens(text, 0, false, &mut tokens) {
        return None;
    }
    evaluate_tokens(&tokens, known)
}

/// Returns the value of the expression that the tokens form.
pub(super) fn evaluate_tokens(tokens: &[Token<'_>], known: &HashMap<String, i128>) -> Option<i128> {
    let mut parser = Parser { rest: tokens, known, depth: 0 };
    let value = parser.read_level(0)?;
    parser.rest.is_empty().then_some(value)
}

/// The operators by precedence, the lowest first.
const LEVELS: &[&[&str]] = &[&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

struct Parser<'p, 't> {
    rest: &'p [Token<'t>],
    known: &'p HashMap<String, i128>,
    depth: usize,
}

impl Parser<'_, '_> {
    fn read_level(&mut self, level: usize) -> Option<i128> {
        let Some(operators) = LEVELS.get(level) else { return self.read_unary() };
        let mut value = self.read_level(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.take_operator(operator)) {
            let other = self.read_level(level + 1)?;
            let bits = u32::try_from(other).ok().filter(|bits| *bits < 64);
            value = match *operator {
                "|" => value | other,
                "^" => value ^ other,
                "&" => value & other,
                "<<" => value.checked_mul(1_i128.checked_shl(bits?)?)?,
                ">>" => value.checked_shr(bits?)?,
                "+" => value.checked_add(other)?,
                "-" => value.checked_sub(other)?,
                "*" => value.checked_mul(other)?,
                "/" => value.checked_div(other)?,
                _ => value.checked_rem(other)?,
            };
        }
        Some(value)
    }

    /// Skips an operator.
    fn take_operator(&mut self, operator: &str) -> bool {
        let Some((signs, rest)) = self.rest.split_at_checked(operator.len()) else { return false };
        let fits = operator.chars().zip(signs).all(|(sign, token)| token.is_sign(sign));
        if fits {
            self.rest = rest;
        }
        fits
    }

    fn read_unary(&mut self) -> Option<i128> {
        let (token, rest) = self.rest.split_first()?;
        self.rest = rest;
        match token.kind {
            Kind::Word(word) => parse_number(word).or_else(|| self.known.get(word).copied()),
            Kind::Quote(quote) => letter_value(quote),
            Kind::Sign(sign @ ('-' | '+' | '~' | '(')) if self.depth < MAX_DEPTH => {
                self.depth += 1;
                let value = match sign {
                    '(' => self.read_level(0).filter(|_| self.take_operator(")")),
                    '-' => self.read_unary()?.checked_neg(),
                    '~' => self.read_unary().map(|value| !value),
                    _ => self.read_unary(),
                };
                self.depth -= 1;
                value
            }
            _ => None,
        }
    }
}

/// Reads a number in the notations of programming languages: `10`, `0x1Fu`, `0b11`, `017`, `1_000`.
pub(super) fn parse_number(word: &str) -> Option<i128> {
    let lower = word.to_lowercase().replace('_', "");
    let (digits, base) = match lower.get(..2) {
        Some("0x") => (lower.get(2..)?, 16),
        Some("0b") => (lower.get(2..)?, 2),
        Some("0o") => (lower.get(2..)?, 8),
        // C marks octal numbers by a leading zero.
        Some(_) if lower.starts_with('0') && lower.chars().all(|c| c.is_ascii_digit()) => (lower.get(1..)?, 8),
        _ => (&*lower, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(base)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at_checked(end)?;
    let plain = matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu");
    let plain = plain || matches!(suffix, "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" | "usize");
    plain.then(|| i128::from_str_radix(digits, base).ok()).flatten().filter(|value| *value <= i128::from(u64::MAX))
}

/// Returns the value of a letter in quotes.
fn letter_value(quote: &str) -> Option<i128> {
    let inside = quote.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inside.chars();
    let (first, second) = (chars.next()?, chars.next());
    let value = match (first, second) {
        (first, None) if first != '\\' => u32::from(first),
        ('\\', Some('0')) => 0,
        ('\\', Some('n')) => 10,
        ('\\', Some('r')) => 13,
        ('\\', Some('t')) => 9,
        ('\\', Some('\\')) => 92,
        _ => return None,
    };
    chars.next().is_none().then(|| i128::from(value))
}
