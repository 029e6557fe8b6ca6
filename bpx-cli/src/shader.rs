//! `bpx info`, `ls` and `cat` for shader packages.

use crate::args::{CatArgs, Input, LsArgs};
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::input::Opened;
use crate::output;
use bpx_formats::bpx::Container;
use bpx_formats::bpx::sd::json;
use bpx_formats::bpx::shader::{KIND, ShaderKind, ShaderPackage, StageCode, SymbolFlag, SymbolKind, SymbolRef};
use bpx_schema::value::Coded;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Returns the shader package in a file; `None` if it is another file.
pub(crate) fn of(args: &Input, file: &Opened) -> Result<Option<ShaderPackage>, Failure> {
    crate::format::format_of(args.given.format.as_deref(), file)?;
    // The caller reports a file that cannot be opened.
    let container = Container::open(Arc::clone(&file.source), crate::limits::limits()).ok();
    let container = container.filter(|container| container.header().kind == KIND);
    container.map(ShaderPackage::of).transpose().in_file(&file.name)
}

/// Returns the output of `info`, in lines.
pub(crate) fn about_text(text: &mut String, shader: &ShaderPackage) {
    let kind = shader.kind().map_or_else(|| shader.ext().kind.to_string(), |kind| kind.to_string().to_lowercase());
    let hash = shader.assembly().map(|hash| format!("{hash:#018x}"));
    let link = match (shader.kind(), hash) {
        (Some(ShaderKind::Assembly), Some(hash)) => format!("the hash of its name is {hash}"),
        (Some(ShaderKind::Assembly), None) => "its name is not stated".to_owned(),
        (_, Some(hash)) => format!("linked to the assembly {hash}"),
        (_, None) => "linked to no assembly".to_owned(),
    };
    let _ = writeln!(text, "shader package: {kind} for {}, {link}", target(shader));
    let stages: Vec<_> = shader.stages().map(|one| format!("{} ({} bytes)", stage_name(&one), one.size())).collect();
    let _ = writeln!(text, "stages: {}", if stages.is_empty() { "none".to_owned() } else { stages.join(", ") });
    let counts = counts(shader).into_iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    let _ = writeln!(text, "symbols: {}{counts}; {} with extended data", shader.len(), extended(shader));
}

