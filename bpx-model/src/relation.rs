use super::{Expr, Severity, Text};

/// Texts or elements to which other parts of a file refer by the name of the pool. If several parts have the name,
/// references lead to the first part.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Pool {
    /// The name of the pool, which relations state.
    pub name: Text,
    /// The member of the elements by which relations select elements, if there is one.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub key: Option<Text>,
}

/// What the pools of one name hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolContent {
    /// Texts or bytes, which relations find by their offsets.
    Texts,
    /// Structures, which relations find by their numbers.
    Elements {
        /// Whether relations also find the elements by a key.
        keyed: bool,
    },
}

impl PoolContent {
    /// Returns why a relation cannot find anything in any of the pools of one name; `None` without such a pool. The
    /// arguments are those of [`fault_for`](Self::fault_for).
    pub fn fault_for_all(
        contents: impl IntoIterator<Item = Self>,
        word: &str,
        has_key: bool,
        pool: &str,
    ) -> Option<String> {
        let mut faults = contents.into_iter().map(|content| content.fault_for(word, has_key, pool));
        let first = faults.next()??;
        faults.all(|fault| fault.is_some()).then_some(first)
    }

    /// Returns why a relation cannot find anything in pools of the name `pool`, or `None` if the relation can. `word` is
    /// the word of the relation, `has_key` states whether the relation asks for a key.
    #[must_use]
    pub fn fault_for(self, word: &str, has_key: bool, pool: &str) -> Option<String> {
        match self {
            Self::Elements { .. } if word == "text_in" => Some(format!(
                "expected a pool of texts or bytes for `text_in`, found `{pool}`, a pool of structures: refer to a \
                    structure by its number, `index_in(\"{pool}\")`"
            )),
            Self::Texts if has_key => Some(format!(
                "expected a pool of structures with a key, found `{pool}`, a pool of texts or bytes, which have no keys"
            )),
            Self::Elements { keyed: false } if has_key => Some(format!(
                "expected a pool with a key, found `{pool}` without one: state the member that is the key, \
                    `pool(\"{pool}\", key = kind)`"
            )),
            _ => None,
        }
    }
}

/// A relation between a value and another part of the file. The relation is checked after the whole file has been read.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Relation {
    /// The kind of the relation.
    pub kind: RelationKind,
    /// Name of the pool; empty for a relation that compares values of the field with each other.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "str::is_empty"))]
    pub pool: Text,
    /// The condition for the relation, an expression over members of the same record. The relation applies only if the
    /// condition holds.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub when: Option<Expr>,
    /// The properties of the finding about a broken relation.
    pub claim: Claim,
    /// What follows if the file has no part with the name of the pool.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "AbsentPool::is_usual"))]
    pub absent: AbsentPool,
}

/// The kind of a relation.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RelationKind {
    /// The value is the offset in bytes of a text in the pool. A NUL ends the text.
    Text(TextRules),
    /// The value is the number of an element of the pool.
    Index {
        /// Number of the first element. A number below it refers to no element.
        first: i64,
        /// Whether a number below `first` is a fault.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        required: bool,
        /// The key that the element must have, if the relation states a key.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
        key: Option<Expr>,
    },
    /// The value is the number of elements of the pool.
    Count {
        /// The key of the elements that count; `None` if all elements count.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
        key: Option<Expr>,
        /// Whether the field is a list whose length must be a multiple of the number of elements.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        multiple: bool,
    },
    /// The pool has an element with a key, whatever the value of the field is.
    Needs {
        /// The key of the element.
        key: Expr,
    },
    /// The pool has at most one element with a key, whatever the value of the field is.
    Single {
        /// The key of the element.
        key: Expr,
    },
    /// For each element of the pool with a key, an element of another pool refers to it by its number, whatever the
    /// value of the field is. If the file does not have the other pool, the relation does not apply.
    Referred {
        /// The key of the elements to which other elements refer.
        key: Expr,
        /// Name of the pool whose elements refer to the others.
        by: Text,
    },
    /// No two values of this field in the file are the same.
    Unique,
    /// No value of this field in the file is less than the previous value.
    Sorted,
    /// The elements of the list form one tree. The claim of the relation states that no element contains itself.
    Tree(TreeRules),
}

