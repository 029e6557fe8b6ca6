//! Reads expressions.

use super::checksum::{Algorithm, djb2};
use super::error::Position;
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::tree::{Check, Expr, Operator, Range};

// Weakest first.
const LEVELS: [&[(&str, Operator)]; 3] = [
    &[("|", Operator::Or)],
    &[("+", Operator::Add), ("-", Operator::Sub)],
    &[("*", Operator::Mul), ("/", Operator::Div)],
];

// Each term makes the tree one level deeper: without a limit it could exhaust the stack.
const MAX_TERMS: usize = 64;

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let expr = self.level(&LEVELS)?;
        self.leave();
        Ok(expr)
    }

    fn level(&mut self, levels: &[&[(&str, Operator)]]) -> Parsed<Expr> {
        let Some((operators, tighter)) = levels.split_first() else {
            return self.unary();
        };
        let mut left = self.level(tighter)?;
        for _ in 0..MAX_TERMS {
            let at = self.at();
            let found = operators.iter().find(|(mark, _)| self.sees(mark));
            let Some((_, operator)) = found else {
                return Ok(left);
            };
            self.take();
            let right = self.level(tighter)?;
            left = Expr::Binary(*operator, Box::new(left), Box::new(right), at);
        }
        Err(self.at().error(format!("expected at most {MAX_TERMS} terms in a row, found more")))
    }

    fn unary(&mut self) -> Parsed<Expr> {
        if !self.accept("-") {
            return self.primary();
        }
        self.enter()?;
        let inner = self.unary()?;
        self.leave();
        Ok(Expr::Neg(Box::new(inner)))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        if self.accept("(") {
            let inner = self.expr()?;
            self.require(")")?;
            return Ok(inner);
        }
        let at = self.at();
        match self.peek().cloned() {
            Some(Token::Mark(".")) => Ok(Expr::Of(self.path_ref()?)),
            Some(Token::Word(word)) if word.starts_with(|first: char| first.is_ascii_digit()) => {
                self.take();
                integer(&word, at).map(Expr::Int)
            }
            Some(Token::Word(word)) if self.peek_second() == Some(&Token::Mark("(")) => {
                self.take();
                self.take();
                let call = self.call(&word, at)?;
                self.require(")")?;
                Ok(call)
            }
            Some(Token::Word(word)) if word == "end" => {
                self.take();
                Ok(Expr::End(None))
            }
            Some(Token::Word(word)) if word == "was" => {
                self.take();
                Ok(Expr::Was(at))
            }
            Some(Token::Word(_)) => Ok(Expr::Of(self.path_ref()?)),
            _ => self.unexpected("a value"),
        }
    }

    fn call(&mut self, name: &str, at: Position) -> Parsed<Expr> {
        Ok(match name {
            "offset" => Expr::Offset(self.path_ref()?),
            "size" => Expr::Size(self.path_ref()?),
            "count" => Expr::Count(self.path_ref()?),
            "end" => Expr::End(Some(self.path_ref()?)),
            "djb2" => Expr::Int(djb2(self.string("a string")?.as_bytes()).into()),
            _ => {
                let algorithm = Algorithm::named(name).ok_or_else(|| {
                    at.error(format!(
                        "expected a function, found `{name}`: known are offset, size, count, end, djb2, sum, \
                         crc32, crc32_legacy, adler32"
                    ))
                })?;
                Expr::Checksum(self.check(algorithm)?)
            }
        })
    }

    fn check(&mut self, algorithm: Algorithm) -> Parsed<Check> {
        let mut ranges = vec![self.range()?];
        while self.accept(",") {
            ranges.push(self.range()?);
        }
        let (mut skipped, mut zeroed) = (Vec::new(), Vec::new());
        while self.accept(";") {
            if self.accept_word("skip") {
                skipped.extend(self.path_refs()?);
            } else {
                self.require_word("zero")?;
                zeroed.extend(self.path_refs()?);
            }
        }
        Ok(Check { algorithm, ranges, skipped, zeroed })
    }

    pub(super) fn range(&mut self) -> Parsed<Range> {
        let from = if self.sees("..") { None } else { Some(self.path_ref()?) };
        if !self.accept("..") {
            return match from {
                Some(path) => Ok(Range::One(path)),
                None => self.unexpected("a path"),
            };
        }
        let open = !matches!(self.peek(), Some(Token::Word(_) | Token::Mark(".")));
        let to = if open { None } else { Some(self.path_ref()?) };
        Ok(Range::Span(from, to))
    }

    /// Reads an integer that must be known at once: sizes of fills, masks.
    pub(super) fn literal<T: TryFrom<i128>>(&mut self, wanted: &str) -> Parsed<T> {
        let at = self.at();
        let value = integer(&self.word(wanted)?, at)?;
        T::try_from(value).map_err(|_| at.error(format!("expected a smaller number here, found {value}")))
    }
}

fn integer(word: &str, at: Position) -> Parsed<i128> {
    let plain = word.replace('_', "");
    let parsed = if let Some(digits) = plain.strip_prefix("0x") {
        i128::from_str_radix(digits, 16)
    } else if let Some(digits) = plain.strip_prefix("0b") {
        i128::from_str_radix(digits, 2)
    } else {
        plain.parse()
    };
    parsed.map_err(|_| at.error(format!("expected an integer, found `{word}`")))
}
