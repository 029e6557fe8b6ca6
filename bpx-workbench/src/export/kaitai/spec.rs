//! Collects the facts about a `.ksy` file that its types need.

use super::super::all_codes::all_codes;
use super::super::names::snake_case;
use super::names::{Ids, Owner, TakenIds, used_members};
use bpx_schema::schema::{Codes, CodesLink, Constraint, Link, Model, Rule, Structure};
use std::collections::BTreeSet;

/// Facts about a `.ksy` file.
pub(super) struct Spec<'m> {
    pub(super) model: &'m Model,
    pub(super) ids: Ids<'m>,
    pub(super) enums: Vec<(&'m Codes, String)>,
    /// Members whose values expressions use, so that these members must stay numbers.
    pub(super) numbers: BTreeSet<&'m str>,
    /// Members whose values or sizes expressions use, so that these members must stay bytes.
    pub(super) sizes: BTreeSet<&'m str>,
    /// Names of the structures that may end with bytes that reach to the end of the enclosing part.
    pub(super) partial: BTreeSet<&'m str>,
}

impl<'m> Spec<'m> {
    pub(super) fn new(model: &'m Model, format: &str) -> Self {
        let mut enums = TakenIds::default();
        let codes = all_codes(model).into_iter().filter(|codes| !codes.flags);
        let enums = codes.map(|codes| (codes, enums.take_id(snake_case(&codes.name)))).collect();
        let (numbers, sizes) = used_members(model);
        let ids = Ids::new(model, format);
        Self { model, ids, enums, numbers, sizes, partial: BTreeSet::new() }
    }

    pub(super) fn resolve(&self, link: &Link) -> Option<&'m Structure> {
        self.model.get(link.name())
    }

    /// Returns the name of the enumeration of a field, unless an expression or a rule needs the number of the field.
    pub(super) fn enum_of(&self, name: &str, codes: Option<&CodesLink>, rules: &[Constraint]) -> Option<&str> {
        if rules.iter().any(|rule| rule.rule != Rule::Known && rule.lenient.is_empty()) {
            return None;
        }
        let codes = codes?.get();
        let found = self.enums.iter().find(|(one, _)| *one == codes)?;
        (!self.numbers.contains(name)).then_some(&*found.1)
    }

    /// Returns the id of a parameter or a field.
    pub(super) fn id_of(&self, owner: Owner<'_>, name: &str) -> String {
        self.ids.member_id(owner, name)
    }

    /// Returns the id of the entry that notes the position before a field.
    pub(super) fn note_id(&self, owner: Owner<'_>, field: &str) -> String {
        format!("{}_position", self.id_of(owner, field))
    }
}

/// Returns a text that YAML reads unchanged.
pub(super) fn quote_yaml(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the lines of an instance that reads the next bytes without consuming them. At the end of the file, the
/// instance has fewer bytes.
pub(super) fn next_bytes(size: usize) -> [String; 2] {
    let left = format!("(_io.size - _io.pos < {size}) ? (_io.size - _io.pos) : {size}");
    ["pos: _io.pos".to_owned(), format!("size: {}", quote_yaml(&left))]
}
