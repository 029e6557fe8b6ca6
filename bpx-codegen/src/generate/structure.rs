//! Declares records, structures of varying size, and switches.

use super::attributes::{Across, WIDTH, attribute, byte_string, doc, text};
use super::context::Context;
use super::expr::{self, path};
use super::field::{Member, Owner, checksum, endian, order_word, own_algorithms, paths, setting};
use super::item::Item;
use super::names::{ident, snake, upper};
use bpx_model::name::{Unused, kebab};
use bpx_model::{Case, Derived, Field, Model, Rule, Structure, Sum, Type};

/// Returns the declaration of a structure of fields.
pub(super) fn of_fields(context: &Context<'_>, structure: &Structure, fields: &[Field]) -> Item {
    let name = context.types.of_structure(&structure.name);
    let record = structure.size.is_some();
    let (name_of_rules, settings) = (kebab(&structure.name), &*structure.settings);
    let owner = Owner { name: name_of_rules, record, endian: endian(fields.iter()), context, settings };
    let (magic, fields) = signature(&owner, fields);
    let across = Across::of(&owner.name, &structure.rules, &structure.spec);
    let mut names = Unused::default();
    let (mut members, mut open, mut needs) = (String::new(), Vec::new(), Vec::new());
    for field in fields {
        let member = owner.member(field, &mut names);
        needs.extend(member.needs());
        members.push_str(&line(member, "    ", true, &mut open));
    }
    let kind = if record { Kind::Record } else { Kind::Structure };
    let mut head = Head::of(kind, &name, structure, &owner, across);
    head.br.extend(magic);
    head.schema.extend(structure.size.map(|size| format!("size = {size}")));
    let mut todo = std::mem::take(&mut head.todo);
    todo.extend(missing(context.model, fields.iter()));
    todo.extend(own_algorithms(structure));
    todo.append(&mut open);
    let (kind, item_macro) = match record {
        true => ("#[derive(Debug, Clone, PartialEq, Record)]\n", "Record"),
        false => ("#[structure]\n#[derive(Debug, Clone, PartialEq)]\n", "structure"),
    };
    needs.push(item_macro);
    let (lines, head) = (doc(&structure.doc, ""), head.text());
    let text = format!("{lines}{kind}{head}pub struct {name} {{\n{members}}}\n");
    Item { name, text, todo, needs }
}

/// Returns the declaration of a switch.
pub(super) fn of_cases(context: &Context<'_>, structure: &Structure, cases: &[Case]) -> Item {
    let name = context.types.of_structure(&structure.name);
    let all = || cases.iter().flat_map(|case| case.fields.iter());
    let owner = Owner { name: kebab(&structure.name), record: false, endian: endian(all()), context, settings: &[] };
    let across = Across::of(&owner.name, &structure.rules, &structure.spec);
    let mut head = Head::of(Kind::Switch, &name, structure, &owner, across);
    let mut todo = std::mem::take(&mut head.todo);
    todo.extend(missing(context.model, all()));
    todo.extend(own_algorithms(structure));
    let mut names = Unused::default();
    let (mut variants, mut needs) = (String::new(), vec!["structure"]);
    for case in cases {
        let wanted = upper(&case.name);
        let free = names.name(&wanted);
        if free != wanted {
            todo.push(format!("`{}` is called `{free}` here, because another case is called `{wanted}`", case.name));
        }
        variants.push_str(&variant(&structure.name, &free, case, &owner, (&mut todo, &mut needs)));
    }
    let (lines, head) = (doc(&structure.doc, ""), head.text());
    let kind = "#[structure]\n#[derive(Debug, Clone, PartialEq)]\n";
    let text = format!("{lines}{kind}{head}pub enum {name} {{\n{variants}}}\n");
    Item { name, text, todo, needs }
}

fn variant(
    owner: &str,
    name: &str,
    case: &Case,
    of: &Owner<'_>,
    (todo, needs): (&mut Vec<String>, &mut Vec<&'static str>),
) -> String {
    let indent = "    ";
    let inner = Owner { name: kebab(&format!("{owner}.{}", case.name)), ..*of };
    let tag = case.tag().map(|tag| format!("magic = {}", byte_string(tag)));
    let when = case.when.as_ref().map(|when| format!("pre_assert({})", expr::text(when)));
    let when: Vec<_> = tag.into_iter().chain(when).collect();
    let label = text("name", &case.name).filter(|_| *name != *case.name);
    let words: Vec<_> = [label, text("attempt", &case.attempt)].into_iter().flatten().collect();
    let head = doc(&case.doc, indent) + &attribute("br", &when, indent) + &attribute("schema", &words, indent);
    let mut names = Unused::default();
    let kept = case.fields.iter().filter(|field| !field.is_tag());
    let members: Vec<_> = kept.map(|field| inner.member(field, &mut names)).collect();
    needs.extend(members.iter().flat_map(Member::needs));
    let body = match &*members {
        [] => String::new(),
        // A value with the name of its case needs no name.
        [only] if only.name == snake(name) => {
            todo.extend(only.todo.iter().cloned());
            let inner = only.head("        ");
            let short: String = inner.lines().map(|line| format!("{} ", line.trim())).collect();
            let short = format!("({short}{})", only.ty);
            // Documentation and long types need separate lines.
            match only.doc.is_empty() && indent.len() + name.len() + short.len() < WIDTH {
                true => short,
                false => format!("(\n{inner}        {},\n    )", only.ty),
            }
        }
        _ => {
            let lines: String = members.into_iter().map(|member| line(member, "        ", false, todo)).collect();
            format!(" {{\n{lines}    }}")
        }
    };
    format!("{head}{indent}{name}{body},\n")
}

fn line(member: Member, indent: &str, public: bool, todo: &mut Vec<String>) -> String {
    let head = member.head(indent);
    todo.extend(member.todo);
    let public = if public && member.public { "pub " } else { "" };
    format!("{head}{indent}{public}{}: {},\n", member.name, member.ty)
}

/// Returns the attribute of a signature that is not kept in memory, if any, and the fields after the signature.
fn signature<'f>(owner: &Owner<'_>, fields: &'f [Field]) -> (Option<String>, &'f [Field]) {
    if let Some((first, rest)) = fields.split_first().filter(|_| !owner.record)
        && first.derived.is_some()
        && let [constraint] = &*first.constraints
        && let Rule::Magic(bytes) = &constraint.rule
        && constraint.code == format!("{}.magic", owner.name)
    {
        return (Some(format!("magic = {}", byte_string(bytes))), rest);
    }
    (None, fields)
}

