//! Determines the names that an expression may use, and the operations that the names allow.

use super::field::Field;
use crate::parse::{ExprTree, FieldShape, StoredKind as Stored, name_of};
use bpx_model::{Constraint, Expr, ExprKind, LayoutFact, Length, NameKinds, Text};
use syn::{Ident, Type};

/// The kind of a name, which determines its use in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A value of this type: a parameter, a number, a text up to its NUL.
    Value(ExprKind),
    /// An array of bytes, which is itself a value of this type.
    Bytes(ExprKind),
    /// A list or an array of values of this type.
    List(ExprKind),
    /// A list or an array of structures.
    Structures,
    /// The children of a node. An expression is computed before the children are read.
    Children,
    /// A structure.
    Structure,
    /// A structure in a region of a stated size, in which a writer sets no numbers.
    LimitedStructure,
    /// A list of structures in a region of a stated size.
    LimitedStructures,
    /// Bytes that have offsets of their own.
    Regions,
    /// A list or an array, which may be absent, of values of this type.
    OptionalList(ExprKind),
    /// A list of structures, which may be absent.
    OptionalStructures,
    /// A field that may be absent.
    Optional,
    /// A list or an array in content that a reader drops after reading the field.
    Length,
    /// A structure or a text in content that a reader drops after reading the field.
    Content,
}

impl NameKind {
    /// Returns the kind of an element of a list.
    pub(super) fn of_element(stored: &Stored, is_encoded: bool) -> Self {
        match stored {
            Stored::Named(_) => Self::Structure,
            Stored::CText { .. } if is_encoded => Self::Value(ExprKind::Encoded),
            stored => Self::Value(value_kind(stored)),
        }
    }

    pub(crate) fn of_field(field: &Field) -> Self {
        match &field.shape {
            FieldShape::Array(stored, _) | FieldShape::List(stored)
                if field.optional && !field.is_children() && !field.is_dropped() =>
            {
                match stored {
                    Stored::Named(_) => Self::OptionalStructures,
                    stored => Self::OptionalList(value_kind(stored)),
                }
            }
            _ if field.optional => Self::Optional,
            _ if field.is_children() => Self::Children,
            FieldShape::Array(..) | FieldShape::List(_) if field.is_dropped() => Self::Length,
            FieldShape::One(Stored::Named(_) | Stored::CText { .. }) if field.is_dropped() => Self::Content,
            FieldShape::One(Stored::Named(_)) if field.is_stored() => Self::LimitedStructure,
            FieldShape::One(Stored::Named(_)) => Self::Structure,
            FieldShape::List(Stored::Named(_)) if field.is_stored() => Self::LimitedStructures,
            FieldShape::Array(Stored::Named(_), _) | FieldShape::List(Stored::Named(_)) => Self::Structures,
            FieldShape::Array(bytes, _) | FieldShape::List(bytes) if bytes.is_byte() => {
                Self::Bytes(match field.attrs.text {
                    Some(_) => ExprKind::Encoded,
                    None if field.attrs.utf8.is_some() => ExprKind::Text,
                    None => ExprKind::Bytes,
                })
            }
            FieldShape::One(Stored::CText { .. }) if field.attrs.text.is_some() => Self::Value(ExprKind::Encoded),
            FieldShape::One(stored) => Self::Value(value_kind(stored)),
            FieldShape::Array(stored, _) | FieldShape::List(stored) => Self::List(value_kind(stored)),
            FieldShape::Regions(_) => Self::Regions,
        }
    }

