//! Reads numbers of elements that depend on earlier fields.

use super::field;
use super::lengths::NamedLengths;
use super::names::Names;
use super::order::UNSTATED;
use super::words::{Token, split_sentences};
use crate::model::Field;
use crate::name::normal_name;
use bpx_model::{Binary, Endian, Expr, Length, Text, Type};
use std::collections::HashMap;

/// The fields before a field, by their names in the document.
#[derive(Default)]
pub(super) struct EarlierFields {
    /// The path to an integer field, by normal name; `None` for a name of several fields, or of a field that is not an
    /// integer.
    known: HashMap<String, Option<Vec<Text>>>,
    /// The last word and the normal name of each field name with several words.
    ends: Vec<(String, String)>,
    lengths: NamedLengths,
}

/// The element type and the number of elements of a field; `len` is `None` for a single structure of varying size.
pub(super) struct RepeatedField {
    pub(super) ty: Type,
    pub(super) len: Option<Length>,
}

impl EarlierFields {
    pub(super) fn add_field(&mut self, field: &Field, path: Vec<Text>, is_whole: bool) {
        let name = &field.name;
        if is_whole {
            self.lengths.add_field(field, &path);
        }
        for letter in [name, &field.notes].into_iter().filter_map(|text| letter_in_brackets(text)) {
            let path = Some(path.clone()).filter(|_| is_whole && !self.known.contains_key(&letter));
            self.known.insert(letter, path);
        }
        let key = normal_name(name);
        let is_new = !self.known.contains_key(&key);
        let bare = name.split(['(', '[']).next().unwrap_or(name);
        let mut words = bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        if let Some(last) = words.next().and_then(|_| words.next_back()) {
            self.ends.push((last.to_lowercase(), key.clone()));
        }
        self.known.insert(key, Some(path).filter(|_| is_whole && is_new));
    }

    fn find_field(&self, words: &[&str]) -> Option<Expr> {
        let key = normal_name(&words.concat());
        let path = match self.known.get(&key) {
            Some(path) => path.as_ref()?,
            None => self.field_ending_with(words)?,
        };
        Some(Expr::Path(path.clone().into()))
    }

    /// Returns the path of the only earlier field whose name ends with the word; `length` finds `name length`.
    fn field_ending_with(&self, words: &[&str]) -> Option<&Vec<Text>> {
        let [word @ ("length" | "len" | "size" | "count")] = words else { return None };
        let mut found = self.ends.iter().filter(|(last, _)| last == word);
        let (_, key) = found.next().filter(|_| found.next().is_none())?;
        self.known.get(key)?.as_ref()
    }

    /// Returns the element type and the number of elements of a field without a fixed size, if the type, size or notes
    /// of the field state the number by earlier fields.
    pub(super) fn repeated_count(&self, field: &Field, names: &Names, order: Option<Endian>) -> Option<RepeatedField> {
        let order = order.unwrap_or(UNSTATED);
        let ty = field.ty.trim();
        let stated = field.stated.trim();
        if let Some(path) = self.lengths.length_of(field).filter(|_| self.size_in_notes(&field.notes).is_none()) {
            let count = Expr::Path(path.to_vec().into());
            return Some(RepeatedField { ty: field::byte_type(), len: Some(Length::Count(count)) });
        }
        if let Some((of, count)) = split_bracketed(ty) {
            let (ty, _) = field::element_type(of, names, order)?;
            // Two statements of one size must agree, which is not checked here.
            let count = Some(count).filter(|_| stated.is_empty() || stated == count)?;
            return Some(RepeatedField { ty, len: Some(Length::Count(self.element_count(count)?)) });
        }
        if let Some((left, right)) = [" x ", " \u{d7} ", " * "].iter().find_map(|sign| ty.split_once(sign)) {
            let read =
                |of: &str, count: &str| Some((field::element_type(of, names, order)?, self.element_count(count)?));
            let ((ty, _), count) = read(right, left).or_else(|| read(left, right))?;
            return stated.is_empty().then_some(RepeatedField { ty, len: Some(Length::Count(count)) });
        }
        let (of, is_list) = listed_element(ty);
        let (ty, size) = match of {
            "" if field.in_bytes && !stated.is_empty() => (field::byte_type(), Some(1)),
            "bytes" | "octets" => (field::byte_type(), Some(1)),
            of => field::element_type(of, names, order)?,
        };
        let times = split_sentences(&field.notes).iter().find_map(|sentence| self.repeated_times(sentence));
        if let Some(count) = times.filter(|_| stated.is_empty() || is_words(stated)) {
            return Some(RepeatedField { ty, len: Some(Length::Count(count)) });
        }
        if let Some(count) = self.size_in_notes(&field.notes).filter(|_| size == Some(1) && stated.is_empty()) {
            return Some(RepeatedField { ty, len: Some(Length::Count(count)) });
        }
        if let Some(size) = size.filter(|_| !stated.is_empty()) {
            return Some(RepeatedField {
                ty,
                len: Some(Length::Count(self.elements_in_size(stated, &field.notes, size, field.in_bytes)?)),
            });
        }
        // A structure of varying size.
        let single = !is_list && stated.is_empty() && matches!(ty, Type::Named { .. });
        single.then_some(RepeatedField { ty, len: None })
    }

