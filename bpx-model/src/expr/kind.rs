use super::{Binary, Expr, Unary};
use crate::Text;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExprKind {
    /// A whole number of 128 bits with a sign.
    Int,
    /// A truth value.
    Bool,
    /// A float of 64 bits.
    Float,
    /// A text.
    Text,
    /// A byte string.
    Bytes,
    /// The stored bytes of a text in an encoding.
    Encoded,
    /// The unknown type of a member. The generator leaves the check of the type to the compiler.
    Any,
}

impl ExprKind {
    /// Returns a description of the type.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Int => "a whole number",
            Self::Bool => "a truth value",
            Self::Float => "a float",
            Self::Text => "a text",
            Self::Bytes => "a byte string",
            Self::Encoded => "an encoded text",
            Self::Any => "a value",
        }
    }

    fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Bytes)
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Float | Self::Any)
    }

    /// Returns the common type of two values, if there is one. Texts and byte strings have a common type, because they
    /// are compared by their bytes.
    fn common_kind(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, kind) | (kind, Self::Any) => Some(kind),
            (a, b) if a == b || a.is_text() && b.is_text() => Some(a),
            (Self::Encoded, Self::Bytes) | (Self::Bytes, Self::Encoded) => Some(Self::Encoded),
            _ => None,
        }
    }
}

/// Gives the types of the names in an expression.
pub trait NameKinds {
    /// The reason why an expression is rejected.
    type Error;

    /// Returns the type of the value at a path.
    ///
    /// # Errors
    /// Returns an error when there is no such value.
    fn kind_of_value(&self, path: &[Text]) -> Result<ExprKind, Self::Error>;

    /// Returns the type of a member of each element of an array, or the type of the element if `members` is empty.
    ///
    /// # Errors
    /// Returns an error when there is no such array, or no such member.
    fn kind_of_element(&self, array: &[Text], members: &[Text]) -> Result<ExprKind, Self::Error>;

    /// Checks that a name is an array whose number of elements is known.
    ///
    /// # Errors
    /// Returns an error when the name is no such array.
    fn check_len(&self, array: &[Text]) -> Result<(), Self::Error>;

    /// Checks that an expression can sum or count the elements of an array. An absent array has no elements.
    ///
    /// # Errors
    /// Returns an error when the name is not an array.
    fn check_countable(&self, array: &[Text]) -> Result<(), Self::Error> {
        self.check_len(array)
    }

    /// Checks that a member of each element of an array is an array whose number of elements is known.
    ///
    /// # Errors
    /// Returns an error when there is no such array, or no such member.
    fn check_element_len(&self, array: &[Text], members: &[Text]) -> Result<(), Self::Error>;

    /// Checks that the named members of an array's elements are whole numbers.
    ///
    /// # Errors
    /// Returns an error when a member is not a whole number.
    fn check_members(&self, array: &[Text], members: &[&Text]) -> Result<(), Self::Error>;

    /// Checks that a word about the surrounding bytes, `remaining`, `size` or `position`, has a value.
    ///
    /// # Errors
    /// Returns an error when the word has no value.
    fn check_word(&self, word: &Expr) -> Result<(), Self::Error>;

    /// Checks that the size of a field, or its offset in the structure, is known. This needs a field that was read
    /// before, and that has no offset of its own.
    ///
    /// # Errors
    /// Returns an error when the size or the offset is not known.
    fn check_measured(&self, expr: &Expr) -> Result<(), Self::Error>;

    /// Returns whether an array is the list that is being read. Of such a list, only sums over the elements so far are
    /// known.
    fn is_so_far(&self, array: &[Text]) -> bool {
        let _ = array;
        false
    }

    /// Returns whether a field, a parameter or another value has the name `name`.
    fn is_known(&self, name: &str) -> bool;

    /// Returns an error with the message `message`.
    fn refusal_error(&self, message: String) -> Self::Error;
}

/// The error of an expression that has no type, or has the wrong type.
#[derive(Debug)]
pub struct KindFault<E> {
    /// Number of the faulty part of the expression. Parts are counted in the order of the source, but an operator is
    /// counted before its operands.
    pub part: usize,
    /// The error of the faulty part.
    pub error: E,
}

