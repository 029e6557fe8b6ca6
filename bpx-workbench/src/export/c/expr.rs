//! Writes expressions over a record as code that computes in 128 bits.

use super::record::{digits_arguments, get_bits, is_big};
use super::{Header, signed_literal};
use bpx_schema::schema::{Binary, Body, Expr, Fold, Link, Structure, Text, Type, Unary};

/// An expression over a record, as C code.
pub(super) struct Code {
    pub(super) text: String,
    /// The type in C.
    kind: Kind,
}

/// Type of an expression in C.
#[derive(Clone, PartialEq, Eq)]
enum Kind {
    /// `schema_wide`
    Wide,
    /// `bool`
    Bool,
    /// `double`
    Double,
    /// A pointer to the given number of bytes.
    Bytes(u64),
}

impl Code {
    fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { text: text.into(), kind }
    }

    fn wide_number(text: impl Into<String>) -> Self {
        Self::new(Kind::Wide, text)
    }

    /// Returns the code for an expression that has no value in any record.
    fn without_value() -> Self {
        Self::wide_number("schema_none(&ok)")
    }
}

/// The largest number of elements of an array over which an expression may compute. Each element needs code of its own.
const MOST_ELEMENTS: u64 = 64;

/// Returns the code for an expression over a record that begins at `bytes`; `None` if this file cannot compute it.
pub(super) fn expr_code(header: &Header<'_>, structure: &Structure, expr: &Expr) -> Option<Code> {
    code_in(&Place { header, structure, base: 0, entry: None }, expr)
}

