//! Reads the rules that the notes of a field state.
//!
//! A sentence is a rule only if the grammar below consumes the whole sentence. A condition, an alternative, a negation
//! or a unit that the grammar does not know leaves the notes unchanged.

use super::column::unescape_ascii;
use super::rule_words::{CONDITIONS, FILLERS, HINTS, NOT_ZERO, OR_LESS, OR_MORE, PREPOSITIONS, SUBJECTS};
use super::words::{Token, parse_number, split_sentences};
use bpx_model::Rule;

/// The properties of a field that its rules must fit.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values<'f> {
    /// The name of the field.
    pub(super) name: &'f str,
    /// The size of the field in bits, if the field fills whole bytes; otherwise 0.
    pub(super) bits: u64,
    /// The least and the greatest value of a field that is a single whole number; the greatest value is `None` if it
    /// does not fit into an `i64`.
    pub(super) whole: Option<(i64, Option<i64>)>,
}

/// The statements of notes about the values of a field.
#[derive(Debug, Default, PartialEq)]
pub(super) struct NotedRules {
    pub(super) rules: Vec<Rule>,
    /// Rules that declarations cannot express.
    pub(super) open: Vec<String>,
    /// Whether a sentence may be a rule that was not understood.
    pub(super) is_unclear: bool,
}

