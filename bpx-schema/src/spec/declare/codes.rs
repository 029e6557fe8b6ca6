//! Sets of values: those of fields, and those of none.

use super::super::model::{Body, Document, Field, Table, Value};
use super::super::name::same;
use crate::name::upper;
use crate::schema::{Code, Codes, CodesLink, Text};

/// The sets of a document, each with the structure and the field that the document tells.
pub(super) struct Sets(Vec<(Option<(String, String)>, Codes)>);

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
            sets.0.push((told.then(|| (table.structure.clone(), table.field.clone())), codes));
        }
        sets
    }

    /// The set of a field: the one that the document says is its, or the one that is called as its type is.
    pub(super) fn of_field(&self, table: &Table, field: &Field) -> Option<CodesLink> {
        let told = |(owner, _): &&(Option<(String, String)>, Codes)| {
            owner.as_ref().is_some_and(|(structure, name)| *structure == table.name && same(name, &field.name))
        };
        let typed = |(_, codes): &&(Option<(String, String)>, Codes)| same(&codes.name, &field.ty);
        let found = self.0.iter().find(told).or_else(|| self.0.iter().find(typed))?;
        Some(CodesLink::Owned(Box::new(found.1.clone())))
    }

    /// The sets that no field has, and the types of sections.
    pub(super) fn loose(&self, document: &Document) -> Vec<Codes> {
        let held = |codes: &Codes| {
            document.structures().any(|(_, table, fields, _)| {
                fields.iter().any(|field| self.of_field(table, field).is_some_and(|link| link.get() == codes))
            })
        };
        let mut loose: Vec<_> = self.0.iter().map(|(_, codes)| codes).filter(|codes| !held(codes)).cloned().collect();
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
    let name = match (&*table.structure, &*table.field) {
        ("", _) | (_, "") => upper(&table.name),
        (structure, field) => format!("{}{}", upper(structure), upper(field)),
    };
    let doc = format!("{}.", if table.field.is_empty() { &table.name } else { &table.field });
    Codes { name: name.into(), doc: doc.into(), spec: table.section.clone().into(), flags, codes: codes.into() }
}
