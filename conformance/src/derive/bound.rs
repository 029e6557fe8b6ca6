//! A text whose parts are bound to structures.

use super::binding::{Golden, Part};
use super::uses::{FieldUses, inner_structure};
use crate::SuiteError;
use crate::source::{Built, FieldSpan, Source, Span};
use bpx_schema::report::{Path, Segment};
use bpx_schema::schema::{Body, ComputedValue, Field, Length, Link, Model, RareValue, Rule, Structure, Text, Type};
use bpx_schema::value::Scope;
use bpx_workbench::vectors::{Try, values_around};
use std::collections::BTreeMap;

/// A parsed and built text, and the structures of its parts.
pub(super) struct BoundText<'a> {
    pub(super) golden: &'a Golden,
    pub(super) model: &'a Model,
    pub(super) source: Source,
    pub(super) built: Built,
    pub(super) pieces: Vec<BoundPiece<'a>>,
    /// Numbers by their paths in the structure of the file.
    pub(super) numbers: BTreeMap<String, i128>,
}

/// A record of the file, or one field of a structure whose size varies.
pub(super) struct BoundPiece<'a> {
    /// The name of the part in ids; empty if no cases come from it.
    pub(super) name: String,
    /// The structure of the part; for a case of a switch, the structure that declares the switch.
    pub(super) owner: &'a Structure,
    /// `Structure`, or `Structure::Case`.
    pub(super) owner_name: &'a str,
    /// The field, if the size of the structure varies.
    pub(super) field: Option<&'a Field>,
    /// The path of the part in the structure of the file, without the name of the field.
    pub(super) at: String,
    pub(super) span: Span,
    /// The unpacked space that has the bytes; `None` for the file itself.
    pub(super) space: Option<String>,
    /// The values to test.
    pub(super) tries: Vec<Try>,
}

impl<'a> BoundText<'a> {
    pub(super) fn new(golden: &'a Golden, model: &'a Model, text: &str) -> Result<Self, SuiteError> {
        let in_text = |source| SuiteError::Source { place: golden.source.clone(), source };
        let source = Source::parse(text).map_err(in_text)?;
        let built = source.build().map_err(in_text)?;
        let mut bound = Self { golden, model, source, built, pieces: Vec::new(), numbers: BTreeMap::new() };
        for part in &golden.part {
            bound.bind_part(part)?;
        }
        for piece in &bound.pieces {
            for one in &piece.tries {
                if let Some((number, _)) = one.numbers {
                    bound.numbers.insert(piece.path_in_file(&one.path), number);
                }
            }
        }
        Ok(bound)
    }

    /// Makes an error about this text.
    pub(super) fn error(&self, message: impl Into<String>) -> SuiteError {
        SuiteError::Text { path: self.golden.source.clone().into(), message: message.into() }
    }

