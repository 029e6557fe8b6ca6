//! Careless programs fail: the right answers with one mistake in each of them.
//!
//! Our own codecs give the right answers. A mistake changes the model that a program returns or writes, the file that it
//! has written, or the bytes that it reads. Some case must fail for it that is not a file cut off (D-137).
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod asked;

use asked::{SUITE, is_cut};
use bpx_formats::{ModelOptions, ReadOptions, find_format, identify};
use bpx_schema::json::JsonDoc;
use bpx_schema::report::{Mode, Severity};
use bpx_schema::source::ReadAt;
use bpx_schema::value::hex;
use conformance::protocol::{Hello, Reply};
use conformance::runner::judge::judge;
use conformance::runner::{Outcome, Status};
use conformance::suite::{Case, Op};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// What a mistake changes.
enum Make {
    /// The model that is returned, or written.
    Model(fn(&mut Json)),
    /// The file that was written, here of BPX 1 or 2; the model says what was asked for.
    File(fn(&Json, &mut Vec<u8>)),
    /// The bytes that are read.
    Input(fn(&mut Vec<u8>)),
}

/// Every mistake, in words.
const MISTAKES: [(&str, Make); 16] = [
    ("rounds floats to 32 bits", Make::Model(|model| each(model, &mut round))),
    ("takes signed numbers of 16 bits for unsigned ones", Make::Model(|model| each(model, &mut lose_sign))),
    ("keeps 32 of 64 bits", Make::Model(|model| each(model, &mut cut))),
    ("puts properties in the order of their hashes", Make::Model(|model| each(model, &mut sort))),
    ("reverses lists of numbers", Make::Model(|model| each(model, &mut reverse))),
    ("writes texts in lower case", Make::Model(|model| each(model, &mut lower))),
    ("leaves sections of unknown types out", Make::Model(drop_unknown)),
    ("takes blue for red", Make::Model(|model| each(model, &mut swap_colours))),
    ("swaps the halves of numbers of 64 bits", Make::Model(|model| each(model, &mut swap_halves))),
    ("numbers names from the last one on", Make::Model(|model| rename(model, "params", &|at, len| len - 1 - at))),
    ("counts names of blocks from 0", Make::Model(|model| rename(model, "blocks", &|at, _| at + 1))),
    ("writes the checksum that the model states", Make::File(|model, file| keep_sum(model, file))),
    ("writes the sizes of contents that the model states", Make::File(|model, file| keep_sizes(model, file))),
    ("writes zeros for reserved bytes", Make::File(|_, file| rows(file, |row| row[22..24].fill(0)))),
    ("writes a file up to its stated end", Make::File(|_, file| file.truncate(number(&file[8..16])))),
    ("knows a format by the first two bytes", Make::Input(|file| complete_signature(file))),
];

/// Applies a change to every value, the inner ones first.
fn each(json: &mut Json, change: &mut dyn FnMut(&mut Json)) {
    match json {
        Json::Array(list) => list.iter_mut().for_each(|one| each(one, change)),
        Json::Object(members) => members.values_mut().for_each(|one| each(one, change)),
        _ => {}
    }
    change(json);
}

fn round(json: &mut Json) {
    if let Some(value) = json.as_f64().filter(|_| json.is_f64()) {
        *json = json!(f64::from(value as f32));
    }
}

fn lose_sign(json: &mut Json) {
    if let Some(value) = json.as_i64().filter(|value| (-0x8000..0).contains(value)) {
        *json = json!(value + 0x1_0000);
    }
}

fn cut(json: &mut Json) {
    let digits = json.as_str().and_then(|text| text.parse::<i128>().ok());
    if let Some(value) = digits.filter(|value| *value >> 32 != 0) {
        *json = json!(value & 0xFFFF_FFFF);
    }
}

fn sort(json: &mut Json) {
    if let Json::Array(list) = json
        && list.iter().all(|one| one.get("hash").is_some())
    {
        list.sort_by_key(|one| one["hash"].to_string());
    }
}

