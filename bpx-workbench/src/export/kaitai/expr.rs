//! Writes expressions in the language of Kaitai Struct, which distinguishes numbers and truth values.

use super::names::Owner;
use super::numbers;
use super::spec::Spec;
use bpx_schema::schema::{Binary, Case, Expr, Field, Length, Structure, Text, Type, Unary, whole_of_bytes};

/// The names that an expression can use at a place of the file.
#[derive(Clone)]
pub(super) struct Scope<'s, 'm> {
    pub(super) spec: &'s Spec<'m>,
    /// The type whose fields an expression can name.
    pub(super) owner: Owner<'m>,
    /// The prefix that the names of fields need.
    prefix: &'static str,
    /// The structure that `entry` means, in a region of an array.
    entry: Option<&'m Structure>,
    /// The instance that holds the noted position of the reader, for an expression that is computed later.
    noted: Option<String>,
    /// The list whose elements `entry` means, each of which has the number `index`.
    list: Option<&'m Field>,
    /// The name in the file for the number of an element.
    index: &'static str,
}

impl<'s, 'm> Scope<'s, 'm> {
    pub(super) fn of(spec: &'s Spec<'m>, owner: Owner<'m>) -> Self {
        Self { spec, owner, prefix: "", entry: None, noted: None, list: None, index: "_index" }
    }

    /// Returns the scope for regions that the elements of an array describe, inside of the type of such a region.
    pub(super) fn of_regions(spec: &'s Spec<'m>, owner: Owner<'m>, field: &Field, array: &str) -> Self {
        let entry = owner.fields.iter().find(|field| field.name == array).and_then(|field| match &field.ty {
            Type::Named { link, .. } => spec.resolve(link),
            _ => None,
        });
        let noted = Some(format!("_parent.{}.offset", spec.note_id(owner, &field.name)));
        Self { prefix: "_parent.", entry, noted, ..Self::of(spec, owner) }
    }

    /// Returns the scope for an element of a list that bytes end, inside of the type of such an element.
    pub(super) fn of_ended(spec: &'s Spec<'m>, owner: Owner<'m>, list: &'m Field) -> Self {
        Self { prefix: "_parent.", list: Some(list), index: "index", ..Self::of(spec, owner) }
    }

    /// Returns the scope for expressions that are computed when a program accesses a field, and not when the field is
    /// read.
    pub(super) fn for_instances(&self, field: &Field) -> Self {
        let noted = Some(format!("{}.offset", self.spec.note_id(self.owner, &field.name)));
        Self { noted, list: None, ..self.clone() }
    }

    /// Returns the scope for the parameters of a list's elements, and for the end of the list.
    pub(super) fn of_element(&self, field: &'m Field) -> Self {
        Self { list: field.len.is_some().then_some(field).or(self.list), ..self.clone() }
    }

    /// Returns the condition of a case; `None` if the language cannot express the condition.
    pub(super) fn case_condition(&self, case: &Case) -> Option<String> {
        let tag = case.tag().map(|tag| format!("first_{} == {}", tag.len(), bytes_literal(tag)));
        let when = case.when.as_ref().map(|when| self.boolean_expr(when));
        match (tag, when) {
            (None, None) => Some("true".to_owned()),
            (Some(tag), None) => Some(tag),
            (None, Some(when)) => when,
            (Some(tag), Some(when)) => Some(format!("({tag}) and ({})", when?)),
        }
    }

    fn position_name(&self) -> &str {
        self.noted.as_deref().unwrap_or("_io.pos")
    }

    /// Returns an expression for a truth value; `None` if the language cannot express it.
    pub(super) fn boolean_expr(&self, expr: &Expr) -> Option<String> {
        match (expr, expr.operands()) {
            (Expr::Bool(value), _) => Some(value.to_string()),
            (Expr::Unary(Unary::Not, _), [operand]) => Some(format!("not ({})", self.boolean_expr(operand)?)),
            (Expr::Binary(Binary::Both, _), [a, b]) => {
                Some(format!("({}) and ({})", self.boolean_expr(a)?, self.boolean_expr(b)?))
            }
            (Expr::Binary(Binary::Either, _), [a, b]) => {
                Some(format!("({}) or ({})", self.boolean_expr(a)?, self.boolean_expr(b)?))
            }
            (Expr::Binary(op, _), [a, b]) if op.is_comparison() => {
                Some(format!("{} {} {}", self.value_expr(a)?, op.symbol(), self.value_expr(b)?))
            }
            (Expr::If(_), [condition, yes, no]) => {
                let [condition, yes, no] =
                    [self.boolean_expr(condition)?, self.boolean_expr(yes)?, self.boolean_expr(no)?];
                Some(format!("(({condition}) ? ({yes}) : ({no}))"))
            }
            _ => None,
        }
    }

