//! Reads the words of sentences that change the layout of structures.

use super::super::prose::Sentence;

/// A sentence or a title, as words in lower case.
pub(super) struct Statement<'d> {
    pub(super) text: &'d str,
    pub(super) words: Vec<String>,
    pub(super) line: usize,
    pub(super) within: Option<usize>,
    pub(super) is_title: bool,
}

impl<'d> Statement<'d> {
    /// Splits a sentence, or the title of a section, into words.
    pub(super) fn of(sentence: Sentence<'d>, within: Option<usize>, is_title: bool) -> Self {
        let clean = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_').to_lowercase();
        let words = sentence.words().map(clean).filter(|word| !word.is_empty()).collect();
        Self { text: sentence.text, words, line: sentence.line, within, is_title }
    }

    /// Returns whether any of the words is in the sentence.
    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.as_str()))
    }

    /// Returns whether the words are in the sentence, one after the other.
    pub(super) fn has_phrase(&self, phrase: &[&str]) -> bool {
        self.words.windows(phrase.len()).any(|words| words.iter().eq(phrase))
    }

    /// Returns whether the sentence begins with any of the words.
    pub(super) fn begins_with(&self, words: &[&str]) -> bool {
        self.words.first().is_some_and(|word| words.contains(&word.as_str()))
    }

    /// Returns whether the sentence ends with a colon or states what follows.
    pub(super) fn introduces(&self) -> bool {
        self.text.ends_with(':') || self.has(&["follow", "follows", "following"])
    }
}

/// The number of words in which a sentence names its subject.
pub(super) const SUBJECT: usize = 6;

/// Returns whether a sentence says that fields or structures are aligned: `All fields are aligned to 4 bytes`.
pub(super) fn states_alignment(said: &Statement<'_>) -> bool {
    let of_fields = [
        "field",
        "fields",
        "member",
        "members",
        "structure",
        "structures",
        "struct",
        "structs",
        "record",
        "records",
        "values",
        "integers",
    ];
    // The subject is before the verb, and near.
    let verb = said.words.iter().position(|word| matches!(word.as_str(), "aligned" | "padded"));
    let before = verb.and_then(|verb| said.words.get(verb.saturating_sub(4)..verb)).unwrap_or_default();
    before.iter().any(|word| of_fields.contains(&word.as_str()))
        && !said.has(&["not", "no", "never", "unaligned", "if", "when", "may", "should"])
        // `padded with 20 spaces` states the fill of a text.
        && (!said.has_phrase(&["padded", "with"]) || said.has(&["multiple", "boundary"]))
        && (said.text.contains(|c: char| c.is_ascii_digit())
            || said.has(&["naturally", "boundary", "boundaries", "multiple"]))
}

/// Returns whether a sentence says that all numbers are signed.
pub(super) fn states_signs(said: &Statement<'_>) -> bool {
    // `Fields marked (s) are signed`
    let is_of_some = said.begins_with(&["fields", "values", "numbers"]) && said.has_phrase(&["are", "signed"]);
    (is_of_all(said) || is_of_some)
        && (said.has(&["signed"]) || said.has_phrase(&["two's", "complement"]))
        && !said.has(&["unsigned", "not", "if", "or"])
}

/// Returns whether a sentence is about all numbers: `All fields are ..`, `Values are ..`.
pub(super) fn is_of_all(said: &Statement<'_>) -> bool {
    let things = ["integers", "numbers", "values", "fields", "integer", "coordinates"];
    said.has(&["all", "every", "each"]) && said.has(&things)
        || said.begins_with(&things) && said.words.get(1).is_some_and(|verb| verb == "are")
        || said.begins_with(&["numeric"]) && said.has(&["fields", "values"])
}

/// Returns whether a sentence says that all fields are texts or decimal digits, not binary numbers.
pub(super) fn states_texts(said: &Statement<'_>) -> bool {
    let texts = ["ascii", "ebcdic", "bcd", "octal", "text", "strings", "characters"];
    // `The record is ASCII text.`
    let wholes = ["record", "records", "file", "files", "header", "block", "line", "lines", "message"];
    let is_of_whole = said.words.iter().position(|word| matches!(word.as_str(), "is" | "are")).is_some_and(|verb| {
        let (subject, after) = said.words.split_at(verb);
        let is_one = matches!(subject, [which, _] if matches!(which.as_str(), "the" | "a" | "each" | "every"));
        let is_whole = is_one && subject.last().is_some_and(|last| wholes.contains(&last.as_str()));
        is_whole && after.iter().skip(1).take(2).any(|word| texts.contains(&word.as_str()))
    });
    (is_of_all(said) || is_of_whole)
        && said.has(&texts)
        && !said.has(&["not", "unless", "if", "or", "except", "string", "hexadecimal"])
}

/// Returns whether a sentence says which word of a number comes first, or that words are swapped.
pub(super) fn states_word_order(said: &Statement<'_>) -> bool {
    let first = ["low", "high", "lower", "higher", "least", "most"]
        .iter()
        .any(|which| said.has_phrase(&[which, "word", "first"]) || said.has_phrase(&[which, "order", "word", "first"]));
    let swapped = ["words are swapped", "words swapped", "word swapped", "swapped words"];
    let swapped = swapped.iter().any(|phrase| said.has_phrase(&phrase.split(' ').collect::<Vec<_>>()));
    first || swapped && !said.has(&["no", "not"])
}

/// Returns whether a sentence is about the order of bits, in words that the reader of bit orders does not know.
pub(super) fn states_bit_order(said: &Statement<'_>) -> bool {
    let ends = ["high", "highest", "upper", "top", "low", "lowest", "lower", "bottom", "significant"];
    let of_bits = |words: &[String]| matches!(words, [end, bit] if ends.contains(&end.as_str()) && is_bit(bit));
    let is_order = said.has(&["from", "first", "occupies", "occupy", "packed", "stored", "uses", "use", "takes"]);
    is_order && said.words.windows(2).any(of_bits) && super::mention::find_mentions(said.text).is_empty()
}

pub(super) fn is_bit(word: &str) -> bool {
    matches!(word, "bit" | "bits")
}

/// Returns whether a sentence says that further bytes follow the fields: `The rest of the packet is the payload`. A
/// sentence about fields, or about the document, states no bytes.
pub(super) fn states_rest(said: &Statement<'_>) -> bool {
    let of_rest = |words: &[String]| {
        matches!(words, [the, rest, of, ..]
            if the == "the" && matches!(rest.as_str(), "rest" | "remainder") && of == "of")
    };
    let Some(at) = said.words.windows(3).position(of_rest) else { return false };
    let after = said.words.get(at + 3..).unwrap_or_default();
    let says = after
        .iter()
        .take(SUBJECT)
        .any(|word| matches!(word.as_str(), "is" | "are" | "contains" | "contain" | "holds" | "consists"));
    says && !said.is_title
        && said.has(&["bytes", "payload", "data"])
        && !said.has(&["fields", "field", "described", "section", "document", "not"])
}
