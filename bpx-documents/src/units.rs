//! Finds the types of a document and the unit of its sizes, before its tables are read.

use super::forms::block::{Block, Grid};
use super::model::Number;
use super::prose::{Prose, Sentence};
use super::size::{Size, Unit};
use super::tables;
use super::types::Types;

/// The types of a document, and the unit of sizes without a unit.
pub(super) struct Units {
    /// The sizes of the types that the document defines, without structures.
    pub types: Types,
    /// The unit that a sentence states.
    pub stated: Option<Unit>,
    /// The unit that tables show.
    pub shown: Option<Unit>,
}

impl Units {
    pub(super) fn of(blocks: &[Block]) -> Self {
        let grids =
            || blocks.iter().filter_map(|block| if let Block::Grid(grid) = block { Some(&**grid) } else { None });
        let stated = stated_unit(blocks);
        let mut used = Types::new();
        prose_blocks(blocks).for_each(|prose| define_type(prose, &mut used));
        define_words(blocks, &mut used);
        for block in blocks {
            if let Block::Heading(heading) = block {
                used.note_title(&heading.title);
            }
        }
        grids().for_each(|grid| tables::note_uses(grid, &mut used));
        let sized: Vec<_> = grids().flat_map(tables::sized_types).collect();
        let used = used.with_digits(tables::digits_meaning(sized.iter().map(|(ty, bits)| (ty.as_str(), *bits))));
        // A glossary may state sizes in the unit that other tables show by other types.
        let shown = shown_unit(grids(), &define_types(grids(), used.clone(), stated));
        let types = define_types(grids(), used, stated.or(shown));
        Self { types, stated, shown }
    }
}

fn prose_blocks(blocks: &[Block]) -> impl Iterator<Item = &Prose> {
    blocks.iter().filter_map(|block| if let Block::Prose(prose) = block { Some(prose) } else { None })
}

/// Adds a type that a paragraph defines: `LONG64: A 64-bit signed integer value`, `half is an unsigned 16-bit integer`.
fn define_type(prose: &Prose, types: &mut Types) {
    let text = prose.text();
    let Some((name, words)) = text.split_once(':').or_else(|| text.split_once(" is ")) else { return };
    let name = name.trim_matches('`');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if !name.is_empty() && name.chars().all(is_word) {
        types.define_by(name, words.split(". ").next().unwrap_or(words));
    }
}

/// Adds the words of several bytes whose sizes sentences state, unless two sentences state different sizes.
fn define_words(blocks: &[Block], types: &mut Types) {
    let stated = prose_blocks(blocks).flat_map(Prose::sentences).flat_map(tables::stated_groups);
    // A block or a page may be a structure too.
    let stated: Vec<(String, u64)> = stated.filter(|(name, _)| name.ends_with("word")).collect();
    for (name, bits) in &stated {
        if stated.iter().all(|(other, size)| other != name || size == bits) {
            // The bits of a word are a number, also if its name begins with `half`.
            types.define_type(name, Size::bits(*bits), Some(Number::Unsigned));
        }
    }
}

/// Adds the types that tables define.
fn define_types<'g>(grids: impl Iterator<Item = &'g Grid>, mut types: Types, unit: Option<Unit>) -> Types {
    grids.for_each(|grid| tables::define_types(grid, &mut types, unit));
    types
}

/// Returns the unit that tables show, if all tables show the same unit.
fn shown_unit<'g>(grids: impl Iterator<Item = &'g Grid>, types: &Types) -> Option<Unit> {
    let mut units = grids.filter_map(|grid| tables::unit_evidence(grid, types, None).only_unit());
    let first = units.next()?;
    units.all(|unit| unit == first).then_some(first)
}

/// Returns the unit that a sentence states for sizes.
fn stated_unit(blocks: &[Block]) -> Option<Unit> {
    let says = |sentence: &Sentence<'_>| {
        let about = sentence.has_any(&["sizes", "lengths", "widths"]) && sentence.has_any(&["in"]);
        let mut units = sentence.words().filter_map(Unit::of);
        let unit = units.next();
        // Two units depend on something, unless the sentence denies the second.
        let is_only = unit.is_some_and(|unit| units.all(|other| other == unit)) || sentence.has_any(&["not"]);
        unit.filter(|_| about && is_only && sentence.quantities().is_empty())
    };
    prose_blocks(blocks).find_map(|prose| prose.sentences().find_map(|sentence| says(&sentence)))
}
