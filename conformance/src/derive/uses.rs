//! Finds the uses of a field in a schema: the expressions that read the field, and whether they distinguish two of its
//! values.

use bpx_schema::schema::{Body, ComputedValue, Expr, Field, Length, Model, Rule, Structure, Text, Type};
use bpx_schema::value::{Scope, eval_int};

/// A name of the field: the structure whose expressions use the name, and the path in that structure.
type UsedName<'m> = (&'m Structure, Vec<Text>);

/// The largest number of names in the paths to search, because recursive structures have infinitely many paths.
const MAX_STEPS: usize = 5;

/// All names of a field.
pub(super) struct FieldUses<'m> {
    pub(super) names: Vec<UsedName<'m>>,
}

/// A scope with one value, which is the number of a field at a path.
struct NumberField<'a> {
    path: &'a [Text],
    value: i128,
}

impl Scope for NumberField<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        (path == self.path).then_some(ComputedValue::Int(self.value))
    }
}

impl<'m> FieldUses<'m> {
    /// Returns all names of the field at a path in a structure: in structures around it, in nested ones, and as a
    /// parameter.
    pub(super) fn of(model: &'m Model, owner: &'m Structure, path: &[Text]) -> Self {
        let mut open: Vec<UsedName<'m>> = vec![(owner, path.to_vec())];
        let (mut inner, mut rest) = (owner, path);
        while let Some((first, tail)) = rest.split_first().filter(|(_, tail)| !tail.is_empty()) {
            let nested = inner.field(first).and_then(|field| inner_structure(model, field));
            let Some(nested) = nested else { break };
            open.push((nested, tail.to_vec()));
            (inner, rest) = (nested, tail);
        }
        let mut names: Vec<UsedName<'m>> = Vec::new();
        while let Some((structure, path)) = open.pop() {
            let known = names.iter().any(|(other, known)| other.name == structure.name && *known == path);
            if known || path.len() > MAX_STEPS {
                continue;
            }
            for around in model.structures.values() {
                for field in all_fields(around).filter(|field| links_to(field, structure)) {
                    open.push((around, joined_path(field.name.clone(), &path)));
                    if all_fields(around).any(|other| element_name(other) == Some(&field.name)) {
                        open.push((around, joined_path("entry".into(), &path)));
                    }
                }
            }
            for field in all_fields(structure) {
                let Type::Named { link, args } = &field.ty else { continue };
                let Some(nested) = model.get(link.name()) else { continue };
                for (arg, name) in args.iter().zip(nested.params.iter()) {
                    if *arg == Expr::Path(path.clone().into()) {
                        open.push((nested, vec![name.clone()]));
                    }
                }
            }
            names.push((structure, path));
        }
        Self { names }
    }

    /// Returns whether another value of the field changes, or may change, the value of an expression of the schema.
    pub(super) fn distinguishes(&self, numbers: Option<(i128, i128)>) -> bool {
        self.names.iter().any(|(structure, path)| {
            all_expressions(structure).into_iter().any(|(expr, passed_on)| {
                let only_passed = passed_on && matches!(expr, Expr::Path(found) if **found == **path);
                !only_passed && differs_between(expr, path, numbers)
            })
        })
    }

    /// Returns whether a writer computes the value from other parts, because the value is a count, a size, an offset or
    /// a checksum.
    pub(super) fn is_computed(&self) -> bool {
        self.names.iter().any(|(structure, path)| {
            let own =
                structure.fields().iter().any(|field| field.derived.is_some() && path.first() == Some(&field.name));
            own && path.len() == 1
                || structure.derived.iter().any(|derived| *derived.target == **path)
                || structure.sums.iter().any(|sum| *sum.stored == **path)
        })
    }

    /// Returns the names of the rules in Rust that the structures around the field have.
    pub(super) fn opaque_rules(&self) -> impl Iterator<Item = &str> {
        self.names.iter().flat_map(|(structure, _)| {
            let fields = all_fields(structure).flat_map(|field| field.constraints.iter());
            let rules = structure.rules.iter().chain(fields);
            rules.filter(|rule| matches!(rule.rule, Rule::Custom(_))).map(|rule| &*rule.code)
        })
    }

    /// Returns whether a reader reads a switch over the field that has no case for a value.
    pub(super) fn selects_nothing(&self, model: &Model, value: i128) -> bool {
        self.names.iter().any(|(structure, path)| {
            let scope = NumberField { path, value };
            let passes = |arg: &Expr| matches!(arg, Expr::Path(found) if **found == **path);
            all_fields(structure).any(|field| {
                let Type::Named { args, .. } = &field.ty else { return false };
                let Some(Body::Switch(cases)) = inner_structure(model, field).map(|nested| &nested.body) else {
                    return false;
                };
                let Some(name) =
                    args.iter().position(passes).and_then(|place| inner_structure(model, field)?.params.get(place))
                else {
                    return false;
                };
                let inner = [name.clone()];
                let inner = NumberField { path: &inner, value };
                let read = field.when.as_ref().is_none_or(|when| eval_int(when, &scope).is_some_and(|when| when != 0));
                read && cases
                    .iter()
                    .all(|case| case.when.as_ref().is_some_and(|when| eval_int(when, &inner) == Some(0)))
            })
        })
    }

