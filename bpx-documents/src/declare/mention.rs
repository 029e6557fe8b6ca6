//! Finds mentions of a byte order in a sentence.

use super::phrases::{BIG, BITS_BIG, BITS_LITTLE, CONDITIONS, CONNECTING, LAYOUT, LITTLE, MACHINES};
use bpx_model::Endian;

/// A mention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OrderMention {
    /// The byte order; `None` if the sentence mentions both orders for one subject, or only excludes an order.
    pub(super) order: Option<Endian>,
    /// Whether the mention states which bit of a byte comes first.
    pub(super) of_bits: bool,
    /// Whether the mention holds only under a condition.
    pub(super) is_conditional: bool,
    /// Whether the mention is about all numbers: `all`, `every`.
    pub(super) is_universal: bool,
    /// Whether the mention is about this section or the next table only.
    pub(super) is_local: bool,
    /// The words that the mention is about, in lower case.
    pub(super) subject: Vec<String>,
}

/// A word in lower case and in its original case; `None` for a comma.
type Word<'t> = Option<(String, &'t str)>;

/// Returns the mentions of byte orders in a sentence.
pub(super) fn find_mentions(text: &str) -> Vec<OrderMention> {
    // Most sentences mention none.
    let lower = text.to_lowercase();
    let hints = ["endian", "first", "order", "significant", "msb", "lsb", "intel", "motorola"];
    if !hints.iter().any(|hint| lower.contains(hint)) && !text.contains("BE") && !text.contains("LE") {
        return Vec::new();
    }
    let words = without_escapes(split_words(text));
    if let Some((all, exception)) = split_exception(&words) {
        return all.into_iter().chain(exception).collect();
    }
    mentions_in_words(&words)
}

/// Returns the mentions before and after `except`, if both parts of the sentence state an order.
fn split_exception(words: &[Word<'_>]) -> Option<(Vec<OrderMention>, Vec<OrderMention>)> {
    let is = |word: &Word<'_>, wanted: &str| word.as_ref().is_some_and(|(word, _)| word == wanted);
    let at = words.iter().position(|word| is(word, "except"))?;
    let (all, exception) = words.split_at_checked(at)?;
    let exception = exception.get(1..)?;
    let exception = match exception.split_first() {
        Some((first, rest)) if is(first, "for") => rest,
        _ => exception,
    };
    let (all, exception) = (mentions_in_words(all), mentions_in_words(exception));
    let clear = |said: &[OrderMention]| matches!(said, [one] if !one.is_conditional && one.order.is_some());
    let named = exception.first().is_some_and(|one| !one.subject.is_empty());
    (clear(&all) && clear(&exception) && named).then_some((all, exception))
}

/// Returns the mentions of byte orders in the words of a sentence.
fn mentions_in_words(words: &[Word<'_>]) -> Vec<OrderMention> {
    let lower: Vec<&str> = words.iter().map(|word| word.as_ref().map_or(",", |(word, _)| word)).collect();
    let is_conditional = lower.iter().any(|word| CONDITIONS.contains(word));
    let mut said: Vec<OrderMention> = Vec::new();
    let mut negated = false;
    // The subject of the sentence, for clauses without one.
    let mut subject: Vec<String> = Vec::new();
    let mut clause = 0;
    let mut at = 0;
    while at < words.len() {
        if lower.get(at) == Some(&",") {
            at += 1;
            if subject.is_empty() {
                let own = subject_words(lower.iter().take(at).skip(clause));
                // `Packed, little-endian`: layout words do not name a subject.
                subject = if own.iter().all(|word| LAYOUT.contains(&word.as_str())) { Vec::new() } else { own };
            }
            clause = at;
            continue;
        }
        let Some((order, of_bits, len)) = mention_at(words, &lower, at) else {
            at += 1;
            continue;
        };
        let before = lower.iter().take(at).skip(clause);
        at += len;
        // The following words are about another subject.
        clause = at;
        if lower.get(at).is_some_and(|word| MACHINES.contains(word)) {
            continue;
        }
        let mut near = before.clone().rev().take(3);
        if near
            .any(|word| matches!(*word, "not" | "never" | "isn't" | "aren't" | "rather" | "instead" | "unlike" | "no"))
        {
            negated = true;
            continue;
        }
        let own = subject_words(before);
        let own = match said.last() {
            _ if !own.is_empty() => own,
            Some(last) => last.subject.clone(),
            None => subject.clone(),
        };
        if subject.is_empty() {
            subject.clone_from(&own);
        }
        said.push(OrderMention {
            order: Some(order),
            of_bits,
            is_conditional,
            is_universal: lower.iter().any(|word| matches!(*word, "all" | "every" | "everything"))
                && !lower.contains(&"fields"),
            is_local: is_about_one_part(&lower),
            subject: own.into_iter().chain(lower.contains(&"throughout").then(|| "throughout".to_owned())).collect(),
        });
    }
    join_mentions(said, negated)
}

/// Returns whether a sentence is about one part of the document: `in this section`, `the following table`.
fn is_about_one_part(words: &[&str]) -> bool {
    let next = |pair: [&str; 2]| words.windows(2).any(|words| words == pair);
    ["section", "table", "structure", "chunk", "header", "block", "record", "part"]
        .into_iter()
        .any(|what| next(["this", what]) || next(["following", what]))
}

/// Joins mentions of one subject; a joined mention of different orders has no order.
fn join_mentions(said: Vec<OrderMention>, negated: bool) -> Vec<OrderMention> {
    let mut joined: Vec<OrderMention> = Vec::new();
    for one in said {
        match joined.iter_mut().find(|other| other.subject == one.subject && other.of_bits == one.of_bits) {
            Some(other) if other.order == one.order => {}
            Some(other) => other.order = None,
            None => joined.push(one),
        }
    }
    if joined.is_empty() && negated {
        let (order, subject) = (None, Vec::new());
        joined.push(OrderMention {
            order,
            of_bits: false,
            is_conditional: true,
            is_universal: false,
            is_local: false,
            subject,
        });
    }
    joined
}

/// Returns the words of a clause that name its subject.
fn subject_words<'w>(words: impl Iterator<Item = &'w &'w str>) -> Vec<String> {
    let is_kept = |word: &&&str| {
        !matches!(**word, "," | "big" | "little" | "endian")
            && !CONNECTING.contains(word)
            && !word.chars().all(|c| c.is_ascii_digit())
    };
    words.filter(is_kept).map(|word| (*word).to_owned()).collect()
}

fn split_words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for piece in
        text.split_inclusive([',', ' ', '\t', '\n', '-', '/', '(', ')', ':', '=', '\u{2010}', '\u{2011}', '\u{2013}'])
    {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        if !word.is_empty() {
            words.push(Some((word.to_lowercase(), word)));
        }
        if piece.ends_with(',') {
            words.push(None);
        }
    }
    words
}