/// Returns a `TODO` line for each structure that a field uses and the model lacks.
fn missing<'f>(model: &Model, fields: impl Iterator<Item = &'f Field>) -> Vec<String> {
    let names = fields.filter_map(|field| match &field.ty {
        Type::Named { link, .. } => Some((field, link.name())),
        _ => None,
    });
    let unknown = names.filter(|(_, name)| model.get(name).is_none());
    unknown
        .map(|(field, name)| format!("`{}` has the type `{name}`, which the schema does not declare", field.name))
        .collect()
}

/// The kind of an item, which decides the attributes that it can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Record,
    Structure,
    Switch,
}

/// The attributes above an item.
struct Head {
    brw: Vec<String>,
    br: Vec<String>,
    schema: Vec<String>,
    todo: Vec<String>,
}

impl Head {
    fn of(kind: Kind, name: &str, structure: &Structure, owner: &Owner<'_>, across: Across) -> Self {
        let Across { mut br, schema: mut asserts, mut todo } = across;
        if kind == Kind::Switch {
            let rules = br.drain(..).chain(asserts.drain(..));
            todo.extend(rules.map(|rule| format!("a switch cannot have the rule `{rule}`")));
        }
        if !structure.params.is_empty() && kind == Kind::Record {
            todo.push(format!("a record cannot have the parameters {}", structure.params.join(", ")));
        } else if !structure.params.is_empty() {
            let params: Vec<_> = structure.params.iter().map(|name| format!("{}: u64", ident(name))).collect();
            br.push(format!("import({})", params.join(", ")));
        }
        let label = text("name", &structure.name).filter(|_| *name != *structure.name);
        let mut schema: Vec<_> = label.into_iter().chain(text("spec", &structure.spec)).collect();
        schema.extend(asserts);
        let mut computed: Vec<String> = structure.sums.iter().map(sum).collect();
        if !structure.derived.is_empty() {
            let derived = structure.derived.iter();
            let derived = derived.map(|one| self::derived(&owner.name, one));
            computed.insert(0, format!("derive({})", derived.collect::<Vec<_>>().join(", ")));
        }
        let of_file: Vec<_> = structure.settings.iter().filter(|set| set.field.is_empty()).map(setting).collect();
        if !of_file.is_empty() {
            computed.push(format!("set({})", of_file.join(", ")));
        }
        if kind == Kind::Structure {
            schema.extend(computed);
        } else {
            todo.extend(computed.iter().map(|word| format!("only a structure with fields can have `{word}`")));
        }
        Self { brw: vec![order_word(owner.endian)], br, schema, todo }
    }

    fn text(&self) -> String {
        attribute("brw", &self.brw, "") + &attribute("br", &self.br, "") + &attribute("schema", &self.schema, "")
    }
}

/// Returns `header.count = items.len(), code = ".."`
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
    let over = sum.ranges().map(|range| match range {
        (first, Some(last)) if first == last => format!("over({})", ident(first)),
        (first, Some(last)) => format!("over({}, {})", ident(first), ident(last)),
        (first, None) => format!("over({}, ..)", ident(first)),
    });
    let mut words = vec![checksum(&sum.algorithm)];
    words.extend(over);
    words.push(format!("stored = {}", path(&sum.stored)));
    for (name, left_out) in [("skip", &sum.skip), ("or_skip", &sum.or_skip), ("or_zero", &sum.or_zero)] {
        if !left_out.is_empty() {
            words.push(format!("{name}({})", paths(left_out)));
        }
    }
    if !sum.fill.is_empty() {
        let filled = sum.fill.iter().map(|filled| format!("{} = {}", path(&filled.member), filled.byte));
        words.push(format!("fill({})", filled.collect::<Vec<_>>().join(", ")));
    }
    words.extend(text("spec", &sum.spec));
    format!("sum({})", words.join(", "))
}