    /// Returns whether the field is in a case that a reader only attempts. If the bytes do not form the case, the
    /// reader reads them as something else.
    pub(super) fn is_attempted(&self) -> bool {
        self.names.iter().any(|(structure, path)| {
            let Body::Switch(cases) = &structure.body else { return false };
            let tried = cases.iter().filter(|case| !case.attempt.is_empty());
            tried.flat_map(|case| case.fields.iter()).any(|field| path.first() == Some(&field.name))
        })
    }

    /// Returns the array fields whose number of elements is the field, each with its structure.
    pub(super) fn counted_arrays(&self) -> impl Iterator<Item = (&'m Structure, &'m Field)> {
        self.names.iter().flat_map(|(structure, path)| {
            let counts =
                move |field: &&Field| matches!(&field.len, Some(Length::Count(Expr::Path(count))) if **count == **path);
            structure.fields().iter().filter(counts).map(|field| (*structure, field))
        })
    }
}

/// Returns the structure of a field, or of its elements.
pub(super) fn inner_structure<'m>(model: &'m Model, field: &Field) -> Option<&'m Structure> {
    match &field.ty {
        Type::Named { link, .. } => model.get(link.name()),
        _ => None,
    }
}

/// Returns all fields of a structure, and of the cases of a switch.
fn all_fields(structure: &Structure) -> impl Iterator<Item = &Field> {
    let cases = match &structure.body {
        Body::Switch(cases) => &**cases,
        Body::Fields(_) | Body::Bits(_) => &[],
    };
    structure.fields().iter().chain(cases.iter().flat_map(|case| case.fields.iter()))
}

fn links_to(field: &Field, structure: &Structure) -> bool {
    matches!(&field.ty, Type::Named { link, .. } if link.name() == structure.name)
}

fn element_name(field: &Field) -> Option<&Text> {
    field.region.as_ref()?.each.as_ref()
}

fn joined_path(first: Text, path: &[Text]) -> Vec<Text> {
    std::iter::once(first).chain(path.iter().cloned()).collect()
}

/// Returns every expression that the reading of a structure depends on, and whether the expression is an argument.
fn all_expressions(structure: &Structure) -> Vec<(&Expr, bool)> {
    let mut list = Vec::new();
    for field in all_fields(structure) {
        list.extend(field.when.iter().map(|expr| (expr, false)));
        list.extend(field.len.as_ref().and_then(Length::expr).map(|expr| (expr, false)));
        if let Type::Named { args, .. } = &field.ty {
            list.extend(args.iter().map(|expr| (expr, true)));
        }
        if let Some(region) = field.region.as_ref() {
            let whole = [&region.at, &region.size, &region.content_size];
            list.extend(whole.into_iter().flatten().map(|expr| (expr, false)));
            list.extend(region.steps.iter().map(|step| (&step.when, false)));
            list.extend(region.checks.iter().flat_map(|check| [(&check.when, false), (&check.stored, false)]));
        }
        list.extend(asserted_expressions(&field.constraints));
    }
    if let Body::Switch(cases) = &structure.body {
        list.extend(cases.iter().filter_map(|case| case.when.as_ref()).map(|expr| (expr, false)));
    }
    list.extend(asserted_expressions(&structure.rules));
    list
}

fn asserted_expressions(rules: &[bpx_schema::schema::Constraint]) -> impl Iterator<Item = (&Expr, bool)> {
    rules.iter().filter_map(|rule| match &rule.rule {
        Rule::Assert(expr) => Some((expr, false)),
        _ => None,
    })
}

/// Returns whether an expression, or a part of it that reads only the field, differs between two values. If the field
/// is not a number, any mention of the field counts.
fn differs_between(expr: &Expr, path: &[Text], numbers: Option<(i128, i128)>) -> bool {
    if !mentions_path(expr, path) {
        return false;
    }
    let Some((old, new)) = numbers else { return true };
    let values = [old, new].map(|value| eval_int(expr, &NumberField { path, value }));
    if let [Some(old), Some(new)] = values {
        return old != new;
    }
    match expr {
        Expr::Unary(..) | Expr::Binary(..) | Expr::If(_) => {
            expr.operands().iter().any(|operand| differs_between(operand, path, numbers))
        }
        _ => true,
    }
}

fn mentions_path(expr: &Expr, path: &[Text]) -> bool {
    let member =
        |array: &[Text], member: &Text| path.split_last().is_some_and(|(last, rest)| last == member && rest == array);
    let own = match expr {
        Expr::Path(found) => **found == *path,
        Expr::Element(array, _, members) => path.strip_prefix(&**array) == Some(&**members),
        Expr::Sum(array, name) => member(array, name),
        Expr::Fold(_, array, of_each) => path.strip_prefix(&**array).is_some_and(|members| {
            let entry: Vec<_> = [Text::Borrowed(Expr::ENTRY)].iter().chain(members).cloned().collect();
            of_each.iter().any(|operand| mentions_path(operand, &entry))
        }),
        Expr::Find(array, key, _, name) => member(array, key) || member(array, name),
        _ => false,
    };
    own || expr.operands().iter().any(|operand| mentions_path(operand, path))
}