/// Returns the rules that the notes of a field state.
pub(super) fn rules_in_notes(notes: &str, values: Values<'_>) -> NotedRules {
    let mut said = NotedRules::default();
    let mut is_excused = false;
    for tokens in &split_sentences(notes) {
        let mut clause = Clause { rest: tokens, values, rules: Vec::new(), open: Vec::new() };
        if clause.read_sentence() {
            said.rules.append(&mut clause.rules);
            said.open.append(&mut clause.open);
        } else {
            said.is_unclear |= is_hint(tokens);
            is_excused |= is_exception(tokens);
        }
    }
    let mut names: Vec<_> = said.rules.iter().map(Rule::name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    // Two rules of one kind contradict each other; an exception excuses a rule beside it.
    if names.len() < count || is_excused {
        said = NotedRules { is_unclear: true, ..NotedRules::default() };
    }
    said
}

fn has_word(tokens: &[Token], words: &[&str]) -> bool {
    tokens.iter().any(|token| is_one_of(token, words))
}

fn is_one_of(token: &Token, words: &[&str]) -> bool {
    matches!(token, Token::Word(word) if words.contains(&word.as_str()))
}

fn is_hint(tokens: &[Token]) -> bool {
    has_word(tokens, HINTS)
}

/// Returns whether a sentence excuses a rule in another sentence.
fn is_exception(tokens: &[Token]) -> bool {
    let first = |words: &[&str]| tokens.first().is_some_and(|first| is_one_of(first, words));
    let numbers = tokens.iter().any(|token| matches!(token, Token::Number(_)));
    let begins =
        first(&["except", "unless", "otherwise", "however", "but", "older", "newer", "sometimes", "or", "also"]);
    begins
        || numbers
            && has_word(tokens, &["if", "when", "unless", "except", "otherwise", "instead"])
            && !first(&["present"])
        || numbers && first(&["in", "since", "before", "after", "for"])
}

/// Returns whether a text beside a rule says nothing that may change the rule.
fn is_harmless(tokens: &[Token]) -> bool {
    let plain = |token: &Token| matches!(token, Token::Word(_) | Token::Sign("," | ":"));
    let begins =
        tokens.first().is_some_and(|first| matches!(first, Token::Word(word) if PREPOSITIONS.contains(&&**word)));
    tokens.iter().all(plain) && !begins && !has_word(tokens, CONDITIONS)
}

/// The unread rest of a sentence, and the rules in the part before.
struct Clause<'t, 'f> {
    rest: &'t [Token],
    values: Values<'f>,
    rules: Vec<Rule>,
    open: Vec<String>,
}

impl Clause<'_, '_> {
    /// Reads a sentence; returns whether the whole sentence is understood.
    fn read_sentence(&mut self) -> bool {
        let all = self.rest;
        if self.read_signature() {
            return true;
        }
        self.rest = all;
        // The words before a comma may be no part of the rule.
        let commas = all.iter().enumerate().filter(|(_, token)| **token == Token::Sign(",")).map(|(at, _)| at + 1);
        for start in std::iter::once(0).chain(commas.take(MAX_COMMAS)) {
            let (before, rest) = all.split_at_checked(start).unwrap_or((all, &[]));
            (self.rest, self.rules, self.open) = (rest, Vec::new(), Vec::new());
            if is_harmless(before) && self.read_rules() {
                return true;
            }
        }
        false
    }

    fn next_is(&mut self, wanted: &str) -> bool {
        let Some((first, after)) = self.rest.split_first() else { return false };
        let found = match first {
            Token::Word(word) => word == wanted,
            Token::Sign(sign) => *sign == wanted,
            Token::Number(0) => wanted == "0",
            _ => false,
        };
        if found {
            self.rest = after;
        }
        found
    }

    /// Consumes a phrase, if the rest of the sentence begins with the phrase.
    fn take_phrase(&mut self, words: &str) -> bool {
        let before = self.rest;
        let found = words.split(' ').all(|word| self.next_is(word));
        if !found {
            self.rest = before;
        }
        found
    }

    fn take_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.take_phrase(phrase))
    }

    fn take_number(&mut self) -> Option<i64> {
        let [Token::Number(number), after @ ..] = self.rest else { return None };
        self.rest = match after {
            // The same number again: `16 (0x10)`.
            [Token::Sign("("), Token::Number(again), Token::Sign(")"), rest @ ..] if again == number => rest,
            rest => rest,
        };
        Some(*number)
    }

    /// Reads rules to the end of the sentence.
    fn read_rules(&mut self) -> bool {
        loop {
            if !self.read_rule() {
                return false;
            }
            let rest = self.rest;
            let more = self.take_any(&[",", "and"]);
            let after = self.rest;
            if rest.is_empty() {
                return true;
            }
            if !more {
                return false;
            }
            // Another rule, or a text that is not about values.
            if is_harmless(after) && rest.first() == Some(&Token::Sign(",")) && !is_hint(after) {
                return true;
            }
        }
    }

    fn read_rule(&mut self) -> bool {
        let before = self.rest;
        self.skip_subject();
        let is_said = self.take_modal();
        if !is_said {
            self.rest = before;
        }
        if is_said && self.take_any(&["non .. 0", "nonzero"]) || self.take_any(&NOT_ZERO) {
            return self.add_limits(Some(1), None);
        }
        if self.take_any(&["a multiple of", "multiple of", "multiples of", "divisible by", "an integer multiple of"]) {
            let factor = self.take_number().filter(|factor| *factor > 0);
            return factor.is_some_and(|factor| self.add_rule(Rule::MultipleOf(factor)));
        }
        if self.take_any(&["at least", ">=", "greater than or equal to", "no less than"]) {
            let low = self.take_number();
            return low.is_some() && self.add_limits(low, None);
        }
        if self.take_any(&["at most", "<=", "less than or equal to", "no more than"]) {
            let high = self.take_number();
            return high.is_some() && self.add_limits(None, high);
        }
        if self.take_any(&["greater than", "more than", "larger than", ">"]) {
            let low = self.take_number().and_then(|low| low.checked_add(1));
            return low.is_some() && self.add_limits(low, None);
        }
        if self.take_any(&["less than", "smaller than", "<"]) {
            let high = self.take_number().and_then(|high| high.checked_sub(1));
            return high.is_some() && self.add_limits(None, high);
        }
        if self.take_any(&["between"]) {
            return self.read_range(&["and", ".."]);
        }
        if self.take_any(&["in the range from", "in the range of", "in the range", "in range", "within the range"])
            || is_said && self.take_any(&["from", "in"])
        {
            let is_open = self.next_is("[");
            return self.read_range(if is_open { &[",", ".."] } else { &["to", "..", "through"] })
                && (!is_open || self.next_is("]"));
        }
        if self.take_any(&["one of", "either"]) {
            self.take_any(&["the values", "the following values", "these values"]);
            self.take_any(&[":"]);
            return self.read_list(None);
        }
        if !is_said {
            // `0` alone.
            return matches!(before, [Token::Number(0)]) && self.read_list(None);
        }
        self.read_numbers()
    }

    /// Reads a rule that begins with a number: a range, a limit, or a list.
    fn read_numbers(&mut self) -> bool {
        match self.take_number() {
            Some(low) if self.take_any(&["..", "to", "through"]) => {
                let high = self.take_number();
                self.next_is("inclusive");
                high.is_some_and(|high| low <= high && self.add_rule(Rule::Range(low, high)))
            }
            Some(low) if self.take_any(&OR_MORE) => self.add_limits(Some(low), None),
            Some(high) if self.take_any(&OR_LESS) => self.add_limits(None, Some(high)),
            Some(first) => self.read_list(Some(first)),
            None => false,
        }
    }

    /// Skips the subject of a rule, if the subject is the field.
    fn skip_subject(&mut self) {
        let own: Vec<String> = self.values.name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
        let is_own = |word: &String| own.contains(word) || word.eq_ignore_ascii_case(self.values.name);
        let is_subject =
            |token: &&Token| matches!(token, Token::Word(word) if SUBJECTS.contains(&word.as_str()) || is_own(word));
        let count = self.rest.iter().take_while(is_subject).count();
        (_, self.rest) = self.rest.split_at(count);
    }

    /// Reads the words that make a statement a rule.
    fn take_modal(&mut self) -> bool {
        let must = self.take_any(&["must", "shall", "has to", "have to", "is required to"]);
        let always = self.take_any(&["is always", "are always", "always"]);
        let be = self.take_any(&[
            "be set to",
            "be equal to",
            "be always",
            "be",
            "is set to",
            "is",
            "equals",
            "equal",
            "set to",
            "contains",
            "contain",
            "has the value",
            "have the value",
            "hold",
            "holds",
        ]);
        self.take_any(&["exactly", "the value", "a value", ":", "="]);
        // `is 0` describes the current values.
        always || must && be
    }

    fn read_range(&mut self, between: &[&str]) -> bool {
        let low = self.take_number();
        let high = low.filter(|_| self.take_any(between)).and_then(|_| self.take_number());
        self.take_any(&["inclusive", "( inclusive )"]);
        let limits = low.zip(high).filter(|(low, high)| low <= high);
        limits.is_some_and(|(low, high)| self.add_rule(Rule::Range(low, high)))
    }

    /// Reads a list of numbers, or the rest of the list after `first`.
    fn read_list(&mut self, first: Option<i64>) -> bool {
        let Some(first) = first.or_else(|| self.take_number()) else { return false };
        let mut numbers = vec![first];
        loop {
            let before = self.rest;
            self.next_is(",");
            self.take_any(&["or", "and"]);
            match self.take_number().filter(|_| self.rest.len() + 1 < before.len()) {
                Some(number) => numbers.push(number),
                None => {
                    self.rest = before;
                    break;
                }
            }
        }
        self.add_rule(if numbers == [0] { Rule::Zero } else { Rule::OneOf(numbers.into()) })
    }

    /// Adds a range with one stated limit; the other limit is that of the type.
    fn add_limits(&mut self, low: Option<i64>, high: Option<i64>) -> bool {
        self.next_is("inclusive");
        let Some((least, greatest)) = self.values.whole else { return false };
        match (low.or(Some(least)), high.or(greatest)) {
            (Some(low), Some(high)) if low <= high => self.add_rule(Rule::Range(low, high)),
            (Some(low), None) => {
                self.open.push(format!("expected an upper limit for the rule `at least {low}`, found none"));
                true
            }
            _ => false,
        }
    }

    /// Adds a rule, if the numbers in the rule are values of the field; returns whether the rule was added.
    fn add_rule(&mut self, rule: Rule) -> bool {
        let fits = |number: &i64| {
            self.values.whole.is_some_and(|(low, high)| *number >= low && high.is_none_or(|high| *number <= high))
        };
        let takes = match &rule {
            Rule::OneOf(numbers) => numbers.iter().all(fits),
            Rule::Range(low, high) => fits(low) && fits(high),
            Rule::MultipleOf(factor) => fits(factor),
            _ => true,
        };
        if takes {
            self.rules.push(rule);
        }
        takes
    }

    /// Reads `Signature, always "ABCD"`, when the field has as many bytes as the text has letters.
    fn read_signature(&mut self) -> bool {
        let quoted = |token: &Token| matches!(token, Token::Quoted(_));
        let Some(at) = self.rest.iter().position(quoted) else { return false };
        let (before, after) = self.rest.split_at(at);
        let Some((Token::Quoted(text), after)) = after.split_first() else { return false };
        let is_filler = |token: &Token| match token {
            Token::Word(word) => FILLERS.contains(&word.as_str()),
            Token::Sign(sign) => matches!(*sign, "," | ":" | "="),
            _ => false,
        };
        // `must equal the "Size"` names another field.
        let names = matches!(before, [.., Token::Word(word)] if word == "the");
        let bracketed = matches!(after, [Token::Sign("("), Token::Number(_), Token::Sign(")")]);
        let ends = bracketed || *after == [Token::Word("in".to_owned()), Token::Word("ascii".to_owned())];
        let ends = ends || after.first().is_none_or(|first| *first == Token::Sign(",")) && is_harmless(after);
        if names || !before.iter().all(is_filler) || !ends || !text.is_ascii() {
            return false;
        }
        let plain = text.as_bytes().to_vec();
        let fits = |bytes: &Vec<u8>| !bytes.is_empty() && (bytes.len() as u64).checked_mul(8) == Some(self.values.bits);
        let bytes = Some(plain).filter(fits).or_else(|| unescape_ascii(text).filter(fits));
        self.rules.extend(bytes.map(|bytes| Rule::Magic(bytes.into())));
        !self.rules.is_empty()
    }
}

/// The largest number of commas after which the reader looks for a rule.
const MAX_COMMAS: usize = 16;

pub(super) fn exact_rule(value: &str) -> Option<Rule> {
    match parse_number(value)? {
        0 => Some(Rule::Zero),
        value => Some(Rule::OneOf(vec![value].into())),
    }
}

pub(super) fn range_rule(low: &str, high: &str) -> Option<Rule> {
    let (low, high) = (parse_number(low)?, parse_number(high)?);
    (low <= high).then_some(Rule::Range(low, high))
}
