//! Reads `#[schema(pool(..))]` and the relations of values to other parts: `text_in`, `index_in`, `count_of`, `needs`,
//! `single`, `referred`, `unique`, `sorted`, `tree`.

use super::assertion::parse_severity;
use super::expr::ExprTree;
use super::naming::name_of;
use super::values::{for_each_word, parse_number, parse_text, parse_tree, parse_value};
use bpx_model::Severity;
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Ident, LitInt, LitStr, Result, Token, parenthesized};

/// `pool("sections", key = kind)`
pub(crate) struct PoolAttr {
    pub(crate) span: Span,
    pub(crate) name: String,
    pub(crate) key: Option<Ident>,
}

/// `text_in("strings", code = "model.bone-name", ..)`
pub(crate) struct RelationAttr {
    pub(crate) span: Span,
    pub(crate) kind: RelationKindAttr,
    /// Name of the pool; empty for values that are compared to each other.
    pub(crate) pool: String,
    pub(crate) when: Option<ExprTree>,
    pub(crate) claim: ClaimAttr,
    pub(crate) absent: AbsentAttr,
}

/// The kind of a relation, with its own settings.
pub(crate) enum RelationKindAttr {
    Text {
        largest: Option<u32>,
        whole: bool,
        shared: Option<ClaimAttr>,
        filled: Option<ClaimAttr>,
        file_path: Option<ClaimAttr>,
        unique: Option<ClaimAttr>,
    },
    Index {
        first: i64,
        required: bool,
        key: Option<ExprTree>,
    },
    Count {
        key: Option<ExprTree>,
        multiple: bool,
    },
    Needs {
        key: ExprTree,
    },
    Single {
        key: ExprTree,
    },
    Referred {
        key: ExprTree,
        by: String,
    },
    Unique,
    Sorted,
    Tree(TreeAttr),
}

/// The members of list elements that state the children of an element, and the rules of the tree.
pub(crate) struct TreeAttr {
    pub(crate) first: Ident,
    pub(crate) count: Ident,
    pub(crate) parents: ClaimAttr,
    pub(crate) orphan: ClaimAttr,
    pub(crate) depth: ClaimAttr,
}

impl RelationKindAttr {
    /// Returns whether values of the field are compared with each other, and not with a pool.
    pub(crate) fn is_between_values(&self) -> bool {
        matches!(self, Self::Unique | Self::Sorted)
    }
}

/// The consequence if a file lacks the pool of a relation.
#[derive(Default)]
pub(crate) enum AbsentAttr {
    #[default]
    Unjudged,
    Fault,
    Missing(ClaimAttr),
}

/// `code = "..", spec = "..", lenient = "..", severity = warning`
#[derive(Default)]
pub(crate) struct ClaimAttr {
    pub(crate) code: Option<String>,
    /// The section of the specification; if absent, the section of the field.
    pub(crate) spec: Option<String>,
    pub(crate) lenient: String,
    pub(crate) severity: Severity,
}

impl PoolAttr {
    pub(super) fn read(span: Span, input: ParseStream<'_>) -> Result<Self> {
        let name = parse_pool(input)?;
        let mut key = None;
        for_each_word(input, |word, input| match word.to_string().as_str() {
            "key" => {
                let name: Ident = parse_value(input)?;
                if input.peek(Token![.]) {
                    return Err(Error::new(
                        name.span(),
                        "expected a member of the elements as the key, `key = kind`, found a member of a member",
                    ));
                }
                key = Some(name);
                Ok(())
            }
            _ => Err(Error::new(
                word.span(),
                "expected the name of a pool, or a name and a key: `pool(\"parts\", key = kind)`",
            )),
        })?;
        Ok(Self { span, name, key })
    }
}

