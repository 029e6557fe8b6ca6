//! Reads conditions that depend on earlier fields: `version >= 2`, `bit 2 of flags is set`.

use super::count::{EarlierFields, MAX_TERMS};
use super::words::{Token, split_sentences};
use bpx_model::{Binary, Expr};

impl EarlierFields {
    /// Reads the condition of a field: `version >= 2`, `type is 3 or kind is 4`, `bit 2 of flags is set`.
    pub(super) fn presence_condition(&self, text: &str) -> Option<Expr> {
        let plain = text.replace("!=", " is not ").replace('\u{2260}', " is not ").replace("==", " = ");
        let plain = plain.replace("&&", " and ").replace("||", " or ");
        let [tokens]: [Vec<Token>; 1] = split_sentences(&plain).try_into().ok()?;
        let tokens = without_labels(&tokens);
        let is = |token: &Token, word: &str| matches!(token, Token::Word(one) if one == word);
        let (and, or) = (tokens.iter().any(|one| is(one, "and")), tokens.iter().any(|one| is(one, "or")));
        let (word, both) = if and { ("and", Binary::Both) } else { ("or", Binary::Either) };
        // Without brackets, the precedence is unknown.
        let parts = tokens.split(|token| is(token, word)).map(|part| self.read_comparison(part));
        // A longer condition is not understood: the depth of an expression grows with each term.
        if parts.clone().count() > MAX_TERMS {
            return None;
        }
        let parts: Option<Vec<_>> = parts.collect();
        parts.filter(|_| !(and && or))?.into_iter().reduce(|a, b| Expr::Binary(both, vec![a, b].into()))
    }

    fn read_comparison(&self, tokens: &[Token]) -> Option<Expr> {
        let binary = |op, a, b| Some(Expr::Binary(op, vec![a, b].into()));
        if let [
            Token::Word(bit),
            Token::Number(bit_number @ 0..=62),
            Token::Word(of),
            name @ ..,
            Token::Word(is),
            Token::Word(set),
        ] = tokens
            && (bit.as_str(), of.as_str(), is.as_str(), set.as_str()) == ("bit", "of", "is", "set")
        {
            let mask = Expr::Int(1_i64.checked_shl(u32::try_from(*bit_number).ok()?)?);
            return binary(Binary::Ne, binary(Binary::And, self.read_name(name)?, mask)?, Expr::Int(0));
        }
        if let Some((masked, op, number)) = self.read_masked(tokens) {
            return binary(op, masked, Expr::Int(number));
        }
        let is_name = |token: &&Token| !matches!(token, Token::Sign(_) | Token::Number(_)) && !is_verb(token);
        let (name, rest) = tokens.split_at_checked(tokens.iter().take_while(is_name).count())?;
        let name = self.read_name(name)?;
        let word = |token: &Token| match token {
            Token::Word(word) => word.clone(),
            Token::Sign(sign) => (*sign).to_owned(),
            _ => "#".to_owned(),
        };
        let words: Vec<String> = rest.iter().map(word).collect();
        let number = |at: usize| match rest.get(at) {
            Some(Token::Number(number)) if at + 1 == rest.len() => Some(Expr::Int(*number)),
            _ => None,
        };
        match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["&", "#"] => binary(Binary::Ne, binary(Binary::And, name, number(1)?)?, Expr::Int(0)),
            ["=" | "is" | "equals", "#"] => binary(Binary::Eq, name, number(1)?),
            ["is", "not", "#"] => binary(Binary::Ne, name, number(2)?),
            ["is", "non", "..", "#"] if number(3)? == Expr::Int(0) => binary(Binary::Ne, name, Expr::Int(0)),
            ["is", "nonzero"] => binary(Binary::Ne, name, Expr::Int(0)),
            [">=", "#"] => binary(Binary::Ge, name, number(1)?),
            ["<=", "#"] => binary(Binary::Le, name, number(1)?),
            [">", "#"] => binary(Binary::Gt, name, number(1)?),
            ["<", "#"] => binary(Binary::Lt, name, number(1)?),
            ["is", "at", "least", "#"] => binary(Binary::Ge, name, number(3)?),
            ["is", "at", "most", "#"] => binary(Binary::Le, name, number(3)?),
            ["is", "greater", "than", "#"] => binary(Binary::Gt, name, number(3)?),
            ["is", "less", "than", "#"] => binary(Binary::Lt, name, number(3)?),
            _ => None,
        }
    }

    /// Reads a comparison of masked bits: `(flags & 4) is not 0`. Returns the bits, the operator and the number.
    fn read_masked(&self, tokens: &[Token]) -> Option<(Expr, Binary, i64)> {
        let close = tokens.iter().position(|token| *token == Token::Sign(")"))?;
        let [Token::Sign("("), name @ .., Token::Sign("&"), Token::Number(mask)] = tokens.get(..close)? else {
            return None;
        };
        let is = |token: &Token, word: &str| matches!(token, Token::Word(one) if one == word);
        let (op, number) = match tokens.get(close + 1..)? {
            [Token::Sign("="), Token::Number(number)] => (Binary::Eq, *number),
            [verb, Token::Number(number)] if is(verb, "is") => (Binary::Eq, *number),
            [verb, not, Token::Number(number)] if is(verb, "is") && is(not, "not") => (Binary::Ne, *number),
            _ => return None,
        };
        let masked = vec![self.read_name(name)?, Expr::Int(*mask)];
        Some((Expr::Binary(Binary::And, masked.into()), op, number))
    }
}

/// Removes words in parentheses after a number, because the words only name the value: `kind = 2 (packed)`.
fn without_labels(tokens: &[Token]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        let is_label = *first == Token::Sign("(") && matches!(kept.last(), Some(Token::Number(_)));
        let words =
            after.iter().take_while(|token| matches!(token, Token::Word(word) if !JOINING.contains(&word.as_str())));
        rest = match after.split_at(words.count()) {
            ([_, ..], [Token::Sign(")"), following @ ..]) if is_label => following,
            _ => {
                kept.push(first.clone());
                after
            }
        };
    }
    kept
}

/// Words that make a text in parentheses more than a name.
const JOINING: &[&str] = &["or", "and", "not", "if", "unless", "only", "except", "in", "when", "version", "versions"];

fn is_verb(token: &Token) -> bool {
    matches!(token, Token::Word(word) if matches!(word.as_str(), "is" | "equals"))
}
