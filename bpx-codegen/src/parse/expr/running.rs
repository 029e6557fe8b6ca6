//! Finds sums over the elements of a list that were read so far, in the expression that ends the list.

use super::tree::{ExprPart, ExprTree, PartSource};
use bpx_model::{Expr, Fold, RunningTotals};
use proc_macro2::Span;
use syn::Ident;

impl ExprTree {
    /// Returns the sums over a list, each as a variable and the expression that an element adds, and the whole
    /// expression with these variables in place of the sums.
    pub(crate) fn running_totals(&self, list: &str) -> (Vec<(Ident, Self)>, Self) {
        let (mut totals, mut sources) = (Vec::new(), Vec::new());
        split_totals(self.root(), list, &mut totals, &mut sources);
        let Some(running) = self.expr.running_totals(list) else { return (Vec::new(), self.clone()) };
        let totals = totals.into_iter().zip(running.totals);
        let totals = totals.map(|((name, sources), (_, expr))| (name, Self { expr, sources }));
        (totals.collect(), Self { expr: running.expr, sources })
    }
}

/// Adds the sources of a part in which variables replace sums to `sources`, and the sources of the sums to `totals`.
fn split_totals(
    part: ExprPart<'_>,
    list: &str,
    totals: &mut Vec<(Ident, Vec<PartSource>)>,
    sources: &mut Vec<PartSource>,
) {
    let tokens = part.tokens();
    if !part.expr.is_total_of(list) {
        sources.push(PartSource { tokens, names: part.names().to_vec() });
        part.operands().into_iter().for_each(|operand| split_totals(operand, list, totals, sources));
        return;
    }
    let name = Ident::new(&RunningTotals::total_name(totals.len()), Span::call_site());
    sources.push(PartSource { tokens: tokens.clone(), names: vec![name.clone()] });
    let own = |names| PartSource { tokens, names };
    let operands = part.operands().into_iter().flat_map(ExprPart::all_parts);
    let operands = operands.map(|part| PartSource { tokens: part.tokens(), names: part.names().to_vec() });
    let of_each = match part.expr {
        Expr::Sum(..) => {
            let members = part.names().iter().skip(1).cloned();
            vec![own(std::iter::once(Ident::new(Expr::ENTRY, Span::call_site())).chain(members).collect())]
        }
        Expr::Fold(Fold::Count, ..) => std::iter::once(own(Vec::new())).chain(operands).collect(),
        _ => operands.collect(),
    };
    totals.push((name, of_each));
}
