//! A declaration, checked: what the emitters work from.

use super::attrs::Attrs;
use super::constraints::constraints;
use super::follows::always_agrees;
use super::place::Place;
use super::types::{Kind, Shape, shape};
use proc_macro2::TokenStream;
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
    /// Whether a file may state another value than the computed one.
    pub(crate) may_differ: bool,
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

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
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
            may_differ: false,
            kept: field.attrs.iter().filter(|attribute| !is_ours(attribute)).cloned().collect(),
            attrs,
        };
        list.push(field);
    }
    mark_computed(&mut list);
    for field in &list {
        errors.take(constraints(field, &TokenStream::new()));
    }
    errors.finish()?;
    Ok(list)
}

/// Notes which computed fields can be stated wrong.
pub(crate) fn mark_computed(fields: &mut [Field]) {
    let differs = |field: &Field| {
        let calc = field.attrs.calc.as_ref()?;
        Some(!always_agrees(std::slice::from_ref(&field.name), calc, fields))
    };
    let marks: Vec<_> = fields.iter().map(|field| differs(field).unwrap_or_default()).collect();
    for (field, mark) in fields.iter_mut().zip(marks) {
        field.may_differ = mark;
    }
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

    /// Whether the bytes do not follow those of the field before.
    pub(crate) fn lies_elsewhere(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(|region| !region.is_in_place())
    }

    /// Whether the bytes follow those of the field before, and are stored in another form.
    pub(crate) fn is_stored_in_place(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(super::region::RegionAttr::is_in_place)
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
