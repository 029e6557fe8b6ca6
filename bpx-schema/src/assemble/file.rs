//! Writes whole files: the fields of the outermost structure, and the contents of the regions that the structure
//! describes.

use super::Assembler;
use super::fields::{FieldOwner, named_spans};
use super::scope::FieldPlaces;
use crate::Algorithms;
use crate::codec::stack::with_room;
use crate::forms::StoredForms;
use crate::interpret::check_schema;
use crate::json::{DATA, FORMS, FOUND, GAPS, JsonDoc, JsonRef, REST, STORED, describe_json};
use crate::layout::{Content, FileWriter, PlacedFile};
use crate::report::{Class, Error, Result};
use crate::schema::{Algorithm, Body, Field, Length, Model, Structure, Type};
use crate::transform::{self, StreamLimits};
use crate::value::bytes_from_hex;

/// Returns the file that JSON describes. The JSON has the form that
/// [`Interpreter::write_json`](crate::interpret::Interpreter::write_json) writes, with the contents of regions and the
/// bytes that belong to no field. `args` are the values of the structure's parameters.
///
/// Parts keep their offsets if their sizes allow it; offsets, sizes and checksums are computed. An unchanged file is
/// written byte for byte, because contents keep the stored forms that the JSON contains.
///
/// # Errors
/// Returns the errors of [`assemble`](super::assemble), and the errors of [`FileWriter::place`].
pub fn assemble_file(
    model: &Model,
    algorithms: &Algorithms,
    name: &str,
    json: JsonRef<'_>,
    args: &[i128],
) -> Result<Vec<u8>> {
    check_schema(model)?;
    let (mut assembler, structure) = Assembler::new(model, algorithms, &[GAPS, FORMS, FOUND, REST], name, json)?;
    assembler.detached = true;
    assembler.know_forms(json).map_err(|error| error.in_field(FORMS))?;
    assembler.place_file(structure, json, args, 0)?.to_vec()
}