/// Removes `unless otherwise stated` and similar words, because another sentence states the exception.
fn without_escapes(mut words: Vec<Word<'_>>) -> Vec<Word<'_>> {
    const STATED: &[&str] = &[
        "stated",
        "noted",
        "specified",
        "mentioned",
        "indicated",
        "otherwise",
        "marked",
        "documented",
        "explicitly",
        "said",
        "described",
        "defined",
    ];
    let is = |word: &Word<'_>, list: &[&str]| word.as_ref().is_some_and(|(word, _)| list.contains(&word.as_str()));
    let Some(from) = words.iter().position(|word| is(word, &["unless", "except"])) else { return words };
    let near = words.iter().enumerate().skip(from).take(6);
    if let Some(to) = near.filter(|(_, word)| is(word, STATED)).map(|(at, _)| at).max() {
        words.drain(from..=to);
    }
    words
}

/// Returns the order that the words at an index name, whether the order is one of bits, and the number of these words.
fn mention_at(words: &[Word<'_>], lower: &[&str], at: usize) -> Option<(Endian, bool, usize)> {
    let begins = |phrase: &&str| {
        let count = phrase.split(' ').count();
        phrase.split(' ').eq(lower.iter().skip(at).take(count).copied()).then_some(count)
    };
    let lists = [
        (BITS_BIG, Endian::Big, true),
        (BITS_LITTLE, Endian::Little, true),
        (BIG, Endian::Big, false),
        (LITTLE, Endian::Little, false),
    ];
    for (list, order, of_bits) in lists {
        if let Some(count) = list.iter().filter_map(begins).max() {
            // `bits are stored MSB first`
            let of_bits =
                of_bits || lower.get(at).is_some_and(|word| matches!(*word, "msb" | "lsb")) && is_of_bits(lower);
            return Some((order, of_bits, count));
        }
    }
    let (_, this) = words.get(at)?.as_ref()?;
    let order = match *this {
        "BE" => Endian::Big,
        "LE" => Endian::Little,
        _ => return None,
    };
    let before = at.checked_sub(1).and_then(|at| words.get(at)).and_then(Option::as_ref);
    let after = lower.get(at + 1).copied().unwrap_or("");
    // `MUST BE zero`
    let shouted = before.is_some_and(|(_, before)| before.len() > 1 && before.chars().all(|c| c.is_ascii_uppercase()));
    let leads = before
        .is_some_and(|(before, _)| matches!(before.as_str(), "in" | "as" | "is" | "are" | "use" | "uses" | "using"));
    let follows = matches!(after, "order" | "byte" | "format" | "encoding" | "integers" | "values" | "numbers");
    let alone = words.len() == 1;
    (!shouted && (leads || follows || alone)).then_some((order, false, 1))
}

/// Returns whether a sentence is about bits, not about bytes.
fn is_of_bits(words: &[&str]) -> bool {
    let counted =
        |at: usize| at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| word.parse::<u64>().is_ok());
    let bits = words.iter().enumerate().any(|(at, word)| matches!(*word, "bit" | "bits") && !counted(at));
    bits && !words.iter().any(|word| matches!(*word, "byte" | "bytes" | "octets" | "multibyte"))
}
