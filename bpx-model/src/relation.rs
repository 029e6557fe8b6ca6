use super::{Expr, Severity, Text};

/// Texts or elements that other parts of a file refer to by this name. If several parts have the name, the first one is
/// used.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Pool {
    /// The name, which relations state.
    pub name: Text,
    /// Member of the elements that relations use to select some of them.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub key: Option<Text>,
}

/// A relation of a value to another part of the file, which is checked after the whole file was read.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Relation {
    /// The kind of the relation.
    pub kind: RelationKind,
    /// Name of the pool; empty for values that are compared with each other.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "str::is_empty"))]
    pub pool: Text,
    /// The relation applies only if this holds, an expression over members of the same record.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub when: Option<Expr>,
    /// The properties of a finding.
    pub claim: Claim,
    /// The consequence if the file has no such pool.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Absent::is_usual"))]
    pub absent: Absent,
}

/// The kind of a relation.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RelationKind {
    /// The offset in bytes of a text in the pool; the text ends at a NUL.
    Text(TextRules),
    /// The number of an element of the pool.
    Index {
        /// Number of the first element. Numbers below it mean no element.
        first: i64,
        /// Whether a number below the first one is a fault.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        required: bool,
        /// The element has this key.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
        key: Option<Expr>,
    },
    /// The number of elements of the pool.
    Count {
        /// Only elements with this key are counted.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
        key: Option<Expr>,
        /// The field is a list, and its length is a multiple of the number.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        multiple: bool,
    },
    /// The pool has an element with this key, whatever the value is.
    Needs {
        /// The key.
        key: Expr,
    },
    /// The pool has at most one element with this key, whatever the value is.
    Single {
        /// The key.
        key: Expr,
    },
    /// An element of another pool refers to each element of the pool with this key by its number, whatever the value
    /// is. If the file has no such pool, the rule does not apply.
    Referred {
        /// The key.
        key: Expr,
        /// Name of the pool whose elements refer to others.
        by: Text,
    },
    /// No other value of this field in the file is the same.
    Unique,
    /// No value of this field in the file is below the one before it.
    Sorted,
    /// The elements of the list form one tree. The claim of the relation is that no element contains itself.
    Tree(TreeRules),
}

/// How elements of a list form a tree, whose root is the first element.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeRules {
    /// Member that is the number of the first child of an element; the others follow.
    pub first: Text,
    /// Member that is the number of its children.
    pub count: Text,
    /// An element is a child of one other element at most.
    pub parents: Claim,
    /// Every element but the root has a parent.
    pub orphan: Claim,
    /// Elements nest no deeper than the limits allow.
    pub depth: Claim,
}

impl RelationKind {
    /// Returns the word of a declaration.
    #[must_use]
    pub fn word(&self) -> &'static str {
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

    /// Returns the key of the elements that count, a constant.
    #[must_use]
    pub fn key(&self) -> Option<&Expr> {
        match self {
            Self::Index { key, .. } | Self::Count { key, .. } => key.as_ref(),
            Self::Needs { key } | Self::Single { key } | Self::Referred { key, .. } => Some(key),
            Self::Text(_) | Self::Unique | Self::Sorted | Self::Tree(_) => None,
        }
    }

    /// Returns whether values of the field are compared with each other, and not with a pool.
    #[must_use]
    pub fn is_between_values(&self) -> bool {
        matches!(self, Self::Unique | Self::Sorted)
    }
}

/// Requirements for a text besides its beginning. Without requirements, its end is not searched, so many references are
/// cheap; the rules of the pool then apply to the texts.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct TextRules {
    /// Whether the text is read: it ends, and is UTF-8.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub whole: bool,
    /// Largest size in bytes, without the NUL.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub largest: Option<u32>,
    /// The bytes that the references of one array share stay within the limits.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub shared: Option<Claim>,
    /// It is not empty.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub filled: Option<Claim>,
    /// The text can be the name of a file below a folder, with slashes between folders, on every usual system.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub file_path: Option<Claim>,
    /// No other reference of this field in the file leads to the same text.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub unique: Option<Claim>,
}

/// Name, section and severity of a rule.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Claim {
    /// Stable name of the rule.
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

