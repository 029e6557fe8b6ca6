//! Computes the part of a schema that remains for known values, such as the value of a version.

use bpx_schema::schema::{Body, ComputedValue, Expr, Field, Model, Structure, Text};
use bpx_schema::value::{Scope, compute_value};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Values of fields and parameters, by name. A name means every path that ends with the name: `version` also means
/// `header.version`.
pub type KnownValues = BTreeMap<String, i128>;

/// The part of a schema that remains for known values.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The schema.
    pub model: Model,
    /// Names of known values that no condition uses.
    pub unused: Vec<String>,
}

/// Returns the schema of files with the given values. The schema leaves out a field or case whose condition is false
/// for these values; a field or case whose condition is true loses the condition. Conditions that depend on other
/// values stay. The schema also leaves out structures that were reached from the root before, and no longer are.
#[must_use]
pub fn with_values(model: &Model, values: &KnownValues) -> Fixed {
    let was_reached = reached_structures(model);
    let known = KnownParams { values, used: RefCell::default(), asks_for_place: Cell::new(false) };
    let mut fixed = model.clone();
    for structure in fixed.structures.values_mut() {
        known.fix_structure(structure);
    }
    let is_reached = reached_structures(&fixed);
    fixed.structures.retain(|name, _| is_reached.contains(name) || !was_reached.contains(name));
    let used = known.used.into_inner();
    let unused = values.keys().filter(|name| !used.contains(&***name)).cloned().collect();
    Fixed { model: fixed, unused }
}

/// Returns the names of the structures that are reached from the root.
fn reached_structures(model: &Model) -> Vec<String> {
    model.sub_model(&model.root).map_or_else(Vec::new, |part| part.structures.into_keys().collect())
}

struct KnownParams<'v> {
    values: &'v KnownValues,
    used: RefCell<BTreeSet<&'v str>>,
    /// Whether an expression used the enclosing space, which is not known.
    asks_for_place: Cell<bool>,
}

impl KnownParams<'_> {
    fn fix_structure(&self, structure: &mut Structure) {
        match &mut structure.body {
            Body::Fields(fields) => self.fix_fields(fields.to_mut()),
            Body::Switch(cases) => {
                let cases = cases.to_mut();
                cases.retain_mut(|case| self.keep_condition(&mut case.when));
                cases.iter_mut().for_each(|case| self.fix_fields(case.fields.to_mut()));
            }
            Body::Bits(_) => {}
        }
    }

    fn fix_fields(&self, fields: &mut Vec<Field>) {
        fields.retain_mut(|field| {
            let keep = self.keep_condition(&mut field.when);
            if field.when.is_none() {
                field.otherwise = None;
            }
            keep
        });
    }

    /// Returns whether the part with a condition may exist, and removes a condition that holds.
    fn keep_condition(&self, when: &mut Option<Expr>) -> bool {
        self.asks_for_place.set(false);
        let holds = when.as_ref().and_then(|when| compute_value(when, self)).and_then(|value| value.as_int());
        let holds = holds.filter(|_| !self.asks_for_place.get());
        if holds.is_some_and(|holds| holds != 0) {
            *when = None;
        }
        holds != Some(0)
    }
}

impl Scope for KnownParams<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let ends = |name: &str| {
            let wanted: Vec<_> = name.split('.').collect();
            path.len() >= wanted.len() && path.iter().rev().zip(wanted.iter().rev()).all(|(a, b)| a == b)
        };
        let (name, value) = self.values.iter().find(|(name, _)| ends(name))?;
        self.used.borrow_mut().insert(name);
        Some(ComputedValue::Int(*value))
    }

    fn position(&self) -> i128 {
        self.asks_for_place.set(true);
        0
    }

    fn size(&self) -> i128 {
        self.asks_for_place.set(true);
        0
    }
}

#[cfg(test)]
mod tests {
    #![allow(dead_code, reason = "the structures are only schemas here")]
    use super::*;
    use bpx_schema::Codec;
    use bpx_schema::structure;

    #[structure]
    #[brw(little)]
    struct Header {
        version: u8,
    }

    #[structure]
    #[brw(little)]
    struct Lens {
        width: u16,
    }

    #[structure]
    #[brw(little)]
    struct Lamp {
        header: Header,
        #[br(if(header.version >= 2))]
        height: Option<u16>,
        #[br(if(header.version == 1, 7))]
        colour: u8,
        #[br(if(header.version > 2 && remaining > 1))]
        lens: Option<Lens>,
        #[br(if(colour == 3 && header.version < 4))]
        tail: Option<u8>,
    }

    /// Returns each field of the root with whether it has a condition, and the names of all structures.
    fn lamp(values: &[(&str, i128)]) -> (Vec<(String, bool)>, Vec<String>) {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        let Fixed { model, unused } = with_values(&Model::from_root(Lamp::schema()), &values);
        assert!(unused.iter().all(|name| name == "other.version"), "{unused:?}");
        let fields =
            model.structures["Lamp"].fields().iter().map(|field| (field.name.to_string(), field.when.is_some()));
        (fields.collect(), model.structures.keys().cloned().collect())
    }

    fn fields(list: &[(&str, bool)]) -> Vec<(String, bool)> {
        list.iter().map(|(name, has_condition)| ((*name).to_owned(), *has_condition)).collect()
    }

    #[test]
    fn conditions_on_known_values_are_decided() {
        let (first, structures) = lamp(&[("version", 1)]);
        assert_eq!(first, fields(&[("header", false), ("colour", false), ("tail", true)]));
        // No field holds a lens in version 1.
        assert_eq!(structures, ["Header", "Lamp"]);
        let (second, _) = lamp(&[("header.version", 2), ("colour", 3)]);
        assert_eq!(second, fields(&[("header", false), ("height", false), ("tail", false)]));
    }

    #[test]
    fn conditions_on_other_values_and_places_stay() {
        let all = [("header", false), ("height", true), ("colour", true), ("lens", true), ("tail", true)];
        assert_eq!(lamp(&[("other.version", 1)]).0, fields(&all));
        let third = [("header", false), ("height", false), ("lens", true), ("tail", true)];
        assert_eq!(lamp(&[("version", 3)]).0, fields(&third));
    }
}
