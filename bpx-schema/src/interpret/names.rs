//! Checks that the expressions of a schema use existing names. Otherwise, a reader would report an unknown name as a
//! fault of the file.

use super::check::{bad_reference, unsound};
use super::late;
use crate::codec::expect_order;
use crate::report::{Error, Result};
use crate::schema::{
    Constraint, Expr, Field, Kind, Length, Link, Model, Names, Region, RelationKind, Rule, Setting, Structure, Sum,
    Text, Type,
};
use std::collections::BTreeMap;

/// The meaning of a name for an expression.
#[derive(Clone, Copy)]
enum Named<'m> {
    /// A parameter.
    Number,
    Field(&'m Field),
    /// The element of an array.
    Element(&'m Structure),
    /// The element of a list of numbers or texts.
    One(&'m Field),
    /// A number for each field of regions that the array of this name describes.
    Overlapped(&'m str),
    /// Facts about a region or a file that a layout knows, by these names.
    Facts(&'static [&'static str]),
}

/// The names that an expression can use.
struct Scope<'m> {
    model: &'m Model,
    names: BTreeMap<&'m str, Named<'m>>,
    /// The list that is being read, in the condition that ends it.
    so_far: Option<&'m Field>,
}

/// Checks the expressions of a structure, or of one case.
pub(super) fn check_fields<'m>(model: &'m Model, owner: &'m Structure, fields: &'m [Field]) -> Result<()> {
    let mut scope = Scope::of_params(model, owner)?;
    for field in fields {
        scope.field(field).map_err(|error| error.in_field(&field.name))?;
        if scope.names.insert(&field.name, Named::Field(field)).is_some() {
            return Err(unsound("a field or a parameter before it has the same name").in_field(&field.name));
        }
    }
    for field in fields {
        // A signature is computed without an expression.
        let derived = field.derived.as_ref().filter(|_| field.signature().is_none());
        let checked = derived.map_or(Ok(()), |expr| scope.expr(expr, Kind::Int));
        checked.map_err(|error| error.in_field(&field.name))?;
        if field.derived.is_none() && field.constraints.iter().any(|one| one.rule == Rule::Computed) {
            return Err(
                unsound("a rule compares it with a computed value, but nothing computes it").in_field(&field.name)
            );
        }
    }
    late::check(owner, fields)?;
    for field in fields {
        scope.relations(owner, field).map_err(|error| error.in_field(&field.name))?;
    }
    for constraint in owner.rules.iter() {
        if let Rule::Each(array, expr) = &constraint.rule {
            scope.of_elements(array, constraint, expr)?;
            continue;
        }
        if let Rule::Assert(expr) = &constraint.rule {
            scope.expr(expr, Kind::Bool)?;
        }
        constraint.values().try_for_each(|expr| scope.expr(expr, Kind::Any))?;
        if !constraint.blamed().is_empty() {
            scope.find(constraint.blamed(), false)?;
        }
    }
    for derived in owner.derived.iter() {
        if derived.target.len() != 2 {
            return Err(unsound(format!("`{}` is not a member of a structure", derived.target.join("."))));
        }
        scope.is_set_in_place(&derived.target)?;
        scope.is_whole(&derived.target)?;
        scope.expr(&derived.value, Kind::Int)?;
    }
    for (place, setting) in owner.settings.iter().enumerate() {
        let later = owner.settings.get(place..).unwrap_or_default();
        scope.setting(fields, setting, later).map_err(|error| error.in_field(&setting.target.join(".")))?;
    }
    for path in owner.sums.iter().flat_map(Sum::members) {
        if path.len() > 1 {
            scope.is_set_in_place(path)?;
        }
        // A member of an array is the member of each element.
        scope.find(path, true)?;
    }
    for sum in owner.sums.iter() {
        expect_order(sum, owner, &|link| model.get(link.name())).map_err(unsound)?;
    }
    if owner.sums.iter().any(|sum| sum.over.1.is_none() && !sum.more.is_empty()) {
        return Err(unsound("a range up to the end of the file is the only one of a sum"));
    }
    let ranges = owner.sums.iter().flat_map(Sum::ranges);
    let ends = ranges.flat_map(|(first, last)| std::iter::once(first).chain(last));
    for end in ends {
        scope.find(std::slice::from_ref(end), true)?;
    }
    Ok(())
}

