//! The page of all attributes, made of the table in the generator.

use bpx_codegen::words::{AttributeWord, EXAMPLES, REFUSED, TOPICS, WordFamily};
use std::fmt::Write;

const INTRODUCTION: &str = "# Attributes

`cargo xtask guide` writes this page from the table that the macros themselves read (`bpx_codegen::words`): the compiler
rejects a word that is missing here.

`br`, `bw` and `brw` take the words of binrw, and the macros read the three alike; the forms below are the usual ones. `schema`
takes the words that binrw does not have. [The language of expressions](../language.md) defines expressions and conditions.

Exports are made of the schema alone: Python reads, writes and checks all of it; C reads, writes and checks records, and has the
codes as constants; Kaitai Struct reads what its language can express; Markdown and SVG show the layout, Markdown the rules too;
JSON is the schema itself. Python and Kaitai Struct list the rules that they omit; C lists the structures and the relations that it omits.
";

/// Returns the page.
pub(crate) fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str("\n## All words\n\n| word | attribute | subject |\n|---|---|---|\n");
    for topic in TOPICS {
        topic.words.iter().for_each(|word| writeln!(page, "{}", row(word, topic.title)).unwrap());
    }
    for topic in TOPICS {
        write!(page, "\n## {}\n", topic.title).unwrap();
        topic.words.iter().for_each(|word| describe(&mut page, word));
    }
    page.push_str("\n## Words of binrw that the macros reject\n\n| word | what to use instead |\n|---|---|\n");
    for refused in REFUSED {
        let names: Vec<_> = refused.names.iter().map(|name| format!("`{name}`")).collect();
        writeln!(page, "| {} | {} |", names.join(", "), refused.instead).unwrap();
    }
    page.push_str("\n## Examples\n");
    for example in EXAMPLES {
        write!(page, "\n### {}\n\n```rust\n{}\n```\n", example.title, example.code.trim_end()).unwrap();
    }
    page
}

/// Returns the row of a word in the list of all words.
pub(crate) fn row(word: &AttributeWord, subject: &str) -> String {
    let attribute = match word.family {
        WordFamily::Binrw => "`br`, `bw`, `brw`",
        WordFamily::Schema => "`schema`",
    };
    format!("| [{}](#{}) | {attribute} | {subject} |", word.name, word.heading().to_lowercase().replace(' ', "-"))
}

/// What a word becomes, by the part of the generated code that has it.
pub(crate) fn effects(word: &AttributeWord) -> [(&'static str, &'static str); 4] {
    [
        ("Reader", word.reader),
        ("Writer", word.writer),
        ("Validator", word.validator),
        ("Schema and exports", word.schema),
    ]
}

fn describe(page: &mut String, word: &AttributeWord) {
    let places: Vec<_> = word.places.iter().map(|place| place.name()).collect();
    write!(page, "\n### {}\n\n```text\n{}\n```\n\n{}\n\n", word.heading(), word.syntax.join("\n"), word.meaning)
        .unwrap();
    writeln!(page, "* On: {}{}.", places.join(", "), if word.may_repeat { "; may be repeated" } else { "" }).unwrap();
    for (name, effect) in effects(word) {
        writeln!(page, "* {name}: {}", if effect.is_empty() { "no effect." } else { effect }).unwrap();
    }
    let example = EXAMPLES.iter().find(|example| example.name == word.example).unwrap();
    writeln!(page, "* Example: [{}](#{})", example.title, example.title.to_lowercase().replace(' ', "-")).unwrap();
}
