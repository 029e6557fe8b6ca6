use super::{Binary, Expr, Unary};
use crate::Text;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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

impl Kind {
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
    fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, kind) | (kind, Self::Any) => Some(kind),
            (a, b) if a == b || a.is_text() && b.is_text() => Some(a),
            (Self::Encoded, Self::Bytes) | (Self::Bytes, Self::Encoded) => Some(Self::Encoded),
            _ => None,
        }
    }
}

/// Gives the types of the names in an expression.
pub trait Names {
    /// The reason why an expression is rejected.
    type Error;

    /// Returns the type of the value at a path.
    ///
    /// # Errors
    /// Returns an error when there is no such value.
    fn value(&self, path: &[Text]) -> Result<Kind, Self::Error>;

    /// Returns the type of a member of each element of an array, or the type of the element if `members` is empty.
    ///
    /// # Errors
    /// Returns an error when there is no such array, or no such member.
    fn element(&self, array: &[Text], members: &[Text]) -> Result<Kind, Self::Error>;

    /// Checks that a name is an array whose number of elements is known.
    ///
    /// # Errors
    /// Returns an error when the name is no such array.
    fn len(&self, array: &[Text]) -> Result<(), Self::Error>;

    /// Checks that an expression can sum or count the elements of an array. An absent array has no elements.
    ///
    /// # Errors
    /// Returns an error when the name is not an array.
    fn countable(&self, array: &[Text]) -> Result<(), Self::Error> {
        self.len(array)
    }

    /// Checks that the named members of an array's elements are whole numbers.
    ///
    /// # Errors
    /// Returns an error when a member is not a whole number.
    fn members(&self, array: &[Text], members: &[&Text]) -> Result<(), Self::Error>;

    /// Checks that a word about the surrounding bytes, `remaining`, `size` or `position`, has a value.
    ///
    /// # Errors
    /// Returns an error when the word has no value.
    fn word(&self, word: &Expr) -> Result<(), Self::Error>;

    /// Checks that the size of a field, or its offset in the structure, is known. This needs a field that was read
    /// before, and that has no offset of its own.
    ///
    /// # Errors
    /// Returns an error when the size or the offset is not known.
    fn measured(&self, expr: &Expr) -> Result<(), Self::Error>;

    /// Returns whether an array is the list that is being read. Of such a list, only sums over the elements so far are
    /// known.
    fn is_so_far(&self, array: &[Text]) -> bool {
        let _ = array;
        false
    }

    /// Returns whether a field, a parameter or another value has the name `name`.
    fn is_known(&self, name: &str) -> bool;

    /// Returns an error with the message `message`.
    fn refused(&self, message: String) -> Self::Error;
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
    /// [any](Kind::Any).
    ///
    /// # Errors
    /// Returns an error when a name is unknown, an operator has operands of other types, or the expression has another
    /// type.
    pub fn check<E>(&self, names: &dyn Names<Error = E>, wanted: Kind) -> Result<(), KindFault<E>> {
        let wanted = Some(wanted).filter(|wanted| *wanted != Kind::Any);
        Checker { names, part: 0 }.expect(self, wanted).map(drop)
    }
}

/// Checks the parts of an expression in order.
struct Checker<'n, E> {
    names: &'n dyn Names<Error = E>,
    /// Number of parts that were visited.
    part: usize,
}