/// Checks the condition of a case, which can use only parameters.
pub(super) fn check_condition(model: &Model, owner: &Structure, when: &Expr) -> Result<()> {
    Scope::of_params(model, owner)?.expr(when, Kind::Bool)
}

impl<'m> Scope<'m> {
    fn of_params(model: &'m Model, owner: &'m Structure) -> Result<Self> {
        let mut names = BTreeMap::new();
        for name in owner.params.iter() {
            if names.insert(&**name, Named::Number).is_some() {
                return Err(unsound(format!("two parameters have the name `{name}`")));
            }
        }
        Ok(Self { model, names, so_far: None })
    }

    /// Checks the expressions of a field, which use the fields before it.
    fn field(&mut self, field: &'m Field) -> Result<()> {
        if let Some(when) = &field.when {
            self.expr(when, Kind::Bool)?;
        }
        if let Some(is_big) = &field.is_big {
            self.expr(is_big, Kind::Bool)?;
        }
        if let Some(width) = &field.width {
            self.expr(width, Kind::Int)?;
        }
        match &field.len {
            Some(Length::Count(count)) => self.count(field, count)?,
            Some(Length::Until(condition)) => self.until(field, condition)?,
            Some(Length::Fixed(_) | Length::Rest | Length::Terminated(_)) | None => {}
        }
        let is_padding = field.is_bytes() && matches!(field.len, Some(Length::Count(_)));
        if field.padding && (!is_padding || field.when.is_some() || field.region.is_some()) {
            return Err(unsound("expected padding as a list of bytes with a count and without a condition"));
        }
        if field.fill != 0 && !field.padding {
            return Err(unsound("expected padding for the byte that fills it, found another field"));
        }
        let region = field.region.as_ref();
        if let Some(region) = region {
            is_honoured(region)?;
        }
        if let Some(align) = region.and_then(|region| region.place.align.as_ref()) {
            self.expr(align, Kind::Int)?;
        }
        let Some(each) = region.and_then(|region| region.each.as_ref()) else {
            if let Some(region) = field.region_stored() {
                self.region(region)?;
            }
            let when = field.when.as_ref().filter(|when| when.needs_space());
            if when.is_some() && region.is_some_and(|region| region.is_stored() && !region.is_in_place()) {
                return Err(unsound("the condition of a region must not depend on the surrounding bytes"));
            }
            region.and_then(|region| region.at.as_ref()).map_or(Ok(()), |at| self.expr(at, Kind::Int))?;
            return self.arguments(field);
        };
        let element = self.described(each)?;
        self.with(&[(Expr::ENTRY, Named::Element(element))], |scope| {
            region.map_or(Ok(()), |region| scope.region(region)).and_then(|()| scope.arguments(field))
        })
    }

    /// Runs a check with more names, which hide those of the scope.
    fn with<T>(&mut self, added: &[(&'m str, Named<'m>)], check: impl FnOnce(&mut Self) -> T) -> T {
        let hidden: Vec<_> = added.iter().map(|(name, named)| (*name, self.names.insert(name, *named))).collect();
        let checked = check(self);
        for (name, hidden) in hidden {
            self.names.remove(name);
            self.names.extend(hidden.map(|hidden| (name, hidden)));
        }
        checked
    }

    /// Checks a count, which can use the offset of its list.
    fn count(&mut self, field: &'m Field, count: &Expr) -> Result<()> {
        let of_itself = |expr: &Expr| matches!(expr, Expr::OffsetOf(name) if *name == field.name);
        if !count.parts().into_iter().any(of_itself) {
            return self.expr(count, Kind::Int);
        }
        self.with(&[(&field.name, Named::Field(field))], |scope| scope.expr(count, Kind::Int))
    }

