use super::{
    BitPlace, CodesLink, Constraint, Endian, Expr, Length, Link, List, Offset, Pool, RareValue, Region, Relation,
    Structure, Text, TextForm, Type,
};
use std::borrow::Cow;

/// One field of a structure.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Field {
    /// Name in paths and JSON.
    pub name: Text,
    /// Name in the specification.
    pub label: Text,
    /// The meaning of the field.
    pub doc: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Offset in bytes from the beginning of the structure, in structures of fixed size.
    pub offset: Option<u64>,
    /// Type of the value, or of each element.
    pub ty: Type,
    /// The condition for the byte order of numbers: big-endian if it holds, otherwise little-endian. The condition
    /// replaces the byte order in the type.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub is_big: Option<Expr>,
    /// The number of bytes of a whole number, if a value decides it. The number of bytes must not exceed the size of
    /// the type.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub width: Option<Expr>,
    /// Number of elements; `None` for a single value.
    pub len: Option<Length>,
    /// The condition for the field. The field is present only if the condition holds.
    pub when: Option<Expr>,
    /// The value of an absent field whose type in memory is not optional.
    pub otherwise: Option<i64>,
    /// The expression from which a writer computes the field. A computed field is not part of the model.
    pub derived: Option<Expr>,
    /// The named values of the field.
    pub codes: Option<CodesLink>,
    /// Rules for the value.
    pub constraints: List<Constraint>,
    /// The offset of the bytes, if they do not follow the previous field, and their stored form, if they are not stored
    /// plainly.
    pub region: RareValue<Region>,
    /// Whether the elements are the children of a tree node. The children have the type of the structure that holds the
    /// field.
    pub children: bool,
    /// Whether the bytes are padding. A writer adds padding up to the length, and keeps bytes of the padding that
    /// differ from the fill byte.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub padding: bool,
    /// The fill byte, which a writer adds to padding and may remove from it.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_zero"))]
    pub fill: u8,
    /// The pool that the field forms. Other parts refer to the texts or elements of the field by the name of the pool.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pool: Option<Pool>,
    /// Relations of the value to other parts of the file.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "<[_]>::is_empty"))]
    pub relations: List<Relation>,
}

#[cfg(feature = "json")]
#[allow(clippy::trivially_copy_pass_by_ref)] // The signature that serde expects.
fn is_zero(fill: &u8) -> bool {
    *fill == 0
}

