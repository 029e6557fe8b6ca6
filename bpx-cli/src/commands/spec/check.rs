use crate::args::CheckArgs;
use crate::commands::schema::load_schema;
use crate::document::{self, Doc};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_documents::{DeclaredUse, DeclaredUses, JudgedDifferences, KnownDifferences};
use bpx_formats::bpx::kind::find_section_uses;
use bpx_formats::bpx::uses::SectionUses;
use serde_json::{Value, json};
use std::path::Path;

/// Compares the tables of a document with the declarations of a format, and the differences with the known differences.
pub(super) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let uses: Vec<_> = find_section_uses(&args.against).into_iter().map(declared_uses).collect();
    let document = document::read_document(&args.files, &[])?;
    document.demand_tables()?;
    let model = load_schema(std::slice::from_ref(&args.against), &[])?.with_values(&args.wanted)?.model;
    let model = bpx_formats::find_separate_structures(&args.against)
        .into_iter()
        .fold(model, bpx_schema::schema::Model::with_structure);
    let differences = bpx_documents::differences(&document.document, &model, &uses);
    let stamp =
        args.known.as_deref().filter(|path| args.fix && path.exists()).map(input::stamp_file).transpose()?.flatten();
    // Without a list, no difference is known.
    let mut known = args.known.as_deref().map(|path| read_known(path, args.fix)).transpose()?.unwrap_or_default();
    if let Some(path) = args.known.as_deref().filter(|_| args.fix) {
        known = known.updated_for(&differences);
        output::save_file(path, stamp.as_ref(), known.text().as_bytes())?;
    }
    let judged = known.judge(differences);
    if args.json {
        output::print_json(&differences_json(&document, &judged))?;
    } else {
        print_judgement(&document, &judged);
        if args.known.is_some() {
            let summary = format!("{} known differences, {} others\n", judged.listed, judged.unlisted.len());
            output::print_text(&summary).in_file("<stdout>")?;
        }
    }
    if !args.json {
        document.print_account(args.account);
    }
    Ok(if judged.is_fine() { Exit::Fine } else { Exit::Invalid })
}

/// Returns the declarations in the form for comparison with documents.
fn declared_uses(uses: &SectionUses) -> DeclaredUses {
    let one = |one: &bpx_formats::bpx::uses::SectionUse| DeclaredUse {
        name: one.name.to_owned(),
        ty: one.kind.into(),
        required: one.required.is_some(),
        single: one.single,
    };
    DeclaredUses { spec: uses.spec.to_owned(), list: uses.list.iter().map(one).collect() }
}

/// Reads a list of known differences, which need not exist if `fix` is set.
fn read_known(path: &Path, fix: bool) -> Result<KnownDifferences, Failure> {
    if fix && !path.exists() {
        return Ok(KnownDifferences::default());
    }
    let file = input::open_file(path)?;
    let text = String::from_utf8_lossy(&file.whole_bytes()?).into_owned();
    toml::from_str(&text).map_err(|error| Failure::Input {
        name: file.name,
        message: format!("not a list of known differences: {error}"),
    })
}

fn print_judgement(document: &Doc, judged: &JudgedDifferences) {
    for found in &judged.unlisted {
        let declared = if found.declared.is_empty() { String::new() } else { format!(" ({})", found.declared) };
        let message = format!("{found}{declared}");
        output::print_located(&document.line_name(found.line), found.id, &output::printable_text(&message));
    }
    for (id, pattern) in &judged.stale {
        output::print_warning(&format!("stale: no difference of the rule `{id}` at `{pattern}`"));
    }
    for (id, pattern) in &judged.unreasoned {
        output::print_warning(&format!("no reason: `{id}` at `{pattern}`"));
    }
}

fn differences_json(document: &Doc, judged: &JudgedDifferences) -> Value {
    let differences: Value = judged
        .unlisted
        .iter()
        .map(|difference| json!({ "place": document.line_name(difference.line), "difference": difference }))
        .collect();
    let entries = |list: &[(String, String)]| -> Value {
        list.iter().map(|(id, pattern)| json!({ "id": id, "at": pattern })).collect()
    };
    json!({
        "account": document.account,
        "differences": differences,
        "known": judged.listed,
        "stale": entries(&judged.stale),
        "unreasoned": entries(&judged.unreasoned),
    })
}