    /// Checks the condition of the last element of a list.
    fn until(&mut self, field: &'m Field, condition: &Expr) -> Result<()> {
        let entry = match &field.ty {
            Type::Named { link, .. } => Named::Element(self.resolve(link)?),
            _ => Named::One(field),
        };
        let added = [(Length::ENTRY, entry), (Length::INDEX, Named::Number)];
        if let Some((name, _)) = added.iter().find(|(name, _)| self.is_known(name)) {
            return Err(unsound(format!("`{name}` has a special meaning in the condition that ends a list")));
        }
        self.so_far = Some(field);
        let checked = self.with(&added, |scope| scope.expr(condition, Kind::Bool));
        self.so_far = None;
        checked
    }

    /// Checks a number that a writer sets from facts, and from numbers that are not set after it.
    fn setting(&mut self, fields: &'m [Field], setting: &'m Setting, later: &[Setting]) -> Result<()> {
        const REGION: &[&str] = &["offset", "stored_size", "content_size", "checksum"];
        let mut added = vec![("file", Named::Facts(&["end", "size"]))];
        if !setting.field.is_empty() {
            let field = fields.iter().find(|field| field.name == setting.field);
            let Some(region) = field.and_then(Field::region_elsewhere) else {
                return Err(bad_reference(format!(
                    "expected a field with an offset of its own, found `{}`",
                    setting.field
                )));
            };
            added.push(("region", Named::Facts(REGION)));
            if let Some(each) = &region.each {
                added.push(("regions", Named::Facts(&["offset"])));
                added.push(("entry", Named::Element(self.described(each)?)));
            }
        }
        self.with(&added, |scope| {
            scope.is_set_in_place(&setting.target)?;
            scope.is_whole(&setting.target)?;
            scope.expr(&setting.value, Kind::Int)
        })?;
        let needs = |other: &Setting| {
            setting.value.parts().iter().any(|part| part.path() == Some(&*other.target))
                && other.target != setting.target
        };
        match later.iter().find(|other| needs(other)) {
            Some(other) => Err(unsound(format!("needs `{}`, which is set after it", other.target.join(".")))),
            None => Ok(()),
        }
    }

    /// Checks a rule of the elements of an array.
    fn of_elements(&mut self, array: &'m Text, rule: &Constraint, condition: &Expr) -> Result<()> {
        if let Some(Named::Field(field)) = self.names.get(&**array)
            && holds_numbers(field)
        {
            return self.of_numbers(field, rule, condition);
        }
        let element = self.described(array)?;
        let words = Constraint::OF_ELEMENT;
        if let Some(hidden) = words.iter().find(|word| self.names.contains_key(**word)) {
            return Err(unsound(format!("`{hidden}` has a special meaning in rules of elements")));
        }
        let element = Named::Element(element);
        let known = [element, Named::Number, element, element, Named::Overlapped(array)];
        let asked = [Constraint::BEFORE, Constraint::FIRST].into_iter().flat_map(|name| rule.asked(name));
        let members = asked.map(std::slice::from_ref).chain([&*rule.on]).filter(|path| !path.is_empty());
        let members = members.map(|member| [Text::Borrowed(Constraint::ENTRY)].iter().chain(member).cloned().collect());
        self.with(&words.into_iter().zip(known).collect::<Vec<_>>(), |scope| {
            scope.expr(condition, Kind::Bool)?;
            rule.values().try_for_each(|expr| scope.expr(expr, Kind::Any))?;
            members.map(|member: Vec<Text>| scope.find(&member, false)).try_for_each(|found| found.map(drop))
        })
    }

