//! Writes expressions over a record as code that computes in 128 bits.

use super::record::{digits, get_bits, is_big};
use super::{Header, signed};
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

    fn wide(text: impl Into<String>) -> Self {
        Self::new(Kind::Wide, text)
    }

    /// Returns the code for an expression without a value, or with a value that C cannot compute.
    fn none() -> Self {
        Self::wide("schema_none(&ok)")
    }
}

/// The largest number of elements of an array over which an expression may compute. Each element needs code of its own.
const MOST_ELEMENTS: u64 = 64;

/// Returns the code for an expression over a record that begins at `bytes`.
pub(super) fn of(header: &Header<'_>, structure: &Structure, expr: &Expr) -> Code {
    code(&Place { header, structure, base: 0, entry: None }, expr)
}

/// Returns whether an expression reads the elements of an array that has more than [`MOST_ELEMENTS`] elements.
pub(super) fn is_too_long(header: &Header<'_>, structure: &Structure, expr: &Expr) -> bool {
    let record = Place { header, structure, base: 0, entry: None };
    expr.parts().into_iter().any(|part| match part {
        Expr::Sum(array, _) | Expr::Fold(_, array, _) | Expr::Find(array, ..) => {
            record.len(array).is_none_or(|len| len > MOST_ELEMENTS)
        }
        _ => false,
    })
}

