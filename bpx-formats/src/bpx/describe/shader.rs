//! Describes stages and symbols of a shader package.
#![allow(clippy::arithmetic_side_effects, reason = "the only numbers are counts of symbols")]

use super::parts::content_part;
use crate::bpx::shader::{ShaderKind, ShaderPackage, StageCode, SymbolFlag, SymbolKind, SymbolRef};
use crate::description::{Fact, Facts, Many, Part, fact_list};
use bpx_schema::value::Coded;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Returns the properties of a shader package.
#[must_use]
pub fn describe_shader(shader: &Arc<ShaderPackage>) -> Facts<'static> {
    let kind = shader.kind().map_or_else(|| shader.ext().kind.to_string(), |kind| kind.to_string());
    let mut list = fact_list([
        ("kind", json!(kind)),
        ("target", json!(target_name(shader))),
        ("assembly", json!(shader.assembly().map(|hash| format!("{hash:#018x}")))),
    ]);
    let all = Arc::clone(shader);
    let stages = Many::new(move |take| all.stages().map(|one| describe_stage(&one)).try_for_each(take));
    list.push(("stages".to_owned(), Fact::List(stages)));
    list.extend(fact_list([
        ("count", json!(shader.len())),
        ("kinds", json!(symbol_counts(shader))),
        ("with_extended_data", json!(extended_count(shader))),
    ]));
    list
}

pub(super) fn shader_lines(shader: &Arc<ShaderPackage>) -> Many<'static, String> {
    let shader = Arc::clone(shader);
    Many::new(move |take| {
        [assembly_line, stages_line, symbols_line].iter().map(|line| line(&shader)).try_for_each(take)
    })
}

fn assembly_line(shader: &ShaderPackage) -> String {
    let kind = shader.kind().map_or_else(|| shader.ext().kind.to_string(), |kind| kind.to_string().to_lowercase());
    let hash = shader.assembly().map(|hash| format!("{hash:#018x}"));
    let link = match (shader.kind(), hash) {
        (Some(ShaderKind::Assembly), Some(hash)) => format!("the name of the assembly has the hash {hash}"),
        (Some(ShaderKind::Assembly), None) => "the name of the assembly is not stated".to_owned(),
        (_, Some(hash)) => format!("linked to the assembly {hash}"),
        (_, None) => "linked to no assembly".to_owned(),
    };
    format!("shader package: {kind} for {}, {link}", target_name(shader))
}

fn stages_line(shader: &ShaderPackage) -> String {
    let mut line = "stages:".to_owned();
    for one in shader.stages() {
        let comma = if line.ends_with(':') { "" } else { "," };
        let _ = write!(line, "{comma} {} ({} bytes)", stage_name(&one), one.size());
    }
    if line.ends_with(':') { line + " none" } else { line }
}

fn symbols_line(shader: &ShaderPackage) -> String {
    let counts = symbol_counts(shader).into_iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    format!("symbols: {}{counts}; {} with extended data", shader.len(), extended_count(shader))
}

/// Returns the stages, followed by the symbols.
pub(super) fn shader_parts(shader: &ShaderPackage) -> Vec<Part> {
    // The first byte of a section states the stage.
    let stages = shader.stages().map(|one| content_part(stage_name(&one), one.section(), 1, "stage".to_owned()));
    let symbols = shader.symbols().map(|symbol| {
        let about = format!("symbol, {}, {}", symbol_kind(&symbol), symbol_details(&symbol).trim_start());
        Part::new(symbol_name(&symbol), about)
    });
    stages.chain(symbols).collect()
}

/// Returns the name of a stage, or the number of its section for an unknown stage.
#[must_use]
pub fn stage_name(one: &StageCode<'_>) -> String {
    one.stage().map_or_else(|_| format!("<section {}>", one.section().index()), |stage| stage.to_string())
}

/// Returns the properties of a stage, as JSON.
#[must_use]
pub fn describe_stage(one: &StageCode<'_>) -> Value {
    let stage = one.stage();
    let problem = stage.as_ref().err().map(ToString::to_string);
    json!({
        "stage": stage.ok().map(|stage| stage.to_string()),
        "size": one.size().to_string(),
        "section": one.section().index(),
        "problem": problem,
    })
}

/// Returns the name of a symbol, or its number if the name cannot be read.
#[must_use]
pub fn symbol_name(symbol: &SymbolRef<'_>) -> String {
    symbol.name().map_or_else(|_| format!("<{}>", symbol.index()), str::to_owned)
}

/// Returns the name of the kind of a symbol, or the number of an unknown kind.
#[must_use]
pub fn symbol_kind(symbol: &SymbolRef<'_>) -> String {
    symbol.kind().map_or_else(|| symbol.record().kind.to_string(), |kind: SymbolKind| kind.to_string())
}

/// Describes flags by name, register, and the offset of extended data.
#[must_use]
pub fn symbol_details(symbol: &SymbolRef<'_>) -> String {
    let record = symbol.record();
    let mut text = format!("  {:?}", symbol.flags());
    if let Some(register) = symbol.register() {
        let _ = write!(text, "  register {register}");
    }
    if symbol.flags().contains(SymbolFlag::ExtendedData) {
        let _ = write!(text, "  extended data at {}", record.extended_data);
    }
    text
}

/// Returns the properties of a symbol, as JSON.
#[must_use]
pub fn describe_symbol(symbol: &SymbolRef<'_>) -> Value {
    let (name, flags) = (symbol.name(), symbol.flags());
    let problem = name.as_ref().err().map(ToString::to_string);
    let mut names: Vec<_> = flags.iter().map(|flag| json!(flag.to_string())).collect();
    names.extend(Some(flags.unknown_bits()).filter(|bits| *bits != 0).map(|bits| json!(bits)));
    let extended = flags.bits() & SymbolFlag::ExtendedData.raw() != 0;
    json!({
        "index": symbol.index(),
        "name": name.ok(),
        "kind": symbol_kind(symbol),
        "flags": names,
        "register": symbol.register(),
        "extended_data": extended.then_some(symbol.record().extended_data),
        "problem": problem,
    })
}

fn target_name(shader: &ShaderPackage) -> String {
    shader.target().map_or_else(|| shader.ext().target.to_string(), |target| target.to_string())
}

/// Counts symbols by kind.
fn symbol_counts(shader: &ShaderPackage) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for symbol in shader.symbols() {
        let count: &mut u64 = counts.entry(symbol_kind(&symbol)).or_default();
        *count += 1;
    }
    counts
}

/// Counts symbols with extended data.
fn extended_count(shader: &ShaderPackage) -> usize {
    shader.records().iter().filter(|symbol| symbol.flags_set().contains(SymbolFlag::ExtendedData)).count()
}