    /// Checks a rule of the numbers of a list.
    fn of_numbers(&mut self, field: &'m Field, rule: &Constraint, condition: &Expr) -> Result<()> {
        let words = [Constraint::ENTRY, Constraint::INDEX];
        if let Some(hidden) = words.iter().find(|word| self.names.contains_key(**word)) {
            return Err(unsound(format!("`{hidden}` has a special meaning in rules of elements")));
        }
        if !rule.on.is_empty() {
            return Err(unsound(format!("the elements of `{}` are numbers, which have no members", field.name)));
        }
        self.with(&words.map(|word| (word, Named::Number)), |scope| {
            scope.expr(condition, Kind::Bool)?;
            rule.values().try_for_each(|expr| scope.expr(expr, Kind::Any))
        })
    }

    /// Checks the relations of a field to other parts of a file.
    fn relations(&self, owner: &Structure, field: &Field) -> Result<()> {
        if let Some(pool) = &field.pool {
            let texts = field.ty == Type::CString && field.terminator() == 1 || field.ty.is_byte();
            if field.len.is_none() || owner.size.is_some() || !(texts || matches!(field.ty, Type::Named { .. })) {
                return Err(unsound("expected a list of structures, texts or bytes in a structure as a pool"));
            }
            if let (Some(key), Type::Named { link, .. }) = (&pool.key, &field.ty) {
                self.member(self.resolve(link)?, key)?;
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
                self.member(element, &rules.first).and_then(|_| self.member(element, &rules.count))?;
            }
            if matches!(relation.kind, RelationKind::Count { multiple: true, .. } | RelationKind::Tree(_)) {
                if !is_list || field.children {
                    return Err(unsound("expected a list of structures whose elements are counted or form a tree"));
                }
            } else if !is_whole || bytes {
                return Err(unsound("expected a whole number without a sign for a reference to another part"));
            }
            if relation.when.is_some() && owner.size.is_none() {
                return Err(unsound("expected a condition over members of one record for a relation"));
            }
            relation.when.as_ref().map_or(Ok(()), |when| self.expr(when, Kind::Bool))?;
            for key in relation.exprs().skip(usize::from(relation.when.is_some())) {
                Scope { model: self.model, names: BTreeMap::new(), so_far: None }.expr(key, Kind::Int)?;
            }
        }
        Ok(())
    }

    fn region(&mut self, region: &Region) -> Result<()> {
        if let Some(joined) = &region.joined {
            let element = self.described(&joined.array)?;
            if self.is_known(Expr::ENTRY) {
                return Err(unsound("`entry` has a special meaning where parts are joined"));
            }
            self.with(&[(Expr::ENTRY, Named::Element(element))], |scope| scope.expr(&joined.bytes, Kind::Bytes))?;
        }
        let stored = region.checks.iter().map(|check| &check.stored);
        let mut places = region.at.iter().chain(&region.size).chain(&region.content_size).chain(stored);
        places.try_for_each(|expr| self.expr(expr, Kind::Int))?;
        let steps = region.steps.iter().map(|step| &step.when);
        steps.chain(region.checks.iter().map(|check| &check.when)).try_for_each(|expr| self.expr(expr, Kind::Bool))
    }

    /// Checks that a structure gets as many values as it has parameters.
    fn arguments(&mut self, field: &Field) -> Result<()> {
        let Type::Named { link, args } = &field.ty else { return Ok(()) };
        let wanted = self.resolve(link)?.params.len();
        if args.len() != wanted {
            let message = format!("`{}` has {wanted} parameters, but is given {} values", link.name(), args.len());
            return Err(unsound(message));
        }
        let of_elements = [(Length::INDEX, Named::Number)];
        let added = if field.len.is_some() && !self.is_known(Length::INDEX) { &of_elements[..] } else { &[] };
        self.with(added, |scope| args.iter().try_for_each(|expr| scope.expr(expr, Kind::Int)))
    }

    /// Rejects an expression that uses an unknown name, or is of another type.
    fn expr(&self, expr: &Expr, wanted: Kind) -> Result<()> {
        expr.check(self, wanted).map_err(|fault| in_expression(fault.error, expr))
    }

    /// Rejects a path that leads to no whole number.
    fn is_whole(&self, path: &[Text]) -> Result<()> {
        match self.value(path)? {
            Kind::Int => Ok(()),
            _ => Err(unsound(format!("`{}` is not a whole number", path.join(".")))),
        }
    }

