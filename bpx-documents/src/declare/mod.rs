//! A document as a schema: what its tables state unambiguously.
//!
//! Structures of a fixed size are complete: fields, codes, flags, bits, and the rules that notes state. In others,
//! fields without a fixed size or place are left open and listed.

mod codes;
mod column;
mod field;
mod names;
mod notes;
mod settle;

use self::codes::Sets;
use self::column::Stated;
use self::field::{Kind, kind};
pub(super) use self::names::Names;
use self::settle::Held;
use super::chapters::Chapters;
use super::model::{Document, Field, Table};
use super::name::is_reserved;
use super::size::Size;
use bpx_model::name::{Unused, kebab};
use bpx_model::{
    BitField, Body as Declared, CodesLink, Constraint, Endian, Field as Part, Length, Link, List, Model, Rule,
    Structure, Text, Type, VarintForm,
};
use std::collections::BTreeSet;

/// A schema, and what the document leaves open.
#[derive(Debug, Clone, PartialEq)]
pub struct Declarations {
    /// The structures; the first one of the document is the root. Its codes are the sets of values that belong to no
    /// field: types of sections, and sets whose field the document does not name.
    pub model: Model,
    /// What has to be declared by hand: name of the structure, and what is open.
    pub open: Vec<(String, String)>,
}

/// Derives a schema from a document.
#[must_use]
pub fn declare(document: &Document) -> Declarations {
    let structures: Vec<_> = document.structures().map(|(_, table, fields, size)| (table, fields, size)).collect();
    let names = Names::of(document);
    let sets = Sets::of(document);
    let model = Model { root: Text::default(), structures: std::collections::BTreeMap::new(), codes: Vec::new() };
    let mut declarations = Declarations { model, open: sets.open.clone() };
    let mut cells = structures.iter().flat_map(|(_, fields, _)| *fields).filter_map(|field| field.rules.as_deref());
    let exported = cells.any(column::is_exported);
    let context = Context { names: &names, sets: &sets, endian: endian(document), exported };
    let mut held = Vec::new();
    for (index, (table, fields, size)) in structures.iter().enumerate() {
        let Some(name) = names.name(index) else { continue };
        let (structure, open) = context.structure(name, table, fields, *size, &mut held);
        declarations.open.extend(open.into_iter().map(|what| (name.to_owned(), what)));
        if declarations.model.root.is_empty() {
            declarations.model.root = name.to_owned().into();
        }
        declarations.model.structures.insert(name.to_owned(), structure);
    }
    declarations.open.extend(settle::settle(&mut declarations.model, &held));
    declarations.model.codes = sets.loose(document, &declarations.model.structures);
    declarations
}

/// Returns what [`declare`] names in the section with this number or title and in its subsections: structures, and sets
/// of values that no field has.
#[must_use]
pub fn names_in(document: &Document, section: &str) -> BTreeSet<String> {
    let names = Names::of(document);
    let inside = document.sections_in(section);
    let is_inside = |table: &Table| table.within.is_some_and(|within| inside.contains(&within));
    let structures = document.structures().enumerate().filter(|(_, (_, table, ..))| is_inside(table));
    let structures = structures.filter_map(|(index, _)| names.name(index));
    let sets = Sets::of(document);
    structures.chain(sets.within(is_inside)).map(ToOwned::to_owned).collect()
}

/// Returns the title of the chapter of a table, as far as it names the subject: the part after the last colon or dash.
fn chapter<'d>(document: &'d Document, chapters: &Chapters, table: &Table) -> &'d str {
    let section = chapters.find(table.within).and_then(|at| document.sections.get(at));
    let title = section.map_or("", |section| &section.title);
    title.rsplit([':', '\u{2013}', '-']).next().unwrap_or("").trim()
}

/// Returns little endian, unless the document mentions only big endian.
fn endian(document: &Document) -> Endian {
    let (mut big, mut little) = (false, false);
    for (_, prose) in &document.prose {
        let text = prose.folded();
        big |= text.contains("big endian");
        little |= text.contains("little endian");
    }
    if big && !little { Endian::Big } else { Endian::Little }
}

/// What a table leaves open: places of fields, and rules.
#[derive(Default)]
struct Open {
    layout: Vec<String>,
    rules: Vec<String>,
}

