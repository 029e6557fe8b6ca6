//! Declares records, structures of varying size, and switches.

use super::attributes::{RulesAcross, WIDTH, attribute_lines, byte_string, doc_lines, text_word};
use super::context::ModuleContext;
use super::expr::{self, path_text};
use super::field::{
    DeclaredField, FieldOwner, checksum_name, common_endian, order_word, own_algorithms, paths_text, setting_text,
};
use super::item::RustItem;
use super::names::{rust_ident, snake_ident, type_ident};
use bpx_model::name::{UnusedNames, to_kebab_case};
use bpx_model::{Case, DerivedMember, Field, FieldChecksum, Model, Rule, Structure, Type};

/// Returns the declaration of a structure of fields.
pub(super) fn of_fields(context: &ModuleContext<'_>, structure: &Structure, fields: &[Field]) -> RustItem {
    let name = context.types.of_structure(&structure.name);
    let record = structure.size.is_some();
    let (name_of_rules, settings) = (to_kebab_case(&structure.name), &*structure.settings);
    let owner = FieldOwner { name: name_of_rules, record, endian: common_endian(fields.iter()), context, settings };
    let (magic, fields) = split_signature(&owner, fields);
    let across = RulesAcross::of_structure(&owner.name, &structure.rules, &structure.spec);
    let mut names = UnusedNames::default();
    let (mut members, mut open, mut needs) = (String::new(), Vec::new(), Vec::new());
    for field in fields {
        let member = owner.declare_field(field, &mut names);
        needs.extend(member.needed_names());
        members.push_str(&field_lines(member, "    ", true, &mut open));
    }
    let kind = if record { DeclarationKind::Record } else { DeclarationKind::Structure };
    let mut head = ItemHead::of_item(kind, &name, structure, &owner, across);
    head.br.extend(magic);
    head.schema.extend(structure.size.map(|size| format!("size = {size}")));
    let mut todo = std::mem::take(&mut head.todo);
    todo.extend(missing_structures(context.model, fields.iter()));
    todo.extend(own_algorithms(structure));
    todo.append(&mut open);
    let (kind, item_macro) = match record {
        true => ("#[derive(Debug, Clone, PartialEq, Record)]\n", "Record"),
        false => ("#[structure]\n#[derive(Debug, Clone, PartialEq)]\n", "structure"),
    };
    needs.push(item_macro);
    let (lines, head) = (doc_lines(&structure.doc, ""), head.attributes_text());
    let text = format!("{lines}{kind}{head}pub struct {name} {{\n{members}}}\n");
    RustItem { name, text, todo, needs }
}

/// Returns the declaration of a switch.
pub(super) fn of_cases(context: &ModuleContext<'_>, structure: &Structure, cases: &[Case]) -> RustItem {
    let name = context.types.of_structure(&structure.name);
    let all = || cases.iter().flat_map(|case| case.fields.iter());
    let owner = FieldOwner {
        name: to_kebab_case(&structure.name),
        record: false,
        endian: common_endian(all()),
        context,
        settings: &[],
    };
    let across = RulesAcross::of_structure(&owner.name, &structure.rules, &structure.spec);
    let mut head = ItemHead::of_item(DeclarationKind::Switch, &name, structure, &owner, across);
    let mut todo = std::mem::take(&mut head.todo);
    todo.extend(missing_structures(context.model, all()));
    todo.extend(own_algorithms(structure));
    let mut names = UnusedNames::default();
    let (mut variants, mut needs) = (String::new(), vec!["structure"]);
    for case in cases {
        let wanted = type_ident(&case.name);
        let free = names.take_name(&wanted);
        if free != wanted {
            todo.push(format!("`{}` is called `{free}` here, because another case is called `{wanted}`", case.name));
        }
        variants.push_str(&variant_text(&structure.name, &free, case, &owner, (&mut todo, &mut needs)));
    }
    let (lines, head) = (doc_lines(&structure.doc, ""), head.attributes_text());
    let kind = "#[structure]\n#[derive(Debug, Clone, PartialEq)]\n";
    let text = format!("{lines}{kind}{head}pub enum {name} {{\n{variants}}}\n");
    RustItem { name, text, todo, needs }
}