impl<'m> Assembler<'m> {
    /// Writes a structure that fills its space, and places the regions. `depth` is the number of enclosing spaces.
    fn place_file(
        &mut self,
        structure: &'m Structure,
        json: JsonRef<'_>,
        args: &[i128],
        depth: u32,
    ) -> Result<PlacedFile<'m>> {
        self.check_depth(depth)?;
        let args = if structure.size.is_some() { &[] } else { args };
        let is_plain =
            matches!(structure.body, Body::Fields(_)) && structure.fields().iter().all(|field| !field.children);
        let (mut spans, mut old_sizes, mut found) = (Vec::new(), Vec::new(), Vec::new());
        if is_plain {
            let object = self.expect_object(structure, json)?;
            let owner = FieldOwner {
                structure,
                fields: structure.fields(),
                args,
                object,
                outer_members: &[],
                depth: 0,
                places: FieldPlaces::default(),
            };
            self.check_keys(owner)?;
            let cut = self.cut_anew(owner)?;
            let owner = FieldOwner { object: cut.as_ref().map_or(object, JsonDoc::root), ..owner };
            old_sizes = self.old_sizes(owner, structure.fields());
            found = found_in(structure.fields(), object)?;
            let written = self.write_fields(owner, structure.fields())?;
            spans = named_spans(structure.fields(), &written);
        } else {
            self.write_structure(structure, json, args, &[], 0)?;
            spans.push(("", 0, self.position(), None));
        }
        let (mut bytes, space) = (std::mem::take(&mut self.out), std::mem::take(&mut self.space));
        let (_, holders) = std::mem::take(&mut self.apart).append_to(&mut bytes);
        let mut writer = FileWriter::of_model(self.model, structure, args, bytes, (spans, holders))
            .with_algorithms(self.budget.algorithms().clone())
            .with_forms(self.budget.forms().cloned())
            .keeping_places()
            .with_old_sizes(old_sizes)
            .with_found(found);
        for field in structure.fields().iter().filter(|_| is_plain) {
            if field.region.as_ref().is_some_and(|region| region.each.is_some()) {
                self.read_region_contents(field, json, &mut writer, depth)
                    .map_err(|error| error.in_field(&field.name))?;
            }
        }
        for (index, gap) in (0_u64..).zip(json.get(GAPS).and_then(JsonRef::as_array).into_iter().flatten()) {
            let (offset, data) = gap_of(gap).map_err(|error| error.in_element(index).in_field(GAPS))?;
            writer.keep_gap(offset, data);
        }
        let placed = writer.place()?;
        space.expect_read_alike(placed.size())?;
        Ok(placed)
    }

    /// Takes memory for a region with a content of `size` bytes from the memory of the document.
    fn hold_region(&mut self, size: u64) -> Result<()> {
        /// The size in bytes of what a writer records about a region: its old and its new offset, and the element that
        /// describes the region.
        const NOTED: u64 = 320;
        if self.memory.as_mut().is_none_or(|held| held.grow(NOTED + size)) {
            return Ok(());
        }
        Err(self.fault(Class::LimitExceeded, self.budget.out_of_memory().to_string()))
    }

    /// Reads the stored forms, which unchanged contents keep.
    fn know_forms(&mut self, json: JsonRef<'_>) -> Result<()> {
        let Some(list) = json.get(FORMS) else { return Ok(()) };
        let list = list.as_array().ok_or_else(|| self.unexpected_value("an array", list))?;
        let forms = StoredForms::default();
        for (index, one) in (0_u64..).zip(list) {
            self.know_form(&forms, one).map_err(|error| error.in_element(index))?;
        }
        self.budget = self.budget.clone().with_forms(forms);
        Ok(())
    }

    fn know_form(&self, forms: &StoredForms, json: JsonRef<'_>) -> Result<()> {
        let name = json.get("transform").and_then(JsonRef::as_str);
        let name =
            name.ok_or_else(|| Error::unlocated_fault(Class::Missing, "expected a name").in_field("transform"))?;
        let algorithm = Algorithm::from_name(name.to_owned());
        let ty = self.budget.algorithms().expect_transform(&algorithm);
        let ty = ty.map_err(|message| Error::unsupported(message).in_field("transform"))?;
        let data = json
            .get("data")
            .ok_or_else(|| Error::unlocated_fault(Class::Missing, "expected bytes").in_field("data"))?;
        let stored = hex_bytes(data).map_err(|error| error.in_field("data"))?;
        let (transform, limits) = (self.budget.algorithms().value_of(ty), StreamLimits::from(&self.budget));
        let content = transform::decode_up_to(&*transform, &stored, self.budget.content_left(), &limits);
        let content =
            content.map_err(|error| Error::unlocated_fault(Class::BadStream, error.to_string()).in_field("data"))?;
        let charged = self.budget.charge_content(content.len() as u64);
        charged
            .map_err(|exceeded| Error::unlocated_fault(Class::LimitExceeded, exceeded.to_string()).in_field("data"))?;
        forms.add_form(&*transform, &stored, &content, &self.budget);
        Ok(())
    }

    /// Returns whether a structure, or a structure in it, has parts that a layout places.
    fn leads_elsewhere(&self, structure: &'m Structure) -> bool {
        let (mut seen, mut open) = (Vec::new(), vec![structure]);
        while let Some(structure) = open.pop() {
            if seen.iter().any(|known| std::ptr::eq(*known, structure)) {
                continue;
            }
            if !structure.settings.is_empty() || structure.all_fields().any(|field| field.region_elsewhere().is_some())
            {
                return true;
            }
            seen.push(structure);
            open.extend(structure.links().filter_map(|link| self.resolve(link)));
        }
        false
    }

    /// Returns the old sizes in bytes of lists that have their own offsets. The sizes follow from the counts in the
    /// JSON, before a writer counts the lists again.
    fn old_sizes(&self, owner: FieldOwner<'_>, fields: &'m [Field]) -> Vec<(&'m str, u64)> {
        let size = |field: &'m Field| {
            let region = field.region_elsewhere().filter(|region| !region.is_stored())?;
            let Some(Length::Count(count)) = field.len.as_ref().filter(|_| region.each.is_none()) else { return None };
            let count = u64::try_from(self.eval_as_stated(owner, count)?).ok()?;
            let size = field.element_size(&|link| self.resolve(link))?;
            Some((&*field.name, count.checked_mul(size)?))
        };
        fields.iter().filter_map(size).collect()
    }

    /// Reads the contents of a field's regions from the JSON.
    fn read_region_contents(
        &mut self,
        field: &'m Field,
        json: JsonRef<'_>,
        writer: &mut FileWriter<'m>,
        depth: u32,
    ) -> Result<()> {
        let Type::Named { link, args } = &field.ty else { return Ok(()) };
        let structure = self.resolve(link).ok_or_else(|| {
            Error::unlocated_fault(Class::BadReference, "the schema lacks the structure of this field")
        })?;
        let Some(list) = json.get(&field.name) else { return Ok(()) };
        let places_parts = self.leads_elsewhere(structure);
        let list = list.as_array().ok_or_else(|| self.unexpected_value("an array", list))?;
        for (index, one) in (0_u64..).zip(list) {
            if one.is_null() {
                continue;
            }
            let content = if let Some(stored) = one.get(STORED) {
                hex_bytes(stored).map(Content::from_stored)
            } else if let Some(data) = one.get(DATA) {
                hex_bytes(data).map(Content::new)
            } else {
                let args = writer.region_arguments(field, args, index);
                let bytes = args.and_then(|args| {
                    if places_parts {
                        return with_room(|| self.place_file(structure, one, &args, depth + 1)?.to_vec());
                    }
                    self.write_structure(structure, one, &args, &[], 1)?;
                    let (bytes, space) = (std::mem::take(&mut self.out), std::mem::take(&mut self.space));
                    space.expect_read_alike(bytes.len() as u64)?;
                    Ok(bytes)
                });
                bytes.map(Content::new)
            };
            let put = content.and_then(|content| {
                self.hold_region(content.size())?;
                writer.put(field, index, content)
            });
            put.map_err(|error| error.in_element(index))?;
        }
        Ok(())
    }
}

