//! A declaration, checked: what the emitters work from.

use super::attrs::{Attrs, scope_of};
use super::constraints::{constraints, fits};
use super::expr::{Scope, Yields};
use super::place::Place;
use super::types::{Kind, Shape, shape};
use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Fields, Ident, Result, Type, Visibility};

/// A field of a structure or of a case.
pub(crate) struct Field {
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) attrs: Attrs,
    pub(crate) shape: Shape,
    pub(crate) optional: bool,
    pub(crate) big: bool,
    /// Width of a bit field.
    pub(crate) bits: Option<u16>,
    /// Attributes that are not ours.
    pub(crate) kept: Vec<Attribute>,
}

/// Name of a constant field that has no place in memory.
pub(crate) const MAGIC: &str = "magic";

/// Whether an attribute is ours, or binrw's.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    ["br", "bw", "brw", "schema"].iter().any(|name| attribute.path().is_ident(name))
}

/// Collects errors, so that all are shown at once.
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    pub(crate) fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// The value, when there is no error yet either.
    pub(crate) fn all<T>(mut self, result: Result<T>) -> Result<T> {
        match (result, self.0.take()) {
            (result, None) => result,
            (Ok(_), Some(before)) => Err(before),
            (Err(error), Some(mut before)) => {
                before.combine(error);
                Err(before)
            }
        }
    }

    pub(crate) fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// Reads the fields of a structure or of a case.
pub(crate) fn fields(owner: &Attrs, fields: &Fields, place: Place) -> Result<Vec<Field>> {
    let mut errors = Errors::default();
    let mut list = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        // The one unnamed field of a case is its value.
        let name = field.ident.clone().unwrap_or_else(|| {
            let name = if index == 0 { "value".to_owned() } else { format!("value{index}") };
            Ident::new(&name, proc_macro2::Span::call_site())
        });
        let Some(attrs) = errors.take(Attrs::read(&field.attrs, place)) else {
            continue;
        };
        let Some((shape, optional)) = errors.take(shape(&field.ty)) else {
            continue;
        };
        let big = attrs.big.or(owner.big);
        if big.is_none() && has_order(&shape) {
            errors.add(Error::new_spanned(
                &field.ty,
                "the byte order is not known: put `#[brw(little)]` or `#[brw(big)]` on the structure",
            ));
        }
        let field = Field {
            name,
            vis: field.vis.clone(),
            ty: field.ty.clone(),
            shape,
            optional,
            big: big.unwrap_or_default(),
            bits: None,
            kept: field.attrs.iter().filter(|attribute| !is_ours(attribute)).cloned().collect(),
            attrs,
        };
        errors.take(constraints(&field, &TokenStream::new()));
        list.push(field);
    }
    errors.finish()?;
    Ok(list)
}

fn has_order(shape: &Shape) -> bool {
    match shape {
        Shape::One(kind) | Shape::Array(kind, _) | Shape::List(kind) => kind.has_order(),
        Shape::Regions(_) => false,
    }
}

impl Field {
    /// Whether the value is not kept in memory.
    pub(crate) fn is_temp(&self) -> bool {
        self.attrs.temp.is_some()
    }

    /// Whether the field stands for the children of a tree node.
    pub(crate) fn is_children(&self) -> bool {
        self.attrs.children.is_some()
    }

    /// The type of one element.
    pub(crate) fn kind(&self) -> Option<&Kind> {
        match &self.shape {
            Shape::One(kind) | Shape::Array(kind, _) | Shape::List(kind) => Some(kind),
            Shape::Regions(_) => None,
        }
    }
}

/// Checks what concerns fields that are read one after the other.
pub(crate) fn check_dynamic(owner: &Attrs, fields: &[Field]) -> Result<()> {
    let mut errors = Errors::default();
    let mut scope = scope_of(&owner.import);
    for field in fields {
        check_field(field, &scope, &mut errors);
        scope.add(field.name.to_string());
    }
    for field in fields {
        if let Some(calc) = &field.attrs.calc {
            errors.take(calc.check(&scope, Yields::Number));
        }
    }
    for assert in owner.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)) {
        errors.take(assert.check(&scope, Yields::Truth));
    }
    for (target, value) in &owner.derived {
        errors.take(value.check(&scope, Yields::Number));
        check_target(target, fields, &mut errors);
    }
    for sum in &owner.sums {
        for name in sum.fields() {
            find(name, fields, &mut errors);
        }
    }
    errors.finish()
}

/// The field of a name; an error when there is none.
fn find<'a>(name: &Ident, fields: &'a [Field], errors: &mut Errors) -> Option<&'a Field> {
    let found = fields.iter().find(|field| field.name == *name);
    if found.is_none() {
        let known: Vec<_> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
        errors.add(Error::new(name.span(), format!("no field `{name}`; fields: {}", known.join(", "))));
    }
    found
}

