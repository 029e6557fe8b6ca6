//! Finds the elements of a list. The elements have one size, or their size varies and each has a field with an offset of
//! its own, or the fields of each element state its size.

use super::located::LocatedFields;
use super::own::{MemberPlace, OwnFields};
use super::sized::SizedStructure;
use crate::schema::{Body, Field, Offset, Text, Type};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The span of a list, and the spans of its elements.
pub(super) struct ListElements<'o, 's> {
    span: (u64, u64),
    form: ElementsForm<'o, 's>,
}

enum ElementsForm<'o, 's> {
    /// Size of each element in bytes; for structures, also the sizes of their fields.
    Sized(u64, Option<SizedStructure<'s>>),
    /// The numbers of the elements among the holders, which are structures that have fields with offsets of their own.
    Held(&'o [usize]),
    /// The beginnings of the elements.
    Located(&'o [u64], SizedStructure<'s>),
}

/// The places of the elements of a list.
enum ElementPlaces {
    /// The numbers of the elements among the holders.
    Holders(Vec<usize>),
    /// The beginnings of elements without parts of their own.
    Starts(Vec<u64>),
}

/// For each holder, the lists whose elements have a size that varies, and the places of these elements. The lists are
/// found only once, because each access to an element needs them, and neither holders nor sizes change.
pub(super) struct HeldLists<'s>(Vec<OnceLock<HashMap<&'s str, ListCell>>>);

/// The places of the elements of one list, or `None` if they are unknown. Each list has a cell of its own, because the
/// arguments of a list may use elements of a list before it.
type ListCell = OnceLock<Option<ElementPlaces>>;

impl<'s> HeldLists<'s> {
    /// Creates the lists for `holders` holders. No list is known yet.
    pub(super) fn new(holders: usize) -> Self {
        Self(std::iter::repeat_with(OnceLock::new).take(holders).collect())
    }

    /// Returns the places of the elements of a holder's list, or `None` if they are unknown.
    fn element_places(&self, own: &OwnFields<'s>, holder: usize, list: &str) -> Option<&ElementPlaces> {
        let fields = own.holders.get(holder).map_or(&[][..], |holder| holder.fields);
        let cells = || fields.iter().map(|field| (&*field.name, OnceLock::new())).collect();
        let found = || {
            let (field, span) = (own.field(holder, list)?, own.field_span(holder, list)?);
            match holders_in_list(own, field, span) {
                Some(holders) => Some(ElementPlaces::Holders(holders)),
                None => starts_in_list(own, holder, field, span).map(ElementPlaces::Starts),
            }
        };
        self.0.get(holder)?.get_or_init(cells).get(list)?.get_or_init(found).as_ref()
    }
}

impl<'s> OwnFields<'s> {
    /// Returns the numbers of the holders that are elements of a list, or `None` if the elements are not holders.
    pub(super) fn held_elements(&self, holder: usize, list: &str) -> Option<&[usize]> {
        match self.held.element_places(self, holder, list)? {
            ElementPlaces::Holders(holders) => Some(holders),
            ElementPlaces::Starts(_) => None,
        }
    }
}

impl<'o, 's> ListElements<'o, 's> {
    /// Returns the elements of a list of a structure.
    pub(super) fn of_field(own: &'o OwnFields<'s>, holder: usize, field: &'s Field) -> Option<Self> {
        let span = own.field_span(holder, &field.name)?;
        let form = match own.element_size(holder, field) {
            Some(size) => ElementsForm::Sized(size, own.sized_in(holder, field)),
            None => match own.held.element_places(own, holder, &field.name)? {
                ElementPlaces::Holders(holders) => ElementsForm::Held(holders),
                ElementPlaces::Starts(starts) => ElementsForm::Located(starts, own.sized_in(holder, field)?),
            },
        };
        Some(Self { span, form })
    }

    /// Returns whether numbers in each element decide its size.
    pub(super) fn state_their_sizes(&self) -> bool {
        matches!(self.form, ElementsForm::Located(..))
    }

    pub(super) fn count(&self) -> Option<u64> {
        match &self.form {
            ElementsForm::Sized(size, _) => (self.span.1 - self.span.0).checked_div(*size),
            ElementsForm::Held(holders) => Some(holders.len() as u64),
            ElementsForm::Located(starts, _) => Some(starts.len() as u64),
        }
    }

