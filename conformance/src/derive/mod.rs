//! Cases that follow from a schema and an annotated text (D-41).
//!
//! A binding (`cases/derived.toml`) names the structures of the parts of a text. For each field of a bound part, the
//! rules of the schema give values that are worth a test, and their faults; the text gives the place of the field and
//! the checksums that have to be mended, so that there is only one fault. No codec and no interpreter takes part: an
//! expectation can be wrong only if schema or text are wrong. The caller passes the schemas as data.
//!
//! * `values`: edges of rules, codes, reserved bytes. `texts`: no UTF-8, numbers of varying size.
//! * `counts`, `extents`: more than there is, beyond the end, over other bytes. `sums`: checksums of the file.
//! * `references`: offsets past the end of a part. `kinds`: sections that are missing, or occur twice.
//! * `cuts`: files that end early. `models`: the numbers of a valid file.
//! * `records`: records without a file around them, from the schema alone.
//!
//! A case is derived only where its outcome is certain: a value is called valid if no expression of the schema
//! distinguishes it from the one in the text (`uses`), and the binding does not list the field as tied to other parts.

mod binding;
mod bound;
mod context;
mod counts;
mod cuts;
mod error;
mod extents;
mod kinds;
mod models;
mod outcome;
mod patch;
mod records;
mod references;
mod sums;
mod texts;
mod topic;
mod uses;
mod values;
mod write;

pub use self::binding::{Binding, Golden, Part, Records, Shown, Tied, Whole, Wrong};
pub use self::error::DeriveError;

use self::bound::Bound;
use self::context::{Context, Derived, slug};
use crate::suite::Book;
use bpx_schema::schema::{Model, Structure};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Derives all cases: the texts of the files below `cases/derived`, by their paths there. `models` are the schemas by
/// name, `folder` is that of the texts.
///
/// # Errors
/// When a text is missing, or does not have the parts that the binding names; and when two derivations contradict each
/// other.
pub fn derive(
    binding: &Binding,
    models: &BTreeMap<String, Model>,
    book: &Book,
    folder: &Path,
) -> Result<BTreeMap<String, String>, DeriveError> {
    let context = Context { binding, models, book };
    context.knows_what_is_tied()?;
    let mut files = BTreeMap::new();
    for golden in &binding.golden {
        let in_text = |source| DeriveError::Io { source_name: golden.source.clone(), source };
        let text = std::fs::read_to_string(folder.join(format!("{}.src", golden.source))).map_err(in_text)?;
        let missing =
            |what: &str| DeriveError::Binding { source_name: golden.source.clone(), message: what.to_owned() };
        let model = models.get(&golden.schema).ok_or_else(|| missing("its schema is not known"))?;
        let root = model.get(&model.root).ok_or_else(|| missing("its schema has no root"))?;
        let bound = Bound::new(golden, model, &text)?;
        let cases = all(&context, &bound, root)?;
        files.insert(format!("{}/{}.toml", golden.format(), slug(golden.short())), write::file(golden, &cases));
    }
    for records in &binding.records {
        let name = records.suffix().map_or_else(|| "records".to_owned(), |version| format!("records-{version}"));
        let cases = records::derive(&context, records)?;
        files.insert(format!("{}/{name}.toml", records.format()), write::records(records, &cases));
    }
    Ok(files)
}

/// All cases of a text, the most specific derivation first; skips bytes that were tried already.
fn all(context: &Context<'_>, bound: &Bound<'_>, root: &Structure) -> Result<Vec<Derived>, DeriveError> {
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
                return Err(bound.error(format!("`{}` and `{other}` expect the contrary of the same bytes", case.id)));
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
