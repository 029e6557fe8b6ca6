//! Cases that follow from a schema and an annotated text (D-41).
//!
//! A binding (`cases/derived.toml`) names the structures of the parts of a text. For each field of a bound part, the
//! rules of the schema give values to test, and the faults of these values. The text gives the offset of the field, and
//! the checksums to correct, so that the file has only one fault. The derivation uses no codec and no interpreter. An
//! expectation can therefore be wrong only if the schema or the text is wrong. The caller passes the schemas as data.
//!
//! * `values`: limits of rules, codes, reserved bytes. `texts`: texts that are not UTF-8, numbers of varying size.
//! * `counts`: wrong counts. `extents`: wrong offsets and sizes. `sums`: checksums of the file.
//! * `references`: offsets past the end of a part. `kinds`: sections that are missing, or occur twice.
//! * `cuts`: files that end early. `models`: the numbers of a valid file.
//! * `goldens`: whole models of valid texts, read and written. `whole`, `rows`, `shape`: models from checked snapshots.
//!   `boundaries`: values to write.
//! * `records`: records without a file around them, from the schema alone.
//!
//! * `settle`: demands that the clauses and the written cases leave open.
//!
//! A case is derived only if its outcome is certain. A value is called valid if no expression of the schema
//! distinguishes the value from the value in the text (`uses`), and the binding does not list the field as tied to
//! other parts.

mod binding;
mod bound;
mod boundaries;
mod context;
mod counts;
mod cuts;
mod extents;
mod goldens;
mod kinds;
mod models;
mod outcome;
mod patch;
mod records;
mod references;
mod rows;
mod settle;
mod shape;
mod sums;
mod texts;
mod topic;
mod uses;
mod values;
mod whole;
mod write;

pub use self::binding::{Alias, Beside, Binding, Encode, Golden, Part, Records, Shown, Tied, Whole, Wrong};

use self::bound::BoundText;
use self::context::{Context, Derived, slug};
use self::settle::CaseGroup;
use crate::SuiteError;
use crate::suite::{Book, Case, Level};
use bpx_schema::schema::{Model, Structure};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The sources of derived cases.
pub struct DerivationSources<'a> {
    /// The texts, and their structures.
    pub binding: &'a Binding,
    /// The schemas by name.
    pub models: &'a BTreeMap<String, Model>,
    /// The clauses.
    pub book: &'a Book,
    /// The written cases, which are not derived again.
    pub written: &'a [Case],
    /// The folder of the texts.
    pub golden: &'a Path,
}

/// Derives all cases, and returns the contents of the files below `cases/derived`, by their paths in that folder.
///
/// # Errors
/// Returns an error if a text is missing or lacks a part that the binding names, or if two derivations contradict each
/// other.
pub fn derive_cases(given: &DerivationSources<'_>) -> Result<BTreeMap<String, String>, SuiteError> {
    let DerivationSources { binding, models, book, written, golden: folder } = *given;
    let context = Context { binding, models, book, written };
    context.knows_what_is_tied()?;
    context.knows_aliases()?;
    let mut groups = Vec::new();
    for golden in &binding.golden {
        let in_text = SuiteError::io_error_at(Path::new(&golden.source));
        let text = std::fs::read_to_string(folder.join(format!("{}.src", golden.source))).map_err(in_text)?;
        let missing = |what: &str| SuiteError::Text { path: golden.source.clone().into(), message: what.to_owned() };
        let model = models.get(&golden.schema).ok_or_else(|| missing("the schema of the golden is not known"))?;
        let root = model
            .get(&model.root)
            .ok_or_else(|| missing("expected a root structure in the schema of the golden, found none"))?;
        let bound = BoundText::new(golden, model, &text)?;
        groups.push(CaseGroup {
            schema: &golden.schema,
            format: golden.format(),
            version: golden.version,
            features: golden.features.len(),
            level: golden.level.unwrap_or(Level::Must),
            readings: &golden.reading,
            cases: cases_of_text(&context, &bound, root)?,
        });
    }
    for records in &binding.records {
        groups.push(CaseGroup {
            schema: &records.schema,
            format: records.format(),
            version: records.version,
            features: 0,
            level: Level::Must,
            readings: &[],
            cases: records::derive(&context, records)?,
        });
    }
    // The whole model of a valid file shows the clauses that the file keeps.
    let sound = groups.iter().zip(&binding.golden).filter_map(|(group, golden)| {
        let case = group.cases.iter().find(|case| case.id.ends_with(".file.sound"))?;
        Some((&*golden.source, case.clauses.clone()))
    });
    let sound: BTreeMap<&str, Vec<String>> = sound.collect();
    settle::reconcile_with_written(&context, &mut groups);
    let mut files = BTreeMap::new();
    let (of_texts, of_records) = groups.split_at(binding.golden.len());
    for (golden, group) in binding.golden.iter().zip(of_texts) {
        files.insert(
            format!("{}/{}.toml", golden.format(), slug(golden.short_name())),
            write::write_text_cases(golden, &group.cases),
        );
    }
    for (records, group) in binding.records.iter().zip(of_records) {
        let name = records.suffix().map_or_else(|| "records".to_owned(), |version| format!("records-{version}"));
        files.insert(format!("{}/{name}.toml", records.format()), write::write_record_cases(records, &group.cases));
    }
    for (format, cases) in goldens::derive(&context, folder, &sound)? {
        files.insert(format!("{format}/models.toml"), write::write_model_cases(&cases));
    }
    Ok(files)
}

/// Returns all cases of a text, the most specific derivation first; skips a case whose bytes another case has already.
fn cases_of_text(context: &Context<'_>, bound: &BoundText<'_>, root: &Structure) -> Result<Vec<Derived>, SuiteError> {
    let lists = [
        sums::derive(context, bound, root)?,
        extents::derive(context, bound, root)?,
        counts::derive(context, bound, root)?,
        references::derive(context, bound)?,
        kinds::derive(context, bound)?,
        texts::derive(context, bound)?,
        values::derive(context, bound)?,
        cuts::derive(context, bound)?,
    ];
    let mut seen: HashMap<Vec<u8>, (String, bool)> = HashMap::new();
    let mut cases = Vec::new();
    for case in lists.into_iter().flatten() {
        let taken = case.expect.allows_acceptance();
        match seen.get(&case.bytes) {
            Some((other, also)) if *also != taken => {
                return Err(
                    bound.error(format!("`{}` and `{other}` expect contrary results for the same bytes", case.id))
                );
            }
            Some(_) => {}
            None => {
                seen.insert(case.bytes.clone(), (case.id.clone(), taken));
                cases.push(case);
            }
        }
    }
    cases.extend(models::derive(context, bound)?);
    cases.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(cases)
}
