//! Checks `set(..)`: numbers that a writer sets after all bytes are placed.
//!
//! If a reader takes a fact about a region from a plain member, a writer sets that member. For other facts, `set(..)`
//! states the numbers that a writer sets.

use super::declaration::Declaration;
use super::field::Field;
use super::names::find_field;
use super::scope::{ExprScope, NameKind};
use crate::parse::{Errors, ExprTree, RegionAttr, SetAttr, name_of};
use bpx_model::{Expr, ExprKind as Value, LayoutFact, Text};
use quote::{format_ident, quote};
use syn::{Error, Ident, Result};

/// A number that a writer sets after it has placed all bytes.
pub(crate) struct WriterSetting<'d> {
    /// The field of the region or regions that the setting describes; `None` for the file.
    pub(crate) field: Option<&'d Field>,
    pub(crate) target: Vec<Ident>,
    pub(crate) value: ExprTree,
}

impl WriterSetting<'_> {
    fn target_path(&self) -> String {
        self.target.iter().map(name_of).collect::<Vec<_>>().join(".")
    }

    /// Returns whether the value of this setting depends on the value of another setting.
    fn depends_on(&self, other: &Self) -> bool {
        let wanted: Vec<_> = other.target.iter().map(name_of).collect();
        let parts = self.value.expr().parts();
        parts.iter().any(|part| {
            part.path().is_some_and(|path| path.iter().map(|name| &**name).eq(wanted.iter().map(|name| &**name)))
        })
    }
}