    /// Returns an expression for a value, in parentheses if it is compound; `None` if the language cannot express it.
    pub(super) fn value_expr(&self, expr: &Expr) -> Option<String> {
        if is_boolean(expr) {
            return self.boolean_expr(expr).map(|truth| format!("({truth})"));
        }
        match (expr, expr.operands()) {
            (Expr::Int(value) | Expr::Const(_, value), _) if *value < 0 => Some(format!("({value})")),
            (Expr::Int(value) | Expr::Const(_, value), _) => Some(value.to_string()),
            (Expr::Float(value), _) => Some(format!("{value:?}")),
            (Expr::Text(text), _) => Some(bytes_literal(text.as_bytes())),
            (Expr::Bytes(literal), _) => Some(bytes_literal(literal)),
            (Expr::Path(path), _) => self.path_value(path),
            (Expr::Element(array, _, members), [index]) => self.element_expr(array, index, members),
            (Expr::Len(path), _) => {
                let (place, last) = self.path_target(path)?;
                if last.is_stored() {
                    return None;
                }
                let bytes = matches!(last, PathTarget::Field(field) if field.is_bytes());
                Some(format!("{place}.{}", if bytes { "length" } else { "size" }))
            }
            (Expr::Remaining, _) => Some(format!("(_io.size - {})", self.position_name())),
            (Expr::Size, _) => Some("_io.size".to_owned()),
            (Expr::Position, _) => Some(self.position_name().to_owned()),
            (Expr::Unary(Unary::Neg, _), [operand]) => Some(format!("(-{})", self.value_expr(operand)?)),
            (Expr::Unary(Unary::Float, _), [operand]) => Some(format!("({} * 1.0)", self.value_expr(operand)?)),
            (Expr::Unary(Unary::Int, _), [operand]) if is_boolean(operand) => {
                Some(format!("(({}) ? 1 : 0)", self.boolean_expr(operand)?))
            }
            (Expr::Unary(Unary::Int, _), [Expr::Bytes(literal)]) => {
                whole_of_bytes(literal).map(|value| value.to_string())
            }
            (Expr::Unary(Unary::Int, _), [Expr::Path(path)]) => self.whole_number(path),
            (Expr::Binary(op, _), [a, b]) => {
                Some(format!("({} {} {})", self.value_expr(a)?, op.symbol(), self.value_expr(b)?))
            }
            (Expr::If(_), [condition, yes, no]) => Some(format!(
                "(({}) ? {} : {})",
                self.boolean_expr(condition)?,
                self.value_expr(yes)?,
                self.value_expr(no)?
            )),
            // Sizes and offsets are needed by rules and by writers.
            (Expr::SizeOf(_) | Expr::OffsetOf(_), _) => None,
            // The language has no sums and searches, and it cuts floats without a check.
            (Expr::Sum(..) | Expr::Fold(..) | Expr::Find(..) | Expr::Unary(Unary::Int, _), _) => None,
            (Expr::Bool(_) | Expr::Element(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::If(_), _) => None,
        }
    }

    /// Returns an expression for the whole number that the bytes of a field form; `None` unless the field always has 1
    /// to 7 bytes.
    fn whole_number(&self, path: &[Text]) -> Option<String> {
        let (place, PathTarget::Field(field)) = self.path_target(path)? else { return None };
        let Some(Length::Fixed(size @ 1..=8)) = field.len else { return None };
        // Eight bytes are more than the signed numbers of some targets hold.
        if !field.is_bytes() || field.region_stored().is_some() || size == 8 {
            return None;
        }
        let bytes = (0..size).map(|index| format!("{place}[{index}] * {}", 1_u64 << (8 * (size - 1 - index))));
        Some(format!("({})", bytes.collect::<Vec<_>>().join(" + ")))
    }

    /// Returns an expression for an element of an array, or for a member of an element.
    fn element_expr(&self, array: &[Text], index: &Expr, members: &[Text]) -> Option<String> {
        let (place, last) = self.path_target(array)?;
        let PathTarget::Field(field) = last else { return None };
        let place = format!("{place}[{}]", self.value_expr(index)?);
        let element = match self.inner_structure(field) {
            Some(element) => self.member_target(place, Some(element), PathTarget::Field(field), members)?,
            None => (place, PathTarget::Field(field)),
        };
        Some(element).filter(|(_, last)| !last.is_stored()).map(target_value)
    }

    fn find_field(&self, name: &str) -> Option<&'m Field> {
        self.owner.fields.iter().find(|field| field.name == name)
    }

