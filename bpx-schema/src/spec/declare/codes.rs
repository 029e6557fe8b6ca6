//! Sets of values: those of fields, and those of none.

use super::super::build::names_set;
use super::super::model::{Body, Document, Field, Table, Value};
use super::super::name::same;
use crate::name::upper;
use crate::schema::{Code, Codes, CodesLink, Text};

/// The sets of a document, each with the structure and the field that the document tells.
pub(super) struct Sets(Vec<Set>);

struct Set {
    /// The structure and the field that the document tells.
    of: Option<(String, String)>,
    /// The title of its table.
    title: String,
    codes: Codes,
}

impl Sets {
    pub(super) fn of(document: &Document) -> Self {
        let mut sets = Self(Vec::new());
        for table in &document.tables {
            let (values, flags) = match &table.body {
                Body::Enumeration { values } => (values, false),
                Body::Flags { values } => (values, true),
                _ => continue,
            };
            let codes = codes(table, values, flags);
            if codes.codes.is_empty() {
                continue;
            }
            let told = !table.structure.is_empty() && !table.field.is_empty();
            let of = told.then(|| (table.structure.clone(), table.field.clone()));
            sets.0.push(Set { of, title: table.name.clone(), codes });
        }
        sets
    }

    /// The set of a field: the one that the document says is its, the one that is called as its type is, or the one that its
    /// notes name.
    pub(super) fn of_field(&self, table: &Table, field: &Field) -> Option<CodesLink> {
        let told = |set: &&Set| {
            set.of.as_ref().is_some_and(|(structure, name)| *structure == table.name && same(name, &field.name))
        };
        let typed = |set: &&Set| same(&set.codes.name, &field.ty);
        let noted = |set: &&Set| names_set(&field.notes, &set.title);
        let find = |of: &dyn Fn(&&Set) -> bool| self.0.iter().find(of);
        let found = find(&told).or_else(|| find(&typed)).or_else(|| find(&noted))?;
        Some(CodesLink::Owned(Box::new(found.codes.clone())))
    }

    /// The names of the sets of some tables.
    pub(super) fn within<'s>(&'s self, document: &Document, is_wanted: impl Fn(&Table) -> bool) -> Vec<&'s str> {
        let wanted: Vec<_> = document.tables.iter().filter(|table| is_wanted(table)).collect();
        let is_one =
            |set: &&Set| wanted.iter().any(|table| table.name == set.title && table.section == *set.codes.spec);
        self.0.iter().filter(is_one).map(|set| &*set.codes.name).collect()
    }

    /// The sets that no field has, and the types of sections.
    pub(super) fn loose(&self, document: &Document) -> Vec<Codes> {
        let held = |codes: &Codes| {
            document.structures().any(|(_, table, fields, _)| {
                fields.iter().any(|field| self.of_field(table, field).is_some_and(|link| link.get() == codes))
            })
        };
        let mut loose: Vec<_> = self.0.iter().map(|set| &set.codes).filter(|codes| !held(codes)).cloned().collect();
        for table in &document.tables {
            let Body::Sections { sections } = &table.body else { continue };
            let code = |section: &super::super::model::SectionUse| {
                Some(Code { name: section.name.clone().into(), value: section.ty?, doc: Text::default() })
            };
            let codes: Vec<_> = sections.iter().filter_map(code).collect();
            if !codes.is_empty() {
                let name = upper(&format!("{} Section", super::chapter(document, table)));
                loose.push(Codes { name: name.into(), ..set(table, codes, false) });
            }
        }
        loose
    }
}

fn codes(table: &Table, values: &[Value], flags: bool) -> Codes {
    let code = |value: &Value| {
        let number = value.value.filter(|number| !flags || number.count_ones() == 1)?;
        Some(Code { name: value.name.clone().into(), value: number, doc: super::sentence(&value.notes) })
    };
    set(table, values.iter().filter_map(code).collect(), flags)
}

fn set(table: &Table, codes: Vec<Code>, flags: bool) -> Codes {
    // What the title begins with is no part of the name.
    let bare = ["Enumeration ", "Flags "].iter().find_map(|word| table.name.strip_prefix(word));
    let name = match (&*table.structure, &*table.field) {
        _ if bare.is_some() => upper(bare.unwrap_or_default()),
        ("", _) | (_, "") => upper(&table.name),
        (structure, field) => format!("{}{}", upper(structure), upper(field)),
    };
    let doc = format!("{}.", if table.field.is_empty() { &table.name } else { &table.field });
    Codes { name: name.into(), doc: doc.into(), spec: table.section.clone().into(), flags, codes: codes.into() }
}
