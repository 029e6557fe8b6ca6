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
mod counts;
mod cuts;
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

use self::binding::format_of;
pub use self::binding::{Binding, Golden, Part, Records, Shown, Tied, Whole, Wrong};
use self::bound::Bound;
use self::outcome::Outcome;
use self::patch::Patched;
use self::topic::Topic;
use crate::source::SourceError;
use crate::suite::{Book, Expect, Level, Op};
use bpx_schema::schema::{Body, Model, Rule, Structure};
use bpx_workbench::vectors::Fault;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Why no cases can be derived.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// A text cannot be read.
    #[error("{source_name}: {source}")]
    Io {
        /// Which one.
        source_name: String,
        /// What happened.
        source: std::io::Error,
    },
    /// A text cannot be built, or not with a patch.
    #[error("{source_name}: {source}")]
    Source {
        /// Which one, and the patch.
        source_name: String,
        /// What is wrong.
        source: SourceError,
    },
    /// The binding does not fit text and schema.
    #[error("{source_name}: {message}")]
    Binding {
        /// The text.
        source_name: String,
        /// What does not fit.
        message: String,
    },
}

/// A case, before it is written.
struct Derived {
    id: String,
    title: String,
    clauses: Vec<String>,
    level: Level,
    op: Op,
    /// The structure of a case whose bytes are a record instead of a file.
    record: Option<String>,
    flags: Vec<&'static str>,
    patch: String,
    expect: Expect,
    bytes: Vec<u8>,
}

/// The input of all derivations.
struct Context<'a> {
    binding: &'a Binding,
    models: &'a BTreeMap<String, Model>,
    book: &'a Book,
}

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
        let cases = context.derive_all(&bound, root)?;
        files.insert(format!("{}/{}.toml", golden.format(), slug(golden.short())), write::file(golden, &cases));
    }
    for records in &binding.records {
        let name = records.suffix().map_or_else(|| "records".to_owned(), |version| format!("records-{version}"));
        let cases = records::derive(&context, records)?;
        files.insert(format!("{}/{name}.toml", records.format()), write::records(records, &cases));
    }
    Ok(files)
}

impl Context<'_> {
    /// Checks that every field that is listed as tied exists: a wrong name would tie nothing.
    fn knows_what_is_tied(&self) -> Result<(), DeriveError> {
        let names = self.binding.tied.iter().flat_map(|tied| tied.fields.iter().map(move |name| (&tied.schema, name)));
        for (schema, name) in names {
            let (structure, field) = name.split_once('.').unwrap_or((name, ""));
            let field = field.split(' ').next().unwrap_or_default();
            let structure = self.models.get(schema).and_then(|model| model.get(structure));
            let known = structure.is_some_and(|structure| match &structure.body {
                _ if field == "*" => true,
                Body::Bits(bits) => bits.iter().any(|bit| bit.name == field),
                _ => structure.field(field).is_some(),
            });
            if !known {
                let message = format!("`{name}` is tied, and nothing is called so");
                return Err(DeriveError::Binding { source_name: schema.clone(), message });
            }
        }
        Ok(())
    }

    /// Derives all cases of a text, the most specific derivation first; skips bytes that were tried already.
    fn derive_all(&self, bound: &Bound<'_>, root: &Structure) -> Result<Vec<Derived>, DeriveError> {
        let lists = [
            sums::derive(self, bound, root)?,
            extents::derive(self, bound, root)?,
            counts::derive(self, bound, root)?,
            references::derive(self, bound)?,
            kinds::derive(self, bound)?,
            texts::derive(self, bound)?,
            values::derive(self, bound)?,
            cuts::derive(self, bound)?,
        ];
        let mut seen: HashMap<Vec<u8>, (String, bool)> = HashMap::new();
        let mut cases = Vec::new();
        for case in lists.into_iter().flatten() {
            let taken = case.expect.allows_acceptance();
            match seen.get(&case.bytes) {
                Some((other, also)) if *also != taken => {
                    return Err(
                        bound.error(format!("`{}` and `{other}` expect the contrary of the same bytes", case.id))
                    );
                }
                Some(_) => {}
                None => {
                    seen.insert(case.bytes.clone(), (case.id.clone(), taken));
                    cases.push(case);
                }
            }
        }
        cases.extend(models::derive(self, bound)?);
        cases.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(cases)
    }

    fn case(
        &self,
        bound: &Bound<'_>,
        id: String,
        title: String,
        topic: &Topic,
        outcome: &Outcome,
        patched: Patched,
    ) -> Derived {
        let Outcome { expect, level, flags } = outcome.clone();
        let clauses = self.book.clause_ids(&bound.golden.schema, topic);
        let Patched { patch, built } = patched;
        Derived { id, title, clauses, level, op: Op::Validate, record: None, flags, patch, expect, bytes: built.bytes }
    }

    fn id(&self, bound: &Bound<'_>, part: &str, rest: &[&str]) -> String {
        let golden = slug(bound.golden.short());
        let rest: Vec<String> = rest.iter().flat_map(|one| one.split('.')).map(slug).collect();
        format!("{}.derived.{golden}.{}.{}", bound.golden.format(), slug(part), rest.join("."))
    }

    /// Returns whether another schema of the format reads this version.
    fn is_read(&self, schema: &str, faults: &[Fault], version: i128) -> bool {
        let others = self.models.iter().filter(|(name, _)| *name != schema && format_of(name) == format_of(schema));
        let fields = others.flat_map(|(_, model)| model.structures.values()).flat_map(Structure::fields);
        let mut rules = fields.flat_map(|field| field.constraints.iter());
        rules.any(|one| match &one.rule {
            Rule::Supported(versions) => {
                faults.iter().any(|fault| fault.code == one.code)
                    && versions.iter().any(|one| i128::from(*one) == version)
            }
            _ => false,
        })
    }

    /// Returns whether a checksum covers the bytes up to the end of the file.
    fn sums_the_whole_file(&self, bound: &Bound<'_>) -> bool {
        bound.model.get(&bound.model.root).is_some_and(|root| root.sums.iter().any(|sum| sum.over.1.is_none()))
    }
}

/// Turns a text into a part of an id: words of a-z and 0-9.
fn slug(text: &str) -> String {
    let text = text.replace("a known code, ", "code ");
    let words = text.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["a", "an", "the", "of"].contains(word));
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
