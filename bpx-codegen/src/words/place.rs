//! The items and fields that an attribute belongs to.

/// The item or field that an attribute belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributePlace {
    /// A struct with `derive(Record)`.
    Record,
    /// A field of a record.
    RecordField,
    /// An enum with `derive(Record)`.
    Codes,
    /// A variant of an enum of codes.
    Code,
    /// A struct with `#[structure]`.
    Structure,
    /// A field of a structure.
    Field,
    /// An enum with `#[structure]`.
    Switch,
    /// A variant of an enum with data, which is a case.
    Case,
    /// A field of a case.
    CaseField,
    /// A struct with `#[structure] #[bitfield]`.
    Bits,
    /// A field of a struct of bits.
    BitField,
}

impl AttributePlace {
    /// All items and fields that can have attributes.
    pub const ALL: [Self; 11] = [
        Self::Record,
        Self::RecordField,
        Self::Codes,
        Self::Code,
        Self::Structure,
        Self::Field,
        Self::Switch,
        Self::Case,
        Self::CaseField,
        Self::Bits,
        Self::BitField,
    ];

    /// Fields that are read one after the other.
    pub(super) const SEQUENCE: &'static [Self] = &[Self::Field, Self::CaseField];
    /// Fields that are whole bytes.
    pub(super) const BYTES: &'static [Self] = &[Self::RecordField, Self::Field, Self::CaseField];
    /// Fields of any kind.
    pub(super) const FIELDS: &'static [Self] = &[Self::RecordField, Self::Field, Self::CaseField, Self::BitField];
    /// Items and fields that may state rules across fields.
    pub(super) const RULED: &'static [Self] =
        &[Self::Record, Self::RecordField, Self::Structure, Self::Field, Self::Bits];

    /// Returns the name of the item or field in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Record => "a record",
            Self::RecordField => "a field of a record",
            Self::Codes => "an enum of codes",
            Self::Code => "a code",
            Self::Structure => "a structure",
            Self::Field => "a field of a structure",
            Self::Switch => "an enum with data",
            Self::Case => "a case",
            Self::CaseField => "a field of a case",
            Self::Bits => "a struct of bits",
            Self::BitField => "a bit field",
        }
    }
}
