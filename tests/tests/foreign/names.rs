//! Names of structures: unique in a schema, and part of the codes of its rules.

use bpx_schema::assemble::FromJson;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::ToJson;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Error};
use bpx_schema::{Record, structure};
use bpx_workbench::diff::{Options, diff};
use bpx_workbench::export::{Target, export};
use bpx_workbench::vectors::boundary_vectors;

mod first {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Record)]
    pub struct Header {
        #[schema(range(0..=9))]
        pub number: u8,
    }

    #[derive(Debug, Clone, PartialEq, Record)]
    #[schema(name = "FirstEntry")]
    pub struct Entry {
        #[schema(range(0..=9))]
        pub number: u8,
    }
}

mod second {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Record)]
    #[brw(little)]
    pub struct Header {
        pub wide: u32,
    }

    #[derive(Debug, Clone, PartialEq, Record)]
    #[schema(name = "SecondEntry")]
    pub struct Entry {
        #[schema(range(0..=9))]
        pub number: u8,
    }
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Both {
    pub first: first::Header,
    pub second: second::Header,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    pub first: first::Entry,
    #[schema(supported(2, 3))]
    pub number: u8,
    pub second: second::Entry,
}

#[test]
fn two_structures_of_one_name_are_refused_by_all_that_uses_the_schema() {
    let value = Both { first: first::Header { number: 1 }, second: second::Header { wide: 2 } };
    let bytes = value.to_vec().unwrap();
    assert_eq!(Both::from_slice(&bytes).unwrap(), value, "compiled code needs no names");

    let model = Model::from_root(Both::schema());
    assert_eq!(model.structures.len(), 3, "{:?}", model.structures.keys());
    let check = |error: Error| {
        assert_eq!(error.finding().unwrap().class, Class::Inconsistent);
        let text = error.to_string();
        assert!(text.contains("two different structures have the name `Header`"), "{text}");
    };
    check(Interpreter::with_algorithms(&model, bpx_formats::algorithms()).map(drop).unwrap_err());
    for target in [Target::C, Target::Python, Target::Kaitai, Target::Markdown] {
        check(export(&model, "both", target).map(drop).unwrap_err());
    }
    check(boundary_vectors(&model, "Header").map(drop).unwrap_err());
    check(diff(&model, &model, &Options::default()).map(drop).unwrap_err());
    let read = Model::from_json(&model.to_json().unwrap()).unwrap();
    check(Interpreter::with_algorithms(&read, bpx_formats::algorithms()).map(drop).unwrap_err());

    let json = value.to_json([]).unwrap();
    check(Both::from_json(json.root(), []).unwrap_err());
}

#[test]
fn a_structure_that_is_added_twice_is_one_structure() {
    let model = Model::from_root(first::Header::schema())
        .with_structure(first::Header::schema())
        .with_structure(second::Entry::schema());
    assert_eq!(model.structures.keys().collect::<Vec<_>>(), ["Header", "SecondEntry"]);
    Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap();
    check_another(&Model::from_root(first::Header::schema()).with_structure(second::Header::schema()));
}

fn check_another(model: &Model) {
    let text = Interpreter::with_algorithms(model, bpx_formats::algorithms()).map(drop).unwrap_err().to_string();
    assert!(text.contains("two different structures have the name `Header`"), "{text}");
}

#[test]
fn codes_of_rules_follow_the_names_in_the_schema() {
    let report = <Apart as Codec>::validate(&[10, 1, 11], Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|finding| (&*finding.code, &*finding.message)).collect();
    assert_eq!(
        found,
        [
            ("first-entry.number.range", "expected 0 to 9, found 10"),
            ("apart.number.supported", "expected one of the supported values [2, 3], found 1"),
            ("second-entry.number.range", "expected 0 to 9, found 11"),
        ]
    );
}