    /// Returns the span and the kind of a member of an element.
    pub(super) fn member_place(&self, own: &OwnFields<'s>, index: u64, members: &[Text]) -> Option<MemberPlace<'s>> {
        match &self.form {
            ElementsForm::Sized(size, sized) => {
                let (start, end) = self.span;
                let at = (Offset::from(start) + Offset::from(*size) * index).get().filter(|at| *at < end)?;
                own.member_place(sized.as_ref()?, at, members)
            }
            ElementsForm::Held(holders) => {
                own.place_at_path(*holders.get(usize::try_from(index).ok()?)?, members, None)
            }
            ElementsForm::Located(starts, sized) => {
                own.member_place(sized, *starts.get(usize::try_from(index).ok()?)?, members)
            }
        }
    }
}

/// Returns the numbers of the holders that are elements of a list, without holders inside of the elements. Returns
/// `None` if the elements are not holders.
fn holders_in_list<'s>(own: &OwnFields<'s>, field: &'s Field, (start, end): (u64, u64)) -> Option<Vec<usize>> {
    let Type::Named { link, .. } = &field.ty else { return None };
    let structure = own.structures.resolve(link)?;
    // Each value of a structure with fields elsewhere is a holder; for an enum, values of some cases are.
    let Body::Fields(fields) = &structure.body else { return None };
    fields.iter().find(|field| field.region_elsewhere().is_some())?;
    let first = own.by_start.partition_point(|(at, ..)| *at < start);
    let inside = own.by_start.get(first..)?.iter().take_while(|(at, ..)| *at < end);
    let (mut reached, mut found) = (start, Vec::new());
    for (at, Reverse(after), number) in inside {
        let is_element = own.holders.get(*number).is_some_and(|holder| holder.structure.name == structure.name);
        if is_element && *at >= reached {
            found.push(*number);
            reached = *after;
        }
    }
    Some(found)
}

/// Returns the beginnings of the elements of a list of structures whose fields state their sizes. Returns `None` if
/// other data decide the size of an element.
fn starts_in_list<'s>(
    own: &OwnFields<'s>,
    holder: usize,
    field: &'s Field,
    (start, end): (u64, u64),
) -> Option<Vec<u64>> {
    let is_list = field.len.is_some() && !field.children && field.region_stored().is_none();
    let sized = own.sized_in(holder, field).filter(|sized| is_list && sized.size().is_none())?;
    let (mut starts, mut at) = (Vec::new(), start);
    while at < end {
        starts.push(at);
        let next = LocatedFields::end_of_structure((own, 0), &sized, at)?;
        at = Some(next).filter(|next| *next > at && *next <= end)?;
    }
    Some(starts)
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::ListElements;
    use crate::codec::ApartHolder;
    use crate::layout::own::{OUTERMOST, OwnFields, StructureSource};
    use crate::schema::Model;
    use serde_json::{Value, json};

    fn field(name: &str, ty: &Value, len: &Value, region: &Value) -> Value {
        json!({
            "name": name, "label": "", "doc": "", "spec": "", "offset": null, "ty": ty, "len": len, "when": null,
            "otherwise": null, "derived": null, "codes": null, "constraints": [], "region": region, "children": false,
        })
    }

    fn structure(name: &str, fields: &[Value]) -> Value {
        json!({
            "name": name, "doc": "", "spec": "", "params": [], "size": null, "body": { "fields": fields }, "rules": [],
            "derived": [], "sums": [],
        })
    }

    /// A list of entries of one byte, which is the place of another one.
    fn model() -> Option<Model> {
        let (byte, one) = (json!({ "int": { "size": 1, "signed": false, "endian": "little" } }), json!(null));
        let at = json!({ "path": ["at"] });
        let region = json!({ "each": null, "at": at, "size": null, "steps": [], "content_size": null, "checks": [] });
        let fields = [field("at", &byte, &one, &json!(null)), field("data", &byte, &one, &region)];
        let entry = json!({ "named": { "link": "Entry", "args": [] } });
        let list = field("entries", &entry, &json!("rest"), &json!(null));
        let structures = json!({ "Entry": structure("Entry", &fields), "List": structure("List", &[list]) });
        Model::from_json(&json!({ "root": "List", "structures": structures }).to_string()).ok()
    }

    #[test]
    fn the_elements_of_a_list_are_found_once() {
        let model = model().unwrap();
        let [list, entry] = ["List", "Entry"].map(|name| model.get(name).unwrap());
        let holder = |structure, spans| ApartHolder {
            structure,
            fields: structure.fields(),
            args: Vec::new(),
            spans,
            found: Vec::new(),
        };
        let of_entry = |at: u64| holder(entry, vec![("at", at, at + 1, None), ("data", at + 3, at + 4, None)]);
        let holders = [holder(list, vec![("entries", 0, 3, None)])].into_iter().chain((0..3).map(of_entry)).collect();
        let own = OwnFields::new(list, StructureSource::Model(&model), vec![0; 6], (holders, Vec::new()));

        let entries = ListElements::of_field(&own, OUTERMOST, &list.fields()[0]).unwrap();
        let places =
            |index: u64| entries.member_place(&own, index, &["data".into()]).map(|(start, end, _)| (start, end));
        assert_eq!(entries.count(), Some(3));
        assert_eq!([0, 1, 2, 3].map(places), [Some((3, 4)), Some((4, 5)), Some((5, 6)), None]);
        let found = || own.held_elements(OUTERMOST, "entries").unwrap();
        assert_eq!(found(), [1, 2, 3]);
        assert!(std::ptr::eq(found(), found()));
    }
}