impl<E> Checker<'_, E> {
    /// Returns the type of an expression. If `wanted` is given, rejects an expression of another type.
    fn expect(&mut self, expr: &Expr, wanted: Option<Kind>) -> Result<Kind, KindFault<E>> {
        let part = self.part;
        let found = self.kind(expr, wanted)?;
        match (wanted, found) {
            // No member is a truth value.
            (Some(Kind::Bool), Kind::Any) => Err(self.refused(part, mismatch(Kind::Bool, Kind::Int))),
            (None, kind) | (Some(kind), Kind::Any) => Ok(kind),
            (Some(wanted), found) if wanted == found => Ok(found),
            (Some(wanted), found) => Err(self.refused(part, mismatch(wanted, found))),
        }
    }

    fn kind(&mut self, expr: &Expr, wanted: Option<Kind>) -> Result<Kind, KindFault<E>> {
        let part = self.part;
        self.part = part + 1;
        let at = |error| KindFault { part, error };
        let own = expr.path().or_else(|| expr.measured().map(std::slice::from_ref));
        let own = own.filter(|path| self.names.is_so_far(path) && !matches!(expr, Expr::Sum(..) | Expr::Fold(..)));
        if let Some(own) = own {
            let message = format!(
                "`{}` is still being read: use `entry`, the newest element, or `sum` and `count` over the \
                elements so far",
                own.join(".")
            );
            return Err(self.refused(part, message));
        }
        match expr {
            Expr::Int(_) | Expr::Const(..) => Ok(Kind::Int),
            Expr::Bool(_) => Ok(Kind::Bool),
            Expr::Float(_) => Ok(Kind::Float),
            Expr::Text(_) => Ok(Kind::Text),
            Expr::Bytes(_) => Ok(Kind::Bytes),
            Expr::Path(path) => self.names.value(path).map_err(at),
            Expr::Len(array) => self.names.len(array).map(|()| Kind::Int).map_err(at),
            Expr::Sum(array, member) => self.names.members(array, &[member]).map(|()| Kind::Int).map_err(at),
            Expr::Remaining | Expr::Size | Expr::Position => self.names.word(expr).map(|()| Kind::Int).map_err(at),
            Expr::SizeOf(_) | Expr::OffsetOf(_) => self.names.measured(expr).map(|()| Kind::Int).map_err(at),
            Expr::Element(array, operands, members) => {
                let [index] = &**operands else { return Err(self.miscounted(part)) };
                self.names.len(array).map_err(at)?;
                let kind = self.names.element(array, members).map_err(at)?;
                self.expect(index, Some(Kind::Int))?;
                Ok(kind)
            }
            Expr::Find(array, key, operands, member) => {
                let [value] = &**operands else { return Err(self.miscounted(part)) };
                self.names.members(array, &[key, member]).map_err(at)?;
                self.expect(value, Some(Kind::Int))
            }
            Expr::Fold(fold, array, operands) => {
                let [operand] = &**operands else { return Err(self.miscounted(part)) };
                let is_so_far = self.names.is_so_far(array);
                if !is_so_far {
                    self.names.countable(array).map_err(at)?;
                }
                if !is_so_far && self.names.is_known(Expr::ENTRY) {
                    let name = fold.name();
                    let message = format!(
                        "`{0}` is the element in `{name}(array, ..)`, and hides the field or parameter with the same \
                            name: rename the field or parameter",
                        Expr::ENTRY
                    );
                    return Err(self.refused(part, message));
                }
                let names = Entry { names: self.names, array };
                let mut inner = Checker { names: &names, part: self.part };
                let checked = inner.expect(operand, Some(fold.operand()));
                self.part = inner.part;
                checked.map(|_| Kind::Int)
            }
            Expr::Unary(op, operands) => {
                let [operand] = &**operands else { return Err(self.miscounted(part)) };
                self.unary(*op, operand, part)
            }
            Expr::Binary(op, operands) => {
                let [a, b] = &**operands else { return Err(self.miscounted(part)) };
                self.binary(*op, a, b, part)
            }
            Expr::If(operands) => {
                let [condition, yes, no] = &**operands else { return Err(self.miscounted(part)) };
                self.expect(condition, Some(Kind::Bool))?;
                let (yes, no) = (self.expect(yes, wanted)?, self.expect(no, wanted)?);
                let differ =
                    || format!("expected branches of the same type, found {} and {}", yes.describe(), no.describe());
                yes.join(no).ok_or_else(|| self.refused(part, differ()))
            }
        }
    }

    fn unary(&mut self, op: Unary, operand: &Expr, part: usize) -> Result<Kind, KindFault<E>> {
        match op {
            Unary::Not => self.expect(operand, Some(Kind::Bool)),
            Unary::Neg => self.number(operand, "-"),
            Unary::Float => self.expect(operand, Some(Kind::Int)).map(|_| Kind::Float),
            Unary::Int => match self.expect(operand, None)? {
                Kind::Int => {
                    let message = "expected a float, a truth value, a text or bytes in `int(x)`, found a whole number";
                    Err(self.refused(part + 1, message.to_owned()))
                }
                Kind::Float | Kind::Bool | Kind::Text | Kind::Bytes | Kind::Encoded | Kind::Any => Ok(Kind::Int),
            },
        }
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr, part: usize) -> Result<Kind, KindFault<E>> {
        let symbol = op.symbol();
        let (a, b) = match op {
            Binary::Both | Binary::Either => {
                self.expect(a, Some(Kind::Bool))?;
                return self.expect(b, Some(Kind::Bool));
            }
            Binary::Rem | Binary::And | Binary::Or | Binary::Xor | Binary::Shl | Binary::Shr => {
                self.expect(a, Some(Kind::Int))?;
                return self.expect(b, Some(Kind::Int));
            }
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => (self.number(a, symbol)?, self.number(b, symbol)?),
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => (self.number(a, symbol)?, self.number(b, symbol)?),
            Binary::Eq | Binary::Ne => (self.expect(a, None)?, self.expect(b, None)?),
        };
        let joined = a.join(b).ok_or_else(|| self.refused(part, mixed(a, b)))?;
        Ok(if op.compares() { Kind::Bool } else { joined })
    }

    /// Returns the type of an operand. Rejects an operand that is not a number.
    fn number(&mut self, operand: &Expr, symbol: &str) -> Result<Kind, KindFault<E>> {
        let part = self.part;
        let kind = self.expect(operand, None)?;
        match kind {
            kind if kind.is_number() => Ok(kind),
            Kind::Bool => Err(self.refused(part, mismatch(Kind::Int, Kind::Bool))),
            kind => Err(self.refused(part, format!("expected numbers for `{symbol}`, found {}", kind.describe()))),
        }
    }

    fn refused(&self, part: usize, message: String) -> KindFault<E> {
        KindFault { part, error: self.names.refused(message) }
    }

    fn miscounted(&self, part: usize) -> KindFault<E> {
        self.refused(
            part,
            "expected as many operands as the operator takes, found another number of operands".to_owned(),
        )
    }
}

