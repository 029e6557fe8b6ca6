//! Holds the values that expressions use: the values that were read before.

use crate::budget::{HeldMemory, cost};
use crate::codec::{Decoder, StoredRegion};
use crate::limits::Cost;
use crate::report::{Location, Result};
use crate::schema::{ComputedValue, Expr, JoinedParts, Link, Model, Region, RelationKind, Rule, Structure, Text, Type};
use crate::value::{
    MemberLookup, NumberList, RecordFields, STEP_SIZE, Scope, bytes_of_elements, compute_value, computed_value,
    element_in, steps_of_bytes, value_in, visit_by_index,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The parts of a value that expressions can use.
#[derive(Clone)]
pub(super) enum ExprValue<'m, 'b> {
    Int(i128),
    Float(f64),
    Text(&'b [u8]),
    Bytes(&'b [u8]),
    Numbers(NumberList<'b>),
    /// An array of which an expression can use only the length.
    Len(u64),
    Record(&'m Structure, &'b [u8]),
    Records(&'m Structure, &'b [u8]),
    Fields(Rc<Env<'m, 'b>>),
    /// The elements of a list, and the location where each begins.
    List(&'m Structure, Rc<Vec<(Location, Self)>>),
    /// The spans of the regions that the elements of an array describe.
    Regions(Rc<Vec<StoredRegion>>),
    /// A list that is absent.
    Absent,
    /// A value that an expression cannot use.
    Opaque,
}

impl<'m> ExprValue<'m, '_> {
    /// Returns the value without its bytes. The result keeps numbers and the lengths of arrays.
    pub(super) fn without_bytes<'b>(self) -> ExprValue<'m, 'b> {
        // The records of a list have a fixed size, and the check of a schema refuses the size 0.
        let len = |bytes: &[u8], size: u64| ExprValue::Len((bytes.len() as u64).checked_div(size).unwrap_or_default());
        match self {
            Self::Int(value) => ExprValue::Int(value),
            Self::Float(value) => ExprValue::Float(value),
            Self::Text(bytes) | Self::Bytes(bytes) => len(bytes, 1),
            Self::Numbers(numbers) => ExprValue::Len(numbers.iter().len() as u64),
            Self::Records(structure, bytes) => len(bytes, structure.size.unwrap_or_default()),
            Self::List(_, list) => ExprValue::Len(list.len() as u64),
            Self::Len(len) => ExprValue::Len(len),
            Self::Absent => ExprValue::Absent,
            Self::Record(..) | Self::Fields(_) | Self::Regions(_) | Self::Opaque => ExprValue::Opaque,
        }
    }

    /// Moves a value that was read from the bytes `from` to the equal bytes `to`, which live longer.
    pub(super) fn move_to_bytes<'b>(self, from: &[u8], to: &'b [u8]) -> ExprValue<'m, 'b> {
        let same = |bytes: &[u8]| {
            let start = bytes.as_ptr().addr().checked_sub(from.as_ptr().addr())?;
            to.get(start..)?.get(..bytes.len())
        };
        let moved = match self {
            Self::Text(bytes) => same(bytes).map(ExprValue::Text),
            Self::Bytes(bytes) => same(bytes).map(ExprValue::Bytes),
            Self::Numbers(numbers) => same(numbers.bytes).map(|bytes| ExprValue::Numbers(numbers.with_bytes(bytes))),
            Self::Record(structure, bytes) => same(bytes).map(|bytes| ExprValue::Record(structure, bytes)),
            Self::Records(structure, bytes) => same(bytes).map(|bytes| ExprValue::Records(structure, bytes)),
            Self::Fields(env) => {
                let env = Rc::try_unwrap(env).unwrap_or_else(|shared| shared.with_values([]));
                Some(ExprValue::Fields(Rc::new(env.move_to_bytes(from, to))))
            }
            Self::List(structure, list) => {
                let list = Rc::unwrap_or_clone(list).into_iter().map(|(at, one)| (at, one.move_to_bytes(from, to)));
                Some(ExprValue::List(structure, Rc::new(list.collect())))
            }
            other => Some(other.without_bytes()),
        };
        moved.unwrap_or(ExprValue::Opaque)
    }
}

/// A value, its name, and its location.
#[derive(Clone)]
pub(super) struct NamedValue<'m, 'b> {
    pub(super) name: &'m str,
    pub(super) value: ExprValue<'m, 'b>,
    pub(super) at: Location,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// The values of one structure, in the order of reading.
#[derive(Default)]
pub(super) struct Env<'m, 'b> {
    pub(super) bound: Vec<NamedValue<'m, 'b>>,
    /// Beginning of the structure; `None` before its fields are read.
    pub(super) begin: Option<u64>,
    /// The name of the field that is being read, and the position of its beginning.
    pub(super) next: Option<(&'m str, u64)>,
    /// The memory of the nested structures among the values. Without it, only lists would charge memory for their
    /// elements, and a schema can nest many structures that take no bytes.
    nested: Option<HeldMemory>,
}

impl<'m, 'b> Env<'m, 'b> {
    /// Returns the last value with the name `name`.
    pub(super) fn find(&self, name: &str) -> Option<&NamedValue<'m, 'b>> {
        self.index_of_name(name).and_then(|place| self.bound.get(place))
    }

    fn index_of_name(&self, name: &str) -> Option<usize> {
        self.bound.iter().rposition(|bound| bound.name == name)
    }

    /// Returns a copy of the values, with more values that have no location.
    pub(super) fn with_values<const N: usize>(&self, more: [(&'m str, ExprValue<'m, 'b>); N]) -> Self {
        let mut inner = Self { bound: self.bound.clone(), begin: self.begin, next: self.next, nested: None };
        more.into_iter().for_each(|(name, value)| inner.bind(name, value));
        inner
    }

    /// Moves all values to other bytes, as [`ExprValue::move_to_bytes`] does.
    fn move_to_bytes<'c>(self, from: &[u8], to: &'c [u8]) -> Env<'m, 'c> {
        let bound = self.bound.into_iter();
        let bound = bound.map(|one| NamedValue {
            name: one.name,
            value: one.value.move_to_bytes(from, to),
            at: one.at,
            start: one.start,
            end: one.end,
        });
        Env { bound: bound.collect(), begin: self.begin, next: self.next, nested: self.nested }
    }

    /// Returns the memory of the values in bytes, without the memory of nested structures.
    pub(super) fn size_in_memory(&self) -> u64 {
        let counts = 2 * size_of::<usize>();
        let bound = cost(self.bound.capacity() as u64) * cost(size_of::<NamedValue<'m, 'b>>() as u64);
        (bound + cost((counts + size_of::<Self>()) as u64)).0
    }

    /// Adds the value of a field. If the value is a structure, takes memory for it from the budget.
    ///
    /// # Errors
    /// `LimitExceeded`.
    pub(super) fn add(&mut self, d: &Decoder<'_, '_>, bound: NamedValue<'m, 'b>) -> Result<()> {
        self.bound.push(bound);
        match self.bound.last() {
            Some(NamedValue { value: ExprValue::Fields(inner), .. }) => {
                d.hold_more(&mut self.nested, inner.size_in_memory())
            }
            _ => Ok(()),
        }
    }

    /// Adds a value without a location.
    pub(super) fn bind(&mut self, name: &'m str, value: ExprValue<'m, 'b>) {
        self.bound.push(NamedValue { name, value, at: Location::default(), start: 0, end: 0 });
    }
}

/// Reads bytes by a schema.
#[derive(Debug)]
pub(super) struct SchemaReader<'m> {
    model: &'m Model,
    /// Names of the arrays whose elements expressions use.
    watched: BTreeSet<&'m str>,
    /// Names that occur in expressions.
    asked: BTreeSet<&'m str>,
    /// The number of steps to explain one record of each structure: its fields, rules, and operands of rules.
    steps: BTreeMap<&'m str, Cost>,
}

impl<'m> SchemaReader<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let (mut watched, mut asked) = (BTreeSet::new(), BTreeSet::new());
        for structure in model.structures.values() {
            structure.each_expr(&mut |expr| {
                asked.extend(expr.path().into_iter().flatten().map(|name| &**name));
                if let Expr::Sum(path, _) | Expr::Fold(_, path, _) | Expr::Find(path, ..) | Expr::Element(path, ..) =
                    expr
                {
                    watched.extend(path.last().map(|name| &**name));
                }
            });
            let regions = structure.all_fields().filter_map(|field| field.region.as_ref());
            let joined = |region: &'m Region| region.joined.as_ref().map(|joined| &*joined.array);
            watched.extend(regions.filter_map(|region| region.each.as_deref().or(joined(region))));
            let trees = structure
                .all_fields()
                .filter(|field| field.relations.iter().any(|relation| matches!(relation.kind, RelationKind::Tree(_))));
            watched.extend(trees.map(|field| &*field.name));
            let ruled = || {
                structure.rules.iter().filter_map(|rule| match &rule.rule {
                    Rule::Each(array, _) => Some(&**array),
                    _ => None,
                })
            };
            watched.extend(ruled());
            asked.extend(ruled());
        }
        let mut steps = BTreeMap::new();
        for structure in model.structures.values().filter(|structure| structure.size.is_some()) {
            steps_of(model, structure, &mut steps);
        }
        Self { model, watched, asked, steps }
    }

    /// Returns whether an expression may use the value of a field with this name, or a part of the value.
    pub(super) fn uses_value(&self, name: &str) -> bool {
        self.asked.contains(name)
    }

    /// Returns whether the elements of an array with the name `name` are kept.
    pub(super) fn keeps_elements(&self, name: &str) -> bool {
        self.watched.contains(name)
    }

    /// Counts the steps of reading `size` bytes, so that the number of bytes bounds the work for any schema.
    pub(super) fn charge_reading(&self, d: &Decoder<'_, '_>, size: u64) -> Result<()> {
        d.charge_search(steps_of_bytes(size))
    }

    /// Counts the steps of explaining `count` records of a structure.
    pub(super) fn step_over_records(&self, d: &Decoder<'_, '_>, structure: &'m Structure, count: u64) -> Result<()> {
        let steps = self.steps.get(&*structure.name).copied().unwrap_or(cost(1));
        d.charge_search((cost(count) * steps).0)
    }

    /// Returns the structure that a link names.
    pub(super) fn resolve(&self, link: &Link) -> Option<&'m Structure> {
        self.model.get(link.name())
    }

    /// Returns the value of an expression.
    ///
    /// # Errors
    /// Returns `LimitExceeded` when the run has no steps left.
    pub(super) fn eval_int(&self, d: &Decoder<'_, '_>, env: &Env<'m, '_>, expr: &Expr) -> Result<Option<i128>> {
        self.compute_value(d, env, expr, &|value| value.as_int())
    }

    /// Returns the value of an expression, for a computed field at this position.
    ///
    /// # Errors
    /// Returns the errors of [`Self::eval_int`].
    pub(super) fn eval_at(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        expr: &Expr,
        position: u64,
    ) -> Result<Option<i128>> {
        self.compute_at(d, env, expr, position, &|value| value.as_int())
    }

    /// Returns whether a condition holds.
    ///
    /// # Errors
    /// Returns the errors of [`Self::eval_int`].
    pub(super) fn eval_condition(&self, d: &Decoder<'_, '_>, env: &Env<'m, '_>, expr: &Expr) -> Result<Option<bool>> {
        self.compute_value(d, env, expr, &|value| value.as_bool())
    }

    pub(super) fn compute_value<T>(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        expr: &Expr,
        of_type: &dyn Fn(&ComputedValue<'_>) -> Option<T>,
    ) -> Result<Option<T>> {
        self.compute_at(d, env, expr, d.position(), of_type)
    }

    /// Returns the bytes that the elements of an array contribute to joined bytes, as one list of bytes for each
    /// element.
    pub(super) fn bytes_of_elements(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        joined: &JoinedParts,
    ) -> Result<Option<Vec<Vec<u8>>>> {
        let array = std::slice::from_ref(&joined.array);
        self.in_scope(d, env, d.position(), |scope| bytes_of_elements(array, &joined.bytes, scope))
    }

    fn compute_at<T>(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        expr: &Expr,
        position: u64,
        of_type: &dyn Fn(&ComputedValue<'_>) -> Option<T>,
    ) -> Result<Option<T>> {
        self.in_scope(d, env, position, |scope| compute_value(expr, scope).and_then(|value| of_type(&value)))
    }

    /// Returns the result of a computation that uses the values and a position.
    ///
    /// # Errors
    /// Returns `LimitExceeded` when the computation has no result because the run has no steps left.
    pub(super) fn in_scope<T>(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        position: u64,
        compute: impl FnOnce(&dyn Scope) -> Option<T>,
    ) -> Result<Option<T>> {
        let value = compute(&EnvScope { run: self, env, d, position });
        if value.is_none() {
            d.charge_search(1)?;
        }
        Ok(value)
    }
}

/// Returns the number of steps to explain one record. [`check_schema`](super::check_schema) limits the nesting of records.
fn steps_of<'m>(model: &'m Model, structure: &'m Structure, known: &mut BTreeMap<&'m str, Cost>) -> Cost {
    if let Some(steps) = known.get(&*structure.name) {
        return *steps;
    }
    let mut steps = cost(1);
    for field in structure.all_fields() {
        if let Type::Named { link, .. } = &field.ty
            && let Some(nested) = model.get(link.name())
        {
            steps += steps_of(model, nested, known) * cost(field.fixed_len().unwrap_or(1));
        }
        steps += cost(1 + field.constraints.len() as u64);
    }
    for bits in structure.bit_fields() {
        steps += cost(1 + bits.constraints.len() as u64);
    }
    let resolve = |link: &Link| model.get(link.name());
    let fields = RecordFields { structure, bytes: &[], resolve: &resolve };
    structure.each_expr(&mut |expr| {
        // An expression over the elements of an array in a record computes its operands for each element.
        let each = match expr {
            Expr::Sum(array, _) | Expr::Fold(_, array, _) | Expr::Find(array, ..) => {
                fields.len(array).and_then(|len| u64::try_from(len).ok()).unwrap_or(0)
            }
            _ => 0,
        };
        steps += cost(1) + cost(each) * cost(expr.parts().len() as u64);
    });
    known.insert(&structure.name, steps);
    steps
}

/// The values that were read, as a scope for expressions.
struct EnvScope<'x, 'd, 'w, 'm, 'b> {
    run: &'x SchemaReader<'m>,
    env: &'x Env<'m, 'b>,
    d: &'x Decoder<'d, 'w>,
    position: u64,
}

impl<'m, 'b> EnvScope<'_, '_, '_, 'm, 'b> {
    /// Returns the last value with the name `name`, and counts the steps of the search.
    fn find_named<'e>(&self, env: &'e Env<'m, 'b>, name: &str) -> Option<&'e NamedValue<'m, 'b>> {
        let place = env.index_of_name(name);
        // A name that is not found was compared with all names.
        let compared = env.bound.len() - place.unwrap_or(0);
        let steps = compared as u64 / STEP_SIZE;
        let allowed = steps == 0 || self.d.charge_steps(steps).is_ok();
        place.filter(|_| allowed).and_then(|place| env.bound.get(place))
    }

    fn ask_record<T>(
        &self,
        structure: &'m Structure,
        bytes: &'b [u8],
        ask: impl FnOnce(&RecordFields<'_>) -> Option<T>,
    ) -> Option<T> {
        let resolve = |link: &Link| self.run.resolve(link);
        ask(&RecordFields { structure, bytes, resolve: &resolve })
    }

    fn part_at_path(&self, value: &ExprValue<'m, 'b>, rest: &[Text]) -> Option<ComputedValue<'b>> {
        match value {
            ExprValue::Int(value) if rest.is_empty() => Some(ComputedValue::Int(*value)),
            ExprValue::Float(value) if rest.is_empty() => Some(ComputedValue::Float(*value)),
            ExprValue::Text(bytes) if rest.is_empty() => Some(ComputedValue::Text((*bytes).into())),
            ExprValue::Bytes(bytes) if rest.is_empty() => Some(ComputedValue::Bytes((*bytes).into())),
            ExprValue::Record(structure, bytes) => value_in(structure, bytes, &|link| self.run.resolve(link), rest),
            ExprValue::Fields(env) => {
                let (first, rest) = rest.split_first()?;
                self.part_at_path(&self.find_named(env, first)?.value, rest)
            }
            _ => None,
        }
    }

    /// Returns an element of the array at a path in a value, or a member of the element.
    fn element_of(
        &self,
        value: &ExprValue<'m, 'b>,
        path: &[Text],
        index: usize,
        members: &[Text],
    ) -> Option<ComputedValue<'b>> {
        let resolve = |link: &Link| self.run.resolve(link);
        let one = |bytes: &'b [u8], size: u64| bytes.chunks_exact(usize::try_from(size).ok()?.max(1)).nth(index);
        match (value, path) {
            (ExprValue::Fields(env), [first, rest @ ..]) => {
                self.element_of(&self.find_named(env, first)?.value, rest, index, members)
            }
            (ExprValue::Record(structure, bytes), [_, ..]) => {
                element_in(structure, bytes, &resolve, (path, index, members))
            }
            (ExprValue::Bytes(bytes) | ExprValue::Text(bytes), []) if members.is_empty() => {
                bytes.get(index).map(|byte| ComputedValue::Int(i128::from(*byte)))
            }
            (ExprValue::Numbers(numbers), []) if members.is_empty() => computed_value(numbers.number_at(index)?),
            (ExprValue::Records(structure, bytes), []) => {
                value_in(structure, one(bytes, structure.size?)?, &resolve, members)
            }
            (ExprValue::List(_, list), []) => self.part_at_path(&list.get(index)?.1, members),
            _ => None,
        }
    }

    fn find_value(&self, path: &[Text]) -> Option<ExprValue<'m, 'b>> {
        let (first, rest) = path.split_first()?;
        self.value_inside(self.find_named(self.env, first)?.value.clone(), rest)
    }

    /// Returns the part of a value at a path.
    fn value_inside(&self, mut value: ExprValue<'m, 'b>, mut rest: &[Text]) -> Option<ExprValue<'m, 'b>> {
        while let Some((name, more)) = rest.split_first() {
            value = match &value {
                ExprValue::Fields(env) => self.find_named(env, name)?.value.clone(),
                ExprValue::Record(structure, bytes) => {
                    let len = self.ask_record(structure, bytes, |fields| fields.len(rest))?;
                    return Some(ExprValue::Len(len.try_into().ok()?));
                }
                _ => return None,
            };
            rest = more;
        }
        Some(value)
    }
}