/// Returns the output of `info`, as JSON.
pub(crate) fn about_json(shader: &ShaderPackage) -> Map<String, Value> {
    let kind = shader.kind().map_or_else(|| shader.ext().kind.to_string(), |kind| kind.to_string());
    let entries = [
        ("kind", json!(kind)),
        ("target", json!(target(shader))),
        ("assembly", json!(shader.assembly().map(|hash| format!("{hash:#018x}")))),
        ("stages", shader.stages().map(|one| stage_json(&one)).collect()),
        ("count", json!(shader.len())),
        ("kinds", json!(counts(shader))),
        ("with_extended_data", json!(extended(shader))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Lists stages and symbols.
pub(crate) fn list(name: &str, shader: &ShaderPackage, args: &LsArgs, globs: &Globs) -> Result<Exit, Failure> {
    if args.tree {
        return Err(Failure::Usage("--tree is for packages, which have folders; this is a shader package".to_owned()));
    }
    // As in `cat`, names of stages ignore case.
    let meant = |name: &str| globs.allow(name) || globs.allow(&name.to_lowercase());
    let stages: Vec<_> = shader.stages().filter(|one| meant(&stage_name(one))).collect();
    let symbols: Vec<_> = shader.symbols().filter(|symbol| globs.allow(&symbol_name(symbol))).collect();
    if stages.is_empty() && symbols.is_empty() && !globs.is_empty() {
        return Err(Failure::Input { name: name.to_owned(), message: "no stage or symbol matches".to_owned() });
    }
    if args.json {
        let mut map = Map::from_iter([("file".to_owned(), json!(name))]);
        map.extend(about_json(shader));
        map.insert("stages".to_owned(), stages.iter().map(stage_json).collect());
        map.insert("symbols".to_owned(), symbols.iter().map(symbol_json).collect());
        output::print_json(&Value::Object(map)).in_file("<stdout>")?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for one in &stages {
        let _ = match args.long {
            true => writeln!(
                text,
                "stage   {:<14}  {:>12} bytes  section {}",
                stage_name(one),
                one.size(),
                one.section().index()
            ),
            false => writeln!(text, "stage {}", stage_name(one)),
        };
    }
    for symbol in &symbols {
        let name = symbol_name(symbol);
        let name = output::printable(&name);
        let _ = match args.long {
            true => writeln!(text, "symbol  {:<14}  {name}{}", kind_name(symbol), details(symbol)),
            false => writeln!(text, "symbol {name}"),
        };
    }
    output::print(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

/// Prints the code of a stage, or the extended data of a symbol.
pub(crate) fn cat(file: &str, shader: &ShaderPackage, args: &CatArgs) -> Result<Exit, Failure> {
    let name = args.name.as_deref().unwrap_or_default();
    let stage = match args.index {
        Some(index) => shader.stages().nth(index),
        None => shader.stages().find(|one| stage_name(one).eq_ignore_ascii_case(name)),
    };
    if let Some(stage) = stage {
        let code = stage.code().in_file(file)?;
        output::save_with(Path::new("-"), None, |out| Ok(out.write_all(&code)?))?;
        return Ok(Exit::Fine);
    }
    let symbol = shader.find(name).filter(|_| args.index.is_none());
    let symbol =
        symbol.ok_or_else(|| Failure::Usage(format!("{file}: no such stage or symbol; `bpx ls` shows all")))?;
    let data = symbol.extended_data().in_file(file)?;
    let data = data.ok_or_else(|| Failure::Usage(format!("{file}: the symbol has no extended data")))?;
    crate::json::print((file, data.encoded_size()), |sink| {
        json::write_json(&data, sink);
        Ok(())
    })?;
    Ok(Exit::Fine)
}

fn target(shader: &ShaderPackage) -> String {
    shader.target().map_or_else(|| shader.ext().target.to_string(), |target| target.to_string())
}

/// Counts symbols by kind.
fn counts(shader: &ShaderPackage) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for symbol in shader.symbols() {
        let count: &mut u64 = counts.entry(kind_name(&symbol)).or_default();
        *count += 1;
    }
    counts
}

/// Counts symbols with extended data.
fn extended(shader: &ShaderPackage) -> usize {
    shader.records().iter().filter(|symbol| symbol.flags_set().contains(SymbolFlag::ExtendedData)).count()
}

/// Returns the stage; its number if it is unknown.
fn stage_name(one: &StageCode<'_>) -> String {
    one.stage().map_or_else(|_| format!("<section {}>", one.section().index()), |stage| stage.to_string())
}

fn stage_json(one: &StageCode<'_>) -> Value {
    let stage = one.stage();
    let problem = stage.as_ref().err().map(ToString::to_string);
    json!({
        "stage": stage.ok().map(|stage| stage.to_string()),
        "size": one.size().to_string(),
        "section": one.section().index(),
        "problem": problem,
    })
}

/// Returns the name; its number if it cannot be read.
fn symbol_name(symbol: &SymbolRef<'_>) -> String {
    symbol.name().map_or_else(|_| format!("<{}>", symbol.index()), str::to_owned)
}

fn kind_name(symbol: &SymbolRef<'_>) -> String {
    symbol.kind().map_or_else(|| symbol.record().kind.to_string(), |kind: SymbolKind| kind.to_string())
}

/// Describes flags by name, register, and the offset of extended data.
fn details(symbol: &SymbolRef<'_>) -> String {
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

fn symbol_json(symbol: &SymbolRef<'_>) -> Value {
    let (name, flags) = (symbol.name(), symbol.flags());
    let problem = name.as_ref().err().map(ToString::to_string);
    let mut names: Vec<_> = flags.iter().map(|flag| json!(flag.to_string())).collect();
    names.extend(Some(flags.unknown()).filter(|bits| *bits != 0).map(|bits| json!(bits)));
    let extended = flags.bits() & SymbolFlag::ExtendedData.raw() != 0;
    json!({
        "index": symbol.index(),
        "name": name.ok(),
        "kind": kind_name(symbol),
        "flags": names,
        "register": symbol.register(),
        "extended_data": extended.then_some(symbol.record().extended_data),
        "problem": problem,
    })
}
