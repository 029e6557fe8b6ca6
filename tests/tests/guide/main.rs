//! The guide: the page of attributes is that of the table, the picture that of the declarations, every word is accepted by the
//! macros as its example shows, and links lead to pages that exist. The Rust of the pages runs as the documentation tests of
//! this crate.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod attributes;
mod lights;
mod links;
mod pages;

use bpx_codegen::words::{EXAMPLES, Example, REFUSED, TOPICS, WordFamily, all_words};
use quote::ToTokens;
use syn::parse::Parser;
use syn::{Attribute, Block, Item, Stmt, visit::Visit};

/// `cargo xtask guide` puts the page right.
#[test]
fn the_page_of_attributes_is_that_of_the_table() {
    let path = links::docs().join("guide/attributes.md");
    let wanted = attributes::page();
    if std::env::var_os("GUIDE").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "docs/guide/attributes.md is out of date: `cargo xtask guide` rewrites it");
}

#[test]
fn every_word_has_a_place_on_the_page_with_its_effects() {
    let page = std::fs::read_to_string(links::docs().join("guide/attributes.md")).unwrap();
    let anchors = links::anchors(&page);
    for topic in TOPICS {
        for word in topic.words {
            let row = attributes::row(word, topic.title);
            assert!(page.contains(&format!("\n{row}\n")), "the list has no row {row}");
            let anchor = row.split_once("](#").unwrap().1.split_once(')').unwrap().0;
            assert!(anchors.contains(anchor), "{row} leads to no heading");
            let described = page.split_once(&format!("\n### {}\n", word.heading())).unwrap().1;
            let described = described.split("\n##").next().unwrap();
            assert!(described.contains(word.meaning), "{}: the page has no meaning", word.name);
            for name in ["On", "Reader", "Writer", "Validator", "Schema and exports", "Example"] {
                assert!(described.contains(&format!("\n* {name}: ")), "{}: the page has no {name}", word.name);
            }
        }
    }
}

/// The compiler alone honours these; every other word changes at least one part.
#[test]
fn words_without_any_effect_are_known() {
    let without =
        all_words().into_iter().filter(|word| attributes::effects(word).iter().all(|(_, effect)| effect.is_empty()));
    let names: Vec<_> = without.map(|word| word.name).collect();
    assert_eq!(names, ["constant", "crate", "bits"]);
}

#[test]
fn the_macros_accept_every_word_as_its_example_shows() {
    for example in EXAMPLES {
        for item in items(example) {
            expand(&item).unwrap_or_else(|error| panic!("{}: {error}", example.name));
        }
    }
    for word in all_words() {
        let example = EXAMPLES.iter().find(|example| example.name == word.example);
        let example = example.unwrap_or_else(|| panic!("`{}` names an example that does not exist", word.name));
        let mut used = Used::default();
        items(example).iter().for_each(|item| used.visit_item(item));
        let is_used = used.0.iter().any(|(family, name)| *family == word.family && name == word.name);
        assert!(is_used, "the example `{}` has no `{}`", word.example, word.name);
    }
}

#[test]
fn the_macros_refuse_words_of_binrw_with_what_to_use_instead() {
    for name in REFUSED.iter().flat_map(|refused| refused.names) {
        let item = syn::parse_str(&format!("struct S {{ #[br({name})] field: u8 }}")).unwrap();
        let error = bpx_codegen::expand_structure(Default::default(), item).unwrap_err().to_string();
        assert!(error.starts_with(&format!("`{name}` is not supported: ")), "{name}: {error}");
        assert!(all_words().iter().all(|word| word.name != *name), "`{name}` is a word and is refused");
    }
}

fn items(example: &Example) -> Vec<Item> {
    let statements = Block::parse_within.parse_str(example.code).unwrap();
    let items = statements.into_iter().filter_map(|statement| match statement {
        Stmt::Item(item @ (Item::Struct(_) | Item::Enum(_))) => Some(item),
        _ => None,
    });
    items.collect()
}

fn expand(item: &Item) -> syn::Result<()> {
    let (attributes, mut bare) = match item.clone() {
        Item::Struct(item) => (item.attrs.clone(), Item::Struct(item)),
        Item::Enum(item) => (item.attrs.clone(), Item::Enum(item)),
        _ => return Ok(()),
    };
    let is_structure = attributes.iter().any(|attribute| attribute.path().is_ident("structure"));
    let kept = |attribute: &Attribute| {
        !attribute.path().is_ident("structure") && (is_structure || !attribute.path().is_ident("derive"))
    };
    match &mut bare {
        Item::Struct(item) => item.attrs.retain(kept),
        Item::Enum(item) => item.attrs.retain(kept),
        _ => {}
    }
    let tokens = bare.to_token_stream();
    let expanded = if is_structure {
        bpx_codegen::expand_structure(Default::default(), tokens)
    } else {
        bpx_codegen::expand_record(tokens)
    };
    expanded.map(|_| ())
}

/// The words that attributes begin with.
#[derive(Default)]
struct Used(Vec<(WordFamily, String)>);

impl Visit<'_> for Used {
    fn visit_attribute(&mut self, attribute: &Attribute) {
        let family = match attribute.path().get_ident().map(ToString::to_string).as_deref() {
            Some("br" | "bw" | "brw") => WordFamily::Binrw,
            Some("schema") => WordFamily::Schema,
            _ => return,
        };
        // The words are names between commas, outside of parentheses.
        let mut is_first = true;
        for token in attribute.meta.require_list().unwrap().tokens.clone() {
            if is_first {
                self.0.push((family, token.to_string()));
            }
            is_first = token.to_string() == ",";
        }
    }
}