impl RelationAttr {
    pub(super) fn read(word: &Ident, input: ParseStream<'_>) -> Result<Self> {
        let span = word.span();
        let word = word.to_string();
        let pool = if matches!(&*word, "unique" | "sorted" | "tree") { String::new() } else { parse_pool(input)? };
        let mut read = RelationWords::default();
        for_each_word(input, |key, input| read.read_word(&word, key, input))?;
        let kind = match &*word {
            "text_in" => {
                let whole = read.whole
                    || read.largest.is_some()
                    || [&read.shared, &read.filled, &read.file_path, &read.unique].into_iter().any(Option::is_some);
                let RelationWords { largest, shared, filled, file_path, unique, .. } = read;
                RelationKindAttr::Text { largest, whole, shared, filled, file_path, unique }
            }
            "index_in" => RelationKindAttr::Index { first: read.first, required: read.required, key: read.key },
            "count_of" => RelationKindAttr::Count { key: read.key, multiple: read.multiple },
            "needs" | "single" => {
                let missing = || Error::new(span, format!("expected a key: `{word}(\"parts\", key = 3)`"));
                let key = read.key.ok_or_else(missing)?;
                if word == "needs" { RelationKindAttr::Needs { key } } else { RelationKindAttr::Single { key } }
            }
            "referred" => {
                let (Some(key), Some(by)) = (read.key, read.by) else {
                    let message = "expected a key and the elements that refer to others: \
                                   `referred(\"parts\", key = 3, by = \"names\")`";
                    return Err(Error::new(span, message));
                };
                RelationKindAttr::Referred { key, by }
            }
            "sorted" => RelationKindAttr::Sorted,
            "tree" => {
                let (Some(first), Some(count)) = (read.first_child, read.child_count) else {
                    let message =
                        "expected the members that state the children: `tree(first = child, count = child_count)`";
                    return Err(Error::new(span, message));
                };
                let RelationWords { parents, orphan, depth, .. } = read;
                RelationKindAttr::Tree(TreeAttr { first, count, parents, orphan, depth })
            }
            _ => RelationKindAttr::Unique,
        };
        Ok(Self { span, kind, pool, when: read.when, claim: read.claim, absent: read.absent })
    }

    /// Returns the key of elements, which is a constant expression, if the relation has a key.
    pub(crate) fn key_expr(&self) -> Option<&ExprTree> {
        match &self.kind {
            RelationKindAttr::Index { key, .. } | RelationKindAttr::Count { key, .. } => key.as_ref(),
            RelationKindAttr::Needs { key }
            | RelationKindAttr::Single { key }
            | RelationKindAttr::Referred { key, .. } => Some(key),
            RelationKindAttr::Text { .. }
            | RelationKindAttr::Unique
            | RelationKindAttr::Sorted
            | RelationKindAttr::Tree(_) => None,
        }
    }

    /// Returns the word of the attribute.
    pub(crate) fn word(&self) -> &'static str {
        match self.kind {
            RelationKindAttr::Text { .. } => "text_in",
            RelationKindAttr::Index { .. } => "index_in",
            RelationKindAttr::Count { .. } => "count_of",
            RelationKindAttr::Needs { .. } => "needs",
            RelationKindAttr::Single { .. } => "single",
            RelationKindAttr::Referred { .. } => "referred",
            RelationKindAttr::Unique => "unique",
            RelationKindAttr::Sorted => "sorted",
            RelationKindAttr::Tree(_) => "tree",
        }
    }
}

/// The words that were read in the parentheses.
#[derive(Default)]
struct RelationWords {
    whole: bool,
    largest: Option<u32>,
    shared: Option<ClaimAttr>,
    filled: Option<ClaimAttr>,
    file_path: Option<ClaimAttr>,
    unique: Option<ClaimAttr>,
    first: i64,
    required: bool,
    multiple: bool,
    key: Option<ExprTree>,
    by: Option<String>,
    first_child: Option<Ident>,
    child_count: Option<Ident>,
    parents: ClaimAttr,
    orphan: ClaimAttr,
    depth: ClaimAttr,
    when: Option<ExprTree>,
    claim: ClaimAttr,
    absent: AbsentAttr,
}