    /// Returns the number of elements of a field whose size is that of one element, if the notes say that the field is
    /// repeated. The error is the sentence that says so, if the reader does not understand the sentence.
    pub(super) fn count_in_notes(&self, notes: &str) -> Result<Option<Expr>, String> {
        let said = notes.split(['.', ';', '\n']).map(str::trim).find(|sentence| is_repetition(sentence));
        let Some(said) = said else { return Ok(None) };
        let counted = split_sentences(said).first().and_then(|tokens| self.repeated_times(tokens));
        counted.map(Some).ok_or_else(|| said.to_owned())
    }

    /// Reads `repeated count times`.
    fn repeated_times(&self, sentence: &[Token]) -> Option<Expr> {
        let (last, rest) = sentence.split_last()?;
        let is = |token: &Token, words: &[&str]| matches!(token, Token::Word(word) if words.contains(&word.as_str()));
        let begins =
            rest.first().is_some_and(|first| is(first, &["repeated", "repeats", "occurs", "repeat", "stored"]));
        let counted = rest.get(usize::from(begins)..)?;
        is(last, &["times"]).then_some(())?;
        self.whole_expr(counted)
    }

    /// Reads a number of elements.
    fn element_count(&self, text: &str) -> Option<Expr> {
        let [tokens] = split_sentences(text).try_into().ok()?;
        self.whole_expr(&tokens)
    }

    /// Reads a size in bytes as a number of elements of `size` bytes: `4 * count` for 4, `length bytes` for 1. `titled`
    /// states whether the title of the cell names bytes.
    fn elements_in_size(&self, text: &str, notes: &str, size: u64, titled: bool) -> Option<Expr> {
        let [mut tokens]: [Vec<Token>; 1] = split_sentences(text).try_into().ok()?;
        let named =
            matches!(tokens.last(), Some(Token::Word(word)) if matches!(word.as_str(), "bytes" | "byte" | "octets"));
        if named {
            tokens.pop();
        }
        let in_bytes = named || titled;
        let expr = self.whole_expr(&tokens).or_else(|| self.equal_expr(&tokens, notes))?;
        let size = i64::try_from(size).ok()?;
        // As many bytes as an element has.
        if let Expr::Binary(Binary::Mul, parts) = &expr
            && let [Expr::Int(factor), count] | [count, Expr::Int(factor)] = &**parts
            && *factor == size
            && (size > 1 || in_bytes)
        {
            return Some(count.clone());
        }
        (in_bytes && size == 1).then_some(expr)
    }

    /// Returns the expression that the notes give for a word: `LEN - 4` for `n = LEN - 4`.
    fn equal_expr(&self, tokens: &[Token], notes: &str) -> Option<Expr> {
        let [Token::Word(word)] = tokens else { return None };
        let mut found = notes.split(['.', ';', ',', '(', ')', '\n']).filter_map(|clause| {
            let (name, value) = clause.split_once('=')?;
            (name.trim().trim_matches('`').eq_ignore_ascii_case(word)).then(|| self.element_count(value))?
        });
        found.next()
    }

    /// Returns the number of bytes that the only clause of this kind states: `length * 4 bytes`.
    fn size_in_notes(&self, notes: &str) -> Option<Expr> {
        let mut found =
            notes.split(['.', ';', ',', '\n']).filter_map(|clause| self.elements_in_size(clause, "", 1, false));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Reads all tokens as one expression that refers to an earlier field.
    fn whole_expr(&self, tokens: &[Token]) -> Option<Expr> {
        let mut reader = Reader { earlier: self, rest: tokens, terms: 0 };
        let expr = reader.read_sum(0)?;
        // Numbers alone do not refer to an earlier field: `0-255`.
        (reader.rest.is_empty() && refers_to_field(&expr)).then_some(expr)
    }

    /// Returns the earlier field that the words of a text name.
    pub(super) fn read_name(&self, tokens: &[Token]) -> Option<Expr> {
        let words: Option<Vec<&str>> = tokens
            .iter()
            .map(|token| match token {
                Token::Word(word) | Token::Quoted(word) => Some(word.as_str()),
                _ => None,
            })
            .collect();
        let words = words?;
        let words = words.strip_prefix(&["the"]).unwrap_or(&words);
        self.find_field(words)
    }
}

/// Returns whether an expression refers to a field.
fn refers_to_field(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Binary(_, parts) => parts.iter().any(refers_to_field),
        _ => false,
    }
}