impl Expr {
    /// Checks the types of the expression and its parts. The result must have the type `wanted`, which may be
    /// [any](ExprKind::Any).
    ///
    /// # Errors
    /// Returns an error when a name is unknown, an operator has operands of other types, or the expression has another
    /// type.
    pub fn check_kinds<E>(&self, names: &dyn NameKinds<Error = E>, wanted: ExprKind) -> Result<(), KindFault<E>> {
        let wanted = Some(wanted).filter(|wanted| *wanted != ExprKind::Any);
        KindChecker { names, part: 0 }.expect_kind(self, wanted).map(drop)
    }
}

/// Checks the parts of an expression in order.
struct KindChecker<'n, E> {
    names: &'n dyn NameKinds<Error = E>,
    /// Number of parts that were visited.
    part: usize,
}

impl<E> KindChecker<'_, E> {
    /// Returns the type of an expression. If `wanted` is given, rejects an expression of another type.
    fn expect_kind(&mut self, expr: &Expr, wanted: Option<ExprKind>) -> Result<ExprKind, KindFault<E>> {
        let part = self.part;
        let found = self.find_kind(expr, wanted)?;
        match (wanted, found) {
            // No member is a truth value.
            (Some(ExprKind::Bool), ExprKind::Any) => {
                Err(self.fault_at_part(part, kind_mismatch_message(ExprKind::Bool, ExprKind::Int)))
            }
            (None, kind) | (Some(kind), ExprKind::Any) => Ok(kind),
            (Some(wanted), found) if wanted == found => Ok(found),
            (Some(wanted), found) => Err(self.fault_at_part(part, kind_mismatch_message(wanted, found))),
        }
    }

    fn find_kind(&mut self, expr: &Expr, wanted: Option<ExprKind>) -> Result<ExprKind, KindFault<E>> {
        let part = self.part;
        self.part = part + 1;
        let at = |error| KindFault { part, error };
        let own = expr.path().or_else(|| expr.measured_field().map(std::slice::from_ref));
        let own = own.filter(|path| self.names.is_so_far(path) && !matches!(expr, Expr::Sum(..) | Expr::Fold(..)));
        if let Some(own) = own {
            let message = format!(
                "`{}` is still being read: use `entry`, the newest element, or `sum` and `count` over the \
                elements so far",
                own.join(".")
            );
            return Err(self.fault_at_part(part, message));
        }
        match expr {
            Expr::Int(_) | Expr::Const(..) => Ok(ExprKind::Int),
            Expr::Bool(_) => Ok(ExprKind::Bool),
            Expr::Float(_) => Ok(ExprKind::Float),
            Expr::Text(_) => Ok(ExprKind::Text),
            Expr::Bytes(_) => Ok(ExprKind::Bytes),
            Expr::Path(path) => self.names.kind_of_value(path).map_err(at),
            Expr::Len(array) => self.names.check_len(array).map(|()| ExprKind::Int).map_err(at),
            Expr::Sum(array, member) => self.names.check_members(array, &[member]).map(|()| ExprKind::Int).map_err(at),
            Expr::Remaining | Expr::Size | Expr::Position => {
                self.names.check_word(expr).map(|()| ExprKind::Int).map_err(at)
            }
            Expr::SizeOf(_) | Expr::OffsetOf(_) => self.names.check_measured(expr).map(|()| ExprKind::Int).map_err(at),
            Expr::Element(array, operands, members) => {
                let [index] = &**operands else { return Err(self.operand_count_fault(part)) };
                self.names.check_len(array).map_err(at)?;
                let kind = self.names.kind_of_element(array, members).map_err(at)?;
                self.expect_kind(index, Some(ExprKind::Int))?;
                Ok(kind)
            }
            Expr::Find(array, key, operands, member) => {
                let [value] = &**operands else { return Err(self.operand_count_fault(part)) };
                self.names.check_members(array, &[key, member]).map_err(at)?;
                self.expect_kind(value, Some(ExprKind::Int))
            }
            Expr::Fold(fold, array, operands) => {
                let [operand] = &**operands else { return Err(self.operand_count_fault(part)) };
                let is_so_far = self.names.is_so_far(array);
                if !is_so_far {
                    self.names.check_countable(array).map_err(at)?;
                }
                if !is_so_far && self.names.is_known(Expr::ENTRY) {
                    let name = fold.name();
                    let message = format!(
                        "`{0}` is the element in `{name}(array, ..)`, and hides the field or parameter with the same \
                            name: rename the field or parameter",
                        Expr::ENTRY
                    );
                    return Err(self.fault_at_part(part, message));
                }
                let names = ElementNames { names: self.names, array };
                let mut inner = KindChecker { names: &names, part: self.part };
                let checked = inner.expect_kind(operand, Some(fold.operand_kind()));
                self.part = inner.part;
                checked.map(|_| ExprKind::Int)
            }
            Expr::Unary(op, operands) => {
                let [operand] = &**operands else { return Err(self.operand_count_fault(part)) };
                self.kind_of_unary(*op, operand, part)
            }
            Expr::Binary(op, operands) => {
                let [a, b] = &**operands else { return Err(self.operand_count_fault(part)) };
                self.kind_of_binary(*op, a, b, part)
            }
            Expr::If(operands) => {
                let [condition, yes, no] = &**operands else { return Err(self.operand_count_fault(part)) };
                self.expect_kind(condition, Some(ExprKind::Bool))?;
                let (yes, no) = (self.expect_kind(yes, wanted)?, self.expect_kind(no, wanted)?);
                let differ =
                    || format!("expected branches of the same type, found {} and {}", yes.describe(), no.describe());
                yes.common_kind(no).ok_or_else(|| self.fault_at_part(part, differ()))
            }
        }
    }

    fn kind_of_unary(&mut self, op: Unary, operand: &Expr, part: usize) -> Result<ExprKind, KindFault<E>> {
        match op {
            Unary::Not => self.expect_kind(operand, Some(ExprKind::Bool)),
            Unary::Neg => self.expect_number(operand, "-"),
            Unary::Float => self.expect_kind(operand, Some(ExprKind::Int)).map(|_| ExprKind::Float),
            Unary::Int => match self.expect_kind(operand, None)? {
                ExprKind::Int => {
                    let message = "expected a float, a truth value, a text or bytes in `int(x)`, found a whole number";
                    Err(self.fault_at_part(part + 1, message.to_owned()))
                }
                ExprKind::Float
                | ExprKind::Bool
                | ExprKind::Text
                | ExprKind::Bytes
                | ExprKind::Encoded
                | ExprKind::Any => Ok(ExprKind::Int),
            },
        }
    }

    fn kind_of_binary(&mut self, op: Binary, a: &Expr, b: &Expr, part: usize) -> Result<ExprKind, KindFault<E>> {
        let symbol = op.symbol();
        let (a, b) = match op {
            Binary::Both | Binary::Either => {
                self.expect_kind(a, Some(ExprKind::Bool))?;
                return self.expect_kind(b, Some(ExprKind::Bool));
            }
            Binary::Rem | Binary::And | Binary::Or | Binary::Xor | Binary::Shl | Binary::Shr => {
                self.expect_kind(a, Some(ExprKind::Int))?;
                return self.expect_kind(b, Some(ExprKind::Int));
            }
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => {
                (self.expect_number(a, symbol)?, self.expect_number(b, symbol)?)
            }
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                (self.expect_number(a, symbol)?, self.expect_number(b, symbol)?)
            }
            Binary::Eq | Binary::Ne => (self.expect_kind(a, None)?, self.expect_kind(b, None)?),
        };
        let joined = a.common_kind(b).ok_or_else(|| self.fault_at_part(part, mixed_operands_message(a, b)))?;
        Ok(if op.is_comparison() { ExprKind::Bool } else { joined })
    }

    /// Returns the type of an operand. Rejects an operand that is not a number.
    fn expect_number(&mut self, operand: &Expr, symbol: &str) -> Result<ExprKind, KindFault<E>> {
        let part = self.part;
        let kind = self.expect_kind(operand, None)?;
        match kind {
            kind if kind.is_number() => Ok(kind),
            ExprKind::Bool => Err(self.fault_at_part(part, kind_mismatch_message(ExprKind::Int, ExprKind::Bool))),
            kind => {
                Err(self.fault_at_part(part, format!("expected numbers for `{symbol}`, found {}", kind.describe())))
            }
        }
    }

    fn fault_at_part(&self, part: usize, message: String) -> KindFault<E> {
        KindFault { part, error: self.names.refusal_error(message) }
    }

    fn operand_count_fault(&self, part: usize) -> KindFault<E> {
        self.fault_at_part(
            part,
            "expected as many operands as the operator takes, found another number of operands".to_owned(),
        )
    }
}

