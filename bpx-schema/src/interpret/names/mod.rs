//! Checks that each name in the expressions of a schema exists. Without this check, a reader would report an unknown
//! name as a fault of the file.

mod scope;
mod value_kinds;

use self::scope::{NameMeaning, NameScope};
use super::check::{bad_reference, unsound_schema};
use super::late;
use crate::codec::expect_order;
use crate::report::Result;
use crate::schema::{
    Constraint, Expr, ExprKind, Field, FieldChecksum, LayoutFact, Length, Model, NameKinds, NumberSetting, Region,
    RelationKind, Rule, Structure, Text, Type,
};
use std::collections::BTreeMap;

/// Checks the expressions of a structure, or of one case.
pub(super) fn check_fields<'m>(model: &'m Model, owner: &'m Structure, fields: &'m [Field]) -> Result<()> {
    let mut scope = NameScope::of_params(model, owner)?;
    for field in fields {
        scope.check_field(field).map_err(|error| error.in_field(&field.name))?;
        if scope.names.insert(&field.name, NameMeaning::Field(field)).is_some() {
            return Err(unsound_schema("another field or parameter has the same name").in_field(&field.name));
        }
    }
    for field in fields {
        // A signature is computed without an expression.
        let derived = field.derived.as_ref().filter(|_| field.signature().is_none());
        let checked = derived.map_or(Ok(()), |expr| scope.check_expr(expr, ExprKind::Int));
        checked.map_err(|error| error.in_field(&field.name))?;
        if field.derived.is_none() && field.constraints.iter().any(|one| one.rule == Rule::Computed) {
            return Err(unsound_schema(
                "expected an expression for the computed value of the field, because a rule compares it, found none",
            )
            .in_field(&field.name));
        }
    }
    late::check_late_values(owner, fields)?;
    for field in fields {
        scope.check_relations(owner, field).map_err(|error| error.in_field(&field.name))?;
    }
    for constraint in owner.rules.iter() {
        if let Rule::Each(array, expr) = &constraint.rule {
            scope.of_elements(array, constraint, expr)?;
            continue;
        }
        if let Rule::Assert(expr) = &constraint.rule {
            scope.check_expr(expr, ExprKind::Bool)?;
        }
        constraint.message_values().try_for_each(|expr| scope.check_expr(expr, ExprKind::Any))?;
        if !constraint.reported_path().is_empty() {
            scope.find_meaning(constraint.reported_path(), false)?;
        }
    }
    for derived in owner.derived.iter() {
        if derived.target.len() != 2 {
            return Err(unsound_schema(format!(
                "expected a path of two names, a field and its member, found `{}`",
                derived.target.join(".")
            )));
        }
        scope.check_settable(&derived.target)?;
        scope.check_whole_number(&derived.target)?;
        scope.check_expr(&derived.value, ExprKind::Int)?;
    }
    for (place, setting) in owner.settings.iter().enumerate() {
        // The place is in the list.
        let later = owner.settings.get(place..).unwrap_or_default();
        scope.check_setting(fields, setting, later).map_err(|error| error.in_field(&setting.target.join(".")))?;
    }
    for path in owner.sums.iter().flat_map(FieldChecksum::members) {
        if path.len() > 1 {
            scope.check_settable(path)?;
        }
        // A member of an array is the member of each element.
        scope.find_meaning(path, true)?;
    }
    for sum in owner.sums.iter() {
        expect_order(sum, owner, &|link| model.get(link.name())).map_err(unsound_schema)?;
    }
    if owner.sums.iter().any(|sum| sum.over.1.is_none() && !sum.more.is_empty()) {
        return Err(unsound_schema("expected a single range for a sum up to the end of the file, found several"));
    }
    let ranges = owner.sums.iter().flat_map(FieldChecksum::ranges);
    let ends = ranges.flat_map(|(first, last)| std::iter::once(first).chain(last));
    for end in ends {
        scope.find_meaning(std::slice::from_ref(end), true)?;
    }
    Ok(())
}

/// Checks the condition of a case, which can use only the parameters of the structure.
pub(super) fn check_condition(model: &Model, owner: &Structure, when: &Expr) -> Result<()> {
    NameScope::of_params(model, owner)?.check_expr(when, ExprKind::Bool)
}

