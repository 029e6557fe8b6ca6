//! Assigns ids to types, and to the parts of each type.

use super::super::names::{format_stem, snake_case};
use super::shape;
use bpx_schema::schema::{Case, Expr, Field, Model, Structure};
use std::collections::{BTreeMap, BTreeSet};

/// Keywords of Kaitai Struct and of the languages that it is compiled to, which ids must not equal.
const RESERVED: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "bool",
    "break",
    "case",
    "class",
    "close",
    "const",
    "continue",
    "def",
    "default",
    "del",
    "delete",
    "elif",
    "else",
    "enum",
    "except",
    "export",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "global",
    "goto",
    "if",
    "import",
    "in",
    "int",
    "is",
    "lambda",
    "mro",
    "name",
    "new",
    "nonlocal",
    "not",
    "null",
    "or",
    "pass",
    "private",
    "protected",
    "public",
    "raise",
    "register",
    "return",
    "self",
    "static",
    "str",
    "strz",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "value",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// A type of the file: a structure, or one case of a switch.
#[derive(Clone, Copy)]
pub(super) struct Owner<'m> {
    pub(super) structure: &'m Structure,
    pub(super) case: Option<&'m Case>,
    pub(super) fields: &'m [Field],
}

impl<'m> Owner<'m> {
    pub(super) fn of(structure: &'m Structure) -> Self {
        Self { structure, case: None, fields: structure.fields() }
    }

    pub(super) fn of_case(structure: &'m Structure, case: &'m Case) -> Self {
        Self { structure, case: Some(case), fields: &case.fields }
    }

    /// Returns the types for a structure: the structure itself, and its cases.
    pub(super) fn owners_of(structure: &'m Structure) -> impl Iterator<Item = Self> {
        let cases = structure.cases().iter().map(move |case| Self::of_case(structure, case));
        std::iter::once(Self::of(structure)).chain(cases)
    }

    fn owner_key(self) -> (&'m str, &'m str) {
        (&self.structure.name, self.case.map_or("", |case| &case.name))
    }
}

/// The ids of one scope. Ids must differ by more than underscores, because the languages write ids in different ways.
#[derive(Default)]
pub(super) struct TakenIds(BTreeSet<String>);

impl TakenIds {
    /// Returns the wanted id, with an underscore at the end if it is a keyword, and with a number at the end if it is
    /// not free.
    pub(super) fn take_id(&mut self, wanted: String) -> String {
        let wanted = if RESERVED.contains(&&*wanted) { format!("{wanted}_") } else { wanted };
        let numbered = (2_u64..).map(|number| format!("{wanted}{number}"));
        let free = |id: &String| !self.0.contains(&id.replace('_', ""));
        let id = std::iter::once(wanted.clone()).chain(numbered).find(free).unwrap_or(wanted);
        self.0.insert(id.replace('_', ""));
        id
    }
}

/// All ids of a file.
pub(super) struct Ids<'m> {
    pub(super) file: String,
    types: BTreeMap<(&'m str, &'m str), String>,
    /// Ids of the types for the regions of a field, and for the elements of a list that bytes end.
    parts: BTreeMap<(&'m str, &'m str, &'m str), String>,
    /// Ids of the parameters and fields within each type.
    members: BTreeMap<(&'m str, &'m str), BTreeMap<&'m str, String>>,
    /// The ids of the fields that hold the cases of a switch.
    held: BTreeMap<(&'m str, &'m str), String>,
    pub(super) note: String,
}