/// The names of an expression, and an element of an array.
struct ElementNames<'n, E> {
    names: &'n dyn NameKinds<Error = E>,
    array: &'n [Text],
}

impl<E> ElementNames<'_, E> {
    /// Rejects an expression that uses the element as a list, because only its single values are known.
    fn reject_element_list(&self, path: &[Text]) -> Result<(), E> {
        if path.first().is_none_or(|name| *name != *Expr::ENTRY) {
            return Ok(());
        }
        let message = "expected a single value, `entry` or `entry.member`, found a list";
        Err(self.refusal_error(message.to_owned()))
    }
}

impl<E> NameKinds for ElementNames<'_, E> {
    type Error = E;

    fn kind_of_value(&self, path: &[Text]) -> Result<ExprKind, E> {
        match path.split_first() {
            Some((first, members)) if *first == *Expr::ENTRY => self.names.kind_of_element(self.array, members),
            _ => self.names.kind_of_value(path),
        }
    }

    fn kind_of_element(&self, array: &[Text], members: &[Text]) -> Result<ExprKind, E> {
        self.reject_element_list(array)?;
        self.names.kind_of_element(array, members)
    }

    /// Accepts the length of a list in the element, but not of the element itself.
    fn check_len(&self, array: &[Text]) -> Result<(), E> {
        match array.split_first() {
            Some((first, members)) if *first == *Expr::ENTRY && !members.is_empty() => {
                self.names.check_element_len(self.array, members)
            }
            _ => {
                self.reject_element_list(array)?;
                self.names.check_len(array)
            }
        }
    }

    fn check_element_len(&self, array: &[Text], members: &[Text]) -> Result<(), E> {
        self.reject_element_list(array)?;
        self.names.check_element_len(array, members)
    }

    fn check_countable(&self, array: &[Text]) -> Result<(), E> {
        self.reject_element_list(array)?;
        self.names.check_countable(array)
    }

    fn check_members(&self, _: &[Text], _: &[&Text]) -> Result<(), E> {
        // The work would be the product of two lengths.
        let message = "the expression for each element cannot search an array or sum over it: compute the result in \
            a separate field";
        Err(self.refusal_error(message.to_owned()))
    }

    fn check_word(&self, word: &Expr) -> Result<(), E> {
        self.names.check_word(word)
    }

    fn check_measured(&self, expr: &Expr) -> Result<(), E> {
        self.names.check_measured(expr)
    }

    fn is_known(&self, name: &str) -> bool {
        *name == *Expr::ENTRY || self.names.is_known(name)
    }

    fn refusal_error(&self, message: String) -> E {
        self.names.refusal_error(message)
    }
}