    /// Returns a description of the kind, for errors where an expression needs another kind.
    pub(super) fn describe(self, name: &str) -> String {
        match self {
            Self::Value(ExprKind::Text | ExprKind::Encoded) => format!(
                "`{name}` is a text up to its NUL, and an expression cannot use the size of such a text: state the \
                    size in a separate field, and declare the text as `Vec<u8>` with `#[schema(utf8)]`"
            ),
            Self::Value(kind) => format!("`{name}` is {}, which has no parts", kind.describe()),
            Self::Bytes(kind) => format!(
                "`{name}` is {}; an expression can use its value, its length, `{name}.len()`, and a byte, `{name}[i]`",
                kind.describe()
            ),
            Self::List(_) => format!(
                "`{name}` is a list; an expression can use its length, `{name}.len()`, and an element, `{name}[i]`"
            ),
            Self::Structures | Self::LimitedStructures => format!(
                "`{name}` is a list of structures; an expression can use `{name}.len()`, `{name}[i].member`, \
                 `sum({name}.member)` and `find({name}.key == value, {name}.member)`"
            ),
            Self::Children => {
                format!(
                    "`{name}` is a list of the children of a node: an expression can use only the number of \
                        children, `{name}.len()`"
                )
            }
            Self::Structure | Self::LimitedStructure => {
                format!("`{name}` is a structure: name a member, `{name}.member`")
            }
            Self::Regions => {
                format!("`{name}` has an offset of its own, and is read after the expression is computed")
            }
            Self::Length => format!(
                "`{name}` is stored through a transform or in parts; an expression can use its length, \
                    `{name}.len()`, but no element"
            ),
            Self::Content => {
                format!("`{name}` is stored through a transform or in parts, so an expression cannot use its content")
            }
            Self::OptionalList(_) | Self::OptionalStructures => format!(
                "`{name}` may be absent, and then has neither a length nor elements; an expression can use \
                    `count({name}, ..)` and `sum({name}, ..)`, which are 0 for an absent list"
            ),
            Self::Optional => format!(
                "`{name}` may be absent, and then has no value for an expression: instead of an `Option`, declare a \
                    number with a value for this case, `if(condition, 0)`"
            ),
        }
    }
}

/// Returns the type of a value in an expression.
fn value_kind(stored: &Stored) -> ExprKind {
    match stored {
        Stored::Number { float: true, .. } => ExprKind::Float,
        Stored::Number { .. } | Stored::Varint { .. } => ExprKind::Int,
        Stored::CText { .. } => ExprKind::Text,
        Stored::Named(_) => ExprKind::Any,
    }
}

/// The words for the enclosing space that have a value in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpaceWords {
    /// No word has a value, because a writer must compute the same expression.
    None,
    /// Only `position` has a value, which a writer also knows.
    Position,
    /// Every word has a value, because only a reader computes the expression.
    All,
}

/// Names that an expression may use.
#[derive(Clone)]
pub(crate) struct ExprScope {
    names: Vec<(String, NameKind)>,
    words: SpaceWords,
    /// Fields whose sizes and offsets are known, and the structure itself if the sizes of all its fields are known.
    measured: Vec<String>,
    /// The next field, of which only the offset is known.
    next: Option<String>,
    /// All fields, of which some are read later.
    fields: Vec<String>,
    /// The list that is being read, in the condition that ends the list.
    so_far: Option<String>,
}

impl ExprScope {
    /// Returns a scope with the parameters of an item.
    pub(crate) fn with_params(params: &[(Ident, Type)]) -> Self {
        let names = params.iter().map(|(name, _)| (name_of(name), NameKind::Value(ExprKind::Int))).collect();
        Self { names, words: SpaceWords::None, measured: Vec::new(), next: None, fields: Vec::new(), so_far: None }
    }