fn code_in(record: &Place<'_, '_>, expr: &Expr) -> Option<Code> {
    if let Some((array, of_each)) = folded_array(expr) {
        return record.sum_code(&array, &of_each);
    }
    let operands = expr.operands().iter().map(|operand| code_in(record, operand)).collect::<Option<Vec<_>>>()?;
    let wide = |value: i64| Code::wide_number(format!("(schema_wide){}", signed_literal(value)));
    let size = |size: Option<u64>| size.and_then(|size| i64::try_from(size).ok()).map(wide);
    Some(match (expr, &*operands) {
        (Expr::Int(value) | Expr::Const(_, value), _) => wide(*value),
        (Expr::Bool(value), _) => Code::new(Kind::Bool, value.to_string()),
        (Expr::Float(value), _) => Code::new(Kind::Double, format!("{value:?}")),
        (Expr::Text(text), _) => bytes_literal(text.as_bytes()),
        (Expr::Bytes(bytes), _) => bytes_literal(bytes),
        (Expr::Path(path), _) => record.named_value(path)?,
        (Expr::Element(array, _, members), [index]) => record.element_code(array, &index.text, members)?,
        (Expr::Len(path), _) => size(record.array_len(path))?,
        (Expr::Size | Expr::Remaining, _) => size(record.structure.size)?,
        (Expr::Position, _) => wide(0),
        (Expr::Unary(op, _), [operand]) => unary_code(*op, operand)?,
        (Expr::Binary(op, _), [a, b]) => binary_code(*op, a, b)?,
        (Expr::If(_), [condition, yes, no]) if yes.kind == no.kind => {
            Code::new(yes.kind.clone(), format!("({} ? {} : {})", condition.text, yes.text, no.text))
        }
        // Records have no rules with `SizeOf` and `OffsetOf`.
        (Expr::Sum(..) | Expr::Fold(..) | Expr::Find(..) | Expr::SizeOf(_) | Expr::OffsetOf(_), _) => return None,
        (Expr::Element(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::If(_), _) => return None,
    })
}

/// Returns the array over whose elements an expression computes a sum, and the expression for the number of each
/// element.
fn folded_array(expr: &Expr) -> Option<(Vec<Text>, Expr)> {
    match expr {
        Expr::Sum(array, member) => {
            let member = Expr::Path(vec![Text::Borrowed(Expr::ENTRY), member.clone()].into());
            Some((array.to_vec(), member))
        }
        Expr::Fold(fold, array, operands) => {
            let [of_each] = &**operands else { return None };
            let of_each = of_each.clone();
            let number = match fold {
                Fold::Sum => of_each,
                Fold::Count => Expr::Unary(Unary::Int, vec![of_each].into()),
            };
            Some((array.to_vec(), number))
        }
        _ => None,
    }
}

fn bytes_literal(bytes: &[u8]) -> Code {
    let list = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    // C has no empty arrays.
    let list = if bytes.is_empty() { "0".to_owned() } else { list };
    Code::new(Kind::Bytes(bytes.len() as u64), format!("(const uint8_t[]){{ {list} }}"))
}

fn unary_code(op: Unary, operand: &Code) -> Option<Code> {
    let text = &operand.text;
    Some(match (op, &operand.kind) {
        (Unary::Not, Kind::Bool) => Code::new(Kind::Bool, format!("(!{text})")),
        (Unary::Neg, Kind::Wide) => Code::wide_number(format!("schema_sub(&ok, 0, {text})")),
        (Unary::Neg, Kind::Double) => Code::new(Kind::Double, format!("(-{text})")),
        (Unary::Float, Kind::Wide) => Code::new(Kind::Double, format!("(double){text}")),
        (Unary::Int, Kind::Double) => Code::wide_number(format!("schema_whole(&ok, {text})")),
        (Unary::Int, Kind::Bytes(size)) if *size <= 8 => {
            Code::wide_number(format!("(schema_wide)schema_get({text}, {size}, true)"))
        }
        (Unary::Int, Kind::Bytes(_)) => Code::without_value(),
        (Unary::Int, Kind::Bool) => Code::wide_number(format!("(schema_wide){text}")),
        (Unary::Not | Unary::Neg | Unary::Float | Unary::Int, _) => return None,
    })
}

fn binary_code(op: Binary, a: &Code, b: &Code) -> Option<Code> {
    let (first, second) = (&a.text, &b.text);
    if let (Kind::Bytes(len), Kind::Bytes(other)) = (&a.kind, &b.kind) {
        let equal = match len == other {
            true => format!("(memcmp({first}, {second}, {len}) == 0)"),
            false => "false".to_owned(),
        };
        return match op {
            Binary::Eq => Some(Code::new(Kind::Bool, equal)),
            Binary::Ne => Some(Code::new(Kind::Bool, format!("(!{equal})"))),
            _ => None,
        };
    }
    let infix = |kind: Kind| Code::new(kind, format!("({first} {} {second})", op.symbol()));
    let call = |name: &str| Code::wide_number(format!("schema_{name}(&ok, {first}, {second})"));
    Some(match (op, &a.kind) {
        (Binary::Add | Binary::Sub | Binary::Mul | Binary::Div, Kind::Double) => infix(Kind::Double),
        (Binary::Add, _) => call("add"),
        (Binary::Sub, _) => call("sub"),
        (Binary::Mul, _) => call("mul"),
        (Binary::Div, _) => call("div"),
        (Binary::Rem, _) => call("rem"),
        (Binary::Shl, _) => call("shl"),
        (Binary::Shr, _) => call("shr"),
        (Binary::And | Binary::Or | Binary::Xor, _) => infix(Kind::Wide),
        (Binary::Both | Binary::Either, _) => infix(Kind::Bool),
        (Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge, _) => infix(Kind::Bool),
    })
}

/// A record that begins `base` bytes after `bytes`.
struct Place<'h, 'm> {
    header: &'h Header<'m>,
    structure: &'h Structure,
    base: u64,
    /// The array and the index of the element that `entry` means in an expression.
    entry: Option<(&'h [Text], u64)>,
}

impl Place<'_, '_> {
    /// Returns the code for the value at a path, which may begin with `entry`.
    fn named_value(&self, path: &[Text]) -> Option<Code> {
        match (self.entry, path.split_first()) {
            (Some((array, index)), Some((first, members))) if *first == *Expr::ENTRY => {
                self.element_code(array, &index.to_string(), members)
            }
            _ => self.value_code(path),
        }
    }

    /// Returns the code for the sum of an expression over all elements of an array.
    fn sum_code(&self, array: &[Text], of_each: &Expr) -> Option<Code> {
        let len = self.array_len(array).filter(|len| *len <= MOST_ELEMENTS)?;
        let sum = (0..len).try_fold("(schema_wide)0".to_owned(), |sum, index| {
            let one = code_in(&Place { entry: Some((array, index)), ..*self }, of_each)?;
            Some(format!("schema_add(&ok, {sum}, {})", one.text))
        });
        sum.map(Code::wide_number)
    }

    /// Returns the number of elements of an array, if it is fixed.
    fn array_len(&self, array: &[Text]) -> Option<u64> {
        let (name, rest) = array.split_first()?;
        let field = self.structure.field(name)?;
        match &field.ty {
            Type::Named { link, .. } if !rest.is_empty() => self.nested_record(link, 0)?.array_len(rest),
            _ => field.fixed_len().filter(|_| rest.is_empty()),
        }
    }

    /// Returns the code for the value at a path; `None` if C has no such value.
    fn value_code(&self, path: &[Text]) -> Option<Code> {
        let (name, rest) = path.split_first()?;
        if let Body::Bits(fields) = &self.structure.body {
            let field = fields.iter().find(|field| field.name == *name).filter(|field| field.bits <= 64)?;
            let bytes = format!("bytes + {}", self.base);
            return Some(Code::wide_number(format!("(schema_wide){}", get_bits(field, &bytes, 0, field.bits))));
        }
        let field = self.structure.field(name)?;
        let offset = self.base.checked_add(field.offset?)?;
        match (&field.ty, &field.len) {
            (Type::Named { link, .. }, None) => self.nested_record(link, offset)?.value_code(rest),
            (ty, None) => number_code(ty, &offset.to_string()),
            _ if field.is_bytes() => Some(Code::new(Kind::Bytes(field.fixed_len()?), format!("(bytes + {offset})"))),
            _ => None,
        }
    }

    /// Returns the code for an element of an array, or for a member of an element.
    fn element_code(&self, array: &[Text], index: &str, members: &[Text]) -> Option<Code> {
        let (name, rest) = array.split_first()?;
        let field = self.structure.field(name)?;
        let offset = self.base.checked_add(field.offset?)?;
        if let (Type::Named { link, .. }, [_, ..]) = (&field.ty, rest) {
            return self.nested_record(link, offset)?.element_code(rest, index, members);
        }
        let resolve = |link: &Link| self.header.resolve(link);
        let (size, count) = (field.element_size(&resolve)?, field.fixed_len()?);
        let (mut offset, mut ty, mut bytes) = (offset, &field.ty, None);
        for name in members {
            let Type::Named { link, .. } = ty else { return None };
            let member = self.header.resolve(link)?.field(name)?;
            (offset, ty) = (offset.checked_add(member.offset?)?, &member.ty);
            bytes = Some(member).filter(|member| member.is_bytes());
        }
        let place = format!("{offset} + schema_index(&ok, {index}, {count}) * {size}");
        match bytes {
            Some(bytes) => Some(Code::new(Kind::Bytes(bytes.fixed_len()?), format!("(bytes + {place})"))),
            None => number_code(ty, &place),
        }
    }

    fn nested_record(&self, link: &Link, base: u64) -> Option<Self> {
        Some(Self { header: self.header, structure: self.header.resolve(link)?, base, entry: None })
    }
}

/// Returns the code for the number at an offset.
fn number_code(ty: &Type, offset: &str) -> Option<Code> {
    match ty {
        Type::Int { size, signed, endian } => {
            let get = if *signed { "schema_get_signed" } else { "schema_get" };
            Some(Code::wide_number(format!("(schema_wide){get}(bytes + {offset}, {size}, {})", is_big(*endian))))
        }
        Type::Float { size, endian } => {
            let text = format!("schema_float(bytes + {offset}, {size}, {})", is_big(*endian));
            Some(Code::new(Kind::Double, text))
        }
        Type::FixedPoint { size, signed, fraction, endian } => {
            let get = if *signed { "schema_get_signed" } else { "schema_get" };
            let parts = format!("(double){get}(bytes + {offset}, {size}, {})", is_big(*endian));
            Some(Code::new(Kind::Double, format!("({parts} / (double)(UINT64_C(1) << {fraction}))")))
        }
        Type::Digits { size, form } => Some(Code::wide_number(format!(
            "schema_digits_number(bytes + {offset}, {size}, {})",
            digits_arguments(*form)
        ))),
        Type::Varint { .. } | Type::CString | Type::Named { .. } => None,
    }
}
