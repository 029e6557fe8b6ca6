use crate::schema::{Binary, ComputedValue, Expr, Fold, Text};

/// A function that returns the value at a path in an element.
pub type MemberLookup<'e, 's> = dyn Fn(&[Text]) -> Option<ComputedValue<'s>> + 'e;

/// Number of bytes that are compared, copied or read, or of names that are compared, in one step.
pub(crate) const STEP_SIZE: u64 = 16;

/// Returns the number of steps for comparing, copying, reading or looking up this many bytes.
pub(crate) fn steps_of_bytes(bytes: u64) -> u64 {
    bytes / STEP_SIZE + 1
}

/// Calls `visit` with each element of an array, which is found by its index, until `visit` returns false.
pub(crate) fn visit_by_index<'s, S: Scope + ?Sized>(
    scope: &'s S,
    array: &[Text],
    visit: &mut dyn FnMut(&MemberLookup<'_, 's>) -> bool,
) -> Option<()> {
    let count = usize::try_from(scope.len(array)?).ok()?;
    (0..count).all(|index| visit(&|members| scope.element(array, index, members)));
    Some(())
}

/// The values that an expression can use.
pub trait Scope {
    /// Returns the scope that knows the names which this scope does not know.
    fn outer_scope(&self) -> Option<&dyn Scope> {
        None
    }
    /// Returns the value at a path.
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>>;
    /// Returns the whole number at a path.
    fn get(&self, path: &[Text]) -> Option<i128> {
        self.value(path)?.as_int()
    }
    /// Returns an element of an array, or a member of the element.
    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<ComputedValue<'_>> {
        self.outer_scope()?.element(array, index, members)
    }
    /// Returns the number of elements of an array.
    fn len(&self, path: &[Text]) -> Option<i128> {
        self.outer_scope()?.len(path)
    }
    /// Returns the number of elements of an array in an element of another array.
    fn len_in_element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<i128> {
        self.outer_scope()?.len_in_element(array, index, members)
    }
    /// Calls `visit` with each element of an array, until `visit` returns false.
    fn visit_elements<'s>(
        &'s self,
        array: &[Text],
        visit: &mut dyn FnMut(&MemberLookup<'_, 's>) -> bool,
    ) -> Option<()> {
        match self.outer_scope() {
            Some(outer) => outer.visit_elements(array, visit),
            None => visit_by_index(self, array, visit),
        }
    }
    /// Returns whether an array is absent. An absent array has no elements to sum or count.
    fn is_absent(&self, array: &[Text]) -> bool {
        self.outer_scope().is_some_and(|outer| outer.is_absent(array))
    }
    /// Counts steps of an evaluation. Returns false if no more steps are allowed.
    fn charge_steps(&self, steps: u64) -> bool {
        self.outer_scope().is_none_or(|outer| outer.charge_steps(steps))
    }
    /// Returns the beginning and the end of a field without an offset of its own, or of the structure as far as it was
    /// read or written.
    fn span(&self, name: &str) -> Option<(u64, u64)> {
        self.outer_scope()?.span(name)
    }
    /// Returns the offset in bytes of the next byte in the enclosing space.
    fn position(&self) -> i128 {
        self.outer_scope().map_or(0, Scope::position)
    }
    /// Returns the size in bytes of the enclosing space.
    fn size(&self) -> i128 {
        self.outer_scope().map_or(0, Scope::size)
    }
}

