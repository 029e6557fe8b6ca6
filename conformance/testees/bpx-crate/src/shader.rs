//! Reads and writes shader packages: symbols and stages.

use crate::answer::{Answer, At, Failure, error_json};
use crate::content::{Content, Summary, input, output, spec};
use crate::names::{name_of, named};
use crate::sd;
use bpx::sd::Value;
use bpx::shader::symbol::{self, FLAG_EXTENDED_DATA};
use bpx::shader::{CreateOptions, Shader, ShaderPack, Stage, Target, Type};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::io::{Read, Write};

const TARGETS: [Target; 18] = [
    Target::DX11,
    Target::DX12,
    Target::GL33,
    Target::GL40,
    Target::GL41,
    Target::GL42,
    Target::GL43,
    Target::GL44,
    Target::GL45,
    Target::GL46,
    Target::ES30,
    Target::ES31,
    Target::ES32,
    Target::VK10,
    Target::VK11,
    Target::VK12,
    Target::MT,
    Target::Any,
];
const TYPES: [Type; 2] = [Type::Assembly, Type::Pipeline];
const STAGES: [Stage; 5] = [Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Pixel];
const SYMBOLS: [symbol::Type; 7] = [
    symbol::Type::Texture,
    symbol::Type::Sampler,
    symbol::Type::ConstantBuffer,
    symbol::Type::Constant,
    symbol::Type::VertexFormat,
    symbol::Type::Pipeline,
    symbol::Type::Output,
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    #[serde(default)]
    assembly: u64,
    target: String,
    kind: String,
    #[serde(default)]
    symbols: Vec<SymbolSpec>,
    #[serde(default)]
    stages: Vec<StageSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolSpec {
    name: String,
    kind: String,
    /// The stored flags. The flag of extended data is always set for extended data, and may be set without any.
    #[serde(default)]
    flags: u16,
    register: u8,
    extended_data: Option<Json>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageSpec {
    stage: String,
    content: Content,
}

pub fn read(path: &str) -> Answer {
    let pack = ShaderPack::open(input(path)?).at("open")?;
    let table = pack.symbols().at("symbols")?;
    let mut symbols = Vec::new();
    let mut failed = false;
    for symbol in &table {
        let mut json = json!({
            "name": table.load_name(symbol).at("name")?,
            "kind": name_of(symbol.ty),
            "flags": symbol.flags,
            "register": symbol.register,
        });
        // The crate panics when asked for what the flag denies.
        if symbol.flags & FLAG_EXTENDED_DATA != 0 {
            json["extended_data"] = match table.load_extended_data(symbol) {
                Ok(value) => sd::to_json(value),
                Err(error) => {
                    failed = true;
                    json!({ "error": error_json("extended data", &error) })
                }
            };
        }
        symbols.push(json);
    }
    let shaders = pack.shaders();
    let mut stages = Vec::new();
    for handle in &shaders {
        let shader = shaders.load(handle).at("stage")?;
        let mut summary = Summary::default();
        summary.write_all(&shader.data).at("hash")?;
        stages.push(json!({ "stage": name_of(shader.stage), "content": summary.json() }));
    }
    let settings = pack.settings();
    let json = json!({
        "assembly": settings.assembly_hash,
        "target": name_of(settings.target),
        "kind": name_of(settings.ty),
        "symbols": symbols,
        "stages": stages,
    });
    if failed { Err(Failure::Rejected(json)) } else { Ok(json) }
}

pub fn write(spec_path: &str, out: &str) -> Answer {
    let spec: Spec = spec(spec_path)?;
    let options = CreateOptions::new(output(out)?).assembly(spec.assembly);
    let (target, kind) = (named(&TARGETS, &spec.target)?, named(&TYPES, &spec.kind)?);
    let mut pack = ShaderPack::create(options.target(target).ty(kind));
    if let Some(mut symbols) = pack.symbols_mut() {
        for symbol in &spec.symbols {
            symbols.create(symbol.settings()?).at("symbol")?;
        }
    }
    for StageSpec { stage, content } in &spec.stages {
        let mut data = Vec::new();
        content.open()?.read_to_end(&mut data).at("read")?;
        pack.shaders_mut().create(Shader { stage: named(&STAGES, stage)?, data }).at("stage")?;
    }
    pack.save().at("save")?;
    Ok(json!({ "symbols": spec.symbols.len(), "stages": spec.stages.len() }))
}

impl SymbolSpec {
    fn settings(&self) -> Result<symbol::Settings, Failure> {
        let extended_data = self.extended_data.as_ref().map(sd::from_json).transpose()?;
        let flag = if extended_data.is_some() { FLAG_EXTENDED_DATA } else { 0 };
        Ok(symbol::Settings {
            name: self.name.clone(),
            extended_data: extended_data.unwrap_or(Value::Null),
            ty: named(&SYMBOLS, &self.kind)?,
            flags: self.flags | flag,
            register: self.register,
        })
    }
}
