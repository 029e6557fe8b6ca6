//! Derives cases of the whole model of each valid text: a case that reads the model, and cases that write it.

use super::binding::{Beside, Encode};
use super::context::{Context, slug};
use super::shape::ModelCodes;
use super::{boundaries, whole};
use crate::SuiteError;
use crate::source::{Built, Source};
use crate::suite::{Expect, Level, Op, needed_for_all};
use bpx_schema::report::Verdict;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::path::Path;

/// A case that states its model in JSON.
pub(super) struct ModelCase {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) clauses: Vec<String>,
    pub(super) readings: Vec<String>,
    pub(super) level: Level,
    pub(super) op: Op,
    /// The name of the text; for `encode`, of the text that the model comes from.
    pub(super) source: String,
    pub(super) version: Option<u32>,
    pub(super) features: Vec<&'static str>,
    pub(super) beside: Option<Beside>,
    pub(super) flags: Vec<&'static str>,
    /// The model to write, or the model that a reader must return.
    pub(super) model: Json,
    pub(super) expect: Expect,
}

/// A text and its checked model.
struct GoldenModel<'a> {
    source: &'a str,
    format: &'a str,
    short: &'a str,
    schema: String,
    version: Option<u32>,
    features: Vec<&'static str>,
    beside: Option<&'a Beside>,
    /// The model as a reader shows it.
    model: Json,
}

/// Derives the cases of all texts with a checked model, by format. `sound` has the clauses that each bound text keeps.
pub(super) fn derive(
    context: &Context<'_>,
    folder: &Path,
    sound: &BTreeMap<&str, Vec<String>>,
) -> Result<Vec<(String, Vec<ModelCase>)>, SuiteError> {
    let mut formats = Vec::new();
    for format in ["blk", "bpat", "bpx", "gpb"] {
        let mut cases = Vec::new();
        for source in text_names(folder, format)? {
            let Some(snapshot) = whole::read(folder, &source)? else { continue };
            let golden = read_golden(context, folder, &source, &snapshot)?;
            let wrong = |message: String| SuiteError::Text { path: source.clone().into(), message };
            let model = context
                .models
                .get(&golden.schema)
                .ok_or_else(|| wrong("the schema of the golden is not known".to_owned()))?;
            let shape = ModelCodes::new(model, &golden.schema, &context.binding.alias);
            let plain = whole::shown_model(format, &snapshot, &shape);
            let golden = GoldenModel { model: plain, ..golden };
            let whole = read_case(context, &golden, &shape);
            let clauses = sound.get(&*source).unwrap_or(&whole.clauses).clone();
            cases.push(ModelCase { clauses, ..whole });
            let own = context.binding.encode.iter().filter(|encode| encode.source == source);
            for encode in own {
                cases.extend(write_cases(context, &golden, encode).map_err(wrong)?);
            }
        }
        formats.push((format.to_owned(), cases));
    }
    Ok(formats)
}

/// Returns the names of the texts of a format, in order.
fn text_names(folder: &Path, format: &str) -> Result<Vec<String>, SuiteError> {
    let in_folder = SuiteError::io_error_at(Path::new(format));
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.join(format)).map_err(&in_folder)? {
        let name = entry.map_err(&in_folder)?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".src").map(|name| format!("{format}/{name}")));
    }
    names.sort();
    Ok(names)
}

fn read_golden<'a>(
    context: &'a Context<'_>,
    folder: &Path,
    source: &'a str,
    snapshot: &Json,
) -> Result<GoldenModel<'a>, SuiteError> {
    let in_text = |error| SuiteError::Source { place: source.to_owned(), source: error };
    let in_file = SuiteError::io_error_at(Path::new(source));
    let text = std::fs::read_to_string(folder.join(format!("{source}.src"))).map_err(in_file)?;
    let built: Built = Source::parse(&text).and_then(|text| text.build()).map_err(in_text)?;
    // The name of a text begins with its format and a slash.
    let (format, short) = source.split_once('/').unwrap_or_default();
    let number = |path: &[&str]| path.iter().try_fold(snapshot, |json, name| json.get(name)).and_then(Json::as_u64);
    let version = match format {
        "gpb" => number(&["minor"]),
        _ => number(&["header", "version"]),
    };
    let version = version.and_then(|version| u32::try_from(version).ok());
    let own = version.map(|version| format!("{format}-v{version}")).filter(|name| context.models.contains_key(name));
    Ok(GoldenModel {
        source,
        format,
        short,
        schema: own.unwrap_or_else(|| format.to_owned()),
        version,
        features: needed_for_all(format, &built),
        beside: context.binding.model.iter().find(|beside| beside.source == source),
        model: Json::Null,
    })
}

