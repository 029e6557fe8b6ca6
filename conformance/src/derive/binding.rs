//! Reads `cases/derived.toml`, which assigns structures to the parts of texts.

use crate::suite::Level;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The content of `cases/derived.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The texts that cases are derived from.
    pub golden: Vec<Golden>,
    /// The schemas whose records get cases of their own.
    #[serde(default)]
    pub records: Vec<Records>,
    /// Fields whose values depend on other parts by rules that no schema shows.
    pub tied: Vec<Tied>,
    /// Names of codes in specifications or models, where the schema declares other names.
    #[serde(default)]
    pub alias: Vec<Alias>,
    /// The texts whose models need further files, or which only a reading makes valid.
    #[serde(default)]
    pub model: Vec<Beside>,
    /// Values that cases of `encode` replace in the models of texts.
    #[serde(default)]
    pub encode: Vec<Encode>,
    /// Parts whose path in models differs from the path in the structure of the file.
    pub shown: Vec<Shown>,
    /// Rules in Rust that do not depend on single fields, apart from tied fields.
    pub whole: Vec<Whole>,
}

/// A text, and the structures of its parts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Golden {
    /// Name of the text in `golden/`, without `.src`.
    pub source: String,
    /// Name of the schema.
    pub schema: String,
    /// Version of the format.
    pub version: Option<u32>,
    /// The features that an implementation must support to get the cases.
    #[serde(default)]
    pub features: Vec<String>,
    /// The strongest level of the text's cases, if only a reading makes the text valid.
    #[serde(default)]
    pub level: Option<Level>,
    /// The readings that the text as a whole depends on.
    #[serde(default)]
    pub reading: Vec<String>,
    /// The number of offsets at which cases cut the file.
    #[serde(default)]
    pub cuts: usize,
    /// Whether an empty file is valid, although the schema does not declare an empty form.
    #[serde(default)]
    pub may_be_empty: bool,
    /// The parts of the text.
    pub part: Vec<Part>,
}

/// The records of a schema.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// Name of the schema.
    pub schema: String,
    /// Version of the format, if the format has several versions.
    pub version: Option<u32>,
}

/// A part of a text, and its structure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Part {
    /// The name of the part in the ids of cases; empty if the part gives no cases, only values that other parts need.
    #[serde(default)]
    pub name: String,
    /// The path of the part in the text. `[*]` selects all elements of an array; cases come from the first and the last
    /// element.
    pub text: String,
    /// The name of the structure, or of one case of a switch, such as `Scalar::Bool`.
    pub is: String,
    /// The path of the part in the structure of the file, if the path differs.
    pub at: Option<String>,
    /// The names that fields have in the text, by their names in the schema, if the two names differ.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
}

/// Further names of the codes of a set.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alias {
    /// Name of the schema.
    pub schema: String,
    /// Name of the set of codes.
    pub codes: String,
    /// The member of models that shows the further names instead of the declared names.
    pub field: Option<String>,
    /// The further names by the declared names.
    pub names: BTreeMap<String, String>,
}

/// The further files that the model of a text needs, and the readings that the text depends on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// Name of the text.
    pub source: String,
    /// Name of the text that builds the shared names.
    pub names: Option<String>,
    /// Name of the text that builds the dictionary.
    pub dict: Option<String>,
    /// The strongest level of the text's cases.
    pub level: Option<Level>,
    /// The readings that the text depends on.
    #[serde(default)]
    pub reading: Vec<String>,
}

/// The values in the model of a text that cases replace by the boundaries of their types.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encode {
    /// Name of the text.
    pub source: String,
    /// Types by the paths of values in the model: `u8` to `u64`, `i8` to `i64`, `f32`, `f64`, `text`,
    /// `counted` (a text that ends with no NUL), `code`.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// Names of members that a writer computes.
    #[serde(default)]
    pub free: Vec<String>,
}

/// The values of a tied field that are certainly wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// No value is certainly wrong.
    #[default]
    Unsaid,
    /// Every other value is wrong, because the field is a count or a size.
    Others,
    /// The greatest number of the type is wrong, because the parts of the file are too short for it.
    Greatest,
}

/// Fields whose own rules do not decide whether a value is valid.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tied {
    /// Name of the schema.
    pub schema: String,
    /// `Structure.field`, `Structure.*`, or `Structure.field = N`.
    pub fields: Vec<String>,
    /// The values of the fields that certainly contradict the other parts.
    #[serde(default)]
    pub wrong: Wrong,
    /// The stable names, used by clauses, of the rules that an implementation has for the relation.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The parts that the fields relate to, in words.
    pub why: String,
}

/// A path in the structure of the file, and the path of the same value in models.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Name of the schema.
    pub schema: String,
    /// The path in the structure of the file; one `[*]` matches any index.
    pub path: String,
    /// The path in models; absent if models show the value in another form.
    pub model: Option<String>,
}

/// Rules about a structure as a whole.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whole {
    /// Name of the schema.
    pub schema: String,
    /// Stable names of the rules.
    pub rules: Vec<String>,
}

impl Golden {
    /// Returns the format, which is the schema's name up to a hyphen; a version may follow the hyphen. Several schemas
    /// may share a format.
    #[must_use]
    pub fn format(&self) -> &str {
        format_of(&self.schema)
    }

    /// Returns the last part of the name of the text.
    #[must_use]
    pub fn short_name(&self) -> &str {
        self.source.rsplit_once('/').map_or(&*self.source, |(_, name)| name)
    }
}

impl Records {
    /// Returns the format of the schema.
    pub(super) fn format(&self) -> &str {
        format_of(&self.schema)
    }

    /// Returns the version in the name of the schema.
    pub(super) fn suffix(&self) -> Option<&str> {
        self.schema.split_once('-').map(|(_, version)| version)
    }
}

/// Returns the format of a schema.
pub(super) fn format_of(schema: &str) -> &str {
    schema.split_once('-').map_or(schema, |(format, _)| format)
}

impl Binding {
    /// Returns whether the value of a field is tied to other parts.
    pub(super) fn is_tied(&self, schema: &str, structure: &str, field: &str, value: Option<i128>) -> bool {
        self.tied_fields(schema, structure, field, value).next().is_some()
    }

    /// Returns the entries that tie a field, or a value of it, to other parts.
    pub(super) fn tied_fields<'b>(
        &'b self,
        schema: &'b str,
        structure: &'b str,
        field: &'b str,
        value: Option<i128>,
    ) -> impl Iterator<Item = &'b Tied> {
        let with = value.map(|value| format!("{field} = {value}"));
        let lists = self.tied.iter().filter(move |tied| tied.schema == schema);
        lists.filter(move |tied| {
            let rest = tied.fields.iter().filter_map(|name| name.strip_prefix(structure)?.strip_prefix('.'));
            rest.into_iter().any(|rest| rest == "*" || rest == field || Some(rest) == with.as_deref())
        })
    }

    /// Returns the path in models of a path in the file, from the first entry that matches; `None` if models do not
    /// show the value.
    pub(super) fn path_in_models(&self, schema: &str, path: &str) -> Option<String> {
        let lists = self.shown.iter().filter(|shown| shown.schema == schema);
        let found = lists.filter_map(|shown| {
            let (before, after) = shown.path.split_once("[*]")?;
            let (index, rest) = path.strip_prefix(before)?.strip_prefix('[')?.split_once(']')?;
            let rest = rest.strip_prefix(after)?;
            Some(shown.model.as_ref().map(|model| format!("{}{rest}", model.replace("[*]", &format!("[{index}]")))))
        });
        found.into_iter().next().unwrap_or_else(|| Some(path.to_owned()))
    }

    /// Returns whether a rule in Rust may concern any field of its structure.
    pub(super) fn is_opaque(&self, schema: &str, rule: &str) -> bool {
        let lists = self.whole.iter().filter(|whole| whole.schema == schema);
        !lists.flat_map(|whole| &whole.rules).any(|name| name == rule)
    }
}
