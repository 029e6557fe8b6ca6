use super::{Class, Expr, KeyedList, List, Severity, Text, TextForm};

/// A rule that valid values satisfy.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Constraint {
    /// The condition of the rule.
    pub rule: Rule,
    /// Stable name of the rule, such as `section-header.reserved.zero`.
    pub code: Text,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Number of the interpretation (`docs/interpretations.md`) that excuses existing files; empty if there is none. A
    /// violation of a rule with an interpretation is a warning in lenient mode, and an error in strict mode.
    pub lenient: Text,
    /// Class of the fault, if the class differs from the default class of the rule.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub class: Option<Class>,
    /// Severity of a violation.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Severity::is_usual"))]
    pub severity: Severity,
    /// Message of a finding, in pieces; empty for the default message of the rule.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"))]
    pub text: List<MessagePiece>,
    /// The path of the reported member, which determines the path and the offset of a finding. An empty path names
    /// the whole structure; `position` names the whole structure too, but reports the offset at which the
    /// structure ends.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"))]
    pub on: List<Text>,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum MessagePiece {
    /// Literal text.
    Words(Text),
    /// The value of an expression.
    Value(Expr),
    /// The value of an expression, a whole number in hexadecimal.
    Hex(Expr),
}

impl Constraint {
    /// The name of the element in a rule for elements.
    pub const ENTRY: &str = "entry";
    /// The name of the element's number in a rule for elements.
    pub const INDEX: &str = "index";
    /// The name of the sums over the elements before the element.
    pub const BEFORE: &str = "before";
    /// The name under which a rule finds, for a member, the number of the first element that has the same value in this
    /// member.
    pub const FIRST: &str = "first";
    /// The name under which a rule finds the numbers of the regions that share bytes with the region of the element.
    pub const OVERLAPPED: &str = "overlapped";
    /// All names in a rule for elements.
    pub const OF_ELEMENT: [&str; 5] = [Self::ENTRY, Self::INDEX, Self::BEFORE, Self::FIRST, Self::OVERLAPPED];
    /// The word that reports a violation at the end of the structure.
    pub const POSITION: &str = "position";

    /// Returns a rule with a code, a section and an interpretation, and with defaults for the other members.
    #[must_use]
    pub const fn new(rule: Rule, code: Text, spec: Text, lenient: Text) -> Self {
        let (text, on) = (List::Borrowed(&[] as &[MessagePiece]), List::Borrowed(&[] as &[Text]));
        Self { rule, code, spec, lenient, class: None, severity: Severity::Error, text, on }
    }

    /// Returns the expressions in the condition and in the message of the rule.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.rule.condition().into_iter().chain(self.message_values())
    }

    /// Returns whether a violation is located at the end of the structure.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        matches!(&*self.on, [position] if position == Self::POSITION)
    }

    /// Returns the path to the reported member.
    #[must_use]
    pub fn reported_path(&self) -> &[Text] {
        if self.is_at_end() { &[] } else { &self.on }
    }

    /// Returns the names on which the rule depends, if the rule can be checked when their values are known. Returns `None`
    /// if the rule depends on the end of the structure, or is not a condition.
    #[must_use]
    pub fn early_names(&self) -> Option<Vec<&Text>> {
        match &self.rule {
            Rule::Assert(_) => Self::early_names_of(self.exprs(), &self.on),
            // The reported member is one of the element.
            Rule::Each(array, _) => Self::early_names_of(self.exprs(), std::slice::from_ref(array)),
            _ => None,
        }
    }

    /// Returns the names on which a rule across fields depends, like [`early_names`](Self::early_names). `exprs` are the
    /// expressions of the rule, and `on` is the path of the reported member, or the array of a rule for elements.
    #[must_use]
    pub fn early_names_of<'e>(exprs: impl Iterator<Item = &'e Expr>, on: &'e [Text]) -> Option<Vec<&'e Text>> {
        let mut names: Vec<&Text> = on.first().into_iter().collect();
        for part in exprs.flat_map(Expr::parts) {
            if matches!(part, Expr::Remaining | Expr::Size | Expr::Position) {
                return None;
            }
            names.extend(part.path().and_then(<[_]>::first).into_iter().chain(part.measured_field()));
            if let Expr::Path(path) = part
                && let [first, regions] = &**path
                && *first == *Self::OVERLAPPED
            {
                names.push(regions);
            }
        }
        let depends_on_end = names.iter().any(|name| **name == *Expr::SELF || **name == *Self::POSITION);
        if depends_on_end { None } else { Some(names) }
    }

    /// Returns the members that a rule for elements uses under the name [`BEFORE`](Self::BEFORE) or
    /// [`FIRST`](Self::FIRST), or the fields of regions that the rule uses under the name
    /// [`OVERLAPPED`](Self::OVERLAPPED).
    #[must_use]
    pub fn members_under(&self, name: &str) -> Vec<&Text> {
        let mut members: Vec<&Text> = Vec::new();
        for part in self.exprs().flat_map(Expr::parts) {
            if let Expr::Path(path) = part
                && let [first, member] = &**path
                && first == name
                && matches!(self.rule, Rule::Each(..))
                && !members.contains(&member)
            {
                members.push(member);
            }
        }
        members
    }

    /// Returns the expressions whose values are in the message of a finding.
    pub fn message_values(&self) -> impl Iterator<Item = &Expr> {
        self.text.iter().filter_map(|piece| match piece {
            MessagePiece::Value(expr) | MessagePiece::Hex(expr) => Some(expr),
            MessagePiece::Words(_) => None,
        })
    }

    /// Returns the class of the fault, or the class `own` if the rule states none.
    #[must_use]
    pub fn class_or(&self, own: Class) -> Class {
        self.class.unwrap_or(own)
    }
}