fn hex_bytes(json: JsonRef<'_>) -> Result<Vec<u8>> {
    let bytes = json.as_str().and_then(bytes_from_hex);
    bytes.ok_or_else(|| {
        Error::unlocated_fault(
            Class::Inconsistent,
            format!("expected hexadecimal digits, found {}", describe_json(json)),
        )
    })
}

/// Returns offset and bytes of a gap, a run of bytes that belong to no value.
pub(super) fn gap_of(json: JsonRef<'_>) -> Result<(u64, Vec<u8>)> {
    let offset = json.get("offset").and_then(offset_of);
    let offset = offset.ok_or_else(|| {
        Error::unlocated_fault(Class::Missing, "expected an offset as a text of decimal digits").in_field("offset")
    })?;
    let data =
        json.get("data").ok_or_else(|| Error::unlocated_fault(Class::Missing, "expected bytes").in_field("data"))?;
    Ok((offset, hex_bytes(data).map_err(|error| error.in_field("data"))?))
}

/// Returns the offsets at which searches found fields in the old file, as the JSON of the structure states them.
///
/// # Errors
/// `Inconsistent` for a value that is not an offset, `BadReference` for a field without a search.
pub(super) fn found_in<'m>(fields: &'m [Field], json: JsonRef<'_>) -> Result<Vec<(&'m str, u64)>> {
    let Some(stated) = json.get(FOUND) else { return Ok(Vec::new()) };
    let found = |name: &str, offset: JsonRef<'_>| {
        let is_searched =
            |field: &&Field| field.name == name && field.region.as_ref().is_some_and(|one| one.search.is_some());
        let unknown = || {
            Error::unlocated_fault(Class::BadReference, "expected the name of a field that readers find by a search")
        };
        let field = fields.iter().find(is_searched).ok_or_else(unknown)?;
        let other = || {
            Error::unlocated_fault(
                Class::Inconsistent,
                format!("expected an offset as a text of decimal digits, found {}", describe_json(offset)),
            )
        };
        Ok((&*field.name, offset_of(offset).ok_or_else(other)?))
    };
    let found = |(name, offset)| found(name, offset).map_err(|error: Error| error.in_field(name).in_field(FOUND));
    stated.members().map(found).collect()
}

fn offset_of(json: JsonRef<'_>) -> Option<u64> {
    json.as_str()?.parse().ok()
}
