//! Checks fields whose type is another structure: the structure must have the size that the document states, and must
//! not contain the field.

use super::field;
use bpx_model::{Body, Length, Model, Type};
use std::collections::HashMap;

/// A field whose type is another structure, or an array of structures.
pub(super) struct StructureReference {
    /// The name of the structure that contains the field.
    pub(super) owner: String,
    /// The index of the field in its structure.
    pub(super) place: usize,
    /// The name of the structure that is the type of the field.
    pub(super) target: String,
    /// The size that the document states, in bytes; `None` if the size varies.
    pub(super) size: Option<u64>,
}

/// Replaces a field by bytes if the structure that its type names does not fit; returns the name of the structure that
/// contains each replaced field, and a reason.
pub(super) fn replace_unresolved(model: &mut Model, held: &[StructureReference]) -> Vec<(String, String)> {
    let mut of_owner: HashMap<String, Vec<&StructureReference>> = HashMap::new();
    for one in held {
        of_owner.entry(one.owner.clone()).or_default().push(one);
    }
    // The depth of records in each structure; `None` while it is visited.
    let mut heights: HashMap<&str, Option<u32>> = HashMap::new();
    let mut open = Vec::new();
    for one in held {
        let mut path = vec![one.owner.as_str()];
        while let Some(name) = path.pop() {
            let list = of_owner.get(name).map_or(&[][..], Vec::as_slice);
            match heights.get(name) {
                Some(Some(_)) => continue,
                Some(None) => {}
                None => {
                    heights.insert(name, None);
                    // The structures that it contains come first.
                    path.push(name);
                    path.extend(list.iter().map(|one| one.target.as_str()).filter(|name| !heights.contains_key(name)));
                    continue;
                }
            }
            let mut height = 0;
            for one in list {
                match inner_height(model, one, &heights) {
                    Ok(inner) => height = height.max(inner + 1),
                    Err(why) => {
                        open.push((one.owner.clone(), why));
                        make_bytes(model, one);
                    }
                }
            }
            heights.insert(name, Some(height));
        }
    }
    open
}

/// The largest depth of nested records, far more than any known format needs.
const MAX_HEIGHT: u32 = 64;

/// Returns how deeply structures nest in the type of a field, or the reason why the field cannot have the type.
fn inner_height(model: &Model, held: &StructureReference, heights: &HashMap<&str, Option<u32>>) -> Result<u32, String> {
    let StructureReference { owner, place, target, size } = held;
    let field = model.get(owner).and_then(|owner| owner.fields().get(*place));
    let (name, count) = field.map_or(("", 1), |field| (&*field.name, field.fixed_len().unwrap_or(1)));
    let Some(size) = size else {
        return match heights.get(target.as_str()) {
            Some(Some(height)) if *height < MAX_HEIGHT => Ok(*height),
            Some(Some(_)) => {
                Err(format!("`{name}` nests deeper than {MAX_HEIGHT} structures: declared as the remaining bytes"))
            }
            _ => Err(format!("`{name}` is a `{target}`, which contains the field: declared as the remaining bytes")),
        };
    };
    // An array without elements takes no bytes.
    let element = size.checked_div(count).unwrap_or(0);
    match (model.get(target).and_then(|target| target.size), heights.get(target.as_str())) {
        (None, _) => Err(format!("`{name}` is a `{target}`, which has no fixed size: declared as {size} bytes")),
        (Some(other), _) if other != element => {
            Err(format!("`{name}` takes {element} bytes, but a `{target}` takes {other} bytes: declared as bytes"))
        }
        (_, Some(Some(height))) if *height < MAX_HEIGHT => Ok(*height),
        (_, Some(Some(_))) => {
            Err(format!("`{name}` nests deeper than {MAX_HEIGHT} structures: declared as {size} bytes"))
        }
        _ => Err(format!("`{name}` is a `{target}`, which contains the field: declared as {size} bytes")),
    }
}

fn make_bytes(model: &mut Model, held: &StructureReference) {
    let owner = model.structures.get_mut(&held.owner);
    if let Some(Body::Fields(fields)) = owner.map(|owner| &mut owner.body)
        && let Some(field) = fields.to_mut().get_mut(held.place)
    {
        (field.ty, field.len) = (field::byte_type(), Some(held.size.map_or(Length::Rest, Length::Fixed)));
    }
}

/// Returns the name of the structure that a type names.
pub(super) fn named_structure(ty: &Type) -> Option<String> {
    match ty {
        Type::Named { link, .. } => Some(link.name().to_owned()),
        _ => None,
    }
}