fn variant_text(
    owner: &str,
    name: &str,
    case: &Case,
    of: &FieldOwner<'_>,
    (todo, needs): (&mut Vec<String>, &mut Vec<&'static str>),
) -> String {
    let indent = "    ";
    let inner = FieldOwner { name: to_kebab_case(&format!("{owner}.{}", case.name)), ..*of };
    let tag = case.tag().map(|tag| format!("magic = {}", byte_string(tag)));
    let when = case.when.as_ref().map(|when| format!("pre_assert({})", expr::expr_text(when)));
    let when: Vec<_> = tag.into_iter().chain(when).collect();
    let label = text_word("name", &case.name).filter(|_| *name != *case.name);
    let words: Vec<_> = [label, text_word("attempt", &case.attempt)].into_iter().flatten().collect();
    let head = doc_lines(&case.doc, indent)
        + &attribute_lines("br", &when, indent)
        + &attribute_lines("schema", &words, indent);
    let mut names = UnusedNames::default();
    let kept = case.fields.iter().filter(|field| !field.is_tag());
    let members: Vec<_> = kept.map(|field| inner.declare_field(field, &mut names)).collect();
    needs.extend(members.iter().flat_map(DeclaredField::needed_names));
    let body = match &*members {
        [] => String::new(),
        // A value with the name of its case needs no name.
        [only] if only.name == snake_ident(name) => {
            todo.extend(only.todo.iter().cloned());
            let inner = only.head_lines("        ");
            let short: String = inner.lines().map(|line| format!("{} ", line.trim())).collect();
            let short = format!("({short}{})", only.ty);
            // Documentation and long types need separate lines.
            match only.doc.is_empty() && indent.len() + name.len() + short.len() < WIDTH {
                true => short,
                false => format!("(\n{inner}        {},\n    )", only.ty),
            }
        }
        _ => {
            let lines: String =
                members.into_iter().map(|member| field_lines(member, "        ", false, todo)).collect();
            format!(" {{\n{lines}    }}")
        }
    };
    format!("{head}{indent}{name}{body},\n")
}

fn field_lines(member: DeclaredField, indent: &str, public: bool, todo: &mut Vec<String>) -> String {
    let head = member.head_lines(indent);
    todo.extend(member.todo);
    let public = if public && member.public { "pub " } else { "" };
    format!("{head}{indent}{public}{}: {},\n", member.name, member.ty)
}

/// Returns the attribute of a signature that is not kept in memory, if any, and the fields after the signature.
fn split_signature<'f>(owner: &FieldOwner<'_>, fields: &'f [Field]) -> (Option<String>, &'f [Field]) {
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
fn missing_structures<'f>(model: &Model, fields: impl Iterator<Item = &'f Field>) -> Vec<String> {
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
enum DeclarationKind {
    Record,
    Structure,
    Switch,
}

/// The attributes above an item.
struct ItemHead {
    brw: Vec<String>,
    br: Vec<String>,
    schema: Vec<String>,
    todo: Vec<String>,
}

impl ItemHead {
    fn of_item(
        kind: DeclarationKind,
        name: &str,
        structure: &Structure,
        owner: &FieldOwner<'_>,
        across: RulesAcross,
    ) -> Self {
        let RulesAcross { mut br, schema: mut asserts, mut todo } = across;
        if kind == DeclarationKind::Switch {
            let rules = br.drain(..).chain(asserts.drain(..));
            todo.extend(rules.map(|rule| format!("a switch cannot have the rule `{rule}`")));
        }
        if !structure.params.is_empty() && kind == DeclarationKind::Record {
            todo.push(format!("a record cannot have the parameters {}", structure.params.join(", ")));
        } else if !structure.params.is_empty() {
            let params: Vec<_> = structure.params.iter().map(|name| format!("{}: u64", rust_ident(name))).collect();
            br.push(format!("import({})", params.join(", ")));
        }
        let label = text_word("name", &structure.name).filter(|_| *name != *structure.name);
        let mut schema: Vec<_> = label.into_iter().chain(text_word("spec", &structure.spec)).collect();
        schema.extend(asserts);
        let mut computed: Vec<String> = structure.sums.iter().map(sum_word).collect();
        if !structure.derived.is_empty() {
            let derived = structure.derived.iter();
            let derived = derived.map(|one| derived_words(&owner.name, one));
            computed.insert(0, format!("derive({})", derived.collect::<Vec<_>>().join(", ")));
        }
        let of_file: Vec<_> = structure.settings.iter().filter(|set| set.field.is_empty()).map(setting_text).collect();
        if !of_file.is_empty() {
            computed.push(format!("set({})", of_file.join(", ")));
        }
        if kind == DeclarationKind::Structure {
            schema.extend(computed);
        } else {
            todo.extend(computed.iter().map(|word| format!("only a structure with fields can have `{word}`")));
        }
        Self { brw: vec![order_word(owner.endian)], br, schema, todo }
    }

    fn attributes_text(&self) -> String {
        attribute_lines("brw", &self.brw, "")
            + &attribute_lines("br", &self.br, "")
            + &attribute_lines("schema", &self.schema, "")
    }
}

/// Returns `header.count = items.len(), code = ".."`
fn derived_words(owner: &str, derived: &DerivedMember) -> String {
    let mut words = vec![format!("{} = {}", path_text(&derived.target), expr::expr_text(&derived.value))];
    if let Some(rule) = &derived.rule {
        let target = derived.target.iter().map(|part| to_kebab_case(part)).collect::<Vec<_>>().join(".");
        let own = format!("{owner}.{target}.{}", rule.rule.name());
        words.extend(text_word("code", &rule.code).filter(|_| rule.code != own));
        words.extend(text_word("spec", &rule.spec));
        words.extend(text_word("lenient", &rule.lenient));
    }
    words.join(", ")
}

fn sum_word(sum: &FieldChecksum) -> String {
    let over = sum.ranges().map(|range| match range {
        (first, Some(last)) if first == last => format!("over({})", rust_ident(first)),
        (first, Some(last)) => format!("over({}, {})", rust_ident(first), rust_ident(last)),
        (first, None) => format!("over({}, ..)", rust_ident(first)),
    });
    let mut words = vec![checksum_name(&sum.algorithm)];
    words.extend(over);
    words.push(format!("stored = {}", path_text(&sum.stored)));
    for (name, left_out) in [("skip", &sum.skip), ("or_skip", &sum.or_skip), ("or_zero", &sum.or_zero)] {
        if !left_out.is_empty() {
            words.push(format!("{name}({})", paths_text(left_out)));
        }
    }
    if !sum.fill.is_empty() {
        let filled = sum.fill.iter().map(|filled| format!("{} = {}", path_text(&filled.member), filled.byte));
        words.push(format!("fill({})", filled.collect::<Vec<_>>().join(", ")));
    }
    words.extend(text_word("spec", &sum.spec));
    format!("sum({})", words.join(", "))
}
