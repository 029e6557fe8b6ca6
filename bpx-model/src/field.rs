use super::{
    BitPlace, CodesLink, Constraint, Endian, Expr, Length, Link, List, Offset, Pool, Region, Relation, Structure, Text,
    Type,
};

/// One field of a structure.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Field {
    /// Name, as paths and JSON use it.
    pub name: Text,
    /// Name, as the specification spells it.
    pub label: Text,
    /// What it means.
    pub doc: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Offset in bytes from the beginning of the structure, in structures of fixed size.
    pub offset: Option<u64>,
    /// Type of the value, or of each element.
    pub ty: Type,
    /// Number of elements; none for a single value.
    pub len: Option<Length>,
    /// Present only when this is not zero.
    pub when: Option<Expr>,
    /// Value of an absent field that is not optional in memory.
    pub otherwise: Option<i64>,
    /// Computed from this when writing, so that it cannot be set wrong; not part of the model.
    pub derived: Option<Expr>,
    /// Named values.
    pub codes: Option<CodesLink>,
    /// Rules for the value.
    pub constraints: List<Constraint>,
    /// Where the bytes are when they do not follow the field before, and how they are stored when they are not stored as
    /// they are.
    pub region: Option<Region>,
    /// The elements are the children of a tree node: structures of the type that holds this field.
    pub children: bool,
    /// Bytes that only fill space: a writer makes as many of them as the length says. What is not zero is kept.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub padding: bool,
    /// What other parts refer to by a name: the texts or the elements of this field.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pool: Option<Pool>,
    /// What the value has to do with another part of the file.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "<[_]>::is_empty"))]
    pub relations: List<Relation>,
}

impl Field {
    /// The constant signature that the field is: computed, so not part of the value.
    #[must_use]
    pub fn signature(&self) -> Option<&[u8]> {
        self.derived.as_ref()?;
        self.constraints.iter().find_map(|constraint| match &constraint.rule {
            crate::Rule::Magic(magic) => Some(&**magic),
            _ => None,
        })
    }

    /// Whether the signature chooses the case that begins with it.
    #[must_use]
    pub fn is_tag(&self) -> bool {
        matches!(self.derived, Some(Expr::Bytes(_))) && self.signature().is_some()
    }

    /// Whether the value is no part of a model, because it follows from the rest.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.derived.is_some() && !self.is_tag()
    }

    /// How the bytes are stored that follow the field before, or `None` when they lie elsewhere, or are stored as they are.
    #[must_use]
    pub fn region_in_place(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| region.is_in_place())
    }

    /// Where the bytes are when they do not follow the field before.
    #[must_use]
    pub fn region_elsewhere(&self) -> Option<&Region> {
        self.region.as_ref().filter(|region| !region.is_in_place())
    }

    /// A plain field; the derive fills in what differs.
    #[must_use]
    pub const fn new(name: Text, ty: Type) -> Self {
        Self {
            name,
            label: Text::Borrowed(""),
            doc: Text::Borrowed(""),
            spec: Text::Borrowed(""),
            offset: None,
            ty,
            len: None,
            when: None,
            otherwise: None,
            derived: None,
            codes: None,
            constraints: List::Borrowed(&[]),
            region: None,
            children: false,
            padding: false,
            pool: None,
            relations: List::Borrowed(&[]),
        }
    }

    /// Number of elements when it is the same for every value; 1 for a single one.
    #[must_use]
    pub fn fixed_len(&self) -> Option<u64> {
        match &self.len {
            None => Some(1),
            Some(Length::Fixed(len)) => Some(*len),
            Some(_) => None,
        }
    }

    /// Size in bytes of one element when it is the same for every value; `resolve` finds structures.
    pub fn element_size<'a>(&self, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        match &self.ty {
            Type::Named { link, .. } => resolve(link)?.size,
            ty => ty.fixed_size(),
        }
    }

    /// Size in bytes of the whole when it is the same for every value; `resolve` finds structures.
    pub fn fixed_size<'a>(&self, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        let here = self.when.is_none() && self.region.is_none() && !self.children;
        (Offset::from(self.element_size(resolve)) * self.fixed_len()).get().filter(|_| here)
    }

    /// Whether the field holds bytes that have no meaning.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        self.constraints.iter().any(|constraint| constraint.rule == super::Rule::Zero)
    }

    /// Whether the value is a run of raw bytes.
    #[must_use]
    pub fn is_bytes(&self) -> bool {
        self.len.is_some() && self.ty.is_byte()
    }

    /// Whether these bytes are a text, by the rule that they are UTF-8.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.is_bytes() && self.constraints.iter().any(|constraint| constraint.rule == super::Rule::Utf8)
    }
}

/// One bit field of a structure of bits.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct BitField {
    /// Name, as paths and JSON use it.
    pub name: Text,
    /// Name, as the specification spells it.
    pub label: Text,
    /// What it means.
    pub doc: Text,
    /// First bit, counted from the first bit of the first byte: the least significant one, or the most significant one
    /// where that comes first.
    pub bit: u16,
    /// Width in bits, 1 to 128.
    pub bits: u16,
    /// Whether the least significant bit comes first, or the most significant one.
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
    /// Where its bits lie.
    #[must_use]
    pub fn place(&self) -> BitPlace {
        BitPlace { first: self.bit, width: self.bits, order: self.order }
    }
}