/// Returns the message for a value of a wrong type.
fn kind_mismatch_message(wanted: ExprKind, found: ExprKind) -> String {
    match (wanted, found) {
        (ExprKind::Bool, ExprKind::Int) => {
            "expected a condition, found a number: compare the number, `.. != 0`".to_owned()
        }
        (ExprKind::Int, ExprKind::Bool) => {
            "expected a number, found a truth value: `int(..)` converts the truth value".to_owned()
        }
        (ExprKind::Int, ExprKind::Float) => {
            "expected a whole number, found a float: `int(..)` converts a float without a fraction".to_owned()
        }
        (ExprKind::Float, ExprKind::Int) => {
            "expected a float, found a whole number: `float(..)` converts the number".to_owned()
        }
        (wanted, found) => format!("expected {}, found {}", wanted.describe(), found.describe()),
    }
}

/// Returns the message for two operands whose types do not match.
fn mixed_operands_message(a: ExprKind, b: ExprKind) -> String {
    let hint = match (a, b) {
        (ExprKind::Int, ExprKind::Float) | (ExprKind::Float, ExprKind::Int) => {
            ": convert one operand, `float(..)` or `int(..)`"
        }
        (ExprKind::Int, ExprKind::Bytes | ExprKind::Text) | (ExprKind::Bytes | ExprKind::Text, ExprKind::Int) => {
            ": only texts and arrays of bytes, such as `[u8; 4]`, can be compared with texts and bytes; a parameter is \
                a whole number, so compare the parameter with a number"
        }
        (ExprKind::Encoded, ExprKind::Text) | (ExprKind::Text, ExprKind::Encoded) => {
            ": compare the encoded text with its stored bytes, `b\"..\"`, including padding"
        }
        _ => "",
    };
    format!("expected operands of the same type, found {} and {}{hint}", a.describe(), b.describe())
}