impl<'m> NameScope<'m> {
    /// Checks the expressions of a field, which can use the earlier fields.
    fn check_field(&mut self, field: &'m Field) -> Result<()> {
        if let Some(when) = &field.when {
            self.check_expr(when, ExprKind::Bool)?;
        }
        if let Some(is_big) = &field.is_big {
            self.check_expr(is_big, ExprKind::Bool)?;
        }
        if let Some(width) = &field.width {
            self.check_expr(width, ExprKind::Int)?;
        }
        match &field.len {
            Some(Length::Count(count)) => self.check_count(field, count)?,
            Some(Length::Until(condition)) => self.check_until(field, condition)?,
            Some(Length::Fixed(_) | Length::Rest | Length::Terminated(_)) | None => {}
        }
        let is_padding = field.is_bytes() && matches!(field.len, Some(Length::Count(_)));
        let misfit = (!is_padding)
            .then_some("another type or length")
            .or_else(|| field.when.is_some().then_some("a condition"))
            .or_else(|| field.region.is_some().then_some("a region"));
        if let Some(misfit) = misfit.filter(|_| field.padding) {
            return Err(unsound_schema(format!(
                "expected padding to be a list of bytes with a count, without a condition and without a region, found \
                    {misfit}"
            )));
        }
        if field.fill != 0 && !field.padding {
            return Err(unsound_schema("expected a fill byte only for padding"));
        }
        let region = field.region.as_ref();
        if let Some(region) = region {
            check_region_settings(region)?;
        }
        if let Some(align) = region.and_then(|region| region.place.align.as_ref()) {
            self.check_expr(align, ExprKind::Int)?;
        }
        let Some(each) = region.and_then(|region| region.each.as_ref()) else {
            if let Some(region) = field.region_stored() {
                self.check_region(region)?;
            }
            let when = field.when.as_ref().filter(|when| when.needs_space());
            if when.is_some() && region.is_some_and(|region| region.is_stored() && !region.is_in_place()) {
                return Err(unsound_schema(
                    "the condition of a field with an offset must not use the position, the size or the rest of the \
                        surrounding space",
                ));
            }
            region.and_then(|region| region.at.as_ref()).map_or(Ok(()), |at| self.check_expr(at, ExprKind::Int))?;
            return self.check_arguments(field);
        };
        let element = self.described_structure(each)?;
        self.with_names(&[(Expr::ENTRY, NameMeaning::Element(element))], |scope| {
            region.map_or(Ok(()), |region| scope.check_region(region)).and_then(|()| scope.check_arguments(field))
        })
    }

    /// Checks a count, which can use the offset of its own list.
    fn check_count(&mut self, field: &'m Field, count: &Expr) -> Result<()> {
        let of_itself = |expr: &Expr| matches!(expr, Expr::OffsetOf(name) if *name == field.name);
        if !count.parts().into_iter().any(of_itself) {
            return self.check_expr(count, ExprKind::Int);
        }
        self.with_names(&[(&field.name, NameMeaning::Field(field))], |scope| scope.check_expr(count, ExprKind::Int))
    }

    /// Checks the condition of the last element of a list.
    fn check_until(&mut self, field: &'m Field, condition: &Expr) -> Result<()> {
        let entry = match &field.ty {
            Type::Named { link, .. } => NameMeaning::Element(self.resolve(link)?),
            _ => NameMeaning::One(field),
        };
        let added = [(Length::ENTRY, entry), (Length::INDEX, NameMeaning::Number)];
        if let Some((name, _)) = added.iter().find(|(name, _)| self.is_known(name)) {
            return Err(unsound_schema(format!(
                "expected another name than `{name}`, which has a special meaning in the condition that ends a list"
            )));
        }
        self.so_far = Some(field);
        let checked = self.with_names(&added, |scope| scope.check_expr(condition, ExprKind::Bool));
        self.so_far = None;
        checked
    }

    /// Checks a number that a writer sets. The expression of the number can use facts of the layout, and no number that
    /// is set later.
    fn check_setting(
        &mut self,
        fields: &'m [Field],
        setting: &'m NumberSetting,
        later: &[NumberSetting],
    ) -> Result<()> {
        let facts = |owner| (owner, NameMeaning::Facts(owner));
        let mut added = vec![facts(LayoutFact::FILE)];
        if !setting.field.is_empty() {
            let field = fields.iter().find(|field| field.name == setting.field);
            let Some(region) = field.and_then(Field::region_elsewhere) else {
                return Err(bad_reference(format!(
                    "expected a field with an offset of its own, found `{}`",
                    setting.field
                )));
            };
            added.push(facts(LayoutFact::REGION));
            if let Some(each) = &region.each {
                added.push(facts(LayoutFact::REGIONS));
                added.push(("entry", NameMeaning::Element(self.described_structure(each)?)));
            }
        }
        self.with_names(&added, |scope| {
            scope.check_settable(&setting.target)?;
            scope.check_whole_number(&setting.target)?;
            scope.check_expr(&setting.value, ExprKind::Int)
        })?;
        let needs = |other: &NumberSetting| {
            setting.value.parts().iter().any(|part| part.path() == Some(&*other.target))
                && other.target != setting.target
        };
        match later.iter().find(|other| needs(other)) {
            Some(other) => {
                Err(unsound_schema(format!("the value needs `{}`, which is set later", other.target.join("."))))
            }
            None => Ok(()),
        }
    }

