//! What a schema says about a member of a structure.

use bpx_schema::schema::{Codes, CodesLink, Field, Model, Structure, Type};

/// The fields that a member may be. Of a switch, all cases may have the member.
#[derive(Default)]
pub(super) struct Member<'m> {
    /// The structures of the value, or of its elements.
    pub(super) structures: Vec<&'m Structure>,
    /// The names of numbers.
    pub(super) codes: Vec<&'m Codes>,
    /// The byte that a writer adds, if the member is padding.
    pub(super) fill: Option<u8>,
    /// The value of an absent member.
    pub(super) otherwise: Option<i64>,
}

impl<'m> Member<'m> {
    /// Returns the outermost structure.
    pub(super) fn root(model: &'m Model) -> Self {
        Self { structures: model.get(&model.root).into_iter().collect(), ..Self::default() }
    }

    /// Returns a member of this member, by its name.
    pub(super) fn member(&self, model: &'m Model, name: &str) -> Self {
        let fields = || self.fields().filter(|field| *field.name == *name);
        let bits = self.structures.iter().flat_map(|one| one.bit_fields()).filter(|field| *field.name == *name);
        let links =
            fields().filter_map(|field| field.codes.as_ref()).chain(bits.filter_map(|field| field.codes.as_ref()));
        Self {
            structures: fields().filter_map(|field| nested_structure(model, field)).collect(),
            codes: links.map(CodesLink::get).collect(),
            fill: fields().find(|field| field.padding).map(|field| field.fill),
            otherwise: fields().find_map(|field| field.otherwise),
        }
    }

    /// Returns the fields of all structures.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'m Field> {
        self.structures.iter().flat_map(|structure| structure.all_fields())
    }

    /// Returns whether the value is a list of flags.
    pub(super) fn is_flags(&self) -> bool {
        self.codes.iter().any(|codes| codes.flags)
    }
}

/// Returns the structure of a field, or of its elements.
pub(super) fn nested_structure<'m>(model: &'m Model, field: &Field) -> Option<&'m Structure> {
    match &field.ty {
        Type::Named { link, .. } => model.get(link.name()),
        _ => None,
    }
}
