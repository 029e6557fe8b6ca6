use super::Algorithm;
use super::{BitField, CodesLink, Constraint, Expr, Field, Link, List, NumberSetting, Offset, Text, Type};

/// A structure: the encoding of a value.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Structure {
    /// Name, unique in a schema.
    pub name: Text,
    /// The meaning.
    pub doc: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Names of the values that the enclosing structure passes.
    pub params: List<Text>,
    /// Size in bytes, if it is the same for every value.
    pub size: Option<u64>,
    /// The parts.
    pub body: Body,
    /// Rules across fields.
    pub rules: List<Constraint>,
    /// Members of nested structures that a writer computes.
    pub derived: List<DerivedMember>,
    /// Checksums over fields of this structure.
    pub sums: List<FieldChecksum>,
    /// Numbers that a writer sets after all bytes are placed, in this order.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"))]
    pub settings: List<NumberSetting>,
}

/// The parts of a structure.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Body {
    /// Fields, one after the other.
    #[cfg_attr(feature = "json", serde(deserialize_with = "super::model::deserialize_exact"))]
    Fields(List<Field>),
    /// A reader takes the first case whose condition holds.
    #[cfg_attr(feature = "json", serde(deserialize_with = "super::model::deserialize_exact"))]
    Switch(List<Case>),
    /// Bit fields over `size` bytes. All bit fields have the same order of bits.
    #[cfg_attr(feature = "json", serde(deserialize_with = "super::model::deserialize_exact"))]
    Bits(List<BitField>),
}

/// One case of a switch.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Case {
    /// Name in JSON.
    pub name: Text,
    /// The meaning.
    pub doc: Text,
    /// Condition that selects the case; `None` for the case that is always selected.
    pub when: Option<Expr>,
    /// Number of the interpretation by which bytes that do not form this case may form one of the following cases. A
    /// reader reports the fault, and lenient mode excuses the fault. Empty if such bytes are an error.
    #[cfg_attr(feature = "json", serde(default))]
    pub attempt: Text,
    /// The fields.
    #[cfg_attr(feature = "json", serde(deserialize_with = "super::model::deserialize_exact"))]
    pub fields: List<Field>,
}

impl Case {
    /// Returns the tag: the bytes at the beginning that select the case.
    #[must_use]
    pub fn tag(&self) -> Option<&[u8]> {
        self.fields.first().filter(|field| field.is_tag())?.signature()
    }
}

/// A member of a nested structure that a writer computes.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct DerivedMember {
    /// Field and member.
    pub target: List<Text>,
    /// The value of the member.
    pub value: Expr,
    /// The rule that a file states the computed value; `None` if a file cannot state another value.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rule: Option<Constraint>,
}

/// A checksum over fields of a structure.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct FieldChecksum {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Field and member that state the value.
    pub stored: List<Text>,
    /// The first and the last field of the range; `None` instead of the last field if the range continues to the end of
    /// the file.
    pub over: (Text, Option<Text>),
    /// The first and the last field of each further range. The sum takes the bytes of these ranges after the first
    /// range, in this order.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"))]
    pub more: List<(Text, Text)>,
    /// Members that the sum leaves out. A path to a member of an array field means the member of every element.
    pub skip: List<List<Text>>,
    /// Members whose bytes the sum replaces by one repeated byte.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"))]
    pub fill: List<FilledMember>,
    /// Members that an interpretation allows the sum to leave out.
    pub or_skip: List<List<Text>>,
    /// Members that an interpretation allows the sum to count as zeros instead of leaving the members out.
    #[cfg_attr(feature = "json", serde(default))]
    pub or_zero: List<List<Text>>,
    /// Stable name of the rule.
    pub code: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
}

/// A member whose bytes a checksum replaces by one repeated byte.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct FilledMember {
    /// Field and member. A path to a member of an array field means the member of every element.
    pub member: List<Text>,
    /// The byte that replaces each byte of the member.
    pub byte: u8,
}

impl FieldChecksum {
    /// Returns the ranges, each as its first and its last field; `None` as the last field for the end of the file.
    pub fn ranges(&self) -> impl Iterator<Item = (&Text, Option<&Text>)> {
        let more = self.more.iter().map(|(first, last)| (first, Some(last)));
        std::iter::once((&self.over.0, self.over.1.as_ref())).chain(more)
    }

    /// Returns all members that the sum names.
    pub fn members(&self) -> impl Iterator<Item = &List<Text>> {
        let filled = self.fill.iter().map(|filled| &filled.member);
        let others = [&*self.skip, &*self.or_skip, &*self.or_zero].into_iter().flatten();
        std::iter::once(&self.stored).chain(others).chain(filled)
    }
}

#[cfg(feature = "json")]
fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

impl Structure {
    /// Returns a structure with a name and a body; the other members are empty, and the derive sets those that differ.
    #[must_use]
    pub const fn new(name: Text, body: Body) -> Self {
        Self {
            name,
            doc: Text::Borrowed(""),
            spec: Text::Borrowed(""),
            params: List::Borrowed(&[]),
            size: None,
            body,
            rules: List::Borrowed(&[]),
            derived: List::Borrowed(&[]),
            sums: List::Borrowed(&[]),
            settings: List::Borrowed(&[]),
        }
    }