/// Returns all settings of a structure, each after the settings that its value needs.
///
/// # Errors
/// Returns an error if some settings depend on each other in a cycle.
pub(crate) fn sorted_settings(declaration: &Declaration) -> Result<Vec<WriterSetting<'_>>> {
    let mut open: Vec<WriterSetting<'_>> = Vec::new();
    for field in declaration.fields.iter().filter(|field| field.lies_elsewhere()) {
        let Some(region) = &field.attrs.region else { continue };
        let of =
            |target: &[Ident], value: ExprTree| WriterSetting { field: Some(field), target: target.to_vec(), value };
        let set = region.set.iter().flatten().map(|set| of(&set.target, set.value.clone()));
        let mut own: Vec<_> = set.collect();
        for (tree, fact) in region.facts() {
            let Some(target) = turned_around(tree, region, declaration) else { continue };
            if own.iter().all(|set| path_names(&set.target) != path_names(&target)) {
                let fact = format_ident!("{}", fact.name());
                own.push(of(&target, syn::parse2(quote!(region.#fact))?));
            }
        }
        open.append(&mut own);
    }
    open.extend(declaration.attrs.settings.iter().map(|set| WriterSetting {
        field: None,
        target: set.target.clone(),
        value: set.value.clone(),
    }));
    let mut sorted = Vec::new();
    while !open.is_empty() {
        let ready = open.iter().position(|one| {
            !open.iter().any(|other| {
                !std::ptr::eq(one, other)
                    && path_names(&one.target) != path_names(&other.target)
                    && one.depends_on(other)
            })
        });
        let Some(ready) = ready else {
            let circle: Vec<_> = open.iter().map(|one| format!("`{}`", one.target_path())).collect();
            let message = format!("these values depend on each other in a cycle: {}", circle.join(", "));
            let first = open.first().and_then(|one| one.target.first());
            return Err(Error::new(first.map_or_else(proc_macro2::Span::call_site, Ident::span), message));
        };
        sorted.push(open.remove(ready));
    }
    Ok(sorted)
}

fn path_names(path: &[Ident]) -> Vec<String> {
    path.iter().map(name_of).collect()
}

/// Returns the member from which a reader takes a fact, if a writer may set it.
fn turned_around(tree: &ExprTree, region: &RegionAttr, declaration: &Declaration) -> Option<Vec<Ident>> {
    let part = tree.root();
    let path = matches!(part.expr, Expr::Path(_)).then(|| part.names())?;
    let (first, _) = path.split_first()?;
    let own = declaration.fields.iter().find(|field| field.name == *first);
    let of_entry = region.each.is_some() && name_of(first) == "entry";
    (of_entry || own.is_some_and(|field| !field.is_temp() && !field.is_stored())).then(|| path.to_vec())
}

/// Rejects settings that a writer cannot make.
pub(super) fn check_settings(declaration: &Declaration, scope: &ExprScope, errors: &mut Errors) {
    for field in declaration.fields.iter().filter(|field| field.lies_elsewhere()) {
        let Some(region) = &field.attrs.region else { continue };
        if region.set.is_none() {
            for (tree, fact) in region.facts() {
                // The words of the space are refused where they are checked.
                let refused = region.each.is_none() && tree.needs_space();
                if refused || turned_around(tree, region, declaration).is_some() {
                    continue;
                }
                let fact = fact.name();
                errors.add(tree.error(format!(
                    "a writer cannot derive which number to set for this {}: state the number, `set(header.start = \
                        region.{fact})`, or write `set()` to set no number",
                    fact.replace('_', " ")
                )));
            }
        }
        let inner =
            if region.each.is_some() { scope.with_entry() } else { scope.clone() }.with_facts(region.each.is_some());
        for set in region.set.iter().flatten() {
            check_one(set, &inner, Some(region), declaration, errors);
        }
        check_placement(field, region, declaration, scope, errors);
    }
    let inner = scope.with_file();
    for set in &declaration.attrs.settings {
        check_one(set, &inner, None, declaration, errors);
    }
    if errors.is_empty() {
        match sorted_settings(declaration) {
            Ok(settings) => settings.iter().for_each(|setting| computed_from(setting, declaration, errors)),
            Err(error) => errors.add(error),
        }
    }
}

/// Rejects settings of numbers that a writer needs earlier, to compute other values.
fn computed_from(setting: &WriterSetting<'_>, declaration: &Declaration, errors: &mut Errors) {
    let target = path_names(&setting.target);
    let each = setting.field.and_then(|field| field.attrs.region.as_ref()?.each.as_ref()).map(name_of);
    let derived = declaration.attrs.derived.iter().map(|derived| &derived.value);
    let calc = declaration.fields.iter().filter_map(|field| field.attrs.calc.as_ref());
    for tree in derived.chain(calc) {
        if uses_target(tree.expr(), &target, each.as_deref()) {
            errors.add(tree.error(format!(
                "a writer sets `{}` after all bytes are placed, but needs that number earlier to compute this value: \
                    pass either the number or the value as a given value",
                setting.target_path()
            )));
        }
    }
}

/// Returns whether an expression needs the number at `target`; `each` is the array whose elements have the number, if
/// any.
fn uses_target(expr: &Expr, target: &[String], each: Option<&str>) -> bool {
    let is_set = |path: &mut dyn Iterator<Item = &Text>| path.map(|name| &**name).eq(target.iter().map(|name| &**name));
    let of_each = |array: &[Text]| array.last().map(|name| &**name) == each;
    match expr {
        Expr::Path(path) => is_set(&mut path.iter()),
        Expr::Sum(array, member) => of_each(array) && is_set(&mut [&Text::Borrowed("entry"), member].into_iter()),
        // The elements of another array have other members.
        Expr::Fold(_, array, _) if !of_each(array) && target.first().is_some_and(|first| first == "entry") => false,
        _ => expr.operands().iter().any(|operand| uses_target(operand, target, each)),
    }
}

fn check_one(
    set: &SetAttr,
    scope: &ExprScope,
    region: Option<&RegionAttr>,
    declaration: &Declaration,
    errors: &mut Errors,
) {
    errors.note_error(scope.check_expr(&set.value, Value::Int));
    let has_entry = region.is_some_and(|region| region.each.is_some());
    check_facts(&set.value, has_entry || region.is_some_and(RegionAttr::is_stored), errors);
    let Some((first, members)) = set.target.split_first() else { return };
    if has_entry && name_of(first) == "entry" && !members.is_empty() {
        return;
    }
    let Some(field) = find_field(first, &declaration.fields, errors) else { return };
    if NameKind::of_field(field) == NameKind::LimitedStructure {
        let message = format!("{}, or write `set()` to set no number", cannot_set_message(&name_of(first)));
        errors.add(Error::new(first.span(), message));
        return;
    }
    let is_number = match NameKind::of_field(field) {
        NameKind::Structure => !members.is_empty(),
        NameKind::Value(Value::Int) => members.is_empty() && !field.is_temp(),
        _ => false,
    };
    if !is_number {
        errors.add(Error::new(
            first.span(),
            "expected the path of a whole number that a writer can set: `header.start`, `start`, or `entry.offset`",
        ));
    }
}

/// Returns the message for a number that a writer cannot set, because it lies in bytes whose size or checksum is
/// stated.
pub(super) fn cannot_set_message(name: &str) -> String {
    format!(
        "a writer sets no numbers in the bytes of `{name}`, whose size or checksum is stated: declare the number in front \
         of `{name}`"
    )
}

/// Rejects names that are not facts of a layout.
fn check_facts(value: &ExprTree, has_content: bool, errors: &mut Errors) {
    let parts = value.root().all_parts();
    for part in parts.into_iter().filter(|part| matches!(part.expr, Expr::Path(_))) {
        let names = part.names();
        let Some((of, members)) = names.split_first() else { continue };
        let owner = name_of(of);
        let known = LayoutFact::of_owner(&owner).filter(|fact| has_content || !fact.needs_content());
        let known: Vec<_> = known.map(LayoutFact::name).collect();
        if known.is_empty() {
            continue;
        }
        let is_known = matches!(members, [name] if known.contains(&name_of(name).as_str()));
        if let Some(first) = members.first().filter(|_| !is_known) {
            let message =
                format!("expected a fact of `{owner}` that a writer knows ({}), found `{first}`", known.join(", "));
            errors.add(Error::new(first.span(), message));
        }
    }
}

fn check_placement(
    field: &Field,
    region: &RegionAttr,
    declaration: &Declaration,
    scope: &ExprScope,
    errors: &mut Errors,
) {
    if let Some(align) = &region.place.align {
        errors.note_error(scope.check_expr(align, Value::Int));
        errors.note_error(align.expect_alignment());
    }
    let align = region.place.align.as_ref().map(ExprTree::expr);
    if let Some(span) = region.place.padded.filter(|_| !matches!(align, Some(Expr::Int(_) | Expr::Const(..)))) {
        errors.add(Error::new(span, "expected a constant alignment for `padded`: `place(align = 4, padded)`"));
    }
    if let Some(after) = &region.place.after
        && let Some(other) = find_field(after, &declaration.fields, errors)
        && (!other.lies_elsewhere() || other.name == field.name)
    {
        errors.add(Error::new(
            after.span(),
            "expected another field that has an offset of its own, because `after` places this field after that field",
        ));
    }
}