/// The rules by which the elements of a list form a tree. The first element is the root.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeRules {
    /// The member that states the number of an element's first child. The other children follow the first child.
    pub first: Text,
    /// The member that states the number of an element's children.
    pub count: Text,
    /// The rule that an element is a child of at most one other element.
    pub parents: Claim,
    /// The rule that every element except the root has a parent.
    pub orphan: Claim,
    /// The rule that elements nest no deeper than the limits allow.
    pub depth: Claim,
}

impl RelationKind {
    /// Returns the word with which a declaration states the relation.
    #[must_use]
    pub fn declaration_word(&self) -> &'static str {
        match self {
            Self::Text(_) => "text_in",
            Self::Index { .. } => "index_in",
            Self::Count { .. } => "count_of",
            Self::Needs { .. } => "needs",
            Self::Single { .. } => "single",
            Self::Referred { .. } => "referred",
            Self::Unique => "unique",
            Self::Sorted => "sorted",
            Self::Tree(_) => "tree",
        }
    }

    /// Returns the key of the elements to which the relation refers. The key is a constant expression.
    #[must_use]
    pub fn key(&self) -> Option<&Expr> {
        match self {
            Self::Index { key, .. } | Self::Count { key, .. } => key.as_ref(),
            Self::Needs { key } | Self::Single { key } | Self::Referred { key, .. } => Some(key),
            Self::Text(_) | Self::Unique | Self::Sorted | Self::Tree(_) => None,
        }
    }

    /// Returns whether the relation compares values of the field with each other, and not with a pool.
    #[must_use]
    pub fn is_between_values(&self) -> bool {
        matches!(self, Self::Unique | Self::Sorted)
    }
}

/// Requirements for a text to which a value refers, beyond its beginning. Without such requirements, a reader does not
/// search for the end of the text, so that many references are cheap. The rules of the pool then apply to the texts.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct TextRules {
    /// Whether a reader checks the whole text, which must end with NUL and be UTF-8.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub whole: bool,
    /// Maximum size of the text in bytes, without the NUL.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub largest: Option<u32>,
    /// The rule that the references of the field read no more bytes in total than the limits allow.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub shared: Option<Claim>,
    /// The rule that the text is not empty.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub filled: Option<Claim>,
    /// The rule that the text can be the name of a file below a folder on every usual system, with slashes between
    /// folders.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub file_path: Option<Claim>,
    /// The rule that no other reference of the field in the file leads to the same text.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub unique: Option<Claim>,
}

/// The code, the section, the interpretation and the severity of a rule.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Claim {
    /// Stable code of the rule.
    pub code: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Number of the interpretation that excuses a violation in lenient mode, or empty.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "str::is_empty"))]
    pub lenient: Text,
    /// Severity of a violation.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Severity::is_usual"))]
    pub severity: Severity,
}

/// What follows if a file has no part with the name of a pool.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum AbsentPool {
    /// Nothing is reported, because another rule requires the part. References are not checked.
    #[default]
    Unjudged,
    /// Each reference except 0 is a fault, because unused fields are usually 0.
    Fault,
    /// The missing part is reported once.
    Missing(Claim),
}

impl AbsentPool {
    /// Returns whether the value is the default.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::Unjudged
    }
}