/// Bits of a structure, whose places are numbers of 16 bits.
const MAX_BITS: u64 = 0xffff;

/// What all structures of a document have in common.
struct Context<'d> {
    names: &'d Names,
    sets: &'d Sets<'d>,
    endian: Endian,
    /// Whether the document is an exported reference, whose columns of rules are complete.
    exported: bool,
}

impl Context<'_> {
    fn structure(
        &self,
        name: &str,
        table: &Table,
        fields: &[Field],
        size: Size,
        held: &mut Vec<Held>,
    ) -> (Structure, Vec<String>) {
        let mut open = Open::default();
        let whole = size.exact().filter(|bits| bits % 8 == 0 && *bits > 0);
        let has_bits = || fields.iter().any(|field| matches!(self.kind(field), Kind::Bits(_)));
        let bits = whole.is_some_and(|bits| bits <= MAX_BITS) && has_bits();
        let body = match bits {
            true => self.bits(name, table, fields, &mut open),
            false => self.fields(name, table, fields, &mut open, held),
        };
        let complete = open.layout.is_empty();
        let section = if table.section.is_empty() || table.section == table.name {
            String::new()
        } else {
            format!(" (section {})", table.section)
        };
        let doc = format!("{}{section}.", table.title());
        let structure = Structure {
            doc: doc.into(),
            spec: table.section.clone().into(),
            // A bit field that is left out leaves a hole.
            size: whole.filter(|_| complete || bits).map(|bits| bits / 8),
            ..Structure::new(name.to_owned().into(), body)
        };
        (structure, open.layout.into_iter().chain(open.rules).collect())
    }

    fn kind(&self, field: &Field) -> Kind {
        kind(field, self.names, self.endian)
    }

    fn bits(&self, name: &str, table: &Table, fields: &[Field], open: &mut Open) -> Declared {
        let (mut end, mut taken, mut parts) = (0_u64, Unused::default(), Vec::with_capacity(fields.len()));
        for field in fields {
            // Together they have an exact size, of at most `MAX_BITS`, so that each of them has.
            let Some(width) = field.size.and_then(Size::exact) else { continue };
            let place = (u16::try_from(end), u16::try_from(width));
            end += width;
            let (Ok(bit), Ok(width @ 1..=128)) = place else {
                open.layout.push(format!("`{}` takes {width} bits, and 1 to 128 can be declared", field.name));
                continue;
            };
            let own = names::field(&field.name, &mut taken);
            // No signature fits into bits: with a size of 0 none matches.
            let number = (0, &Type::Varint { bits: 64, form: VarintForm::Uleb });
            let (codes, constraints) = self.rules(name, &own, table, field, number, open);
            parts.push(BitField {
                name: own.into(),
                label: field.name.clone().into(),
                doc: sentence(&field.notes),
                bit,
                bits: width,
                order: Endian::Little,
                codes,
                constraints,
            });
        }
        Declared::Bits(parts.into())
    }

    fn fields(&self, name: &str, table: &Table, fields: &[Field], open: &mut Open, held: &mut Vec<Held>) -> Declared {
        let (mut offset, mut taken, mut parts) = (Some(0_u64), Unused::default(), Vec::with_capacity(fields.len()));
        // Whether everything before a field is declared.
        let mut is_known = true;
        for (place, field) in fields.iter().enumerate() {
            let own = names::field(&field.name, &mut taken);
            if let Some((stated, at)) = field.offset.zip(offset).filter(|(stated, at)| stated != at) {
                open.layout
                    .push(format!("`{own}` is said to lie at offset {stated}, and what is before it takes {at} bytes"));
            }
            if !field.when.is_empty() {
                open.layout.push(format!("`{own}` is there under a condition: {}", field.when));
            }
            let last = place + 1 == fields.len();
            let (mut ty, mut len, size) = match self.kind(field) {
                Kind::Fixed(_, _, 0) => {
                    open.rules.push(format!("`{own}` takes no bytes"));
                    continue;
                }
                Kind::Fixed(ty, len, size) => (ty, len, Some(size)),
                Kind::CString => (Type::CString, None, None),
                Kind::Varint(bits) => (Type::Varint { bits, form: VarintForm::Uleb }, None, None),
                Kind::Bits(bits) => {
                    open.layout.push(format!("`{own}` takes {bits} bits, and fields around it are no bits"));
                    is_known = false;
                    continue;
                }
                Kind::Open if last => {
                    open.layout.push(format!("`{own}` has no fixed size: how much there is"));
                    (field::byte(), Some(Length::Rest), None)
                }
                Kind::Open => {
                    open.layout.push(format!("`{own}` has no fixed size: what it is, and how much there is"));
                    offset = None;
                    continue;
                }
            };
            // A size in bytes out of one in bits.
            let bits = size.map_or(0, |size| 8 * size);
            let (codes, constraints) = self.rules(name, &own, table, field, (bits, &ty), open);
            // A signature is an array of bytes, also if the document calls it a number.
            if let Some(size) = size.filter(|_| constraints.iter().any(|one| matches!(one.rule, Rule::Magic(_)))) {
                (ty, len) = (field::byte(), Some(Length::Fixed(size)));
            }
            let owner = || name.to_owned();
            let other = settle::target(&ty).zip(size);
            held.extend(other.map(|(target, size)| Held { owner: owner(), place: parts.len(), target, size }));
            parts.push(Part {
                label: field.name.clone().into(),
                doc: sentence(&field.notes),
                offset,
                len,
                codes,
                constraints,
                ..Part::new(own.into(), ty)
            });
            offset = offset.zip(size).and_then(|(offset, size)| offset.checked_add(size));
        }
        if offset.is_none() || !is_known {
            parts.iter_mut().for_each(|part| part.offset = None);
        }
        Declared::Fields(parts.into())
    }

    /// Returns the codes of a field, and the rules that its notes state.
    fn rules(
        &self,
        owner: &str,
        own: &str,
        table: &Table,
        field: &Field,
        (bits, ty): (u64, &Type),
        open: &mut Open,
    ) -> (Option<CodesLink>, List<Constraint>) {
        let is_whole = matches!(ty, Type::Int { size: 1 | 2 | 4 | 8, .. } | Type::Varint { .. });
        let set = self.sets.of_field(table, field);
        if let Some(codes) = set.filter(|_| !is_whole) {
            open.rules.push(format!("`{own}` has the values `{}`, and is no whole number", codes.name));
        }
        let codes = set.filter(|_| is_whole).map(|codes| CodesLink::Owned(codes.clone()));
        let code = |rule: &Rule| format!("{}.{}.{}", kebab(owner), kebab(own), rule.name());
        if let Some(cell) = field.rules.as_ref().filter(|_| self.exported) {
            let (stated, left) = column::rules(cell, bits);
            open.rules.extend(left.into_iter().map(|rule| format!("a rule of `{own}`: {rule}")));
            let constraint = |Stated { rule, code: stated, lenient }| {
                let code = if stated.is_empty() { code(&rule) } else { stated };
                Constraint::new(rule, code.into(), Text::default(), lenient.into())
            };
            return (codes, stated.into_iter().map(constraint).collect::<Vec<_>>().into());
        }
        let notes = format!("{} {}", field.notes, field.rules.as_deref().unwrap_or_default());
        let mut rules = notes::rules(notes.trim(), bits);
        if is_reserved(&field.name) && rules.is_empty() {
            rules.push(Rule::Zero);
        }
        // A field with a set of values has only these values (D-46).
        rules.extend(codes.is_some().then_some(Rule::Known));
        let constraint = |rule: Rule| {
            let code = code(&rule).into();
            Constraint::new(rule, code, Text::default(), Text::default())
        };
        (codes, rules.into_iter().map(constraint).collect::<Vec<_>>().into())
    }
}

/// Turns notes into documentation: a sentence with a capital letter and a full stop.
fn sentence(notes: &str) -> Text {
    let text = notes.trim().trim_end_matches('.');
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.map_or_else(Text::default, |first| format!("{}{}.", first, letters.as_str()).into())
}

/// Returns the type of a structure of the document.
fn named(name: &str) -> Type {
    Type::Named { link: Link::Name(name.to_owned().into()), args: List::default() }
}