    /// Returns an expression for the value at a path.
    fn path_value(&self, path: &[Text]) -> Option<String> {
        // Only the stored bytes may be available.
        self.path_target(path).filter(|(_, last)| !last.is_stored()).map(target_value)
    }

    /// Returns the expression for a path, and the part that the path names.
    fn path_target(&self, path: &[Text]) -> Option<(String, PathTarget<'m>)> {
        let (first, rest) = path.split_first()?;
        let (place, structure, last) = match self.entry {
            Some(entry) if *first == "entry" => ("entry".to_owned(), Some(entry), PathTarget::Other),
            _ if self.find_field(first).is_none() && self.list.is_some() && *first == *Length::ENTRY => {
                ("_".to_owned(), self.list.and_then(|list| self.inner_structure(list)), PathTarget::Other)
            }
            _ if self.names_index(first) => (self.index.to_owned(), None, PathTarget::Other),
            _ => {
                let field = self.find_field(first);
                let nested = field.and_then(|field| self.inner_structure(field));
                (format!("{}{}", self.prefix, self.spec.id_of(self.owner, first)), nested, PathTarget::of(field))
            }
        };
        self.member_target(place, structure, last, rest)
    }

    /// Returns the expression for members of a structure, and the part that they name.
    fn member_target(
        &self,
        mut place: String,
        mut structure: Option<&'m Structure>,
        mut last: PathTarget<'m>,
        members: &[Text],
    ) -> Option<(String, PathTarget<'m>)> {
        for name in members {
            let owner = structure.map(Owner::of);
            let field = structure.and_then(|structure| structure.field(name));
            let bit =
                structure.is_some_and(|one| one.bit_fields().iter().any(|bit| bit.name == *name && bit.bits == 1));
            place = format!(
                "{place}.{}",
                owner.map_or_else(|| super::names::kaitai_id(name), |owner| self.spec.id_of(owner, name))
            );
            last = if bit { PathTarget::Bit } else { PathTarget::of(field) };
            structure = field.and_then(|field| self.inner_structure(field));
        }
        Some((place, last))
    }

    /// Returns whether a name means the number of an element.
    fn names_index(&self, name: &str) -> bool {
        let is_taken =
            self.find_field(name).is_some() || self.owner.structure.params.iter().any(|param| *param == *name);
        !is_taken && self.list.is_some() && *name == *Length::INDEX
    }

    fn inner_structure(&self, field: &Field) -> Option<&'m Structure> {
        match &field.ty {
            Type::Named { link, .. } => self.spec.resolve(link),
            _ => None,
        }
    }
}

/// The part that a path names.
enum PathTarget<'m> {
    Field(&'m Field),
    /// A bit field of one bit.
    Bit,
    /// A parameter, or the element of an array.
    Other,
}

impl<'m> PathTarget<'m> {
    fn of(field: Option<&'m Field>) -> Self {
        field.map_or(Self::Other, Self::Field)
    }

    /// Returns whether the part is stored in another form, so that only its bytes may be available.
    fn is_stored(&self) -> bool {
        matches!(self, Self::Field(field) if field.region_stored().is_some() || is_only_bytes(field))
    }
}

/// Returns whether only the bytes of a number are available, and not its value.
pub(super) fn is_only_bytes(field: &Field) -> bool {
    matches!(field.ty, Type::Float { size: 2, .. } | Type::Digits { .. })
}

/// Returns an expression for the value of a part. A number that the language does not know is a type with an instance
/// `number`; a single bit is a truth value and is converted to a number.
fn target_value((place, last): (String, PathTarget<'_>)) -> String {
    match last {
        // If the field may be absent, an instance has the number.
        PathTarget::Field(field) if field.otherwise.is_none() && numbers::type_of(&field.ty).is_some() => {
            format!("{place}.number")
        }
        PathTarget::Bit => format!("({place} ? 1 : 0)"),
        PathTarget::Field(_) | PathTarget::Other => place,
    }
}

/// Returns whether the value of an expression is a truth value.
fn is_boolean(expr: &Expr) -> bool {
    match (expr, expr.operands()) {
        (Expr::Bool(_) | Expr::Unary(Unary::Not, _), _) => true,
        (Expr::Binary(op, _), _) => op.is_comparison() || op.joins_truths(),
        (Expr::If(_), [_, yes, _]) => is_boolean(yes),
        _ => false,
    }
}

/// Returns a literal of bytes. Texts in expressions are bytes too, because the fields that they are compared with are
/// bytes.
pub(super) fn bytes_literal(literal: &[u8]) -> String {
    let list = literal.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    format!("[{list}]{}", if literal.is_empty() { ".as<bytes>" } else { "" })
}