impl Relation {
    /// Returns the expressions in the relation.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.when.iter().chain(self.kind.key())
    }

    /// Returns the claims of all findings that the relation can report. The claim of the relation itself comes first.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        let more = match &self.kind {
            RelationKind::Text(rules) => rules.claims().map(|(_, claim)| claim.as_ref()),
            RelationKind::Tree(rules) => [Some(&rules.parents), Some(&rules.orphan), Some(&rules.depth), None],
            _ => [None; 4],
        };
        let missing = match &self.absent {
            AbsentPool::Missing(claim) => Some(claim),
            _ => None,
        };
        std::iter::once(&self.claim).chain(more.into_iter().flatten()).chain(missing)
    }
}

impl std::fmt::Display for Pool {
    /// Writes the pool as a declaration states it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.key {
            Some(key) => write!(f, "pool({:?}, key = {key})", self.name),
            None => write!(f, "pool({:?})", self.name),
        }
    }
}

impl std::fmt::Display for Claim {
    /// Writes the claim as a declaration states it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "code = {:?}, spec = {:?}", self.code, self.spec)?;
        if !self.lenient.is_empty() {
            write!(f, ", lenient = {:?}", self.lenient)?;
        }
        if self.severity.is_usual() { Ok(()) } else { write!(f, ", severity = {}", self.severity.name()) }
    }
}

impl std::fmt::Display for Relation {
    /// Writes the relation as a declaration states it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.spell_with(&Expr::to_string))
    }
}

impl Relation {
    /// Returns the relation as a declaration states it. `expr` spells expressions.
    #[must_use]
    pub fn spell_with(&self, expr: &dyn Fn(&Expr) -> String) -> String {
        let word = self.kind.declaration_word();
        let mut words = if self.pool.is_empty() { Vec::new() } else { vec![format!("{:?}", self.pool)] };
        words.push(self.claim.to_string());
        words.extend(self.when.iter().map(|when| format!("if({})", expr(when))));
        match &self.kind {
            RelationKind::Text(rules) => words.extend(rules.declaration_words()),
            RelationKind::Index { first, required, .. } => {
                words.extend((*first != 0).then(|| format!("first = {first}")));
                words.extend(required.then(|| "required".to_owned()));
            }
            RelationKind::Count { multiple, .. } => words.extend(multiple.then(|| "multiple".to_owned())),
            RelationKind::Tree(rules) => words.extend(rules.declaration_words()),
            RelationKind::Referred { by, .. } => words.push(format!("by = {by:?}")),
            RelationKind::Needs { .. } | RelationKind::Single { .. } | RelationKind::Unique | RelationKind::Sorted => {}
        }
        words.extend(self.kind.key().map(|key| format!("key({})", expr(key))));
        match &self.absent {
            AbsentPool::Unjudged => {}
            AbsentPool::Fault => words.push("absent = fault".to_owned()),
            AbsentPool::Missing(claim) => words.push(format!("absent({claim})")),
        }
        format!("{word}({})", words.join(", "))
    }
}

impl TextRules {
    /// Returns the rules that have a code of their own, each with its word in a declaration.
    #[must_use]
    pub fn claims(&self) -> [(&'static str, &Option<Claim>); 4] {
        let Self { shared, filled, file_path, unique, .. } = self;
        [("shared", shared), ("filled", filled), ("file_path", file_path), ("unique", unique)]
    }

    fn declaration_words(&self) -> impl Iterator<Item = String> {
        let asked = self.claims().into_iter().filter_map(|(word, claim)| Some(format!("{word}({})", claim.as_ref()?)));
        let largest = self.largest.map(|largest| format!("largest = {largest}"));
        self.whole.then(|| "whole".to_owned()).into_iter().chain(largest).chain(asked)
    }
}

impl TreeRules {
    fn declaration_words(&self) -> impl Iterator<Item = String> {
        let members = [("first", &self.first), ("count", &self.count)];
        let claims = [("parents", &self.parents), ("orphan", &self.orphan), ("depth", &self.depth)];
        let members = members.into_iter().map(|(word, member)| format!("{word} = {member}"));
        members.chain(claims.into_iter().map(|(word, claim)| format!("{word}({claim})")))
    }
}