    /// Checks a rule for the elements of an array.
    fn of_elements(&mut self, array: &'m Text, rule: &Constraint, condition: &Expr) -> Result<()> {
        if let Some(NameMeaning::Field(field)) = self.names.get(&**array)
            && holds_numbers(field)
        {
            return self.of_numbers(field, rule, condition);
        }
        let element = self.described_structure(array)?;
        let words = Constraint::OF_ELEMENT;
        if let Some(hidden) = words.iter().find(|word| self.names.contains_key(**word)) {
            return Err(unsound_schema(format!(
                "expected another name than `{hidden}`, which has a special meaning in rules of elements"
            )));
        }
        let element = NameMeaning::Element(element);
        let known = [element, NameMeaning::Number, element, element, NameMeaning::Overlapped(array)];
        let asked = [Constraint::BEFORE, Constraint::FIRST].into_iter().flat_map(|name| rule.members_under(name));
        let members = asked.map(std::slice::from_ref).chain([&*rule.on]).filter(|path| !path.is_empty());
        let members = members.map(|member| [Text::Borrowed(Constraint::ENTRY)].iter().chain(member).cloned().collect());
        self.with_names(&words.into_iter().zip(known).collect::<Vec<_>>(), |scope| {
            scope.check_expr(condition, ExprKind::Bool)?;
            rule.message_values().try_for_each(|expr| scope.check_expr(expr, ExprKind::Any))?;
            members.map(|member: Vec<Text>| scope.find_meaning(&member, false)).try_for_each(|found| found.map(drop))
        })
    }

    /// Checks a rule for the numbers of a list.
    fn of_numbers(&mut self, field: &'m Field, rule: &Constraint, condition: &Expr) -> Result<()> {
        let words = [Constraint::ENTRY, Constraint::INDEX];
        if let Some(hidden) = words.iter().find(|word| self.names.contains_key(**word)) {
            return Err(unsound_schema(format!(
                "expected another name than `{hidden}`, which has a special meaning in rules of elements"
            )));
        }
        if !rule.on.is_empty() {
            return Err(unsound_schema(format!(
                "expected a rule without members, because the elements of `{}` are numbers",
                field.name
            )));
        }
        self.with_names(&words.map(|word| (word, NameMeaning::Number)), |scope| {
            scope.check_expr(condition, ExprKind::Bool)?;
            rule.message_values().try_for_each(|expr| scope.check_expr(expr, ExprKind::Any))
        })
    }

    /// Checks the relations of a field to other parts of a file.
    fn check_relations(&self, owner: &Structure, field: &Field) -> Result<()> {
        if let Some(pool) = &field.pool {
            let texts = field.ty == Type::CString && field.terminator_size() == 1 || field.ty.is_byte();
            if field.len.is_none() || owner.size.is_some() || !(texts || matches!(field.ty, Type::Named { .. })) {
                return Err(unsound_schema(
                    "expected a pool to be a list of structures, texts or bytes, outside of a record",
                ));
            }
            if let (Some(key), Type::Named { link, .. }) = (&pool.key, &field.ty) {
                let element = self.resolve(link)?;
                if element.size.is_none() {
                    return Err(unsound_schema(format!(
                        "expected records in a pool with a key, found `{}`, whose size is not fixed",
                        element.name
                    )));
                }
                self.check_whole_member(element, key)?;
            }
        }
        for relation in field.relations.iter() {
            let is_whole = match field.ty {
                Type::Int { signed, .. } => !signed,
                Type::Digits { .. } => true,
                Type::Varint { form, .. } => !form.is_signed(),
                _ => false,
            };
            let bytes = field.is_bytes() && (owner.size.is_some() || !relation.kind.is_between_values());
            let is_list = owner.size.is_none() && field.len.is_some() && matches!(field.ty, Type::Named { .. });
            if let (RelationKind::Tree(rules), true, Type::Named { link, .. }) = (&relation.kind, is_list, &field.ty) {
                let element = self.resolve(link)?;
                self.check_whole_member(element, &rules.first)?;
                self.check_whole_member(element, &rules.count)?;
            }
            if matches!(relation.kind, RelationKind::Count { multiple: true, .. } | RelationKind::Tree(_)) {
                if !is_list || field.children {
                    return Err(unsound_schema(
                        "expected a list of structures for a relation that counts the list's elements or forms a tree",
                    ));
                }
            } else if !is_whole || bytes {
                return Err(unsound_schema("expected a whole number without a sign for a relation to another part"));
            }
            if relation.when.is_some() && owner.size.is_none() {
                return Err(unsound_schema("expected a relation with a condition only in a record"));
            }
            relation.when.as_ref().map_or(Ok(()), |when| self.check_expr(when, ExprKind::Bool))?;
            for key in relation.exprs().skip(usize::from(relation.when.is_some())) {
                NameScope { model: self.model, names: BTreeMap::new(), so_far: None }.check_expr(key, ExprKind::Int)?;
            }
        }
        Ok(())
    }