/// Computed members lie in nested records, which stay as they are in memory.
fn check_target(target: &[Ident], fields: &[Field], errors: &mut Errors) {
    let Some(first) = target.first() else { return };
    let Some(field) = find(first, fields, errors) else { return };
    if target.len() != 2 || !matches!(field.shape, Shape::One(Kind::Named(_))) || field.optional {
        errors.add(Error::new(
            first.span(),
            "the target is a member of a nested record: `header.section_count = table.len()`; a field of this \
             structure is computed with `temp` and `calc`",
        ));
    }
}

fn check_field(field: &Field, scope: &Scope, errors: &mut Errors) {
    let attrs = &field.attrs;
    let has_count = attrs.count.is_some() || attrs.until_eof || attrs.children.is_some();
    if let Some(count) = &attrs.count {
        errors.take(count.check(scope, Yields::Number));
        if !matches!(field.shape, Shape::List(_)) {
            errors.add(count.error("`count` is for `Vec`; an array has its length in its type"));
        }
    }
    if attrs.count.is_some() && attrs.until_eof {
        errors.add(Error::new_spanned(&field.name, "either `count` or `parse_with = until_eof`, not both"));
    }
    if matches!(field.shape, Shape::List(Kind::Uleb { .. })) {
        errors.add(Error::new_spanned(
            &field.ty,
            "a list of variable-length numbers: declare the element as a #[structure] of its own",
        ));
    } else if matches!(field.shape, Shape::List(_)) && !has_count {
        errors.add(Error::new_spanned(
            &field.ty,
            "how many? `#[br(count = ..)]`, or `#[br(parse_with = until_eof)]` for all that is left",
        ));
    }
    if let Some((condition, otherwise)) = &attrs.condition {
        errors.take(condition.check(scope, Yields::Truth));
        let plain_number = matches!(&field.shape, Shape::One(Kind::Number { float: false, .. }));
        match (field.optional, otherwise) {
            (false, None) => errors.add(Error::new_spanned(
                &field.ty,
                "a field with a condition may be absent: make it an `Option`, or give a number to use then: `if(condition, 0)`",
            )),
            (true, Some(_)) => errors.add(Error::new_spanned(&field.ty, "an `Option` needs no alternative: it is `None` when absent")),
            (false, Some(_)) if !plain_number => {
                errors.add(Error::new_spanned(&field.ty, "an alternative is for whole numbers; make this an `Option`"));
            }
            (false, Some(value)) => {
                errors.take(fits(field, field.ty.span(), &[*value]));
            }
            _ => {}
        }
    } else if field.optional {
        errors.add(Error::new_spanned(&field.ty, "when is it present? `#[br(if(condition))]`"));
    }
    let mut inner = scope.clone();
    if attrs.region.is_some() {
        inner.add("entry");
    }
    for argument in &attrs.args {
        errors.take(argument.check(&inner, Yields::Number));
    }
    if !attrs.args.is_empty() && !matches!(field.kind(), Some(Kind::Named(_)) | None) {
        errors.add(Error::new_spanned(&field.ty, "`args` are for declared structures, which name them in `import`"));
    }
    match (attrs.temp, &attrs.calc) {
        (Some(span), None) => errors.add(Error::new(
            span,
            "a `temp` field is not in memory, so writing must compute it: `#[bw(calc = items.len())]`",
        )),
        (None, Some(calc)) => errors.add(calc.error(
            "a computed field that can also be set could be set wrong: add `#[br(temp)]`, which takes it out of the struct",
        )),
        _ => {}
    }
    if attrs.calc.is_some() && !matches!(field.shape, Shape::One(Kind::Number { float: false, .. } | Kind::Uleb { .. }))
    {
        errors.add(Error::new_spanned(&field.ty, "only whole numbers are computed"));
    }
    if let Shape::Array(Kind::Named(_), _) = &field.shape {
        errors.add(Error::new_spanned(
            &field.ty,
            "an array of structures: use a `Vec` with `count = N` here; records may hold such arrays",
        ));
    }
    if let Some(region) = &attrs.region {
        region.check(scope, &field.shape, errors);
    } else if let Shape::Regions(ty) = &field.shape {
        errors.add(Error::new_spanned(
            ty,
            "where do the regions lie? `#[schema(region(each = table, at = entry.offset, size = entry.size))]`",
        ));
    }
    if attrs.region.is_some() && attrs.until_eof {
        errors.add(Error::new_spanned(
            &field.name,
            "a list elsewhere needs a `count`: what follows it would be taken for its elements",
        ));
    }
    if attrs.region.is_some() && attrs.temp.is_some() {
        errors.add(Error::new_spanned(&field.name, "a computed field lies in its place, not elsewhere"));
    }
    if attrs.condition.is_some() && matches!(field.shape, Shape::Regions(_)) {
        errors.add(Error::new_spanned(&field.name, "regions are as many as the array has elements: no condition"));
    }
    let bytes = matches!(field.shape, Shape::Array(..)) && field.kind().is_some_and(Kind::is_byte);
    if attrs.magic.is_some() && !bytes {
        errors.add(Error::new_spanned(
            &field.ty,
            "a signature that is kept is an array of bytes; for one that is not, put `magic` on the structure",
        ));
    }
}