/// Returns the value of an expression, or `None` when a name is unknown or a result does not fit.
///
/// Computes operands from left to right, and the operands of `&&`, `||` and `if` only if they are needed.
#[must_use]
pub fn compute_value<'s>(expr: &'s Expr, scope: &'s dyn Scope) -> Option<ComputedValue<'s>> {
    if !scope.charge_steps(1) {
        return None;
    }
    let int = |value: Option<i128>| value.map(ComputedValue::Int);
    match (expr, expr.operands()) {
        (Expr::Int(value) | Expr::Const(_, value), _) => Some(ComputedValue::Int(i128::from(*value))),
        (Expr::Bool(value), _) => Some(ComputedValue::Bool(*value)),
        (Expr::Float(value), _) => Some(ComputedValue::Float(*value)),
        (Expr::Text(text), _) => Some(ComputedValue::Text(text.as_bytes().into())),
        (Expr::Bytes(bytes), _) => Some(ComputedValue::Bytes((&**bytes).into())),
        (Expr::Path(path), _) => scope.value(path),
        (Expr::Element(array, _, members), [index]) => {
            let index = usize::try_from(eval_int(index, scope)?).ok()?;
            scope.element(array, index, members)
        }
        (Expr::Len(path), _) => int(scope.len(path)),
        (Expr::Sum(array, _) | Expr::Fold(_, array, _) | Expr::Find(array, ..), _) if scope.is_absent(array) => {
            Some(ComputedValue::Int(0))
        }
        (Expr::Sum(array, member), _) => int(sum_members(array, member, scope)),
        (Expr::Find(array, key, _, member), [wanted]) => {
            int(find_member(array, (key, eval_int(wanted, scope)?), member, scope))
        }
        (Expr::Fold(fold, array, _), [of_each]) => int(over_elements(*fold, array, of_each, scope)),
        (Expr::Remaining, _) => int(scope.size().checked_sub(scope.position())),
        (Expr::Size, _) => int(Some(scope.size())),
        (Expr::Position, _) => int(Some(scope.position())),
        (Expr::SizeOf(name), _) => int(scope.span(name).map(|(start, end)| i128::from(end) - i128::from(start))),
        (Expr::OffsetOf(name), _) => {
            let begin = scope.span(Expr::SELF)?.0;
            int(scope.span(name).map(|(start, _)| i128::from(start) - i128::from(begin)))
        }
        (Expr::Unary(op, _), [operand]) => op.apply(&compute_value(operand, scope)?),
        (Expr::Binary(op @ (Binary::Both | Binary::Either), _), [a, b]) => match (op, eval_condition(a, scope)?) {
            (Binary::Both, false) => Some(ComputedValue::Bool(false)),
            (Binary::Either, true) => Some(ComputedValue::Bool(true)),
            _ => eval_condition(b, scope).map(ComputedValue::Bool),
        },
        (Expr::Binary(op, _), [a, b]) => {
            let (a, b) = (compute_value(a, scope)?, compute_value(b, scope)?);
            scope.charge_steps(steps_of_bytes(a.size().min(b.size()))).then(|| op.apply(&a, &b))?
        }
        (Expr::If(_), [condition, yes, no]) => {
            compute_value(if eval_condition(condition, scope)? { yes } else { no }, scope)
        }
        // A schema with another number of operands is rejected.
        (Expr::Element(..) | Expr::Find(..) | Expr::Fold(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::If(_), _) => {
            None
        }
    }
}

/// Returns the value of an expression as a whole number, which is 1 for true and 0 for false. Returns `None` for a
/// value of another type, or if the expression has no value.
#[must_use]
pub fn eval_int(expr: &Expr, scope: &dyn Scope) -> Option<i128> {
    compute_value(expr, scope)?.as_int()
}

/// Returns whether a condition holds, or `None` when it has no value.
#[must_use]
pub fn eval_condition(expr: &Expr, scope: &dyn Scope) -> Option<bool> {
    compute_value(expr, scope)?.as_bool()
}

/// Returns the sum of a member over the elements of an array.
fn sum_members(array: &[Text], member: &Text, scope: &dyn Scope) -> Option<i128> {
    charge_elements(array, scope)?;
    sum_elements(array, scope, |_, members| whole_member(members, member))
}

/// Returns a member of the first element whose member `key` has the value `wanted`; 0 if an array has no such element.
fn find_member(array: &[Text], (key, wanted): (&Text, i128), member: &Text, scope: &dyn Scope) -> Option<i128> {
    charge_elements(array, scope)?;
    let mut found = Some(0);
    scope.visit_elements(array, &mut |members| match whole_member(members, key) {
        Some(value) if value != wanted => true,
        value => {
            found = value.and_then(|_| whole_member(members, member));
            false
        }
    })?;
    found
}

/// Counts a step for each element of an array, before its elements are read.
fn charge_elements(array: &[Text], scope: &dyn Scope) -> Option<()> {
    scope.charge_steps(u64::try_from(scope.len(array)?).ok()?).then_some(())
}

/// Returns a member of an element as a whole number.
fn whole_member(members: &MemberLookup<'_, '_>, member: &Text) -> Option<i128> {
    members(std::slice::from_ref(member))?.as_int()
}

/// Returns the sum of an expression over the elements of an array, where true counts as 1.
fn over_elements(fold: Fold, array: &[Text], of_each: &Expr, scope: &dyn Scope) -> Option<i128> {
    sum_elements(array, scope, |index, members| {
        let inner = OfElement { scope, members, place: (array, index) };
        match fold {
            Fold::Count => eval_condition(of_each, &inner).map(i128::from),
            Fold::Sum => eval_int(of_each, &inner),
        }
    })
}

/// Returns the sum of the numbers of the elements of an array, or `None` when an element has no number.
fn sum_elements<'s>(
    array: &[Text],
    scope: &'s dyn Scope,
    number: impl Fn(usize, &MemberLookup<'_, 's>) -> Option<i128>,
) -> Option<i128> {
    let (mut sum, mut index) = (Some(0_i128), 0);
    scope.visit_elements(array, &mut |members| {
        sum = number(index, members).and_then(|value| sum?.checked_add(value));
        index += 1;
        sum.is_some()
    })?;
    sum
}

/// Returns the bytes of an expression for each element of an array, or `None` when the expression has no value for an
/// element.
#[must_use]
pub fn bytes_of_elements(array: &[Text], of_each: &Expr, scope: &dyn Scope) -> Option<Vec<Vec<u8>>> {
    let (mut parts, mut index) = (Some(Vec::new()), 0);
    scope.visit_elements(array, &mut |members| {
        let inner = OfElement { scope, members, place: (array, index) };
        index += 1;
        let bytes = match compute_value(of_each, &inner) {
            Some(ComputedValue::Bytes(bytes)) if scope.charge_steps(steps_of_bytes(bytes.len() as u64)) => {
                Some(bytes.into_owned())
            }
            _ => None,
        };
        parts = bytes.zip(parts.take()).map(|(bytes, mut parts)| {
            parts.push(bytes);
            parts
        });
        parts.is_some()
    })?;
    parts
}

/// A scope that also knows an element of an array, by the name `entry`.
struct OfElement<'e, 's> {
    scope: &'s dyn Scope,
    members: &'e MemberLookup<'e, 's>,
    /// The array, and the number of the element.
    place: (&'e [Text], usize),
}

impl Scope for OfElement<'_, '_> {
    fn outer_scope(&self) -> Option<&dyn Scope> {
        Some(self.scope)
    }

    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        match path.split_first() {
            Some((first, members)) if *first == *Expr::ENTRY => (self.members)(members),
            _ => self.scope.value(path),
        }
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        match path.split_first() {
            Some((first, members)) if *first == *Expr::ENTRY => {
                self.scope.len_in_element(self.place.0, self.place.1, members)
            }
            _ => self.scope.len(path),
        }
    }
}