#[cfg(feature = "json")]
fn is_empty<T: Clone>(list: &List<T>) -> bool {
    list.is_empty()
}

/// The condition of the rule.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Rule {
    /// All bytes are zero.
    Zero,
    /// The bytes equal the signature.
    Magic(List<u8>),
    /// The number is in the list.
    OneOf(KeyedList<i64>),
    /// The number is a version in the list. Other versions are not supported.
    Supported(KeyedList<i64>),
    /// The number is from the first to the second number, both included.
    Range(i64, i64),
    /// The number is a multiple of the factor, which is at least 1.
    MultipleOf(i64),
    /// The number is a known code, or has only known flags.
    Known,
    /// The float is neither NaN nor infinite.
    Finite,
    /// The bytes are digits of a number.
    Digits,
    /// The bytes are UTF-8.
    Utf8,
    /// The bytes are a text in an encoding.
    Text(TextForm),
    /// The stated number equals the number that a writer would compute.
    Computed,
    /// The expression is true.
    Assert(Expr),
    /// The expression is true for each element of the array. In the expression, `entry` is the element, `index` is its
    /// number, `before.member` is the sum of a member over the elements before, and `first.member` is the number of the
    /// first element that has the same value in the member.
    Each(Text, Expr),
    /// The Rust function with this name accepts the value. Only compiled code can call the function.
    Custom(Text),
}

impl Rule {
    /// Returns whether the rule holds or fails for each element of an array separately.
    #[must_use]
    pub fn is_of_elements(&self) -> bool {
        match self {
            Self::Zero
            | Self::OneOf(_)
            | Self::Supported(_)
            | Self::Range(..)
            | Self::MultipleOf(_)
            | Self::Known
            | Self::Finite
            | Self::Digits => true,
            Self::Magic(_)
            | Self::Utf8
            | Self::Text(_)
            | Self::Computed
            | Self::Assert(_)
            | Self::Each(..)
            | Self::Custom(_) => false,
        }
    }

    /// Returns the condition of a rule across fields, for the whole structure or for each element of an array.
    #[must_use]
    pub fn condition(&self) -> Option<&Expr> {
        match self {
            Self::Assert(expr) | Self::Each(_, expr) => Some(expr),
            _ => None,
        }
    }

    /// Returns the last part of the stable code of a field's rule, such as `zero`; empty for a rule across fields.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Magic(_) => "magic",
            Self::OneOf(_) => "one-of",
            Self::Supported(_) => "supported",
            Self::Range(..) => "range",
            Self::MultipleOf(_) => "multiple-of",
            Self::Known => "known",
            Self::Finite => "finite",
            Self::Digits => "digits",
            Self::Utf8 => "utf8",
            Self::Text(_) => "text",
            Self::Computed => "calc",
            Self::Assert(_) | Self::Each(..) | Self::Custom(_) => "",
        }
    }
}
