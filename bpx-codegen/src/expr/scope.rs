use super::super::declaration::Field;
use super::super::types::{Kind, Shape};
use super::{Node, Tree};
use proc_macro2::Ident;
use syn::ext::IdentExt;

/// What an expression can ask of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// A parameter, or a field that is a whole number.
    Number,
    /// A number with a point.
    Float,
    /// A text up to its NUL.
    Text,
    /// A list or an array of numbers or texts.
    List,
    /// A list or an array of structures.
    Structures,
    /// The children of a node, which are not read when the expression is computed.
    Children,
    /// A structure.
    Structure,
    /// Bytes that lie elsewhere.
    Regions,
    /// A field that may be absent.
    Optional,
}

impl Known {
    pub(crate) fn of(field: &Field) -> Self {
        match &field.shape {
            _ if field.optional => Self::Optional,
            _ if field.is_children() => Self::Children,
            Shape::One(Kind::Number { float: true, .. }) => Self::Float,
            Shape::One(Kind::Number { .. } | Kind::Uleb { .. }) => Self::Number,
            Shape::One(Kind::CText) => Self::Text,
            Shape::One(Kind::Named(_)) => Self::Structure,
            Shape::Array(Kind::Named(_), _) | Shape::List(Kind::Named(_)) => Self::Structures,
            Shape::Array(..) | Shape::List(_) => Self::List,
            Shape::Regions(_) => Self::Regions,
        }
    }

    /// What it is, where something else is needed.
    fn describe(self, name: &str) -> String {
        match self {
            Self::Number => format!("`{name}` is a number, and has no parts"),
            Self::Float => format!("`{name}` is a number with a point; expressions compute with whole numbers"),
            Self::Text => format!(
                "`{name}` is a text up to its NUL, whose size an expression does not know: state the size in a field \
                 of its own, and declare the text as `Vec<u8>` with `#[schema(utf8)]`"
            ),
            Self::List => format!("`{name}` is a list; an expression knows how many elements it has: `{name}.len()`"),
            Self::Structures => format!(
                "`{name}` is a list of structures; an expression knows `{name}.len()`, `sum({name}.member)` and \
                 `find({name}.key == value, {name}.member)`"
            ),
            Self::Children => format!("of the children of a node, an expression knows `{name}.len()` only"),
            Self::Structure => format!("`{name}` is a structure: name a member that is a number, `{name}.member`"),
            Self::Regions => format!("`{name}` lies elsewhere, and is not read when the expression is computed"),
            Self::Optional => format!(
                "`{name}` may be absent, and an expression has no value then; a number can have one: \
                 `if(condition, 0)` instead of an `Option`"
            ),
        }
    }
}

/// Which words for the bytes around have a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    /// None: a writer has to compute the same value.
    None,
    /// `position`, which a writer knows too.
    Position,
    /// All: only a reader computes the value.
    All,
}

/// Names that an expression may use.
#[derive(Clone)]
pub(crate) struct Scope {
    names: Vec<(String, Known)>,
    words: Words,
}

impl Scope {
    pub(crate) fn with_params<'a>(params: impl Iterator<Item = &'a Ident>) -> Self {
        let names = params.map(|name| (name.unraw().to_string(), Known::Number)).collect();
        Self { names, words: Words::None }
    }

    /// With a field; of several with one name, the last counts.
    pub(crate) fn add(&mut self, name: &Ident, known: Known) {
        self.names.push((name.unraw().to_string(), known));
    }

    /// With the name of one element of an array that describes regions.
    pub(crate) fn with_entry(&self) -> Self {
        let mut scope = self.clone();
        scope.names.push(("entry".to_owned(), Known::Structure));
        scope
    }

    /// The same names, where these words have a value.
    pub(crate) fn with_words(&self, words: Words) -> Self {
        Self { names: self.names.clone(), words }
    }

    pub(crate) fn find(&self, name: &Ident) -> Option<Known> {
        self.find_text(&name.unraw().to_string())
    }

    fn find_text(&self, name: &str) -> Option<Known> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, known)| *known)
    }

    /// Says which names are known instead of this one.
    pub(crate) fn unknown(&self, name: &str) -> String {
        let known = match &*self.names {
            [] => "no field stands before".to_owned(),
            names => {
                let names: Vec<_> = names.iter().map(|(name, _)| &**name).collect();
                format!("known here: `{}`", names.join("`, `"))
            }
        };
        format!(
            "`{name}` is not known here; an expression sees parameters and the fields that were read before ({known})"
        )
    }

    /// Why a number, or a list, cannot be had at a path.
    pub(super) fn refuse(&self, node: &Node) -> Option<String> {
        let (path, fits): (_, fn(Known) -> bool) = match node {
            Node::Path(path) => (path, |known| known == Known::Number),
            Node::Len(path) => (path, |known| matches!(known, Known::List | Known::Structures | Known::Children)),
            Node::Sum(path, _) | Node::Find(path, ..) => (path, |known| known == Known::Structures),
            _ => return None,
        };
        let (first, members) = path.split_first()?;
        let name = first.unraw().to_string();
        match self.find_text(&name) {
            None => Some(self.unknown(&name)),
            // What the members are, only the compiler knows.
            Some(Known::Structure) if !members.is_empty() => None,
            Some(known) if members.is_empty() && fits(known) => None,
            Some(known) => Some(known.describe(&name)),
        }
    }

    /// Why a word for the bytes around cannot be used.
    pub(super) fn refuse_word(&self, tree: &Tree) -> Option<String> {
        let (word, meaning) = match tree.node {
            Node::Remaining => ("remaining", "the bytes left in the space"),
            Node::Size => ("size", "the size of the space in bytes"),
            Node::Position => ("position", "the offset of the next byte in the space"),
            _ => return None,
        };
        if self.find_text(word).is_some() {
            return Some(format!(
                "`{word}` in an expression is a word of its own ({meaning}), which hides the field of that name: \
                 give the field another name"
            ));
        }
        let known = match self.words {
            Words::All => true,
            Words::Position => word == "position",
            Words::None => false,
        };
        let also = if word == "position" { ", and in `args(..)` of a field" } else { "" };
        (!known).then(|| {
            format!(
                "`{word}` ({meaning}) cannot be used here, because a writer does not know it; it can be used in \
                 `count`, in `assert(..)` of a structure, and in the place and the size of `Regions`{also}"
            )
        })
    }
}