    /// Returns the structure of the elements of an array that describe regions or parts, or have rules: the array lies
    /// among the other fields.
    fn described(&self, array: &Text) -> Result<&'m Structure> {
        match self.names.get(&**array) {
            Some(Named::Field(field)) if field.region_stored().is_some() => {
                Err(unsound(format!("expected `{array}` without a stated size of its bytes")))
            }
            _ => self.elements(std::slice::from_ref(array)),
        }
    }

    /// Rejects numbers that a writer would have to set in stored bytes.
    fn is_set_in_place(&self, target: &[Text]) -> Result<()> {
        match target.first().and_then(|first| self.names.get(&**first)) {
            Some(Named::Field(field)) if field.region_stored().is_some() => Err(unsound(format!(
                "a writer cannot set `{}`, because it is in bytes with a stated size",
                target.join(".")
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the structure of the elements of an array.
    fn elements(&self, path: &[Text]) -> Result<&'m Structure> {
        match self.find(path, false)? {
            Named::Field(Field { ty: Type::Named { link, .. }, len: Some(_), children: false, region, .. })
                if !is_dropped(region.as_ref()) =>
            {
                self.resolve(link)
            }
            _ => Err(unsound(format!("`{}` is not an array of structures", path.join(".")))),
        }
    }

    /// Returns the meaning of a path, which may go through the elements of an array.
    fn find(&self, path: &[Text], arrays: bool) -> Result<Named<'m>> {
        let Some((first, members)) = path.split_first() else {
            return Err(unsound("expected a path of at least one name"));
        };
        let found = self.names.get(&**first).copied();
        let found = found.ok_or_else(|| unknown("no field or parameter", first, self.names.keys().copied()))?;
        self.members_of(found, path, members, arrays)
    }

    /// Returns the meaning of a path in a structure.
    fn member_at(&self, structure: &'m Structure, first: &Text, rest: &[Text]) -> Result<Named<'m>> {
        self.members_of(self.member(structure, first)?, rest, rest, false)
    }

    fn members_of(&self, mut found: Named<'m>, path: &[Text], members: &[Text], arrays: bool) -> Result<Named<'m>> {
        for member in members {
            let structure = match found {
                Named::Facts(known) => match known.contains(&&**member) {
                    true => {
                        found = Named::Number;
                        continue;
                    }
                    false => return Err(unknown("no fact", member, known.iter().copied())),
                },
                Named::Overlapped(array) => match self.names.get(&**member) {
                    Some(Named::Field(Field { region, .. }))
                        if region.as_ref().and_then(|region| region.each.as_deref()) == Some(array) =>
                    {
                        found = Named::Number;
                        continue;
                    }
                    _ => {
                        return Err(unsound(format!(
                            "`{member}` is not the field of the regions that `{array}` describes"
                        )));
                    }
                },
                Named::Element(structure) => structure,
                Named::Field(Field { ty: Type::Named { link, .. }, len, region, .. })
                    if (len.is_none() || arrays) && !is_dropped(region.as_ref()) =>
                {
                    self.resolve(link)?
                }
                _ => {
                    return Err(unsound(format!(
                        "`{}` has no member `{member}`, because it is not a single structure",
                        path.join(".")
                    )));
                }
            };
            found = self.member(structure, member)?;
        }
        Ok(found)
    }

    fn member(&self, structure: &'m Structure, name: &Text) -> Result<Named<'m>> {
        if structure.fields().iter().any(|field| field.children) {
            return Err(unsound(format!(
                "`{}` is a tree, whose nodes cannot be used in an expression",
                structure.name
            )));
        }
        let field = structure.field(name).map(Named::Field);
        let bit = structure.bits().iter().any(|field| field.name == *name).then_some(Named::Number);
        field.or(bit).ok_or_else(|| {
            let names = structure.fields().iter().map(|field| &*field.name);
            let bits = structure.bits().iter().map(|field| &*field.name);
            unknown(&format!("`{}` has no field", structure.name), name, names.chain(bits))
        })
    }

    fn resolve(&self, link: &Link) -> Result<&'m Structure> {
        let found = self.model.get(link.name());
        found.ok_or_else(|| bad_reference(format!("the schema has no structure `{}`", link.name())))
    }
}

impl Names for Scope<'_> {
    type Error = Error;

    fn value(&self, path: &[Text]) -> Result<Kind> {
        let kind = match self.find(path, false)? {
            Named::Number => Some(Kind::Int),
            Named::Field(field) => kind_of(field),
            Named::One(field) => kind_of_one(field),
            Named::Element(_) | Named::Overlapped(_) | Named::Facts(_) => None,
        };
        kind.ok_or_else(|| unsound(format!("`{}` is not a single value", path.join("."))))
    }

    fn element(&self, array: &[Text], members: &[Text]) -> Result<Kind> {
        if self.is_so_far(array) {
            let entry: Vec<_> = [Text::Borrowed(Expr::ENTRY)].iter().chain(members).cloned().collect();
            return self.value(&entry);
        }
        let field = match self.find(array, false)? {
            Named::Field(field) if is_dropped(field.region.as_ref()) => {
                let name = array.join(".");
                return Err(unsound(format!(
                    "`{name}` is stored in another form: an expression can use only its length"
                )));
            }
            Named::Field(field) if field.len.is_some() && !field.children => field,
            _ => return Err(unsound(format!("`{}` is not an array", array.join(".")))),
        };
        let shown =
            || format!("{}[..]{}", array.join("."), members.iter().map(|name| format!(".{name}")).collect::<String>());
        let kind = match (&field.ty, members) {
            (Type::Named { link, .. }, [first, rest @ ..]) => match self.member_at(self.resolve(link)?, first, rest)? {
                Named::Number => Some(Kind::Int),
                Named::Field(field) => kind_of(field),
                Named::One(_) | Named::Element(_) | Named::Overlapped(_) | Named::Facts(_) => None,
            },
            (Type::Int { .. }, []) => Some(Kind::Int),
            (ty, []) if ty.is_float() => Some(Kind::Float),
            _ => None,
        };
        kind.ok_or_else(|| unsound(format!("`{}` is not a single value", shown())))
    }

    fn len(&self, array: &[Text]) -> Result<()> {
        match self.find(array, false)? {
            Named::Field(field) if field.len.is_some() || field.children => Ok(()),
            _ => Err(unsound(format!("`{}` is not an array", array.join(".")))),
        }
    }

    /// Rejects members that the elements of an array do not have as whole numbers.
    fn members(&self, array: &[Text], members: &[&Text]) -> Result<()> {
        let element = match self.names.get(Expr::ENTRY) {
            Some(Named::Element(element)) if self.is_so_far(array) => *element,
            _ => self.elements(array)?,
        };
        members.iter().try_for_each(|member| match self.member(element, member)? {
            Named::Field(field) if kind_of(field) != Some(Kind::Int) => {
                Err(unsound(format!("`{member}` is not a whole number")))
            }
            _ => Ok(()),
        })
    }

    /// Accepts any word, as a reader knows them all.
    fn word(&self, _: &Expr) -> Result<()> {
        Ok(())
    }

    fn measured(&self, expr: &Expr) -> Result<()> {
        let Some(name) = expr.measured().filter(|name| **name != Expr::SELF) else { return Ok(()) };
        match self.names.get(&**name) {
            Some(Named::Field(field)) if field.region_elsewhere().is_none() && !field.children => Ok(()),
            Some(_) => Err(unsound(format!(
                "`{expr}` has no value: expected a field that follows the one before, found `{name}`"
            ))),
            None => Err(bad_reference(format!("no field `{name}` is read before"))),
        }
    }

    fn is_so_far(&self, array: &[Text]) -> bool {
        matches!(array, [name] if self.so_far.is_some_and(|field| field.name == *name))
    }

    fn is_known(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    fn refused(&self, message: String) -> Error {
        unsound(message)
    }
}

/// Returns whether the bytes of a field are dropped after it is read.
fn is_dropped(region: Option<&Region>) -> bool {
    region.is_some_and(Region::is_dropped)
}

/// Returns the type of a field that is a single value.
fn kind_of(field: &Field) -> Option<Kind> {
    match (&field.ty, &field.len) {
        (Type::CString, _) | (_, Some(_)) if is_dropped(field.region.as_ref()) => None,
        (ty, None) if ty.is_whole() => Some(Kind::Int),
        (ty, None) if ty.is_float() => Some(Kind::Float),
        (Type::CString, None) | (_, Some(_))
            if field.text_form().is_some() && !matches!(field.ty, Type::Named { .. }) =>
        {
            ((field.ty == Type::CString) == field.len.is_none()).then_some(Kind::Encoded)
        }
        (Type::CString, None) => Some(Kind::Text),
        _ if field.is_text() => Some(Kind::Text),
        _ if field.is_bytes() => Some(Kind::Bytes),
        _ => None,
    }
}

/// Returns the type of an element of a list that holds no structures.
fn kind_of_one(field: &Field) -> Option<Kind> {
    match &field.ty {
        Type::Int { .. } | Type::Varint { .. } | Type::Digits { .. } => Some(Kind::Int),
        Type::Float { .. } | Type::FixedPoint { .. } => Some(Kind::Float),
        Type::CString if field.text_form().is_some() => Some(Kind::Encoded),
        Type::CString => Some(Kind::Text),
        Type::Named { .. } => None,
    }
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Error {
    /// Maximum number of names in a message.
    const SHOWN: usize = 12;
    let known: Vec<_> = known.take(SHOWN).map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
    bad_reference(format!("{what} `{name}`; known: {known}"))
}

/// Checks that a reader uses all settings of a region.
fn is_honoured(region: &Region) -> Result<()> {
    let place = &region.place;
    if place.padded && !matches!(place.align, Some(Expr::Int(_) | Expr::Const(..))) {
        return Err(unsound("expected a constant alignment for padded regions"));
    }
    if let Some(search) = &region.search {
        if region.each.is_some() || region.at.is_some() {
            return Err(unsound("expected a search or an offset for a place, found both"));
        }
        if search.bytes.is_empty() || search.within.is_some_and(|within| within < search.bytes.len() as u64) {
            return Err(unsound("expected at least one byte to search for, and a `within` of at least as many bytes"));
        }
        return Ok(());
    }
    if let Some(message) = region.endless() {
        return Err(unsound(message));
    }
    if region.joined.is_some() {
        let alone = region.each.is_none() && region.at.is_none() && region.size.is_none();
        return if alone { Ok(()) } else { Err(unsound("expected joined parts without another place or size")) };
    }
    match (&region.each, &region.at, &region.size) {
        (None, None, None) if region.steps.is_empty() => {
            Err(unsound("expected the place of a region, or a transform of one in place"))
        }
        (Some(_), None, _) | (Some(_), _, None) => {
            Err(unsound("expected offset and size for regions that an array describes"))
        }
        _ => Ok(()),
    }
}

/// Returns the same error, with the faulty expression.
fn in_expression(error: Error, expr: &Expr) -> Error {
    /// Maximum number of characters of an expression in a message.
    const SHOWN: usize = 120;
    let text = expr.to_string();
    let shown: String = text.chars().take(SHOWN).collect();
    let cut = if shown.len() < text.len() { ".." } else { "" };
    match error {
        Error::Fault(mut finding) => {
            finding.message = format!("`{shown}{cut}`: {}", finding.message);
            Error::Fault(finding)
        }
        io => io,
    }
}

/// Returns whether a field is a list of whole numbers of a fixed size, whose bytes have no stated size.
fn holds_numbers(field: &Field) -> bool {
    let listed = field.len.is_some() && !field.padding && field.region_stored().is_none();
    listed && matches!(field.ty, Type::Int { .. })
}
