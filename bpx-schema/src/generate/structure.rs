//! Records, structures of varying size, and switches.

use super::Item;
use super::attributes::{Across, WIDTH, attribute, byte_string, doc, text};
use super::codes::Sets;
use super::expr::{self, path};
use super::field::{Member, Owner, algorithm, endian, order_word, paths};
use super::names::{ident, snake, type_name, upper};
use crate::name::kebab;
use crate::schema::{Case, Derived, Field, Model, Rule, Structure, Sum, Type};

/// A structure of fields.
pub(super) fn of_fields(model: &Model, structure: &Structure, fields: &[Field], sets: &Sets<'_>) -> Item {
    let name = type_name(&structure.name);
    let record = structure.size.is_some();
    let owner = Owner { name: kebab(&structure.name), record, endian: endian(fields.iter()), sets, model };
    let (magic, fields) = signature(&owner.name, fields);
    let across = Across::of(&owner.name, &structure.rules, &structure.spec, fields);
    let hosted = |place| across.hosted.iter().filter(move |(at, _)| *at == place).map(|(_, rule)| rule);
    let members = fields.iter().enumerate().map(|(place, field)| owner.member(field, hosted(place)));
    let members: Vec<_> = members.collect();
    let mut head = Head::of(structure, &name, &owner, across);
    head.br.extend(magic);
    head.schema.extend(structure.size.map(|size| format!("size = {size}")));
    let mut todo = std::mem::take(&mut head.todo);
    todo.extend(missing(model, fields.iter()));
    let kind = match record {
        true => "#[derive(Debug, Clone, PartialEq, Record)]\n",
        false => "#[structure]\n#[derive(Debug, Clone, PartialEq)]\n",
    };
    let (lines, head, members) = (doc(&structure.doc, ""), head.text(), named(members, "    ", true, &mut todo));
    let text = format!("{lines}{kind}{head}pub struct {name} {{\n{members}}}\n");
    Item { name, text, todo }
}

/// A switch.
pub(super) fn of_cases(model: &Model, structure: &Structure, cases: &[Case], sets: &Sets<'_>) -> Item {
    let name = type_name(&structure.name);
    let all = || cases.iter().flat_map(|case| case.fields.iter());
    let owner = Owner { name: kebab(&structure.name), record: false, endian: endian(all()), sets, model };
    let across = Across::of(&owner.name, &structure.rules, &structure.spec, &[]);
    let mut head = Head::of(structure, &name, &owner, across);
    let mut todo = std::mem::take(&mut head.todo);
    todo.extend(missing(model, all()));
    let variants: String = cases.iter().map(|case| variant(&structure.name, case, &owner, &mut todo)).collect();
    let (lines, head) = (doc(&structure.doc, ""), head.text());
    let kind = "#[structure]\n#[derive(Debug, Clone, PartialEq)]\n";
    let text = format!("{lines}{kind}{head}pub enum {name} {{\n{variants}}}\n");
    Item { name, text, todo }
}

fn variant(owner: &str, case: &Case, of: &Owner<'_>, todo: &mut Vec<String>) -> String {
    let indent = "    ";
    let name = upper(&case.name);
    let inner = Owner { name: kebab(&format!("{owner}.{}", case.name)), ..*of };
    let when = case.when.as_ref().map(|when| format!("pre_assert({})", expr::text(when)));
    let label = text("name", &case.name).filter(|_| name != *case.name);
    let words: Vec<_> = [label, text("attempt", &case.attempt)].into_iter().flatten().collect();
    let head =
        doc(&case.doc, indent) + &attribute("br", when.as_slice(), indent) + &attribute("schema", &words, indent);
    let members: Vec<_> = case.fields.iter().map(|field| inner.member(field, [].iter())).collect();
    let body = match &*members {
        [] => String::new(),
        // A value that bears the name of its case needs no other.
        [only] if only.name == snake(&name) => {
            todo.extend(only.todo.iter().cloned());
            let inner = only.head("        ");
            let short: String = inner.lines().map(|line| format!("{} ", line.trim())).collect();
            let short = format!("({short}{})", only.ty);
            // A line of documentation, and what is long, needs lines of its own.
            match only.doc.is_empty() && indent.len() + name.len() + short.len() < WIDTH {
                true => short,
                false => format!("(\n{inner}        {},\n    )", only.ty),
            }
        }
        _ => format!(" {{\n{}    }}", named(members, "        ", false, todo)),
    };
    format!("{head}{indent}{name}{body},\n")
}