fn reverse(json: &mut Json) {
    if let Json::Array(list) = json
        && list.iter().all(Json::is_number)
    {
        list.reverse();
    }
}

fn lower(json: &mut Json) {
    if let Json::String(text) = json {
        *text = text.to_lowercase();
    }
}

/// Leaves out the sections whose type is a number above those of the texts.
fn drop_unknown(model: &mut Json) {
    if let Some(sections) = model.get_mut("sections").and_then(Json::as_array_mut) {
        sections.retain(|one| one["header"]["kind"].as_u64().is_none_or(|kind| kind <= 6));
    }
}

fn swap_colours(json: &mut Json) {
    if json["type"] == "c"
        && let Some(Json::Array(value)) = json.get_mut("value")
    {
        value.swap(0, 2);
    }
}

fn swap_halves(json: &mut Json) {
    if json["type"] == "i64"
        && let Some(value) = json["value"].as_str().and_then(|text| text.parse::<i64>().ok())
    {
        json["value"] = value.rotate_left(32).to_string().into();
    }
}

/// Replaces the names of these members of blocks by other names of the file: `to` returns the number of the other one.
fn rename(model: &mut Json, members: &str, to: &dyn Fn(usize, usize) -> usize) {
    let names = model["names"].as_array().cloned().unwrap_or_default();
    each(model, &mut |json| {
        for member in json.get_mut(members).and_then(Json::as_array_mut).into_iter().flatten() {
            if let Some(at) = names.iter().position(|name| *name == member["name"]) {
                member["name"] = names.get(to(at, names.len())).cloned().unwrap_or_default();
            }
        }
    });
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

/// Changes the table of sections; the checksum of the header fits afterwards.
fn rows(file: &mut [u8], mut change: impl FnMut(&mut [u8])) {
    let end = 40 + 24 * number(&file[16..20]);
    file[40..end].chunks_mut(24).for_each(&mut change);
    let sum = file[..4].iter().chain(&file[8..end]).fold(0_u32, |sum, byte| sum.wrapping_add((*byte).into()));
    file[4..8].copy_from_slice(&sum.to_le_bytes());
}

fn stated(json: &Json) -> [u8; 4] {
    u32::try_from(json.as_u64().unwrap_or_default()).unwrap_or_default().to_le_bytes()
}

fn keep_sum(model: &Json, file: &mut [u8]) {
    file[4..8].copy_from_slice(&stated(&model["header"]["checksum"]));
}

fn keep_sizes(model: &Json, file: &mut [u8]) {
    let mut index = 0;
    rows(file, |row| {
        row[12..16].copy_from_slice(&stated(&model["sections"][index]["header"]["content_size"]));
        index += 1;
    });
}

fn complete_signature(file: &mut [u8]) {
    for magic in [&b"BPX"[..], b"BPAT", b"\xabGPB\xbb\r\n\x1a\n"] {
        if file.starts_with(&magic[..2]) && file.len() >= magic.len() {
            file[..magic.len()].copy_from_slice(magic);
        }
    }
}

/// The right answer to a case.
struct Right {
    /// What was read, or what is to be written.
    model: Option<Json>,
    /// What was written.
    file: Option<Vec<u8>>,
    reply: Reply,
}

fn options(case: &Case) -> ReadOptions {
    let options = ReadOptions::default();
    let options = case.names.iter().fold(options, |options, names| options.with_names(names.clone()));
    case.dict.iter().fold(options, |options, dict| options.with_dictionary(dict.clone()))
}

/// Returns the answer of our codecs; `None` for a refusal.
fn right(case: &Case) -> Option<Right> {
    let (format, options) = (find_format(&case.format)?, options(case));
    let source: Arc<dyn ReadAt> = Arc::new(case.input.clone());
    let read = || Some(format.to_json(&source, &options, ModelOptions::default()).ok()?.to_value());
    let model = match case.op {
        Op::Identify => {
            let found = identify(&*source, None).ok()?;
            Some(json!({ "format": found.format, "version": found.version, "kind": found.kind }))
        }
        Op::Encode => serde_json::from_slice(&case.input).ok(),
        Op::Validate => None,
        _ => Some(read()?),
    };
    let file = match case.op {
        Op::Encode | Op::Canonicalize => Some(written(case, model.as_ref()?)?),
        Op::Roundtrip => Some(format.rewrite(&source, &options).ok()?),
        Op::Validate => {
            let report = format.verify(&*source, Mode::Lenient, &options).ok()?;
            return report.count(Severity::Error).eq(&0).then(|| Right {
                model,
                file: None,
                reply: accept(None, None),
            });
        }
        _ => None,
    };
    let reply = accept(model.clone().filter(|_| file.is_none()), file.as_deref());
    Some(Right { model, file, reply })
}

fn written(case: &Case, model: &Json) -> Option<Vec<u8>> {
    find_format(&case.format)?.from_json(JsonDoc::from(model).root(), &options(case)).ok()
}

fn accept(model: Option<Json>, file: Option<&[u8]>) -> Reply {
    Reply::Ok { model, hex: file.map(hex), path: None }
}

fn reject() -> Reply {
    Reply::Reject { verdict: None, class: None, message: String::new(), at: None, offset: None }
}

/// Returns the answer with a mistake; `None` where the mistake changes nothing.
fn mistaken(case: &Case, right: Option<&Right>, make: &Make) -> Option<Reply> {
    let (model, file) = right.map_or((None, None), |right| (right.model.as_ref(), right.file.as_deref()));
    match make {
        Make::Model(change) => {
            let mut changed = model?.clone();
            change(&mut changed);
            let again = || written(case, &changed).map_or_else(reject, |file| accept(None, Some(&file)));
            (Some(&changed) != model)
                .then(|| if file.is_some() { again() } else { accept(Some(changed.clone()), None) })
        }
        Make::File(change) => {
            let mut changed = file.filter(|file| file.starts_with(b"BPX") && matches!(file[20], 1 | 2))?.to_vec();
            change(model?, &mut changed);
            (Some(&*changed) != file).then(|| accept(None, Some(&changed)))
        }
        Make::Input(change) => {
            let mut changed = case.clone();
            change(&mut changed.input);
            (changed.input != case.input).then(|| self::right(&changed).map_or_else(reject, |right| right.reply))
        }
    }
}

#[test]
fn every_mistake_fails_a_case() {
    let fails = |case: &Case, reply: Reply| {
        judge(case, &case.expect, &Hello::default(), &Outcome::Answered(reply)).status == Status::Failed
    };
    let asked = SUITE.cases.iter().filter(|case| !matches!(case.op, Op::Record | Op::Unpack) && !is_cut(case));
    let asked: Vec<(&Case, Option<Right>)> = asked.map(|case| (case, right(case))).collect();
    for (case, right) in &asked {
        let reply = right.as_ref().map_or_else(reject, |right| right.reply.clone());
        assert!(!fails(case, reply), "{}: the right answer fails", case.id);
    }
    let found = |make: &Make, writes: bool| {
        let of_kind = asked.iter().filter(|(_, right)| right.as_ref().is_some_and(|one| one.file.is_some()) == writes);
        let mut failed = of_kind
            .filter(|(case, right)| mistaken(case, right.as_ref(), make).is_some_and(|reply| fails(case, reply)));
        failed.next().map(|(case, _)| &*case.id)
    };
    for (what, make) in &MISTAKES {
        // Who reads with the mistake fails, and so does who writes with it.
        let kinds: &[bool] = match make {
            Make::Model(_) => &[false, true],
            Make::File(_) => &[true],
            Make::Input(_) => &[false],
        };
        for writes in kinds {
            let case = found(make, *writes);
            println!("{what}: {}", case.unwrap_or("no case"));
            assert!(case.is_some(), "no case notices who {what} ({})", if *writes { "a writer" } else { "a reader" });
        }
    }
}