fn code(record: &Place<'_, '_>, expr: &Expr) -> Code {
    let structure = record.structure;
    if let Some((array, of_each)) = folded(expr) {
        return record.fold(&array, &of_each);
    }
    let operands: Vec<_> = expr.operands().iter().map(|operand| code(record, operand)).collect();
    let wide = |value: i64| Code::wide(format!("(schema_wide){}", signed(value)));
    let size = |size: Option<u64>| size.and_then(|size| i64::try_from(size).ok()).map_or_else(Code::none, wide);
    match (expr, &*operands) {
        (Expr::Int(value) | Expr::Const(_, value), _) => wide(*value),
        (Expr::Bool(value), _) => Code::new(Kind::Bool, value.to_string()),
        (Expr::Float(value), _) => Code::new(Kind::Double, format!("{value:?}")),
        (Expr::Text(text), _) => literal(text.as_bytes()),
        (Expr::Bytes(bytes), _) => literal(bytes),
        (Expr::Path(path), _) => record.named(path).unwrap_or_else(Code::none),
        (Expr::Element(array, _, members), [index]) => {
            record.element(array, &index.text, members).unwrap_or_else(Code::none)
        }
        (Expr::Len(path), _) => match &**path {
            [name] => size(structure.field(name).and_then(bpx_schema::schema::Field::fixed_len)),
            _ => Code::none(),
        },
        (Expr::Size | Expr::Remaining, _) => size(structure.size),
        (Expr::Position, _) => wide(0),
        // Records have no such rules.
        (Expr::SizeOf(_) | Expr::OffsetOf(_), _) => Code::none(),
        (Expr::Unary(op, _), [operand]) => unary(*op, operand),
        (Expr::Binary(op, _), [a, b]) => binary(*op, a, b),
        (Expr::If(_), [condition, yes, no]) if yes.kind == no.kind => {
            Code::new(yes.kind.clone(), format!("({} ? {} : {})", condition.text, yes.text, no.text))
        }
        (Expr::Sum(..) | Expr::Fold(..) | Expr::Find(..), _) => Code::none(),
        (Expr::Element(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::If(_), _) => Code::none(),
    }
}

/// Returns the array over whose elements an expression computes a sum, and the expression for the number of each
/// element.
fn folded(expr: &Expr) -> Option<(Vec<Text>, Expr)> {
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

fn literal(bytes: &[u8]) -> Code {
    let list = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    // C has no empty arrays.
    let list = if bytes.is_empty() { "0".to_owned() } else { list };
    Code::new(Kind::Bytes(bytes.len() as u64), format!("(const uint8_t[]){{ {list} }}"))
}

fn unary(op: Unary, operand: &Code) -> Code {
    let text = &operand.text;
    match (op, &operand.kind) {
        (Unary::Not, Kind::Bool) => Code::new(Kind::Bool, format!("(!{text})")),
        (Unary::Neg, Kind::Wide) => Code::wide(format!("schema_sub(&ok, 0, {text})")),
        (Unary::Neg, Kind::Double) => Code::new(Kind::Double, format!("(-{text})")),
        (Unary::Float, Kind::Wide) => Code::new(Kind::Double, format!("(double){text}")),
        (Unary::Int, Kind::Double) => Code::wide(format!("schema_whole(&ok, {text})")),
        (Unary::Int, Kind::Bytes(size)) if *size <= 8 => {
            Code::wide(format!("(schema_wide)schema_get({text}, {size}, true)"))
        }
        (Unary::Int, Kind::Bytes(_)) => Code::wide("schema_none(&ok)".to_owned()),
        (Unary::Int, Kind::Bool) => Code::wide(format!("(schema_wide){text}")),
        (Unary::Not | Unary::Neg | Unary::Float | Unary::Int, _) => Code::none(),
    }
}

fn binary(op: Binary, a: &Code, b: &Code) -> Code {
    let (first, second) = (&a.text, &b.text);
    if let (Kind::Bytes(len), Kind::Bytes(other)) = (&a.kind, &b.kind) {
        let equal = match len == other {
            true => format!("(memcmp({first}, {second}, {len}) == 0)"),
            false => "false".to_owned(),
        };
        return match op {
            Binary::Eq => Code::new(Kind::Bool, equal),
            Binary::Ne => Code::new(Kind::Bool, format!("(!{equal})")),
            _ => Code::none(),
        };
    }
    let infix = |kind: Kind| Code::new(kind, format!("({first} {} {second})", op.symbol()));
    let call = |name: &str| Code::wide(format!("schema_{name}(&ok, {first}, {second})"));
    match (op, &a.kind) {
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
    }
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
    fn named(&self, path: &[Text]) -> Option<Code> {
        match (self.entry, path.split_first()) {
            (Some((array, index)), Some((first, members))) if *first == *Expr::ENTRY => {
                self.element(array, &index.to_string(), members)
            }
            _ => self.value(path),
        }
    }

    /// Returns the code for the sum of an expression over all elements of an array.
    fn fold(&self, array: &[Text], of_each: &Expr) -> Code {
        let Some(len) = self.len(array).filter(|len| *len <= MOST_ELEMENTS) else { return Code::none() };
        let each = (0..len).map(|index| {
            let record = Place { entry: Some((array, index)), ..*self };
            code(&record, of_each).text
        });
        Code::wide(each.fold("(schema_wide)0".to_owned(), |sum, one| format!("schema_add(&ok, {sum}, {one})")))
    }

    /// Returns the number of elements of an array, if it is fixed.
    fn len(&self, array: &[Text]) -> Option<u64> {
        let (name, rest) = array.split_first()?;
        let field = self.structure.field(name)?;
        match &field.ty {
            Type::Named { link, .. } if !rest.is_empty() => self.nested(link, 0)?.len(rest),
            _ => field.fixed_len().filter(|_| rest.is_empty()),
        }
    }

    /// Returns the code for the value at a path; `None` if C has no such value.
    fn value(&self, path: &[Text]) -> Option<Code> {
        let (name, rest) = path.split_first()?;
        if let Body::Bits(fields) = &self.structure.body {
            let field = fields.iter().find(|field| field.name == *name).filter(|field| field.bits <= 64)?;
            let bytes = format!("bytes + {}", self.base);
            return Some(Code::wide(format!("(schema_wide){}", get_bits(field, &bytes, 0, field.bits))));
        }
        let field = self.structure.field(name)?;
        let offset = self.base.checked_add(field.offset?)?;
        match (&field.ty, &field.len) {
            (Type::Named { link, .. }, None) => self.nested(link, offset)?.value(rest),
            (ty, None) => number(ty, &offset.to_string()),
            _ if field.is_bytes() => Some(Code::new(Kind::Bytes(field.fixed_len()?), format!("(bytes + {offset})"))),
            _ => None,
        }
    }

    /// Returns the code for an element of an array, or for a member of an element.
    fn element(&self, array: &[Text], index: &str, members: &[Text]) -> Option<Code> {
        let (name, rest) = array.split_first()?;
        let field = self.structure.field(name)?;
        let offset = self.base.checked_add(field.offset?)?;
        if let (Type::Named { link, .. }, [_, ..]) = (&field.ty, rest) {
            return self.nested(link, offset)?.element(rest, index, members);
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
            None => number(ty, &place),
        }
    }

    fn nested(&self, link: &Link, base: u64) -> Option<Self> {
        Some(Self { header: self.header, structure: self.header.resolve(link)?, base, entry: None })
    }
}

/// Returns the code for the number at an offset.
fn number(ty: &Type, offset: &str) -> Option<Code> {
    match ty {
        Type::Int { size, signed, endian } => {
            let get = if *signed { "schema_get_signed" } else { "schema_get" };
            Some(Code::wide(format!("(schema_wide){get}(bytes + {offset}, {size}, {})", is_big(*endian))))
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
        Type::Digits { size, form } => {
            Some(Code::wide(format!("schema_digits_number(bytes + {offset}, {size}, {})", digits(*form))))
        }
        Type::Varint { .. } | Type::CString | Type::Named { .. } => None,
    }
}