    fn bind_part(&mut self, part: &'a Part) -> Result<(), SuiteError> {
        let (name, case) = part.is.split_once("::").map_or((&*part.is, None), |(name, case)| (name, Some(case)));
        let owner = self.model.get(name).ok_or_else(|| self.error(format!("expected a structure, found `{name}`")))?;
        let fields = match (&owner.body, case) {
            (Body::Switch(cases), Some(case)) => cases.iter().find(|one| one.name == case).map(|case| &*case.fields),
            (Body::Fields(fields), None) => Some(&**fields),
            (Body::Bits(_), None) => Some(&[][..]),
            _ => None,
        };
        let fields = fields
            .ok_or_else(|| self.error(format!("expected a structure or a case with fields, found `{}`", part.is)))?;
        let at = part.at.as_ref().unwrap_or(&part.text);
        let elements = (0_usize..).take_while(|index| {
            let is_there = |text: String| leaves_below(&self.built, &text).next().is_some();
            part.text.contains("[*]") && is_there(part.text.replace("[*]", &format!("[{index}]")))
        });
        let elements = elements.count();
        for index in 0_usize.. {
            let place = |path: &str| path.replace("[*]", &format!("[{index}]"));
            let (text, at) = (place(&part.text), place(at));
            let leaves: Vec<&FieldSpan> = leaves_below(&self.built, &text).collect();
            let Some(first) = leaves.first() else {
                if index == 0 {
                    return Err(self.error(format!("expected the name of a field or a block, found `{text}`")));
                }
                break;
            };
            // The first and the last element represent all; the last may be a part of its own.
            let is_own = self.golden.part.iter().any(|other| other.text == text);
            let name = match index {
                _ if part.name.is_empty() => String::new(),
                0 => part.name.clone(),
                _ if index + 1 == elements && !is_own => format!("{}-last", part.name),
                _ => String::new(),
            };
            let piece = BoundPiece {
                name,
                owner,
                owner_name: &part.is,
                field: None,
                at,
                span: Span { offset: first.offset, size: 0 },
                space: first.space.clone(),
                tries: Vec::new(),
            };
            if let Some(size) = owner.size.filter(|_| case.is_none()) {
                // A record of a text lies in memory, so that its size fits.
                let span = Span { offset: first.offset, size: usize::try_from(size).unwrap_or_default() };
                self.add_piece(BoundPiece { span, ..piece }, owner)?;
            } else {
                self.bind_fields(part, fields, &text, &piece)?;
            }
            if !part.text.contains("[*]") {
                break;
            }
        }
        Ok(())
    }

    /// Binds the fields of a structure whose size varies, each as a piece of its own.
    fn bind_fields(
        &mut self,
        part: &'a Part,
        fields: &'a [Field],
        text: &str,
        piece: &BoundPiece<'a>,
    ) -> Result<(), SuiteError> {
        let mut found = false;
        for field in fields {
            let leaf_name = part.fields.get(&*field.name).map_or(&*field.name, String::as_str);
            let path = if text.is_empty() { leaf_name.to_owned() } else { format!("{text}.{leaf_name}") };
            found |= leaves_below(&self.built, &path).next().is_some();
            let Some(leaf) = self.built.field_at(&path) else { continue };
            let span = Span { offset: leaf.offset, size: leaf.size };
            let Some(record) = record_of(self.model, field, span.size) else { continue };
            let piece = BoundPiece {
                name: piece.name.clone(),
                field: Some(field),
                at: piece.at.clone(),
                span,
                space: leaf.space.clone(),
                tries: Vec::new(),
                ..*piece
            };
            self.add_piece(piece, &record)?;
        }
        if found {
            Ok(())
        } else {
            Err(self.error(format!("expected a field of `{}` at `{text}`, found none", part.is)))
        }
    }

    fn add_piece(&mut self, mut piece: BoundPiece<'a>, record: &Structure) -> Result<(), SuiteError> {
        let bytes = self.piece_bytes(&piece).ok_or_else(|| self.error(format!("`{}` is cut", piece.at)))?;
        piece.tries = values_around(self.model, record, bytes);
        self.pieces.push(piece);
        Ok(())
    }

    /// Returns the bytes of a piece.
    pub(super) fn piece_bytes(&self, piece: &BoundPiece<'_>) -> Option<&[u8]> {
        let end = piece.span.offset.checked_add(piece.span.size)?;
        self.built.space_bytes(piece.space.as_deref())?.get(piece.span.offset..end)
    }

    /// Returns the pieces that cases come from, which have names and are not compressed.
    pub(super) fn open_pieces(&self) -> impl Iterator<Item = &BoundPiece<'a>> {
        self.pieces.iter().filter(|piece| !piece.name.is_empty() && piece.space.is_none())
    }

    /// Returns the leaves of the text that lie in a piece.
    pub(super) fn leaves_in_piece<'b>(&'b self, piece: &'b BoundPiece<'_>) -> impl Iterator<Item = &'b FieldSpan> {
        let end = piece.span.offset + piece.span.size;
        let inside = move |field: &&FieldSpan| {
            field.space == piece.space
                && field.size > 0
                && field.offset >= piece.span.offset
                && field.offset + field.size <= end
        };
        self.built.fields.iter().filter(inside)
    }
}