    fn check_region(&mut self, region: &Region) -> Result<()> {
        if let Some(joined) = &region.joined {
            let element = self.described_structure(&joined.array)?;
            if self.is_known(Expr::ENTRY) {
                return Err(unsound_schema(
                    "expected another name than `entry`, which has a special meaning in the expression for joined \
                        parts",
                ));
            }
            self.with_names(&[(Expr::ENTRY, NameMeaning::Element(element))], |scope| {
                scope.check_expr(&joined.bytes, ExprKind::Bytes)
            })?;
        }
        let stored = region.checks.iter().map(|check| &check.stored);
        let mut places = region.at.iter().chain(&region.size).chain(&region.content_size).chain(stored);
        places.try_for_each(|expr| self.check_expr(expr, ExprKind::Int))?;
        let steps = region.steps.iter().map(|step| &step.when);
        steps
            .chain(region.checks.iter().map(|check| &check.when))
            .try_for_each(|expr| self.check_expr(expr, ExprKind::Bool))
    }

    /// Checks that a field passes as many arguments to its structure as the structure has parameters.
    fn check_arguments(&mut self, field: &Field) -> Result<()> {
        let Type::Named { link, args } = &field.ty else { return Ok(()) };
        let wanted = self.resolve(link)?.params.len();
        if args.len() != wanted {
            let message =
                format!("`{}` has {wanted} parameters, but the field passes {} arguments", link.name(), args.len());
            return Err(unsound_schema(message));
        }
        let of_elements = [(Length::INDEX, NameMeaning::Number)];
        let added = if field.len.is_some() && !self.is_known(Length::INDEX) { &of_elements[..] } else { &[] };
        self.with_names(added, |scope| args.iter().try_for_each(|expr| scope.check_expr(expr, ExprKind::Int)))
    }
}

/// Rejects a region whose settings a reader would not all use.
fn check_region_settings(region: &Region) -> Result<()> {
    let place = &region.place;
    if place.padded && !matches!(place.align, Some(Expr::Int(_) | Expr::Const(..))) {
        return Err(unsound_schema("expected a constant alignment for a padded region"));
    }
    if let Some(search) = &region.search {
        if region.each.is_some() || region.at.is_some() {
            return Err(unsound_schema("expected either a search or an offset for a region, found both"));
        }
        if search.bytes.is_empty() || search.within.is_some_and(|within| within < search.bytes.len() as u64) {
            return Err(unsound_schema(
                "expected at least one byte to search for, and at least as many bytes in `within`",
            ));
        }
        return Ok(());
    }
    if let Some(message) = region.self_ending_fault() {
        return Err(unsound_schema(message));
    }
    if region.joined.is_some() {
        let alone = region.each.is_none() && region.at.is_none() && region.size.is_none();
        return if alone {
            Ok(())
        } else {
            Err(unsound_schema("expected joined parts without an array of regions, an offset or a size"))
        };
    }
    match (&region.each, &region.at, &region.size) {
        (None, None, None) if region.steps.is_empty() => {
            Err(unsound_schema("expected an offset, a size or a transform for a region"))
        }
        (Some(_), None, _) | (Some(_), _, None) => {
            Err(unsound_schema("expected an offset and a size for the regions that an array describes"))
        }
        _ => Ok(()),
    }
}

/// Returns whether a field is a list of whole numbers of a fixed size, without a stated size in bytes.
fn holds_numbers(field: &Field) -> bool {
    let listed = field.len.is_some() && !field.padding && field.region_stored().is_none();
    listed && matches!(field.ty, Type::Int { .. })
}