    /// Returns a scope with the same names, which knows all `fields`, so that errors can name fields that are read
    /// later.
    pub(super) fn with_all_fields<'f>(mut self, fields: impl Iterator<Item = &'f Ident>) -> Self {
        self.fields = fields.map(name_of).collect();
        self
    }

    /// Rejects unknown names, operands of wrong types, and a result of a wrong type.
    pub(crate) fn check_expr(&self, tree: &ExprTree, wanted: ExprKind) -> syn::Result<()> {
        tree.expr().check_kinds(self, wanted).map_err(|fault| tree.error_at(fault.part, fault.error))
    }

    /// Adds a field. Its name hides an earlier name that is the same.
    pub(crate) fn add(&mut self, name: &Ident, known: NameKind) {
        self.names.push((name_of(name), known));
    }

    /// Adds the next field, of which only the offset is known.
    pub(super) fn measure_offset(&mut self, name: String) {
        self.next = Some(name);
    }

    /// Adds a field whose size and offset are known, or the structure itself, [`Expr::SELF`].
    pub(crate) fn add_measured(&mut self, name: String) {
        self.measured.push(name);
    }

    /// Returns a scope with the name of one element of an array that describes regions.
    pub(crate) fn with_entry(&self) -> Self {
        let mut scope = self.clone();
        scope.names.push(("entry".to_owned(), NameKind::Structure));
        scope
    }

    /// Returns a scope with an element of a list, its number, and sums over the elements so far.
    pub(super) fn with_one(&self, list: &Ident, element: NameKind) -> Self {
        let mut scope = self.with_index();
        scope.so_far = Some(name_of(list));
        scope.names.push((Length::ENTRY.to_owned(), element));
        scope
    }

    /// Returns a scope with the number of an element of a list, unless a field or parameter has that name.
    pub(super) fn with_index(&self) -> Self {
        let mut scope = self.clone();
        if self.find(Length::INDEX).is_none() {
            scope.names.push((Length::INDEX.to_owned(), NameKind::Value(ExprKind::Int)));
        }
        scope
    }

    /// Returns a scope with the facts of a placed region; if `many`, also with the facts of all regions of the field.
    pub(crate) fn with_facts(&self, many: bool) -> Self {
        let mut scope = self.with_file();
        scope.names.push((LayoutFact::REGION.to_owned(), NameKind::Structure));
        if many {
            scope.names.push((LayoutFact::REGIONS.to_owned(), NameKind::Structure));
        }
        scope
    }

    /// Returns a scope with the facts of a file.
    pub(crate) fn with_file(&self) -> Self {
        let mut scope = self.clone();
        scope.names.push((LayoutFact::FILE.to_owned(), NameKind::Structure));
        scope
    }

    /// Returns a scope with the names for one element in a rule of elements.
    pub(super) fn with_element(&self) -> Self {
        let mut scope = self.with_entry();
        scope.names.push((Constraint::INDEX.to_owned(), NameKind::Value(ExprKind::Int)));
        scope.names.push((Constraint::BEFORE.to_owned(), NameKind::Structure));
        scope.names.push((Constraint::FIRST.to_owned(), NameKind::Structure));
        scope.names.push((Constraint::OVERLAPPED.to_owned(), NameKind::Structure));
        scope
    }

    /// Returns a scope with a number of a list, and the number's index in the list.
    pub(super) fn with_number(&self) -> Self {
        let mut scope = self.clone();
        let number = NameKind::Value(ExprKind::Int);
        scope.names.extend([Constraint::ENTRY, Constraint::INDEX].map(|name| (name.to_owned(), number)));
        scope
    }

    /// Returns whether all words for the enclosing space have a value.
    pub(super) fn sees_space(&self) -> bool {
        self.words == SpaceWords::All
    }

    /// Returns a scope with the same names, in which the given words have values.
    pub(crate) fn with_words(&self, words: SpaceWords) -> Self {
        Self { words, next: None, ..self.clone() }
    }

    pub(crate) fn find(&self, name: &str) -> Option<NameKind> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, known)| *known)
    }

    /// Returns the message for an unknown name, with the list of known names.
    pub(crate) fn unknown_name_message(&self, name: &str) -> String {
        if self.fields.iter().any(|field| field == name) {
            return format!(
                "`{name}` is read later: an expression can use parameters and the fields that were read before"
            );
        }
        let known = match &*self.names {
            [] => "no field is read before".to_owned(),
            names => {
                let names: Vec<_> = names.iter().map(|(name, _)| &**name).collect();
                format!("known: `{}`", names.join("`, `"))
            }
        };
        format!(
            "unknown name `{name}`: an expression can use parameters and the fields that were read before ({known})"
        )
    }

    /// Returns the type of a path. Only the compiler knows the types of members of structures.
    fn path_kind(&self, path: &[Text], fits: impl FnOnce(NameKind) -> Option<ExprKind>) -> Result<ExprKind, String> {
        let Some((name, members)) = path.split_first() else {
            return Err("expected a path of at least one name".to_owned());
        };
        let known = self.find(name).ok_or_else(|| self.unknown_name_message(name))?;
        match known {
            NameKind::Structure | NameKind::LimitedStructure if !members.is_empty() => Ok(ExprKind::Any),
            known if members.is_empty() => fits(known).ok_or_else(|| known.describe(name)),
            known => Err(known.describe(name)),
        }
    }
}

impl NameKinds for ExprScope {
    type Error = String;

    fn kind_of_value(&self, path: &[Text]) -> Result<ExprKind, String> {
        self.path_kind(path, |known| match known {
            NameKind::Value(kind) | NameKind::Bytes(kind) => Some(kind),
            _ => None,
        })
    }

    fn kind_of_element(&self, array: &[Text], members: &[Text]) -> Result<ExprKind, String> {
        if self.is_so_far(array) {
            let entry: Vec<_> = [Text::Borrowed(Length::ENTRY)].iter().chain(members).cloned().collect();
            return self.kind_of_value(&entry);
        }
        self.path_kind(array, |known| match known {
            NameKind::Bytes(_) if members.is_empty() => Some(ExprKind::Int),
            NameKind::List(kind) | NameKind::OptionalList(kind) if members.is_empty() => Some(kind),
            NameKind::Structures | NameKind::LimitedStructures | NameKind::OptionalStructures
                if !members.is_empty() =>
            {
                Some(ExprKind::Any)
            }
            _ => None,
        })
    }

