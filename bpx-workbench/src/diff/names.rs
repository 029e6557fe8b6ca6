//! Compares expressions and paths independently of names.

use super::compare::{ChangePlace, Compare, NameMeanings};
use super::effect::Effects;
use super::exprs;
use super::pairs::Side;
use super::rule::{self, Rule};
use bpx_schema::schema::{Expr, Field, Link, Structure, Text, Type};
use std::fmt::Write;

impl<'m> Compare<'m> {
    /// Compares expressions that may be absent. If only names of constants differ, reports the other names.
    pub(super) fn compare_option(
        &mut self,
        rule: &'static Rule,
        at: &ChangePlace,
        (old, old_names): (Option<&Expr>, NameMeanings<'m>),
        (new, new_names): (Option<&Expr>, NameMeanings<'m>),
        effects: Effects,
    ) {
        let shown = |expr: Option<&Expr>| expr.map_or_else(String::new, ToString::to_string);
        let same = match (old, new) {
            (Some(old), Some(new)) => self.is_same_expr(old, old_names, new, new_names),
            (old, new) => old.is_none() && new.is_none(),
        };
        if !same {
            self.add_change(rule, at, shown(old), shown(new), effects);
        } else if old.map(exprs::constant_names) != new.map(exprs::constant_names) {
            self.add_change(&rule::CONSTANT_RENAMED, at, shown(old), shown(new), Effects::SAME);
        }
    }

    /// Returns whether two expressions are the same, independently of names.
    pub(super) fn is_same_expr(
        &self,
        old: &Expr,
        old_names: NameMeanings<'m>,
        new: &Expr,
        new_names: NameMeanings<'m>,
    ) -> bool {
        self.expr_key(old, old_names) == self.expr_key(new, new_names)
    }

    /// Writes an expression independently of names.
    pub(super) fn expr_key(&self, expr: &Expr, names: NameMeanings<'m>) -> String {
        exprs::expr_key(expr, &|path| Some(self.path_key(path, names))).unwrap_or_else(|| expr.to_string())
    }

    pub(super) fn is_same_path(
        &self,
        old: &[Text],
        old_names: NameMeanings<'m>,
        new: &[Text],
        new_names: NameMeanings<'m>,
    ) -> bool {
        self.path_key(old, old_names) == self.path_key(new, new_names)
    }

    /// Returns a text for a path that is independent of names: it has the numbers of parts and the indexes of
    /// parameters.
    pub(super) fn path_key(&self, path: &[Text], names: NameMeanings<'m>) -> String {
        let Some((first, rest)) = path.split_first() else { return String::new() };
        let field = self.field_of(names.fields, first);
        let part = |structure: &Structure, name: &str| match self.pairs.ids.id_of(names.side, &structure.name, name) {
            Some(id) => format!("#{id}"),
            None => format!("{name:?}"),
        };
        let param = |name: &str| self.places.place_of(&names.structure.params, name, |param| param);
        let (mut text, mut structure) = match (names.entry, field) {
            (Some(entry), _) if first == "entry" => ("@".to_owned(), Some(entry)),
            (_, Some(field)) => (part(names.structure, first), self.held_structure(names.side, field)),
            _ => (param(first).map_or_else(|| format!("{first:?}"), |place| format!("${place}")), None),
        };
        for name in rest {
            let step = structure.map_or_else(|| format!("{name:?}"), |structure| part(structure, name));
            let _ = write!(text, ".{step}");
            let field = structure.and_then(|structure| self.field_of(structure.fields(), name));
            structure = field.and_then(|field| self.held_structure(names.side, field));
        }
        text
    }

    /// Returns the field with a name.
    pub(super) fn field_of(&self, fields: &'m [Field], name: &str) -> Option<&'m Field> {
        fields.get(self.place_of(fields, name)?)
    }

    /// Returns the index of the field with a name.
    pub(super) fn place_of(&self, fields: &'m [Field], name: &str) -> Option<usize> {
        self.places.place_of(fields, name, |field| &field.name)
    }

    /// Returns the structure that is the type of a field.
    pub(super) fn held_structure(&self, side: Side, field: &'m Field) -> Option<&'m Structure> {
        match &field.ty {
            Type::Named { link, .. } => self.resolve_link(side, link),
            _ => None,
        }
    }

    /// Returns the structure that a link names.
    pub(super) fn resolve_link(&self, side: Side, link: &Link) -> Option<&'m Structure> {
        if side == Side::Old { self.old.get(link.name()) } else { self.new.get(link.name()) }
    }
}
