//! Writes declarations of regions: their offsets, their stored form, and their placement by writers.

use super::{byte_string, checksum_name, expr, path_tuple, string_literal, tuple_text};
use bpx_schema::schema::{Binary, Expr, Field, Placement, Region, RegionSearch, Structure, Type};

/// Returns the declaration of a region: the offset of its bytes, their stored form, and the fields that state the
/// offset and the form.
pub(super) fn region_of(region: &Region, structure: &Structure) -> String {
    let mut args = Vec::new();
    let mut named = |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
    named("each", region.each.as_ref().map(|each| string_literal(each)));
    named("at", region.at.as_ref().map(expr::expr_function));
    named("search", region.search.as_ref().map(search_declaration));
    named("size", region.size.as_ref().map(expr::expr_function));
    named("self_ending", region.self_ending.then(|| "True".to_owned()));
    named("content_size", region.content_size.as_ref().map(expr::expr_function));
    named(
        "joined",
        region
            .joined
            .as_ref()
            .map(|joined| tuple_text([string_literal(&joined.array), expr::expr_function(&joined.bytes)])),
    );
    let steps = region.steps.iter();
    let steps =
        steps.map(|step| format!("({}, {})", expr::expr_function(&step.when), string_literal(step.transform.name())));
    named("steps", (!region.steps.is_empty()).then(|| tuple_text(steps)));
    let checks = region.checks.iter().map(|check| {
        let names = tuple_text(check.algorithms.iter().map(checksum_name));
        format!("({}, {names}, {})", expr::expr_function(&check.when), expr::expr_function(&check.stored))
    });
    named("checks", (!region.checks.is_empty()).then(|| tuple_text(checks)));
    if region.each.is_some() {
        let stored = region.checks.first().map(|check| &check.stored);
        let exprs: [Option<&Expr>; 4] =
            [region.at.as_ref(), region.size.as_ref(), region.content_size.as_ref(), stored];
        named("blame", Some(tuple_text(exprs.map(|expr| expr.map_or_else(|| "None".to_owned(), expr::blamed_member)))));
    }
    named("place", place_declaration(&region.place));
    if region.is_stored() {
        let facts = [(region.size.as_ref(), "\"stored_size\""), (region.content_size.as_ref(), "\"content_size\"")];
        let facts = facts.into_iter().filter_map(|(expr, fact)| Some((expr?, fact.to_owned())));
        let sums = region.checks.iter().enumerate().map(|(at, check)| (&check.stored, at.to_string()));
        let numbers = facts.chain(sums).filter_map(|(expr, fact)| {
            let numbers = settable_members(expr, structure, fact == "\"stored_size\"")?;
            Some(tuple_text([fact, tuple_text(numbers)]))
        });
        let numbers: Vec<_> = numbers.collect();
        named("numbers", (!numbers.is_empty()).then(|| tuple_text(numbers)));
    }
    format!("Region({})", args.join(", "))
}

/// Returns the declaration of a search for an offset.
fn search_declaration(search: &RegionSearch) -> String {
    let last = if search.last { "True" } else { "False" };
    let within = search.within.map_or_else(|| "None".to_owned(), |within| within.to_string());
    format!("Search({}, {last}, {within})", byte_string(&search.bytes))
}

/// Returns the declaration of how writers place the bytes; `None` for the default placement.
fn place_declaration(place: &Placement) -> Option<String> {
    let mut args = Vec::new();
    args.extend(place.align.as_ref().map(|align| format!("align={}", expr::expr_function(align))));
    args.extend(place.after.as_ref().map(|after| format!("after={}", string_literal(after))));
    args.extend(place.reverse.then(|| "reverse=True".to_owned()));
    args.extend(place.share.then(|| "share=True".to_owned()));
    args.extend(place.padded.then(|| format!("padded={}", place.padded_end(1))));
    (!args.is_empty()).then(|| format!("Place({})", args.join(", ")))
}

/// Returns declarations of the numbers that hold the bits of a value, if each of them is a member that no other
/// expression computes. A declaration has the path, the first bit and the number of bits, and also a summand and a
/// factor if the value is `number * factor + summand`. A number of variable length can only state a stored size,
/// directly in front of the stored bytes.
fn settable_members(expr: &Expr, structure: &Structure, is_size: bool) -> Option<Vec<String>> {
    let number = |expr: &Expr, shift: i64, bits: Option<i64>, turned: Option<(i128, i128)>| {
        let Expr::Path(names) = expr else { return None };
        let field = structure.all_fields().find(|field| names.first() == Some(&field.name))?;
        let plain = field.len.is_none() && field.when.is_none() && field.region.is_none() && field.derived.is_none();
        let is_ahead = |fields: &[Field]| {
            let at = fields.iter().position(|one| std::ptr::eq(one, field));
            is_size && at.is_some_and(|at| Field::stated_size(fields, at).is_some())
        };
        let lists = || std::iter::once(structure.fields()).chain(structure.cases().iter().map(|case| &*case.fields));
        let can_be_set = !matches!(field.ty, Type::Varint { .. }) || lists().any(is_ahead);
        let bits = bits.map_or_else(|| "None".to_owned(), |bits| bits.to_string());
        let turned = turned.into_iter().flat_map(|(more, factor)| [more.to_string(), factor.to_string()]);
        (plain && can_be_set)
            .then(|| tuple_text([path_tuple(names), shift.to_string(), bits].into_iter().chain(turned)))
    };
    if let Expr::Binary(Binary::Or, parts) = expr
        && let [low, Expr::Binary(Binary::Shl, shifted)] = &**parts
        && let [high, Expr::Int(bits)] = &**shifted
    {
        return Some(vec![number(low, 0, Some(*bits), None)?, number(high, *bits, None, None)?]);
    }
    let linear = expr.linear_form()?;
    let turned = (linear.factor != 1 || linear.more != 0).then_some((linear.more, linear.factor));
    Some(vec![number(linear.number, 0, None, turned)?])
}