    /// Returns the fields; empty for switches and bits.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        match &self.body {
            Body::Fields(fields) => fields,
            Body::Switch(_) | Body::Bits(_) => &[],
        }
    }

    /// Returns the field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields().iter().find(|field| field.name == name)
    }

    /// Returns the offset in bytes of a field from the beginning of the structure, if everything before the field has
    /// the same size for every value; `resolve` finds structures by their references.
    pub fn offset_of<'a>(&self, name: &str, resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        let mut offset = Offset::from(0);
        for field in self.fields() {
            if field.name == name {
                return field.offset.or(offset.get());
            }
            offset = offset + field.fixed_size(resolve);
        }
        None
    }

    /// Returns the offset in bytes of a member of a member, like [`offset_of`](Self::offset_of); for a bit field, the
    /// offset of its first byte.
    pub fn offset_of_path<'a>(&self, path: &[Text], resolve: &dyn Fn(&Link) -> Option<&'a Structure>) -> Option<u64> {
        let (name, rest) = path.split_first()?;
        if let Some(field) = self.bit_fields().iter().find(|field| field.name == *name) {
            return Some(u64::from(field.bit / 8));
        }
        let offset = self.offset_of(name, resolve)?;
        if rest.is_empty() {
            return Some(offset);
        }
        match &self.field(name)?.ty {
            Type::Named { link, .. } => (Offset::from(offset) + resolve(link)?.offset_of_path(rest, resolve)).get(),
            _ => None,
        }
    }

    /// Returns the offset in bytes of a member of a value whose bytes are known. Unlike
    /// [`offset_of_path`](Self::offset_of_path), also finds members after numbers of variable length, because the bytes
    /// show where these numbers end.
    pub fn offset_in<'a>(
        &self,
        bytes: &[u8],
        path: &[Text],
        resolve: &dyn Fn(&Link) -> Option<&'a Structure>,
    ) -> Option<u64> {
        if let Some(offset) = self.offset_of_path(path, resolve) {
            return Some(offset);
        }
        let (name, rest) = path.split_first()?;
        let mut offset = Offset::from(0);
        for field in self.fields() {
            if field.name == *name {
                let nested = match &field.ty {
                    Type::Named { link, .. } if !rest.is_empty() => resolve(link)?.offset_of_path(rest, resolve)?,
                    _ => 0,
                };
                return (offset + nested).get();
            }
            let size = match field.ty {
                Type::Varint { form, .. } if field.when.is_none() && field.region.is_none() => {
                    let number = bytes.get(usize::try_from(offset.get()?).ok()?..)?;
                    form.size_of(number).map(|size| size as u64)
                }
                _ => field.fixed_size(resolve),
            };
            offset = offset + size;
        }
        None
    }

    /// Returns all fields, including those of every case.
    pub fn all_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields().iter().chain(self.cases().iter().flat_map(|case| case.fields.iter()))
    }

    /// Returns the fields on which a rule depends, in order, if the rule can be checked before the last field is read.
    /// The rules of records and of trees are always checked at the end.
    #[must_use]
    pub fn early_fields(&self, rule: &Constraint) -> Option<Vec<&Field>> {
        let fields = self.fields();
        let is_tree = fields.iter().any(|field| field.children);
        let names = rule.early_names().filter(|_| self.size.is_none() && !is_tree)?;
        let needed: Vec<_> = fields.iter().filter(|field| names.contains(&&field.name)).collect();
        let (last_needed, last) = (needed.last()?, fields.last()?);
        (last_needed.name != last.name).then_some(needed)
    }

    /// Returns all rules: those of fields, of computed members, and those across fields.
    pub fn all_rules(&self) -> impl Iterator<Item = &Constraint> {
        let fields = self.all_fields().flat_map(|field| field.constraints.iter());
        let bits = self.bit_fields().iter().flat_map(|field| field.constraints.iter());
        let derived = self.derived.iter().filter_map(|derived| derived.rule.as_ref());
        fields.chain(bits).chain(derived).chain(self.rules.iter())
    }

    /// Returns the sets of codes of all fields, including those of bit fields.
    pub fn all_codes(&self) -> impl Iterator<Item = &CodesLink> {
        let fields = self.all_fields().filter_map(|field| field.codes.as_ref());
        fields.chain(self.bit_fields().iter().filter_map(|field| field.codes.as_ref()))
    }

    /// Returns the cases of a switch; empty for others.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        match &self.body {
            Body::Switch(cases) => cases,
            Body::Fields(_) | Body::Bits(_) => &[],
        }
    }

    /// Returns the bit fields; empty for others.
    #[must_use]
    pub fn bit_fields(&self) -> &[BitField] {
        match &self.body {
            Body::Bits(fields) => fields,
            Body::Fields(_) | Body::Switch(_) => &[],
        }
    }

    /// Returns the references from this structure to other structures or to itself.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.all_fields().filter_map(|field| match &field.ty {
            Type::Named { link, .. } => Some(link),
            _ => None,
        })
    }
}