/// Returns a case with everything that a reader finds in a valid file.
fn read_case(context: &Context<'_>, golden: &GoldenModel<'_>, shape: &ModelCodes<'_>) -> ModelCase {
    ModelCase {
        title: "the values of a valid file".to_owned(),
        op: Op::Decode,
        model: shape.tag_model(&whole::compared_model(&golden.model)),
        ..model_case(context, golden, "model", Expect::default())
    }
}

/// Returns a case that writes a valid model, cases that write the model with other values, and cases with values that
/// no file can hold.
fn write_cases(context: &Context<'_>, golden: &GoldenModel<'_>, encode: &Encode) -> Result<Vec<ModelCase>, String> {
    let refused = [Verdict::Malformed, Verdict::Invalid, Verdict::Unsupported].map(|word| word.name().to_owned());
    let kept = Expect { decodes: true, free: encode.free.clone(), ..Expect::default() };
    let sound = model_case(context, golden, "encode", kept.clone());
    let mut cases = vec![ModelCase { title: "a valid model, written".to_owned(), ..sound }];
    for (path, kind) in &encode.fields {
        for boundary in boundaries::of(kind).ok_or_else(|| format!("expected a type of values, found `{kind}`"))? {
            let model = with_value(&golden.model, path, &boundary.value)
                .ok_or_else(|| format!("expected a value at `{path}`, found none"))?;
            if model == golden.model && !boundary.is_minus_zero() {
                continue;
            }
            let expect = match boundary.fits {
                true => kept.clone(),
                false => Expect { verdict: refused.to_vec().into(), ..Expect::default() },
            };
            let words = format!("encode.{}.{}", path.split('.').map(slug).collect::<Vec<_>>().join("-"), boundary.what);
            let flags = if boundary.fits { Vec::new() } else { vec![boundary.writer_flag()] };
            let title = format!("{path}: {}, written", boundary.what.replace('-', " "));
            let mut case = ModelCase { title, flags, model, ..model_case(context, golden, &words, expect) };
            if !boundary.fits {
                // The specifications are about files, and these bytes are not a file.
                case.clauses.clear();
                case.level = case.level.max(Level::Should);
            }
            cases.push(case);
        }
    }
    Ok(cases)
}

fn model_case(context: &Context<'_>, golden: &GoldenModel<'_>, words: &str, expect: Expect) -> ModelCase {
    let bound = context.binding.golden.iter().find(|one| one.source == golden.source);
    let level = golden.beside.and_then(|beside| beside.level).or_else(|| bound.and_then(|bound| bound.level));
    let readings = golden.beside.map(|beside| beside.reading.clone()).into_iter().flatten();
    ModelCase {
        id: format!("{}.derived.{}.{words}", golden.format, slug(golden.short)),
        title: String::new(),
        clauses: context.book.proved_by(golden.source, &[]),
        readings: bound.map(|bound| bound.reading.clone()).into_iter().flatten().chain(readings).collect(),
        level: level.unwrap_or(Level::Must),
        op: Op::Encode,
        source: golden.source.to_owned(),
        version: golden.version,
        features: golden.features.clone(),
        beside: golden.beside.cloned(),
        flags: Vec::new(),
        model: golden.model.clone(),
        expect,
    }
}

/// Returns a model with another value at a path such as `font.sizes[0].code`.
fn with_value(model: &Json, path: &str, value: &Json) -> Option<Json> {
    let mut model = model.clone();
    let mut place = &mut model;
    for part in path.split('.') {
        let (name, indexes) = part.split_at(part.find('[').unwrap_or(part.len()));
        place = place.as_object_mut().and_then(|object: &mut Map<String, Json>| object.get_mut(name))?;
        for index in indexes.split_terminator(']') {
            place = place.get_mut(index.strip_prefix('[')?.parse::<usize>().ok()?)?;
        }
    }
    *place = value.clone();
    Some(model)
}