/// Returns the number of elements of a value that is an array.
fn len_of(value: &ExprValue<'_, '_>) -> Option<i128> {
    match value {
        ExprValue::Len(len) => Some(i128::from(*len)),
        ExprValue::Bytes(bytes) | ExprValue::Text(bytes) => i128::try_from(bytes.len()).ok(),
        ExprValue::Numbers(numbers) => i128::try_from(numbers.iter().len()).ok(),
        ExprValue::Records(structure, bytes) => (bytes.len() as u64).checked_div(structure.size?).map(i128::from),
        ExprValue::List(_, list) => i128::try_from(list.len()).ok(),
        _ => None,
    }
}

impl Scope for EnvScope<'_, '_, '_, '_, '_> {
    fn charge_steps(&self, steps: u64) -> bool {
        self.d.charge_steps(steps).is_ok()
    }

    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let (first, rest) = path.split_first()?;
        self.part_at_path(&self.find_named(self.env, first)?.value, rest)
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<ComputedValue<'_>> {
        let (first, rest) = array.split_first()?;
        self.element_of(&self.find_named(self.env, first)?.value, rest, index, members)
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        len_of(&self.find_value(path)?)
    }

    fn len_in_element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<i128> {
        let element = match self.find_value(array)? {
            ExprValue::Records(structure, bytes) => {
                let size = usize::try_from(structure.size?).ok()?.max(1);
                ExprValue::Record(structure, bytes.chunks_exact(size).nth(index)?)
            }
            ExprValue::List(_, list) => list.get(index)?.1.clone(),
            _ => return None,
        };
        len_of(&self.value_inside(element, members)?)
    }

    fn is_absent(&self, array: &[Text]) -> bool {
        matches!(self.find_value(array), Some(ExprValue::Absent))
    }

    fn visit_elements<'e>(
        &'e self,
        array: &[Text],
        visit: &mut dyn FnMut(&MemberLookup<'_, 'e>) -> bool,
    ) -> Option<()> {
        match self.find_value(array)? {
            ExprValue::Records(structure, bytes) => {
                let records = bytes.chunks_exact(usize::try_from(structure.size?).ok()?.max(1));
                let resolve = |link: &Link| self.run.resolve(link);
                records.into_iter().all(|bytes| visit(&|members| value_in(structure, bytes, &resolve, members)));
            }
            ExprValue::List(_, list) => {
                list.iter().all(|(_, one)| visit(&|members| self.part_at_path(one, members)));
            }
            _ => visit_by_index(self, array, visit)?,
        }
        Some(())
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        if name == Expr::SELF {
            return Some((self.env.begin?, self.d.position()));
        }
        let next = self.env.next.filter(|(next, _)| *next == name).map(|(_, start)| (start, start));
        self.find_named(self.env, name).map(|bound| (bound.start, bound.end)).or(next)
    }

    fn position(&self) -> i128 {
        i128::from(self.position)
    }

    fn size(&self) -> i128 {
        i128::from(self.d.size())
    }
}
