use super::{
    BitPlace, CodesLink, Constraint, Endian, Expr, Length, Link, List, Offset, Pool, Rare, Region, Relation, Structure,
    Text, TextForm, Type,
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
    /// The meaning.
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
    /// The number of bytes of a whole number, if a value decides it: at most the size of the type.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub width: Option<Expr>,
    /// Number of elements; `None` for a single value.
    pub len: Option<Length>,
    /// The field is present only when this is not zero.
    pub when: Option<Expr>,
    /// Value of an absent field that is not optional in memory.
    pub otherwise: Option<i64>,
    /// The field is computed from this when writing, and is not part of the model.
    pub derived: Option<Expr>,
    /// Named values.
    pub codes: Option<CodesLink>,
    /// Rules for the value.
    pub constraints: List<Constraint>,
    /// The place of the bytes, if they do not follow the field before, and their stored form, if it is not plain.
    pub region: Rare<Region>,
    /// The elements are the children of a tree node: structures of the type that holds this field.
    pub children: bool,
    /// Whether the bytes are padding: a writer makes as many as the length states. Other bytes than its own are kept.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub padding: bool,
    /// The byte that a writer adds to padding, and may remove from it.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_zero"))]
    pub fill: u8,
    /// The pool of this field: other parts refer to its texts or elements by the name of the pool.
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

impl Field {
    /// Returns the constant signature, if the field is a signature. A writer computes it, so it is not part of the
    /// value.
    #[must_use]
    pub fn signature(&self) -> Option<&[u8]> {
        self.derived.as_ref()?;
        self.constraints.iter().find_map(|constraint| match &constraint.rule {
            crate::Rule::Magic(magic) => Some(&**magic),
            _ => None,
        })
    }

    /// Returns whether the signature selects the case that begins with it.
    #[must_use]
    pub fn is_tag(&self) -> bool {
        matches!(self.derived, Some(Expr::Bytes(_))) && self.signature().is_some()
    }

    /// Returns whether the value is not part of a model, because it follows from other values.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.derived.is_some() && !self.is_tag()
    }

    /// Returns the region of bytes that follow the field before, or `None` if they have offsets of their own or are stored without
    /// a transform.
    #[must_use]
    pub fn region_in_place(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| region.is_in_place())
    }

    /// Returns, for a number of variable length, the field directly after it whose stored size in bytes it states: a
    /// writer stores that field before it writes the number. The index counts in the fields. `None` when the number
    /// states no such size, when the field may be absent, or when the number or a place decides how it is written.
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
        let is_known = |expr: &Expr| !expr.needs_space() && !expr.fields().contains(&&number.name);
        (states && args.iter().chain(conditions).all(is_known)).then_some(content)
    }

    /// Returns the region of bytes that contain only the field, at any place, or `None` if there is none.
    #[must_use]
    pub fn region_stored(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| region.is_stored())
    }

    /// Returns the region of bytes that do not follow the field before.
    #[must_use]
    pub fn region_elsewhere(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| !region.is_in_place())
    }

    /// Returns a plain field; the derive sets the members that differ.
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
            region: Rare::NONE,
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

    /// Returns the stored type of a value, with the decided byte order and width. The error is a width that the type
    /// does not have.
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

    /// Returns the number of elements when it is the same for every value; 1 for a field without a list.
    #[must_use]
    pub fn fixed_len(&self) -> Option<u64> {
        match &self.len {
            None => Some(1),
            Some(Length::Fixed(len)) => Some(*len),
            Some(_) => None,
        }
    }

    /// Returns the size in bytes of one element when it is the same for every value; `resolve` finds structures.
    pub fn element_size<'a>(&self, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        match &self.ty {
            Type::Named { link, .. } => resolve(link)?.size,
            ty => ty.fixed_size().filter(|_| self.width.is_none()),
        }
    }

    /// Returns the size in bytes of the whole when it is the same for every value; `resolve` finds structures.
    pub fn fixed_size<'a>(&self, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        let here = self.when.is_none() && self.region.is_none() && !self.children;
        (Offset::from(self.element_size(resolve)) * self.fixed_len()).get().filter(|_| here)
    }

    /// Returns whether the field holds bytes that have no meaning.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        self.constraints.iter().any(|constraint| constraint.rule == super::Rule::Zero)
    }

    /// Returns whether the value is a run of raw bytes.
    #[must_use]
    pub fn is_bytes(&self) -> bool {
        self.len.is_some() && self.ty.is_byte()
    }

    /// Returns the form of a text of bytes, or of bytes up to a NUL, if a rule states one.
    #[must_use]
    pub fn text_form(&self) -> Option<TextForm> {
        self.constraints.iter().find_map(|constraint| match constraint.rule {
            super::Rule::Text(form) => Some(form),
            _ => None,
        })
    }

    /// Returns the size in bytes of the NUL that ends a text.
    #[must_use]
    pub fn terminator(&self) -> usize {
        self.text_form().map_or(1, |form| form.encoding.unit())
    }

    /// Returns whether a rule states that the bytes are UTF-8.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.is_bytes() && self.constraints.iter().any(|constraint| matches!(constraint.rule, super::Rule::Utf8))
    }
}

/// One bit field of a structure of bits.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct BitField {
    /// Name in paths and JSON.
    pub name: Text,
    /// Name in the specification.
    pub label: Text,
    /// The meaning.
    pub doc: Text,
    /// First bit, counted from the first bit of the first byte, in the order of bits.
    pub bit: u16,
    /// Width in bits, 1 to 128.
    pub bits: u16,
    /// The order of bits: which bit of a byte comes first.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_little"))]
    pub order: Endian,
    /// Named values.
    pub codes: Option<CodesLink>,
    /// Rules for the value.
    pub constraints: List<Constraint>,
}

#[cfg(feature = "json")]
fn is_little(order: &Endian) -> bool {
    *order == Endian::Little
}

impl BitField {
    /// Returns the place of its bits.
    #[must_use]
    pub fn place(&self) -> BitPlace {
        BitPlace { first: self.bit, width: self.bits, order: self.order }
    }
}
