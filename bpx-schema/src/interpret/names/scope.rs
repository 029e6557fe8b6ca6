//! Finds the meaning of the names that an expression can use.

use crate::interpret::check::{bad_reference, unsound_schema};
use crate::report::{Error, Result, quote_value};
use crate::schema::{Expr, ExprKind, Field, LayoutFact, Link, Model, NameKinds, Region, Structure, Text, Type};
use std::collections::BTreeMap;

/// The meaning of a name for an expression.
#[derive(Clone, Copy)]
pub(super) enum NameMeaning<'m> {
    /// A parameter.
    Number,
    Field(&'m Field),
    /// An element of an array of structures.
    Element(&'m Structure),
    /// An element of a list of numbers or texts.
    One(&'m Field),
    /// A number for each field of regions that the array with this name describes.
    Overlapped(&'m str),
    /// The facts of a layout with this owner.
    Facts(&'static str),
}

/// The names that an expression can use.
pub(super) struct NameScope<'m> {
    pub(super) model: &'m Model,
    pub(super) names: BTreeMap<&'m str, NameMeaning<'m>>,
    /// The list that is being read, while the scope is for the condition that ends the list.
    pub(super) so_far: Option<&'m Field>,
}

impl<'m> NameScope<'m> {
    pub(super) fn of_params(model: &'m Model, owner: &'m Structure) -> Result<Self> {
        let mut names = BTreeMap::new();
        for name in owner.params.iter() {
            if names.insert(&**name, NameMeaning::Number).is_some() {
                return Err(unsound_schema(format!("two parameters have the name `{name}`")));
            }
        }
        Ok(Self { model, names, so_far: None })
    }

    /// Calls `check` with more names, which hide equal names of the scope.
    pub(super) fn with_names<T>(
        &mut self,
        added: &[(&'m str, NameMeaning<'m>)],
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let hidden: Vec<_> = added.iter().map(|(name, named)| (*name, self.names.insert(name, *named))).collect();
        let checked = check(self);
        for (name, hidden) in hidden {
            self.names.remove(name);
            self.names.extend(hidden.map(|hidden| (name, hidden)));
        }
        checked
    }

    /// Rejects an expression that uses an unknown name, or has another type than `wanted`.
    pub(super) fn check_expr(&self, expr: &Expr, wanted: ExprKind) -> Result<()> {
        expr.check_kinds(self, wanted).map_err(|fault| in_expression(fault.error, expr))
    }

    /// Rejects a path that does not lead to a whole number.
    pub(super) fn check_whole_number(&self, path: &[Text]) -> Result<()> {
        match self.kind_of_value(path)? {
            ExprKind::Int => Ok(()),
            _ => Err(unsound_schema(format!("expected a whole number, found `{}`", path.join(".")))),
        }
    }

    /// Returns the structure of the elements of an array that describes regions or parts, or has rules. Rejects an
    /// array whose bytes have a stated size.
    pub(super) fn described_structure(&self, array: &Text) -> Result<&'m Structure> {
        match self.names.get(&**array) {
            Some(NameMeaning::Field(field)) if field.region_stored().is_some() => {
                Err(unsound_schema(format!("expected `{array}` to have no transform and no stated size in bytes")))
            }
            _ => self.element_structure(std::slice::from_ref(array)),
        }
    }

    /// Rejects a number in stored bytes, because a writer cannot set the number there.
    pub(super) fn check_settable(&self, target: &[Text]) -> Result<()> {
        match target.first().and_then(|first| self.names.get(&**first)) {
            Some(NameMeaning::Field(field)) if field.region_stored().is_some() => Err(unsound_schema(format!(
                "a writer cannot set `{}`, because it is in bytes with a transform or a stated size",
                target.join(".")
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the structure of the elements of an array.
    pub(super) fn element_structure(&self, path: &[Text]) -> Result<&'m Structure> {
        match self.find_meaning(path, false)? {
            NameMeaning::Field(Field {
                ty: Type::Named { link, .. }, len: Some(_), children: false, region, ..
            }) if !is_dropped(region.as_ref()) => self.resolve(link),
            _ => Err(unsound_schema(format!("expected an array of structures, found `{}`", path.join(".")))),
        }
    }

    /// Returns the meaning of a path. With `arrays`, the path may go through the elements of an array.
    pub(super) fn find_meaning(&self, path: &[Text], arrays: bool) -> Result<NameMeaning<'m>> {
        let Some((first, members)) = path.split_first() else {
            return Err(unsound_schema("expected a path of at least one name"));
        };
        let found = self.names.get(&**first).copied();
        let found = found.ok_or_else(|| unknown_name("no field or parameter", first, self.names.keys().copied()))?;
        self.members_of(found, path, members, arrays)
    }

    /// Returns the meaning of a path that begins with a member of a structure.
    pub(super) fn member_at(&self, structure: &'m Structure, first: &Text, rest: &[Text]) -> Result<NameMeaning<'m>> {
        self.members_of(self.find_member(structure, first)?, rest, rest, false)
    }

    pub(super) fn members_of(
        &self,
        mut found: NameMeaning<'m>,
        path: &[Text],
        members: &[Text],
        arrays: bool,
    ) -> Result<NameMeaning<'m>> {
        for member in members {
            let structure = match found {
                NameMeaning::Facts(owner) => match LayoutFact::find(owner, member) {
                    Some(_) => {
                        found = NameMeaning::Number;
                        continue;
                    }
                    None => return Err(unknown_name("no fact", member, LayoutFact::names_of(owner))),
                },
                NameMeaning::Overlapped(array) => match self.names.get(&**member) {
                    Some(NameMeaning::Field(Field { region, .. }))
                        if region.as_ref().and_then(|region| region.each.as_deref()) == Some(array) =>
                    {
                        found = NameMeaning::Number;
                        continue;
                    }
                    _ => {
                        return Err(unsound_schema(format!(
                            "expected the field of the regions that the array describes, found `{member}`, which \
                                `{array}` does not describe"
                        )));
                    }
                },
                NameMeaning::Element(structure) => structure,
                NameMeaning::Field(Field { ty: Type::Named { link, .. }, len, region, .. })
                    if (len.is_none() || arrays) && !is_dropped(region.as_ref()) =>
                {
                    self.resolve(link)?
                }
                _ => {
                    return Err(unsound_schema(format!(
                        "`{}` has no member `{member}`, because it is not a single structure",
                        path.join(".")
                    )));
                }
            };
            found = self.find_member(structure, member)?;
        }
        Ok(found)
    }

    pub(super) fn find_member(&self, structure: &'m Structure, name: &Text) -> Result<NameMeaning<'m>> {
        if structure.fields().iter().any(|field| field.children) {
            return Err(unsound_schema(format!(
                "`{}` is a tree, whose nodes cannot be used in an expression",
                structure.name
            )));
        }
        let field = structure.field(name).map(NameMeaning::Field);
        let bit = structure.bit_fields().iter().any(|field| field.name == *name).then_some(NameMeaning::Number);
        field.or(bit).ok_or_else(|| {
            let names = structure.fields().iter().map(|field| &*field.name);
            let bits = structure.bit_fields().iter().map(|field| &*field.name);
            unknown_name(&format!("`{}` has no field", structure.name), name, names.chain(bits))
        })
    }

    pub(super) fn resolve(&self, link: &Link) -> Result<&'m Structure> {
        let found = self.model.get(link.name());
        found.ok_or_else(|| bad_reference(format!("the schema has no structure `{}`", link.name())))
    }
}

/// Returns whether the interpreter drops the bytes of a field after it has read the field.
pub(super) fn is_dropped(region: Option<&Region>) -> bool {
    region.is_some_and(Region::is_dropped)
}

fn unknown_name<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Error {
    /// Maximum number of names in a message.
    const SHOWN: usize = 12;
    let known: Vec<_> = known.take(SHOWN).map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
    bad_reference(format!("{what} `{name}`; known: {known}"))
}

/// Adds the faulty expression to the message of an error.
fn in_expression(error: Error, expr: &Expr) -> Error {
    match error {
        Error::Fault(mut finding) => {
            finding.message = format!("`{}`: {}", quote_value(expr), finding.message);
            Error::Fault(finding)
        }
        io => io,
    }
}
