//! Finds the values that fields are compared with, and the fields that are used as counts.

use bpx_schema::schema::{Binary, Expr, Length, Model, Text, Type};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// Numbers of fields, by the address of the field, and by whether the field is nested deeply.
type Alternatives = HashMap<(*const (), bool), Rc<[i128]>>;

/// The uses of fields in the expressions of a schema, by name.
#[derive(Default)]
pub(super) struct Hints {
    values: BTreeMap<String, BTreeSet<i64>>,
    counts: BTreeSet<String>,
    /// The numbers that each field may have. The numbers are kept, because many files need them.
    alternatives: RefCell<Alternatives>,
}

impl Hints {
    pub(super) fn of(models: [&Model; 2]) -> Self {
        /// The number of rounds in which comparisons of parameters are passed on to arguments, about as many as
        /// structures nest.
        const ROUNDS: usize = 4;
        let mut hints = Self::default();
        let structures = || models.into_iter().flat_map(|model| model.structures.values().map(move |one| (model, one)));
        for (_, structure) in structures() {
            structure.each_expr(&mut |expr| hints.note_comparison(expr));
            for field in structure.all_fields() {
                if let Some(Length::Count(count)) = &field.len {
                    hints.counts.extend(names_and_numbers(count).0);
                }
            }
        }
        for _ in 0..ROUNDS {
            for (model, structure) in structures() {
                for field in structure.all_fields() {
                    hints.hand_on(model, &field.ty);
                }
            }
        }
        hints
    }

    /// Returns the values that fields with a name are compared with.
    pub(super) fn compared_values(&self, name: &str) -> impl Iterator<Item = i128> + '_ {
        self.values.get(name).into_iter().flatten().map(|value| i128::from(*value))
    }

    /// Returns the numbers that a field may have, which `find` computes once for deep and once for other structures.
    pub(super) fn cached_alternatives<F>(&self, field: &F, deep: bool, find: impl FnOnce() -> Vec<i128>) -> Rc<[i128]> {
        let mut known = self.alternatives.borrow_mut();
        known.entry((std::ptr::from_ref(field).cast(), deep)).or_insert_with(|| find().into()).clone()
    }

    /// Returns whether a field with a name is used as a count.
    pub(super) fn is_count(&self, name: &str) -> bool {
        self.counts.contains(name)
    }

    /// Notes the numbers of a comparison or a computation with two operands for each name in the operands.
    fn note_comparison(&mut self, expr: &Expr) {
        let Expr::Binary(op, operands) = expr else { return };
        if matches!(op, Binary::Both | Binary::Either) {
            return;
        }
        let (mut names, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        for operand in operands.iter() {
            let (more, found) = names_and_numbers(operand);
            names.extend(more);
            numbers.extend(found);
        }
        for name in names {
            self.values.entry(name).or_default().extend(&numbers);
        }
    }

    /// Applies the comparisons of a structure's parameters to the arguments of a field.
    fn hand_on(&mut self, model: &Model, ty: &Type) {
        let Type::Named { link, args } = ty else { return };
        let params = model.get(link.name()).map_or(&[][..], |structure| &*structure.params);
        for (param, arg) in params.iter().zip(args.iter()) {
            let values: Vec<_> = self.values.get(&**param).into_iter().flatten().copied().collect();
            let is_count = self.is_count(param);
            for name in names_and_numbers(arg).0 {
                if is_count {
                    self.counts.insert(name.clone());
                }
                self.values.entry(name).or_default().extend(&values);
            }
        }
    }
}

/// Returns the names of fields and the numbers in an expression.
fn names_and_numbers(expr: &Expr) -> (BTreeSet<String>, BTreeSet<i64>) {
    let (mut names, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            Expr::Int(value) | Expr::Const(_, value) => {
                numbers.insert(*value);
            }
            Expr::Path(path) => names.extend(path.last().map(Text::to_string)),
            Expr::Element(array, _, members) => names.extend(members.last().or(array.last()).map(Text::to_string)),
            Expr::Find(_, key, _, member) => names.extend([key.to_string(), member.to_string()]),
            _ => {}
        }
        open.extend(expr.operands());
    }
    (names, numbers)
}