/// Returns whether a sentence says that a field occurs several times: `One for each entry`, `Repeated count times`.
fn is_repetition(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let leads =
        ["repeated ", "repeats ", "repeat ", "one for each ", "one for every ", "one per ", "for each ", "for every "];
    let whole = ["repeated", "array", "list", "repeats"];
    leads.iter().any(|lead| lower.starts_with(lead)) || whole.contains(&lower.as_str()) || lower.starts_with("array, ")
}

/// Returns whether the cell of a size says only that the size varies.
fn is_words(stated: &str) -> bool {
    !stated.contains(|c: char| c.is_ascii_digit())
        && ["var", "-", "\u{2014}", "?", "n/a", "*"].iter().any(|word| stated.to_lowercase().starts_with(word))
}

/// Returns, in lower case, the capital letter in parentheses that abbreviates a number: `number of entries (N)`.
fn letter_in_brackets(text: &str) -> Option<String> {
    let (_, inside) = text.split_once('(')?;
    let (inside, _) = inside.split_once(')')?;
    let mut chars = inside.chars();
    let letter = chars.next().filter(|c| c.is_ascii_uppercase() && chars.next().is_none())?;
    Some(letter.to_lowercase().to_string())
}

/// Splits `u32[count]` or `[u32; count]` into the type and the number of elements.
fn split_bracketed(ty: &str) -> Option<(&str, &str)> {
    if let Some(inner) = ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')) {
        return inner.split_once(';');
    }
    let (of, count) = ty.strip_suffix(']')?.split_once('[')?;
    (!count.contains(['[', ']']) && !count.trim().is_empty()).then_some((of, count))
}

/// Returns the element type of a type such as `array of u32`, and whether the type is an array.
pub(super) fn listed_element(ty: &str) -> (&str, bool) {
    for lead in ["array of ", "list of ", "Array of ", "List of ", "sequence of "] {
        if let Some(of) = ty.strip_prefix(lead) {
            return (of, true);
        }
    }
    for end in [" array", "[]", " list", "..."] {
        if let Some(of) = ty.strip_suffix(end) {
            return (of, true);
        }
    }
    (ty, false)
}

/// Reads sums and products of numbers and fields.
struct Reader<'e, 't> {
    earlier: &'e EarlierFields,
    rest: &'t [Token],
    /// The number of terms that were read.
    terms: usize,
}

/// The largest number of terms of an expression. An expression with more terms is not understood: its depth grows with
/// each term, and so does the stack of everything that reads the expression.
pub(super) const MAX_TERMS: usize = 64;

/// The largest depth of nested parentheses, and the largest number of words in a name.
const MAX_DEPTH: usize = 8;

impl Reader<'_, '_> {
    fn take_sign(&mut self, wanted: &str) -> bool {
        let Some((first, after)) = self.rest.split_first() else { return false };
        let found = match first {
            Token::Sign(sign) => *sign == wanted,
            Token::Word(word) => wanted == "*" && word == "x",
            _ => false,
        };
        if found {
            self.rest = after;
        }
        found
    }

    fn read_sum(&mut self, depth: usize) -> Option<Expr> {
        let mut sum = self.read_product(depth)?;
        loop {
            let op = if self.take_sign("+") {
                Binary::Add
            } else if self.take_sign("..") {
                Binary::Sub
            } else {
                return Some(sum);
            };
            sum = Expr::Binary(op, vec![sum, self.read_product(depth)?].into());
        }
    }

    fn read_product(&mut self, depth: usize) -> Option<Expr> {
        let mut product = self.read_factor(depth)?;
        while self.take_sign("*") {
            product = Expr::Binary(Binary::Mul, vec![product, self.read_factor(depth)?].into());
        }
        Some(product)
    }

    fn read_factor(&mut self, depth: usize) -> Option<Expr> {
        if depth < MAX_DEPTH && self.take_sign("(") {
            let inner = self.read_sum(depth + 1)?;
            return self.take_sign(")").then_some(inner);
        }
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return None;
        }
        let (first, rest) = self.rest.split_first()?;
        if let Token::Number(number) = first {
            self.rest = rest;
            return Some(Expr::Int(*number));
        }
        // The longest name.
        let words = self.rest.iter().map_while(|token| match token {
            Token::Word(word) | Token::Quoted(word) if word != "x" => Some(word.as_str()),
            _ => None,
        });
        let words: Vec<&str> = words.take(MAX_DEPTH).collect();
        for count in (1..=words.len()).rev() {
            if let Some(expr) = words.get(..count).and_then(|words| self.earlier.find_field(words)) {
                (_, self.rest) = self.rest.split_at(count);
                return Some(expr);
            }
        }
        None
    }
}
