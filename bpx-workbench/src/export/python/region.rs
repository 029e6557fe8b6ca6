//! Regions: where they lie, how they are stored, and where a writer puts them.

use super::{expr, path, string, tuple};
use bpx_schema::schema::{Binary, Expr, Placement, Region, Structure};

/// Returns where bytes lie that a field describes, how they are stored, and what states that.
pub(super) fn region_of(region: &Region, structure: &Structure) -> String {
    let mut args = Vec::new();
    let mut named = |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
    named("each", region.each.as_ref().map(|each| string(each)));
    named("at", region.at.as_ref().map(expr::function));
    named("size", region.size.as_ref().map(expr::function));
    named("content_size", region.content_size.as_ref().map(expr::function));
    let steps = region.steps.iter();
    let steps = steps.map(|step| format!("({}, {})", expr::function(&step.when), string(step.transform.name())));
    named("steps", (!region.steps.is_empty()).then(|| tuple(steps)));
    let checks = region.checks.iter().map(|check| {
        let names = tuple(check.algorithms.iter().map(|algorithm| string(algorithm.name())));
        format!("({}, {names}, {})", expr::function(&check.when), expr::function(&check.stored))
    });
    named("checks", (!region.checks.is_empty()).then(|| tuple(checks)));
    if region.each.is_some() {
        let stored = region.checks.first().map(|check| &check.stored);
        let exprs: [Option<&Expr>; 4] =
            [region.at.as_ref(), region.size.as_ref(), region.content_size.as_ref(), stored];
        named("blame", Some(tuple(exprs.map(|expr| expr.map_or_else(|| "None".to_owned(), expr::blame)))));
    }
    named("place", place(&region.place));
    if region.is_in_place() {
        let facts = [(region.size.as_ref(), "\"stored_size\""), (region.content_size.as_ref(), "\"content_size\"")];
        let facts = facts.into_iter().filter_map(|(expr, fact)| Some((expr?, fact.to_owned())));
        let sums = region.checks.iter().enumerate().map(|(at, check)| (&check.stored, at.to_string()));
        let numbers = facts.chain(sums).filter_map(|(expr, fact)| {
            let numbers = settable(expr, structure)?;
            Some(tuple([fact, tuple(numbers)]))
        });
        let numbers: Vec<_> = numbers.collect();
        named("numbers", (!numbers.is_empty()).then(|| tuple(numbers)));
    }
    format!("Region({})", args.join(", "))
}

/// Returns where a writer puts bytes; `None` when it is behind those of the field before.
fn place(place: &Placement) -> Option<String> {
    let mut args = Vec::new();
    args.extend(place.align.as_ref().map(|align| format!("align={}", expr::function(align))));
    args.extend(place.after.as_ref().map(|after| format!("after={}", string(after))));
    args.extend(place.reverse.then(|| "reverse=True".to_owned()));
    args.extend(place.share.then(|| "share=True".to_owned()));
    (!args.is_empty()).then(|| format!("Place({})", args.join(", ")))
}

/// Returns the numbers that hold the bits of a value, when each is a member that nothing else computes: path, first bit,
/// number of bits.
fn settable(expr: &Expr, structure: &Structure) -> Option<Vec<String>> {
    let number = |expr: &Expr, shift: i64, bits: Option<i64>| {
        let Expr::Path(names) = expr else { return None };
        let field = structure.all_fields().find(|field| names.first() == Some(&field.name))?;
        let plain = field.len.is_none() && field.when.is_none() && field.region.is_none() && field.derived.is_none();
        let bits = bits.map_or_else(|| "None".to_owned(), |bits| bits.to_string());
        plain.then(|| tuple([path(names), shift.to_string(), bits]))
    };
    if let Expr::Binary(Binary::Or, parts) = expr
        && let [low, Expr::Binary(Binary::Shl, shifted)] = &**parts
        && let [high, Expr::Int(bits)] = &**shifted
    {
        return Some(vec![number(low, 0, Some(*bits))?, number(high, *bits, None)?]);
    }
    Some(vec![number(expr, 0, None)?])
}
