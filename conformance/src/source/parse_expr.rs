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

// Parentheses multiply the depth of rows.
const MAX_TERMS_OF_ALL: usize = 256;

impl Parser<'_> {
    pub(super) fn parse_expr(&mut self) -> Parsed<Expr> {
        self.terms = 0;
        self.parse_nested()
    }

    fn parse_nested(&mut self) -> Parsed<Expr> {
        self.enter_nesting()?;
        let expr = self.parse_level(&LEVELS)?;
        self.leave_nesting();
        Ok(expr)
    }

    fn parse_level(&mut self, levels: &[&[(&str, Operator)]]) -> Parsed<Expr> {
        let Some((operators, tighter)) = levels.split_first() else {
            return self.parse_unary();
        };
        let mut left = self.parse_level(tighter)?;
        for _ in 0..MAX_TERMS {
            let at = self.position();
            let found = operators.iter().find(|(mark, _)| self.sees_mark(mark));
            let Some((_, operator)) = found else {
                return Ok(left);
            };
            self.skip_token();
            self.terms += 1;
            if self.terms > MAX_TERMS_OF_ALL {
                return Err(
                    at.error_at(format!("expected at most {MAX_TERMS_OF_ALL} terms in an expression, found more"))
                );
            }
            let right = self.parse_level(tighter)?;
            left = Expr::Binary(*operator, Box::new(left), Box::new(right), at);
        }
        Err(self.position().error_at(format!("expected at most {MAX_TERMS} terms in a row, found more")))
    }

    fn parse_unary(&mut self) -> Parsed<Expr> {
        let at = self.position();
        if !self.accept_mark("-") {
            return self.parse_primary();
        }
        self.enter_nesting()?;
        let inner = self.parse_unary()?;
        self.leave_nesting();
        Ok(Expr::Neg(Box::new(inner), at))
    }

    fn parse_primary(&mut self) -> Parsed<Expr> {
        if self.accept_mark("(") {
            let inner = self.parse_nested()?;
            self.require_mark(")")?;
            return Ok(inner);
        }
        let at = self.position();
        match self.peek_token().cloned() {
            Some(Token::Mark(".")) => Ok(Expr::Of(self.path_ref()?)),
            Some(Token::Word(word)) if word.starts_with(|first: char| first.is_ascii_digit()) => {
                self.skip_token();
                parse_integer(&word, at).map(Expr::Int)
            }
            Some(Token::Word(word)) if self.peek_second() == Some(&Token::Mark("(")) => {
                self.skip_token();
                self.skip_token();
                let call = self.parse_call(&word, at)?;
                self.require_mark(")")?;
                Ok(call)
            }
            Some(Token::Word(word)) if word == "end" => {
                self.skip_token();
                Ok(Expr::End(None))
            }
            Some(Token::Word(word)) if word == "was" => {
                self.skip_token();
                Ok(Expr::Was(at))
            }
            Some(Token::Word(_)) => Ok(Expr::Of(self.path_ref()?)),
            _ => self.unexpected_token("a value"),
        }
    }

    fn parse_call(&mut self, name: &str, at: Position) -> Parsed<Expr> {
        Ok(match name {
            "offset" => Expr::Offset(self.path_ref()?),
            "size" => Expr::Size(self.path_ref()?),
            "count" => Expr::Count(self.path_ref()?),
            "end" => Expr::End(Some(self.path_ref()?)),
            "djb2" => Expr::Int(djb2(self.require_string("a string")?.as_bytes()).into()),
            _ => {
                let algorithm = Algorithm::from_name(name).ok_or_else(|| {
                    at.error_at(format!(
                        "expected a function, found `{name}`: the functions are offset, size, count, end, djb2, sum, \
                            crc32, crc32_legacy, adler32"
                    ))
                })?;
                Expr::Checksum(self.parse_check(algorithm)?)
            }
        })
    }

    fn parse_check(&mut self, algorithm: Algorithm) -> Parsed<Check> {
        let mut ranges = vec![self.parse_range()?];
        while self.accept_mark(",") {
            ranges.push(self.parse_range()?);
        }
        let (mut skipped, mut zeroed) = (Vec::new(), Vec::new());
        while self.accept_mark(";") {
            if self.accept_word("skip") {
                skipped.extend(self.path_refs()?);
            } else {
                self.require_word("zero")?;
                zeroed.extend(self.path_refs()?);
            }
        }
        Ok(Check { algorithm, ranges, skipped, zeroed })
    }

    pub(super) fn parse_range(&mut self) -> Parsed<Range> {
        let from = if self.sees_mark("..") { None } else { Some(self.path_ref()?) };
        if !self.accept_mark("..") {
            return match from {
                Some(path) => Ok(Range::One(path)),
                None => self.unexpected_token("a path"),
            };
        }
        let open = !matches!(self.peek_token(), Some(Token::Word(_) | Token::Mark(".")));
        let to = if open { None } else { Some(self.path_ref()?) };
        Ok(Range::Span(from, to))
    }

    /// Reads an integer that must be a literal, such as the size of a fill or a mask.
    pub(super) fn parse_literal<T: TryFrom<i128>>(&mut self, wanted: &str) -> Parsed<T> {
        let at = self.position();
        let value = parse_integer(&self.take_word(wanted)?, at)?;
        T::try_from(value).map_err(|_| at.error_at(format!("expected a smaller number, found {value}")))
    }
}

fn parse_integer(word: &str, at: Position) -> Parsed<i128> {
    let plain = word.replace('_', "");
    let parsed = if let Some(digits) = plain.strip_prefix("0x") {
        i128::from_str_radix(digits, 16)
    } else if let Some(digits) = plain.strip_prefix("0b") {
        i128::from_str_radix(digits, 2)
    } else {
        plain.parse()
    };
    parsed.map_err(|_| at.error_at(format!("expected an integer, found `{word}`")))
}