impl RelationWords {
    /// Reads a word of a relation and its value.
    fn read_word(&mut self, relation: &str, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match (relation, &*name_of(key)) {
            ("text_in", "whole") => self.whole = true,
            ("text_in", "largest") => self.largest = Some(parse_value::<LitInt>(input)?.base10_parse()?),
            ("text_in", "shared") => self.shared = Some(parse_claim(input)?),
            ("text_in", "filled") => self.filled = Some(parse_claim(input)?),
            ("text_in", "file_path") => self.file_path = Some(parse_claim(input)?),
            ("text_in", "unique") => self.unique = Some(parse_claim(input)?),
            ("index_in", "first") => {
                input.parse::<Token![=]>()?;
                self.first = parse_number(input)?;
            }
            ("index_in", "required") => self.required = true,
            ("count_of", "multiple") => self.multiple = true,
            ("index_in" | "count_of" | "needs" | "single" | "referred", "key") => self.key = Some(parse_tree(input)?),
            ("referred", "by") => {
                input.parse::<Token![=]>()?;
                self.by = Some(pool_name(input)?);
            }
            ("tree", "first") => self.first_child = Some(parse_value(input)?),
            ("tree", "count") => self.child_count = Some(parse_value(input)?),
            ("tree", "parents") => self.parents = parse_claim(input)?,
            ("tree", "orphan") => self.orphan = parse_claim(input)?,
            ("tree", "depth") => self.depth = parse_claim(input)?,
            ("text_in" | "index_in" | "count_of" | "needs" | "single" | "referred" | "unique" | "sorted", "if") => {
                self.when = Some(parse_tree(input)?);
            }
            ("text_in" | "index_in", "absent") => self.absent = parse_absent(input)?,
            _ => {
                let read = self.claim.read_word(key, input)?;
                if !read {
                    let message =
                        format!("`{key}` has no meaning in `{relation}(..)`; known: {}", known_words(relation));
                    return Err(Error::new(key.span(), message));
                }
            }
        }
        Ok(())
    }
}

/// Returns the words that a relation can have, for an error.
fn known_words(relation: &str) -> &'static str {
    match relation {
        "text_in" => {
            "code, spec, lenient, severity, if, absent, whole, largest, shared(..), filled(..), file_path(..), unique(..)"
        }
        "index_in" => "code, spec, lenient, severity, if, absent, first, required, key",
        "count_of" => "code, spec, lenient, severity, if, key, multiple",
        "needs" | "single" => "code, spec, lenient, severity, if, key",
        "referred" => "code, spec, lenient, severity, if, key, by",
        "tree" => "code, spec, lenient, severity, first, count, parents(..), orphan(..), depth(..)",
        _ => "code, spec, lenient, severity, if",
    }
}

impl ClaimAttr {
    /// Reads a word that every rule can have; returns whether the key is such a word.
    fn read_word(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<bool> {
        match key.to_string().as_str() {
            "code" => self.code = Some(parse_text(input)?),
            "spec" => self.spec = Some(parse_text(input)?),
            "lenient" => self.lenient = parse_text(input)?,
            "severity" => self.severity = parse_severity(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Reads `(code = "..", ..)`
fn parse_claim(input: ParseStream<'_>) -> Result<ClaimAttr> {
    let content;
    parenthesized!(content in input);
    let mut claim = ClaimAttr::default();
    for_each_word(&content, |key, input| {
        if claim.read_word(key, input)? {
            return Ok(());
        }
        Err(Error::new(key.span(), "expected `code`, `spec`, `lenient` or `severity` in a rule"))
    })?;
    Ok(claim)
}

/// Reads `(code = "..")` or `= fault`
fn parse_absent(input: ParseStream<'_>) -> Result<AbsentAttr> {
    if input.peek(syn::token::Paren) {
        return parse_claim(input).map(AbsentAttr::Missing);
    }
    let word: Ident = parse_value(input)?;
    match &*word.to_string() {
        "fault" => Ok(AbsentAttr::Fault),
        _ => Err(Error::new(
            word.span(),
            "expected `absent = fault`, which reports each reference to a missing pool, or `absent(code = \"..\")`, which reports the pool",
        )),
    }
}

/// Reads `"name",`
fn parse_pool(input: ParseStream<'_>) -> Result<String> {
    let name = pool_name(input)?;
    input.parse::<Option<Token![,]>>()?;
    Ok(name)
}

/// Reads `"name"`
fn pool_name(input: ParseStream<'_>) -> Result<String> {
    let name: LitStr = input.parse()?;
    if name.value().is_empty() {
        return Err(Error::new(name.span(), "expected the name of a pool, found an empty text"));
    }
    Ok(name.value())
}