/// The names of an expression, and an element of an array.
struct Entry<'n, E> {
    names: &'n dyn Names<Error = E>,
    array: &'n [Text],
}

impl<E> Entry<'_, E> {
    /// Rejects an expression that uses the element as a list, because only its single values are known.
    fn outside(&self, path: &[Text]) -> Result<(), E> {
        if path.first().is_none_or(|name| *name != *Expr::ENTRY) {
            return Ok(());
        }
        let message = "expected a single value, `entry` or `entry.member`, found a list";
        Err(self.refused(message.to_owned()))
    }
}

impl<E> Names for Entry<'_, E> {
    type Error = E;

    fn value(&self, path: &[Text]) -> Result<Kind, E> {
        match path.split_first() {
            Some((first, members)) if *first == *Expr::ENTRY => self.names.element(self.array, members),
            _ => self.names.value(path),
        }
    }

    fn element(&self, array: &[Text], members: &[Text]) -> Result<Kind, E> {
        self.outside(array)?;
        self.names.element(array, members)
    }

    fn len(&self, array: &[Text]) -> Result<(), E> {
        self.outside(array)?;
        self.names.len(array)
    }

    fn countable(&self, array: &[Text]) -> Result<(), E> {
        self.outside(array)?;
        self.names.countable(array)
    }

    fn members(&self, _: &[Text], _: &[&Text]) -> Result<(), E> {
        // The work would be the product of two lengths.
        let message = "the expression for each element cannot search an array or sum over it: compute the result in \
            a separate field";
        Err(self.refused(message.to_owned()))
    }

    fn word(&self, word: &Expr) -> Result<(), E> {
        self.names.word(word)
    }

    fn measured(&self, expr: &Expr) -> Result<(), E> {
        self.names.measured(expr)
    }

    fn is_known(&self, name: &str) -> bool {
        *name == *Expr::ENTRY || self.names.is_known(name)
    }

    fn refused(&self, message: String) -> E {
        self.names.refused(message)
    }
}

/// Returns the message for a value of a wrong type.
fn mismatch(wanted: Kind, found: Kind) -> String {
    match (wanted, found) {
        (Kind::Bool, Kind::Int) => "expected a condition, found a number: compare the number, `.. != 0`".to_owned(),
        (Kind::Int, Kind::Bool) => {
            "expected a number, found a truth value: `int(..)` converts the truth value".to_owned()
        }
        (Kind::Int, Kind::Float) => {
            "expected a whole number, found a float: `int(..)` converts a float without a fraction".to_owned()
        }
        (Kind::Float, Kind::Int) => {
            "expected a float, found a whole number: `float(..)` converts the number".to_owned()
        }
        (wanted, found) => format!("expected {}, found {}", wanted.describe(), found.describe()),
    }
}

/// Returns the message for two operands whose types do not match.
fn mixed(a: Kind, b: Kind) -> String {
    let hint = match (a, b) {
        (Kind::Int, Kind::Float) | (Kind::Float, Kind::Int) => ": convert one operand, `float(..)` or `int(..)`",
        (Kind::Int, Kind::Bytes | Kind::Text) | (Kind::Bytes | Kind::Text, Kind::Int) => {
            ": only texts and arrays of bytes, such as `[u8; 4]`, can be compared with texts and bytes; a parameter is \
                a whole number, so compare the parameter with a number"
        }
        (Kind::Encoded, Kind::Text) | (Kind::Text, Kind::Encoded) => {
            ": compare the encoded text with its stored bytes, `b\"..\"`, including padding"
        }
        _ => "",
    };
    format!("expected operands of the same type, found {} and {}{hint}", a.describe(), b.describe())
}