fn named(members: Vec<Member>, indent: &str, public: bool, todo: &mut Vec<String>) -> String {
    let line = |member: Member| {
        let head = member.head(indent);
        todo.extend(member.todo);
        let public = if public && member.public { "pub " } else { "" };
        format!("{head}{indent}{public}{}: {},\n", member.name, member.ty)
    };
    members.into_iter().map(line).collect()
}

/// A signature that is not kept in memory, and the fields after it.
fn signature<'f>(owner: &str, fields: &'f [Field]) -> (Option<String>, &'f [Field]) {
    if let Some((first, rest)) = fields.split_first()
        && first.derived.is_some()
        && let [constraint] = &*first.constraints
        && let Rule::Magic(bytes) = &constraint.rule
        && constraint.code == format!("{owner}.magic")
    {
        return (Some(format!("magic = {}", byte_string(bytes))), rest);
    }
    (None, fields)
}

/// Structures that fields mention and the model does not have.
fn missing<'f>(model: &Model, fields: impl Iterator<Item = &'f Field>) -> Vec<String> {
    let names = fields.filter_map(|field| match &field.ty {
        Type::Named { link, .. } => Some((field, link.name())),
        _ => None,
    });
    let unknown = names.filter(|(_, name)| model.get(name).is_none());
    unknown.map(|(field, name)| format!("`{}` is a `{name}`, which is declared nowhere", field.name)).collect()
}

/// What stands above an item.
struct Head {
    brw: Vec<String>,
    br: Vec<String>,
    schema: Vec<String>,
    todo: Vec<String>,
}

impl Head {
    fn of(structure: &Structure, name: &str, owner: &Owner<'_>, across: Across) -> Self {
        let Across { mut br, todo, .. } = across;
        if !structure.params.is_empty() {
            let params: Vec<_> = structure.params.iter().map(|name| format!("{}: u64", ident(name))).collect();
            br.push(format!("import({})", params.join(", ")));
        }
        let label = text("name", &structure.name).filter(|_| name != structure.name);
        let mut schema: Vec<_> = [label, text("spec", &structure.spec)].into_iter().flatten().collect();
        if !structure.derived.is_empty() {
            let derived = structure.derived.iter();
            let derived = derived.map(|one| self::derived(&owner.name, one));
            schema.push(format!("derive({})", derived.collect::<Vec<_>>().join(", ")));
        }
        schema.extend(structure.sums.iter().map(sum));
        Self { brw: vec![order_word(owner.endian)], br, schema, todo }
    }

    fn text(&self) -> String {
        attribute("brw", &self.brw, "") + &attribute("br", &self.br, "") + &attribute("schema", &self.schema, "")
    }
}

/// `header.count = items.len(), code = ".."`
fn derived(owner: &str, derived: &Derived) -> String {
    let mut words = vec![format!("{} = {}", path(&derived.target), expr::text(&derived.value))];
    if let Some(rule) = &derived.rule {
        let target = derived.target.iter().map(|part| kebab(part)).collect::<Vec<_>>().join(".");
        let own = format!("{owner}.{target}.{}", rule.rule.name());
        words.extend(text("code", &rule.code).filter(|_| rule.code != own));
        words.extend(text("spec", &rule.spec));
        words.extend(text("lenient", &rule.lenient));
    }
    words.join(", ")
}

fn sum(sum: &Sum) -> String {
    let over = match &sum.over {
        (first, Some(last)) if first == last => ident(first),
        (first, Some(last)) => format!("{}, {}", ident(first), ident(last)),
        (first, None) => format!("{}, ..", ident(first)),
    };
    let mut words = vec![algorithm(sum.algorithm), format!("over({over})"), format!("stored = {}", path(&sum.stored))];
    for (name, left_out) in [("skip", &sum.skip), ("or_skip", &sum.or_skip), ("or_zero", &sum.or_zero)] {
        if !left_out.is_empty() {
            words.push(format!("{name}({})", paths(left_out)));
        }
    }
    words.extend(text("spec", &sum.spec));
    format!("sum({})", words.join(", "))
}
