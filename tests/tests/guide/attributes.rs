//! The page of all attributes, made of the table in the generator.

use bpx_codegen::words::{EXAMPLES, REFUSED, TOPICS, Word};
use std::fmt::Write;

const INTRODUCTION: &str = "# Attributes

This page is made by `cargo xtask guide` from the table that the macros themselves read (`bpx_codegen::words`): a word that is
missing here is refused by the compiler.

`br`, `bw` and `brw` take the words of binrw, and the macros read the three alike; the forms below are the usual ones. `schema`
takes the words that binrw does not have. [The language of expressions](../language.md) defines expressions and conditions.
";

/// Returns the page.
pub(crate) fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for topic in TOPICS {
        write!(page, "\n## {}\n", topic.title).unwrap();
        topic.words.iter().for_each(|word| describe(&mut page, word));
    }
    page.push_str("\n## Words of binrw that are refused\n\n| word | what to use instead |\n|---|---|\n");
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

fn describe(page: &mut String, word: &Word) {
    let places: Vec<_> = word.places.iter().map(|place| place.name()).collect();
    write!(page, "\n### {}\n\n```text\n{}\n```\n\n{}\n\n", word.heading(), word.syntax.join("\n"), word.meaning)
        .unwrap();
    writeln!(page, "* On: {}{}.", places.join(", "), if word.may_repeat { "; may be repeated" } else { "" }).unwrap();
    let effects =
        [("Reader", word.reader), ("Writer", word.writer), ("Validator", word.validator), ("Schema", word.schema)];
    for (name, effect) in effects.into_iter().filter(|(_, effect)| !effect.is_empty()) {
        writeln!(page, "* {name}: {effect}").unwrap();
    }
    let example = EXAMPLES.iter().find(|example| example.name == word.example).unwrap();
    writeln!(page, "* Example: [{}](#{})", example.title, example.title.to_lowercase().replace(' ', "-")).unwrap();
}