    fn check_len(&self, array: &[Text]) -> Result<(), String> {
        let has_len = |known| {
            matches!(
                known,
                NameKind::Bytes(_)
                    | NameKind::List(_)
                    | NameKind::Structures
                    | NameKind::LimitedStructures
                    | NameKind::Children
                    | NameKind::Length
            )
        };
        self.path_kind(array, |known| has_len(known).then_some(ExprKind::Int)).map(drop)
    }

    fn check_element_len(&self, array: &[Text], members: &[Text]) -> Result<(), String> {
        if self.is_so_far(array) {
            return Err(format!(
                "expected a number of the elements so far, found the length of `{}`: state the length in a member",
                members.join(".")
            ));
        }
        // The compiler checks that the member is a list.
        self.check_members(array, &[])
    }

    fn check_countable(&self, array: &[Text]) -> Result<(), String> {
        let may_be_absent = |known| matches!(known, NameKind::OptionalList(_) | NameKind::OptionalStructures);
        match array {
            [name] if self.find(name).is_some_and(may_be_absent) => Ok(()),
            _ => self.check_len(array),
        }
    }

    fn check_members(&self, array: &[Text], members: &[&Text]) -> Result<(), String> {
        if self.is_so_far(array) {
            let members: Vec<_> = members.iter().map(|name| (*name).clone()).collect();
            return self.kind_of_element(array, &members).map(drop);
        }
        let structures =
            |known| matches!(known, NameKind::Structures | NameKind::LimitedStructures | NameKind::OptionalStructures);
        self.path_kind(array, |known| structures(known).then_some(ExprKind::Int)).map(drop)
    }

    fn check_word(&self, word: &Expr) -> Result<(), String> {
        let (word, meaning) = match word {
            Expr::Remaining => ("remaining", "the number of bytes left in the space"),
            Expr::Size => ("size", "the number of bytes in the whole space"),
            Expr::Position => ("position", "the offset of the next byte in the space"),
            other => return Err(format!("expected `remaining`, `size` or `position`, found `{other}`")),
        };
        if self.find(word).is_some() {
            return Err(format!(
                "`{word}` has a special meaning in an expression ({meaning}), and hides the field or parameter of \
                    that name: rename the field or parameter"
            ));
        }
        let known = match self.words {
            SpaceWords::All => true,
            SpaceWords::Position => word == "position",
            SpaceWords::None => false,
        };
        if known {
            return Ok(());
        }
        let also = match word {
            "position" => ", and in `args(..)` and `calc` of a field",
            _ => "; the size of a field is `size_of(field)`",
        };
        Err(format!(
            "`{word}` ({meaning}) cannot be used here, because a writer does not know this number; it can be used in \
                `count`, in `if(..)` of an `Option`, in `assert(..)` of a structure, and in the offset and the size \
                of `Regions`{also}"
        ))
    }

    fn check_measured(&self, expr: &Expr) -> Result<(), String> {
        let name = expr.measured_field().map_or("", |name| name);
        let is_next = matches!(expr, Expr::OffsetOf(_)) && self.next.as_deref() == Some(name);
        if is_next || self.measured.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(match self.find(name) {
            None if name == Expr::SELF => format!(
                "`{expr}` is known only after all fields are read: use it in `calc`, in `derive` or in `assert(..)` \
                    of a structure in which each field follows the field before"
            ),
            _ if name == Expr::ENTRY => format!(
                "`{expr}` has no value, because an expression knows the sizes and offsets of the fields of this structure, \
                    not of elements: let each element state its size in a member, and use `entry.size`"
            ),
            None => self.unknown_name_message(name),
            Some(_) => format!(
                "`{expr}` has no value here: expected a field of a `#[structure]` that follows the field before it \
                    and that is read before the expression. `region.offset` and `region.stored_size` in `set(..)` \
                    describe a region"
            ),
        })
    }

    fn is_so_far(&self, array: &[Text]) -> bool {
        matches!(array, [name] if self.so_far.as_deref() == Some(&**name))
    }

    fn is_known(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn refusal_error(&self, message: String) -> String {
        message
    }
}
