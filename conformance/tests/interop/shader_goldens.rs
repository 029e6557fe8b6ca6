//! The crate reads the golden shader packages and their faults with the same results as ours, except for the listed
//! differences.

use crate::goldens::source;
use crate::support::{Crate, brief, hex, summary};
use bpx_formats::bpx::sd::{Document, json::from_json};
use bpx_formats::bpx::shader::{ShaderKind, ShaderPackage, SymbolRef};
use bpx_schema::Limits;
use conformance::testee::Outcome;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use test_needs::needs;

const EOS: &str = "rejected symbols: Eos.SymbolTable";

const COUNT: &str = "the crate reads no symbols when their number is not the stated one; ours reads those of the table";
const DENIED: &str = "the crate looks for an object where the offset says that there is none";

/// Faults that the crate takes otherwise: golden, fault, what the crate makes of it, and why.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    ("shader", "one-symbol-more", EOS, COUNT),
    ("shader", "one-symbol-less", EOS, COUNT),
    ("shader", "table-cut", EOS, COUNT),
    ("shader", "extended-denied", "rejected extended data: Sd.Truncation.Object", DENIED),
    ("shader", "extended-denied-32", "rejected extended data: Sd.Truncation.Object", DENIED),
    ("shader-assembly", "extended-data-denied", "rejected extended data: MissingSection.ExtendedData", DENIED),
];

/// Returns everything in a shader package, as the program around the crate prints it; `None` if any of it cannot be
/// read.
pub(crate) fn ours(bytes: &[u8]) -> Option<Json> {
    let package = ShaderPackage::open(Arc::new(bytes.to_vec()), Limits::default()).ok()?;
    let stage = |one: bpx_formats::bpx::shader::StageCode<'_>| {
        let name = one.stage().ok()?.to_string().to_lowercase();
        Some(json!({ "stage": name, "content": summary(&one.code().ok()?) }))
    };
    let kind = match package.kind()? {
        ShaderKind::Assembly => "assembly",
        ShaderKind::Program => "pipeline",
    };
    Some(json!({
        "assembly": package.ext().assembly,
        "target": package.target()?.to_string().to_lowercase(),
        "kind": kind,
        "symbols": package.symbols().map(symbol).collect::<Option<Vec<_>>>()?,
        "stages": package.stages().map(stage).collect::<Option<Vec<_>>>()?,
    }))
}

fn symbol(symbol: SymbolRef<'_>) -> Option<Json> {
    let record = symbol.record();
    let mut json = json!({
        "name": symbol.name().ok()?,
        "kind": symbol.kind()?.to_string().to_lowercase(),
        "flags": record.flags,
        "register": record.register,
    });
    if let Some(data) = symbol.extended_data().ok()? {
        json["extended_data"] = bytes(&data);
    }
    Some(json)
}

/// Returns the same, as the crate reads it.
pub(crate) fn theirs(outcome: &Outcome) -> Option<Json> {
    let Outcome::Ok(json) = outcome else { return None };
    let mut json = json.clone();
    for symbol in json["symbols"].as_array_mut()? {
        if let Some(data) = symbol.get_mut("extended_data") {
            *data = bytes(&from_json(bpx_schema::json::JsonDoc::from(&*data).root()).expect("structured data"));
        }
    }
    Some(json)
}

/// In an order that both sides can be brought to: the crate has none.
fn bytes(data: &Document) -> Json {
    hex(&data.sorted().to_vec().expect("extended data")).into()
}

/// As `brief`; errors of extended data are shown with the symbols.
pub(crate) fn describe_outcome(outcome: &Outcome) -> String {
    let Outcome::Rejected(json) = outcome else { return brief(outcome) };
    let mut symbols = json["symbols"].as_array().into_iter().flatten();
    let error = symbols.find_map(|symbol| symbol["extended_data"].get("error"));
    match error {
        Some(error) => brief(&Outcome::Rejected(json!({ "error": error }))),
        None => brief(outcome),
    }
}

#[needs(testees)]
#[test]
fn shader_packages() {
    let mut met = 0;
    for name in ["shader", "shader-assembly"] {
        let source = source(name);
        let intact = source.build().expect("a golden").bytes;
        let read = Crate::new().read("shader-read", &intact);
        assert_eq!((describe_outcome(&read).as_str(), theirs(&read)), ("ok", ours(&intact)), "{name}");
        for fault in source.faults() {
            let bytes = source.build_fault(fault).expect("a fault").bytes;
            let listed = DIFFERENCES.iter().find(|(golden, other, ..)| *golden == name && *other == fault);
            met += usize::from(listed.is_some());
            let outcome = Crate::new().read("shader-read", &bytes);
            let (ours, theirs, said) = (ours(&bytes), theirs(&outcome), describe_outcome(&outcome));
            let alike = if ours.is_some() { said == "ok" && theirs == ours } else { said.starts_with("rejected") };
            match listed {
                Some((.., expected, reason)) => {
                    assert_eq!(said, *expected, "{name} {fault} ({reason})");
                    assert!(!alike, "{name} {fault}: no difference, and need not be listed");
                }
                None => assert!(alike, "{name} {fault}: {outcome:?}; ours: {ours:?}"),
            }
        }
    }
    assert_eq!(met, DIFFERENCES.len(), "a fault that is listed does not exist");
}