/// Defines functions that set one member of a field at compile time.
macro_rules! member_setters {
    ($($(#[$doc:meta])* $name:ident: $member:ident = $value:ident: $ty:ty => $set:expr;)*) => {
        impl Field {
            $($(#[$doc])*
            #[must_use]
            #[allow(clippy::mem_replace_option_with_some)] // Not each member is an option.
            pub const fn $name(mut self, $value: $ty) -> Self {
                // A constant cannot drop the old value, which is empty.
                let _ = std::mem::ManuallyDrop::new(std::mem::replace(&mut self.$member, $set));
                self
            })*
        }
    };
}
member_setters! {
    /// Sets the name in the specification.
    with_label: label = label: Text => label;
    /// Sets the meaning.
    with_doc: doc = doc: Text => doc;
    /// Sets the section of the specification.
    with_spec: spec = spec: Text => spec;
    /// Sets the offset in bytes.
    at_offset: offset = offset: u64 => Some(offset);
    /// Sets the condition for the byte order.
    with_order: is_big = is_big: Expr => Some(is_big);
    /// Sets the number of bytes of a number.
    with_width: width = width: Expr => Some(width);
    /// Sets the number of elements.
    with_len: len = len: Length => Some(len);
    /// Sets the condition for the field.
    present_if: when = when: Expr => Some(when);
    /// Sets the value of an absent field.
    or_else: otherwise = otherwise: i64 => Some(otherwise);
    /// Sets the expression from which a writer computes the field.
    derived_from: derived = derived: Expr => Some(derived);
    /// Sets the named values.
    with_codes: codes = codes: CodesLink => Some(codes);
    /// Sets the rules.
    with_constraints: constraints = constraints: List<Constraint> => constraints;
    /// Sets the region.
    in_region: region = region: RareValue<Region> => region;
    /// Sets the pool that the field forms.
    forming_pool: pool = pool: Pool => Some(pool);
    /// Sets the relations to other parts of the file.
    with_relations: relations = relations: List<Relation> => relations;
}

impl Field {
    /// Makes the elements the children of a tree node.
    #[must_use]
    pub const fn of_children(mut self) -> Self {
        self.children = true;
        self
    }

    /// Makes the bytes padding with a fill byte.
    #[must_use]
    pub const fn as_padding(mut self, fill: u8) -> Self {
        (self.padding, self.fill) = (true, fill);
        self
    }

    /// Returns the constant signature, if the field is a signature. A writer writes the signature itself, so the
    /// signature is not part of the value.
    #[must_use]
    pub fn signature(&self) -> Option<&[u8]> {
        self.derived.as_ref()?;
        self.constraints.iter().find_map(|constraint| match &constraint.rule {
            crate::Rule::Magic(magic) => Some(&**magic),
            _ => None,
        })
    }

    /// Returns whether the field is a signature that selects the case which begins with it.
    #[must_use]
    pub fn is_tag(&self) -> bool {
        matches!(self.derived, Some(Expr::Bytes(_))) && self.signature().is_some()
    }

    /// Returns whether the value is not part of a model, because it follows from other values.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.derived.is_some() && !self.is_tag()
    }

    /// Returns the region of a field whose bytes follow the previous field. Returns `None` for a field with an offset
    /// of its own, and for a field without a region.
    #[must_use]
    pub fn region_in_place(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| region.is_in_place())
    }

    /// Returns the field whose stored size in bytes a variable-length number states, if the field directly follows the
    /// number. A writer stores such a field before it writes the number. `index` is the index of the number in
    /// `fields`. Returns `None` when the number states no such size, when one of the two fields may be absent, or when
    /// the number or a position decides how the field is written.
    #[must_use]
    pub fn stated_size(fields: &[Self], index: usize) -> Option<&Self> {
        let (number, content) = (fields.get(index)?, fields.get(index.checked_add(1)?)?);
        let is_free = number.len.is_none() && number.when.is_none() && number.region.is_none();
        if !matches!(number.ty, Type::Varint { .. }) || !is_free || number.derived.is_some() || content.when.is_some() {
            return None;
        }
        let region = content.region_in_place().filter(|region| region.joined.is_none())?;
        let states = matches!(&region.size, Some(Expr::Path(path)) if **path == [number.name.clone()]);
        let args = match &content.ty {
            Type::Named { args, .. } => &**args,
            _ => &[],
        };
        let conditions =
            region.steps.iter().map(|step| &step.when).chain(region.checks.iter().map(|check| &check.when));
        let is_known = |expr: &Expr| !expr.needs_space() && !expr.used_names().contains(&&number.name);
        (states && args.iter().chain(conditions).all(is_known)).then_some(content)
    }

    /// Returns the region whose bytes contain only this field, with or without an offset of its own, or `None` if there
    /// is no such region.
    #[must_use]
    pub fn region_stored(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| region.is_stored())
    }

    /// Returns the region of a field with an offset of its own, or of a field whose regions an array describes.
    #[must_use]
    pub fn region_elsewhere(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| !region.is_in_place())
    }

    /// Returns a single value without rules, which follows the previous field. Other functions set the members that
    /// differ.
    #[must_use]
    pub const fn new(name: Text, ty: Type) -> Self {
        Self {
            name,
            label: Text::Borrowed(""),
            doc: Text::Borrowed(""),
            spec: Text::Borrowed(""),
            offset: None,
            ty,
            is_big: None,
            width: None,
            len: None,
            when: None,
            otherwise: None,
            derived: None,
            codes: None,
            constraints: List::Borrowed(&[]),
            region: RareValue::NONE,
            children: false,
            padding: false,
            fill: 0,
            pool: None,
            relations: List::Borrowed(&[]),
        }
    }

    /// Returns whether a value decides the byte order or the width.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.is_big.is_some() || self.width.is_some()
    }

    /// Returns the stored type of a value, with the byte order and the width that values decide. The inner error is a
    /// width that the type does not have.
    ///
    /// # Errors
    /// Returns the errors of `value`, which computes an expression.
    pub fn stored_type<E>(
        &self,
        value: &mut dyn FnMut(&Expr) -> Result<i128, E>,
    ) -> Result<Result<Cow<'_, Type>, i128>, E> {
        let mut ty = Cow::Borrowed(&self.ty);
        if let Some(is_big) = &self.is_big {
            ty = self.ty.in_order(Endian::from(value(is_big)? != 0));
        }
        if let Some(width) = &self.width {
            let width = value(width)?;
            match ty.of_width(width) {
                Some(narrow) => ty = Cow::Owned(narrow),
                None => return Ok(Err(width)),
            }
        }
        Ok(Ok(ty))
    }

    /// Returns the number of elements, if every value has the same number; 1 for a field that is not a list.
    #[must_use]
    pub fn fixed_len(&self) -> Option<u64> {
        match &self.len {
            None => Some(1),
            Some(Length::Fixed(len)) => Some(*len),
            Some(_) => None,
        }
    }

    /// Returns the size of one element in bytes, if every element has the same size. `resolve` returns the structure to
    /// which a link leads.
    pub fn element_size<'a>(&self, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        match &self.ty {
            Type::Named { link, .. } => resolve(link)?.size,
            ty => ty.fixed_size().filter(|_| self.width.is_none()),
        }
    }

    /// Returns the size of the field in bytes, if every value has the same size. `resolve` returns the structure to
    /// which a link leads.
    pub fn fixed_size<'a>(&self, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        let here = self.when.is_none() && self.region.is_none() && !self.children;
        (Offset::from(self.element_size(resolve)) * self.fixed_len()).get().filter(|_| here)
    }

    /// Returns whether the field holds reserved bytes, which have no meaning.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        self.constraints.iter().any(|constraint| constraint.rule == super::Rule::Zero)
    }

    /// Returns whether the value is a run of raw bytes.
    #[must_use]
    pub fn is_bytes(&self) -> bool {
        self.len.is_some() && self.ty.is_byte()
    }

    /// Returns the form of a text, if a rule states a form for the bytes of the field.
    #[must_use]
    pub fn text_form(&self) -> Option<TextForm> {
        self.constraints.iter().find_map(|constraint| match constraint.rule {
            super::Rule::Text(form) => Some(form),
            _ => None,
        })
    }

    /// Returns the size in bytes of the NUL that ends a text.
    #[must_use]
    pub fn terminator_size(&self) -> usize {
        self.text_form().map_or(1, |form| form.encoding.unit_size())
    }

    /// Returns whether a rule states that the bytes are UTF-8.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.is_bytes() && self.constraints.iter().any(|constraint| matches!(constraint.rule, super::Rule::Utf8))
    }
}

/// A bit field of a structure.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct BitField {
    /// Name in paths and JSON.
    pub name: Text,
    /// Name in the specification.
    pub label: Text,
    /// The meaning of the bit field.
    pub doc: Text,
    /// Number of the first bit, counted from the first bit of the first byte, in the bit order of the field.
    pub bit: u16,
    /// Width in bits, from 1 to 127.
    pub bits: u16,
    /// The bit order: which bit of a byte comes first.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_little"))]
    pub order: Endian,
    /// The named values of the bit field.
    pub codes: Option<CodesLink>,
    /// Rules for the value.
    pub constraints: List<Constraint>,
}

#[cfg(feature = "json")]
fn is_little(order: &Endian) -> bool {
    *order == Endian::Little
}

impl BitField {
    /// Returns the position of the field's bits.
    #[must_use]
    pub fn bit_place(&self) -> BitPlace {
        BitPlace { first: self.bit, width: self.bits, order: self.order }
    }
}