/// The consequence if a file has no part with the name of a pool.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Absent {
    /// Another rule requires the part: references are not checked.
    #[default]
    Unjudged,
    /// Each reference except 0 is a fault, because unused fields are usually 0.
    Fault,
    /// The part is missing, which is reported once.
    Missing(Claim),
}

impl Absent {
    /// Returns whether this is the default.
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

    /// Returns all claims of findings; the claim of the reference itself is the first.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        let more = match &self.kind {
            RelationKind::Text(rules) => rules.claims().map(|(_, claim)| claim.as_ref()),
            RelationKind::Tree(rules) => [Some(&rules.parents), Some(&rules.orphan), Some(&rules.depth), None],
            _ => [None; 4],
        };
        let missing = match &self.absent {
            Absent::Missing(claim) => Some(claim),
            _ => None,
        };
        std::iter::once(&self.claim).chain(more.into_iter().flatten()).chain(missing)
    }
}

impl std::fmt::Display for Pool {
    /// Writes the word of a declaration.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.key {
            Some(key) => write!(f, "pool({:?}, key = {key})", self.name),
            None => write!(f, "pool({:?})", self.name),
        }
    }
}

impl std::fmt::Display for Claim {
    /// Writes the words of a declaration.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "code = {:?}, spec = {:?}", self.code, self.spec)?;
        if !self.lenient.is_empty() {
            write!(f, ", lenient = {:?}", self.lenient)?;
        }
        if self.severity.is_usual() { Ok(()) } else { write!(f, ", severity = {}", self.severity.name()) }
    }
}

impl std::fmt::Display for Relation {
    /// Writes the word of a declaration.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.spelled(&Expr::to_string))
    }
}

impl Relation {
    /// Returns the word of a declaration, with this spelling of expressions.
    #[must_use]
    pub fn spelled(&self, expr: &dyn Fn(&Expr) -> String) -> String {
        let word = self.kind.word();
        let mut words = if self.pool.is_empty() { Vec::new() } else { vec![format!("{:?}", self.pool)] };
        words.push(self.claim.to_string());
        words.extend(self.when.iter().map(|when| format!("if({})", expr(when))));
        match &self.kind {
            RelationKind::Text(rules) => words.extend(rules.words()),
            RelationKind::Index { first, required, .. } => {
                words.extend((*first != 0).then(|| format!("first = {first}")));
                words.extend(required.then(|| "required".to_owned()));
            }
            RelationKind::Count { multiple, .. } => words.extend(multiple.then(|| "multiple".to_owned())),
            RelationKind::Tree(rules) => words.extend(rules.words()),
            RelationKind::Referred { by, .. } => words.push(format!("by = {by:?}")),
            RelationKind::Needs { .. } | RelationKind::Single { .. } | RelationKind::Unique | RelationKind::Sorted => {}
        }
        words.extend(self.kind.key().map(|key| format!("key({})", expr(key))));
        match &self.absent {
            Absent::Unjudged => {}
            Absent::Fault => words.push("absent = fault".to_owned()),
            Absent::Missing(claim) => words.push(format!("absent({claim})")),
        }
        format!("{word}({})", words.join(", "))
    }
}

impl TextRules {
    /// Returns the rules that have a name of their own, by their words.
    #[must_use]
    pub fn claims(&self) -> [(&'static str, &Option<Claim>); 4] {
        let Self { shared, filled, file_path, unique, .. } = self;
        [("shared", shared), ("filled", filled), ("file_path", file_path), ("unique", unique)]
    }

    fn words(&self) -> impl Iterator<Item = String> {
        let asked = self.claims().into_iter().filter_map(|(word, claim)| Some(format!("{word}({})", claim.as_ref()?)));
        let largest = self.largest.map(|largest| format!("largest = {largest}"));
        self.whole.then(|| "whole".to_owned()).into_iter().chain(largest).chain(asked)
    }
}

impl TreeRules {
    fn words(&self) -> impl Iterator<Item = String> {
        let members = [("first", &self.first), ("count", &self.count)];
        let claims = [("parents", &self.parents), ("orphan", &self.orphan), ("depth", &self.depth)];
        let members = members.into_iter().map(|(word, member)| format!("{word} = {member}"));
        members.chain(claims.into_iter().map(|(word, claim)| format!("{word}({claim})")))
    }
}
