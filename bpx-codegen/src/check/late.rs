//! Computed values that a writer knows only after it has written the fields, because they depend on sizes or positions.

use super::declaration::Declaration;
use super::field::Field;
use crate::parse::{EndAttr, Errors, ExprTree, FieldShape, RegionAttr, StoredKind, name_of};
use bpx_model::Text;
use syn::Error;

/// The paths of the values that a writer knows only after it has written the fields. A path names a field of the
/// structure, or a member of a field.
pub(crate) struct LateValues {
    paths: Vec<Vec<Text>>,
}

impl LateValues {
    pub(crate) fn from_declaration(declaration: &Declaration) -> Self {
        let Declaration { attrs, fields, .. } = declaration;
        let own = fields.iter().filter(|field| is_late(field)).map(|field| vec![name_of(&field.name).into()]);
        let members = attrs.derived.iter().filter(|derived| derived.value.expr().is_late());
        let members = members.map(|derived| derived.target.iter().map(|name| name_of(name).into()).collect());
        Self { paths: own.chain(members).collect() }
    }

    /// Returns the path of a late value that the expression uses.
    pub(crate) fn used_by(&self, tree: &ExprTree) -> Option<String> {
        let parts = tree.expr().parts();
        let used = parts.iter().find_map(|part| self.paths.iter().find(|path| part.path() == Some(&***path)));
        used.map(|path| path.join("."))
    }
}

/// Returns whether the field is computed from sizes or positions.
pub(crate) fn is_late(field: &Field) -> bool {
    field.attrs.calc.as_ref().is_some_and(|calc| calc.expr().is_late())
}

/// Returns all expressions in the fields and rules of a declaration.
pub(crate) fn declaration_expressions(declaration: &Declaration) -> Vec<&ExprTree> {
    let mut all = Vec::new();
    declaration.fields.iter().for_each(|field| all.extend(field.attrs.expressions()));
    all.extend(declaration.attrs.expressions());
    all
}

/// Rejects expressions that need a late value before a writer knows the value.
pub(super) fn check_late_values(declaration: &Declaration, errors: &mut Errors) {
    let late = LateValues::from_declaration(declaration);
    let mut stated = Vec::new();
    for region in declaration.fields.iter().filter_map(|field| field.attrs.region.as_ref()) {
        stated.extend(region.facts().into_iter().map(|(tree, _)| std::ptr::from_ref(tree)));
    }
    let mut refuse = |tree: &ExprTree| {
        if let Some(name) = late.used_by(tree) {
            let advice = if stated.contains(&std::ptr::from_ref(tree)) {
                format!(
                    "leave out the computation of `{name}` (`temp` and `calc`, or `derive`), because a writer sets \
                    `{name}` from the stored bytes"
                )
            } else {
                format!(
                    "`{name}` can be used in the `count` of a list that is always present, and in `assert(..)` of the \
                    structure"
                )
            };
            errors.add(tree.error(format!(
                "`{name}` is computed from sizes or positions, which a writer knows only after the fields are \
                    written, so this expression would make a cycle; {advice}"
            )));
        }
    };
    for field in &declaration.fields {
        let attrs = &field.attrs;
        attrs.args.iter().chain(&attrs.calc).for_each(&mut refuse);
        if attrs.condition.is_some() || field.is_children() {
            attrs.count.iter().for_each(&mut refuse);
        }
        attrs.region.as_ref().map(RegionAttr::expressions).into_iter().flatten().for_each(&mut refuse);
        let until = attrs.end.as_ref().and_then(EndAttr::condition);
        let condition = attrs.condition.as_ref().map(|(condition, _)| condition);
        [until, condition, field.byte_order_choice(), attrs.width.as_ref()].into_iter().flatten().for_each(&mut refuse);
    }
    declaration.attrs.derived.iter().for_each(|derived| refuse(&derived.value));
    for field in declaration.fields.iter().filter(|field| is_late(field)) {
        if !matches!(field.shape, FieldShape::One(StoredKind::Number { .. })) {
            errors.add(Error::new_spanned(
                &field.ty,
                "the size of this number depends on its value, which depends on sizes: use a number of fixed size",
            ));
        }
    }
    if declaration.is_node() {
        let mut trees = declaration_expressions(declaration);
        trees.retain(|tree| tree.expr().parts().into_iter().any(|part| part.measured_field().is_some()));
        let computed = declaration.fields.iter().filter_map(|field| field.attrs.calc.as_ref());
        trees.extend(computed.filter(|tree| tree.needs_space()));
        for tree in trees {
            errors.add(tree.error(
                "`size_of`, `offset_of` and a computed `position` have no value in a node, because the parts of a \
                    node are read one by one: use them in the structure that holds the tree",
            ));
        }
    }
}