impl<'m> Ids<'m> {
    pub(super) fn new(model: &'m Model, format: &str) -> Self {
        let file = format_stem(format);
        let mut names = TakenIds::default();
        let numbers = super::numbers::NAMES;
        std::iter::once(&*file).chain(numbers).for_each(|name| drop(names.take_id(name.to_owned())));
        let structures = || model.structures.values();
        let mut types = BTreeMap::new();
        for structure in structures() {
            let own =
                if structure.name == model.root { file.clone() } else { names.take_id(snake_case(&structure.name)) };
            types.insert((&*structure.name, ""), own);
        }
        for structure in structures() {
            for case in structure.cases() {
                let name = names.take_id(format!("{}_{}", snake_case(&structure.name), snake_case(&case.name)));
                types.insert((&*structure.name, &*case.name), name);
            }
        }
        let mut parts = BTreeMap::new();
        for owner in structures().flat_map(Owner::owners_of) {
            let regions = shape::region_fields(owner.fields).map(|(field, _)| field);
            for field in regions.chain(shape::ended_lists(owner.fields)) {
                let (structure, case) = owner.owner_key();
                let of = if case.is_empty() { String::new() } else { format!("_{}", snake_case(case)) };
                let name = names.take_id(format!("{}{of}_{}", snake_case(structure), snake_case(&field.name)));
                parts.insert((structure, case, &*field.name), name);
            }
        }
        let (mut members, mut held) = (BTreeMap::new(), BTreeMap::new());
        for owner in structures().flat_map(Owner::owners_of) {
            let (ids, cases) = inner_ids(owner);
            members.insert(owner.owner_key(), ids);
            held.extend(cases.into_iter().map(|(case, id)| ((&*owner.structure.name, case), id)));
        }
        Self { file, types, parts, members, held, note: names.take_id("position_note".to_owned()) }
    }

    pub(super) fn type_id(&self, structure: &str) -> String {
        self.types.get(&(structure, "")).cloned().unwrap_or_else(|| snake_case(structure))
    }

    pub(super) fn of_case(&self, structure: &Structure, case: &Case) -> String {
        self.types.get(&(&*structure.name, &*case.name)).cloned().unwrap_or_else(|| snake_case(&case.name))
    }

    /// Returns the id of the type for one part of a field: a region, or an element of a list that bytes end.
    pub(super) fn part_type_id(&self, owner: Owner<'_>, field: &Field) -> String {
        let (structure, case) = owner.owner_key();
        self.parts.get(&(structure, case, &*field.name)).cloned().unwrap_or_else(|| snake_case(&field.name))
    }

    /// Returns the id of the field that holds a case of a switch.
    pub(super) fn held_case_id(&self, structure: &Structure, case: &Case) -> String {
        self.held.get(&(&*structure.name, &*case.name)).cloned().unwrap_or_else(|| snake_case(&case.name))
    }

    pub(super) fn member_id(&self, owner: Owner<'_>, name: &str) -> String {
        let members = self.members.get(&owner.owner_key());
        members.and_then(|members| members.get(name)).cloned().unwrap_or_else(|| kaitai_id(name))
    }
}

/// An id for each name.
type NamedIds<'m> = BTreeMap<&'m str, String>;

/// Returns the ids within a type: first of parameters, because other types pass values to them, then of fields, and
/// then of the cases of a switch.
fn inner_ids(owner: Owner<'_>) -> (NamedIds<'_>, NamedIds<'_>) {
    let mut names = TakenIds::default();
    ["case_number", "unsaid"].into_iter().for_each(|name| drop(names.take_id(name.to_owned())));
    let structure = owner.structure;
    let fields = owner.fields.iter().map(|field| &*field.name);
    let bits = structure.bit_fields().iter().map(|field| &*field.name);
    let members = structure.params.iter().map(|name| &**name).chain(fields).chain(bits);
    let members = members.map(|name| (name, names.take_id(kaitai_id(name)))).collect();
    let cases = structure.cases().iter().filter(|_| owner.case.is_none());
    (members, cases.map(|case| (&*case.name, names.take_id(kaitai_id(&case.name)))).collect())
}

/// Returns the members whose values expressions use, which must stay numbers, and the members whose values or sizes
/// expressions use, which must stay bytes even if they are texts.
pub(super) fn used_members(model: &Model) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let (mut numbers, mut sizes) = (BTreeSet::new(), BTreeSet::new());
    for structure in model.structures.values() {
        structure.each_expr(&mut |expr| match expr {
            Expr::Path(path) => {
                numbers.extend(path.last().map(|name| &**name));
                sizes.extend(path.last().map(|name| &**name));
            }
            Expr::Element(array, _, members) => {
                numbers.extend(members.last().or(array.last()).map(|name| &**name));
                sizes.extend(members.last().or(array.last()).map(|name| &**name));
            }
            Expr::Len(path) => sizes.extend(path.last().map(|name| &**name)),
            _ => {}
        });
    }
    (numbers, sizes)
}

/// Converts a name to an id in lower case that differs from all keywords.
pub(super) fn kaitai_id(name: &str) -> String {
    let mut id = snake_case(name).trim_start_matches('_').to_owned();
    if RESERVED.contains(&&*id) || id.is_empty() {
        id.push_str("_field");
    }
    id
}