impl<'a> BoundPiece<'a> {
    /// Returns the path in the file of a path in the piece.
    pub(super) fn path_in_file(&self, inner: &Path) -> String {
        let inner = inner.to_string();
        if self.at.is_empty() { inner } else { format!("{}.{inner}", self.at) }
    }

    /// Returns the uses of the field at a path in the piece.
    pub(super) fn uses_of(&self, model: &'a Model, inner: &Path) -> FieldUses<'a> {
        FieldUses::of(model, self.owner, &field_names(inner))
    }

    /// Returns the name of the field at a path in the piece, as `Structure.field`, with the structure that declares it.
    pub(super) fn declared_name(&self, model: &'a Model, inner: &Path) -> (&'a str, String) {
        declared_by(model, self.owner, self.owner_name, inner)
    }
}

/// Returns the structure that declares the field at a path, and the name of the field. The path begins in `owner`,
/// which is called `name`.
pub(super) fn declared_by<'a>(
    model: &'a Model,
    mut owner: &'a Structure,
    mut name: &'a str,
    inner: &Path,
) -> (&'a str, String) {
    let names = field_names(inner);
    for (index, field) in names.iter().enumerate() {
        let last = index + 1 == names.len();
        let inner = owner.field(field).and_then(|field| inner_structure(model, field)).filter(|_| !last);
        let Some(inner) = inner else { return (name, field.to_string()) };
        (owner, name) = (inner, &inner.name);
    }
    (name, String::new())
}

/// The numbers of the file that expressions of the outermost structure read; `entry` is the element that an expression
/// calls `entry`.
pub(super) struct ElementNumbers<'a> {
    pub(super) numbers: &'a BTreeMap<String, i128>,
    pub(super) entry: Option<(&'a str, usize)>,
    /// Size of the file in bytes.
    pub(super) size: usize,
}

impl Scope for ElementNumbers<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let path = match (path.split_first(), self.entry) {
            (Some((first, rest)), Some((array, index))) if first == "entry" => {
                format!("{array}[{index}].{}", rest.join("."))
            }
            _ => path.join("."),
        };
        self.numbers.get(&path).copied().map(ComputedValue::Int)
    }

    fn size(&self) -> i128 {
        self.size as i128
    }
}

/// Returns the names of the fields on a path.
pub(super) fn field_names(path: &Path) -> Vec<Text> {
    let name = |segment: &Segment| match segment {
        Segment::Field(name) => Some(name.clone()),
        Segment::Index(_) => None,
    };
    path.segments().iter().filter_map(name).collect()
}

/// Returns the leaves at and below a path; the empty path is the file.
fn leaves_below<'b>(built: &'b Built, path: &str) -> impl Iterator<Item = &'b FieldSpan> {
    built.fields.iter().filter(move |field| {
        path.is_empty()
            || field.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    })
}

/// Returns a record of `size` bytes that has only this field; `None` if the elements of the field have no fixed size or
/// do not fill the record.
fn record_of(model: &Model, field: &Field, size: usize) -> Option<Structure> {
    let resolve = |link: &Link| model.get(link.name());
    let element = usize::try_from(field.element_size(&resolve)?).ok()?;
    let count = size.checked_div(element)?;
    if count.checked_mul(element) != Some(size) || (field.len.is_none() && count != 1) {
        return None;
    }
    let fixed = Field {
        when: None,
        region: RareValue::NONE,
        len: field.len.as_ref().map(|_| Length::Fixed(count as u64)),
        ..field.clone()
    };
    let mut record = Structure::new("a field".into(), Body::Fields(vec![fixed].into()));
    record.size = Some(size as u64);
    Some(record)
}

/// Returns whether the values of a field are texts.
pub(super) fn is_text(field: &Field) -> bool {
    field.ty == Type::CString || field.constraints.iter().any(|one| one.rule == Rule::Utf8)
}
