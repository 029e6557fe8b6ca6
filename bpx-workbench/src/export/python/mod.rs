//! Writes a Python module that declares the structures, for a runtime that all modules use.

mod expr;
mod region;
mod relation;
mod words;

use self::region::region_of;
use self::words::RESERVED;

use super::all_codes::all_codes;
use super::names::{Names, valid_identifier};
use super::text::{doc_with_section, one_line};
use bpx_schema::schema::name::to_kebab_case;
use bpx_schema::schema::{
    Algorithm, Case, Codes, CodesLink, Constraint, CrcParameters, DigitFill, Endian, Expr, Field, Length, Model, Rule,
    Structure, Text, Type, VarintForm,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The files that form the runtime, in their order in the module.
const RUNTIME: &[&str] = &[
    include_str!("runtime/public.py"),
    include_str!("runtime/declare.py"),
    include_str!("runtime/expressions.py"),
    include_str!("runtime/reading.py"),
    include_str!("runtime/places.py"),
    include_str!("runtime/rules.py"),
    include_str!("runtime/relations.py"),
    include_str!("runtime/from_json.py"),
    include_str!("runtime/writing.py"),
    include_str!("runtime/files.py"),
    include_str!("runtime/placing.py"),
];

/// Names of the transforms and checksums that the runtime implements.
const TRANSFORMS: &[&str] = &["zlib", "deflate", "xz"];
const SUMS: &[&str] = &[
    "adler32",
    "byte-sum",
    "crc16-arc",
    "crc16-ccitt",
    "crc16-kermit",
    "crc16-modbus",
    "crc16-xmodem",
    "crc24-openpgp",
    "crc32",
    "crc32-bzip2",
    "crc32-legacy",
    "crc32-mpeg2",
    "crc32c",
    "crc64-ecma",
    "crc64-xz",
    "crc8",
    "sum16-be",
    "sum16-le",
    "sum32-be",
    "sum32-le",
];

/// Returns descriptions of the algorithms that a schema names and the runtime does not implement.
fn lacking_algorithms(model: &Model) -> Vec<String> {
    let mut lacking = Vec::new();
    for structure in model.structures.values() {
        let regions = || structure.all_fields().filter_map(|field| field.region.as_ref());
        let transforms = regions().flat_map(|region| &*region.steps).map(|step| step.transform.name());
        let transforms =
            transforms.filter(|name| !TRANSFORMS.contains(name)).map(|name| format!("the transform {name}"));
        let sums = regions().flat_map(|region| &*region.checks).flat_map(|check| &*check.algorithms);
        let sums = structure.sums.iter().map(|sum| &sum.algorithm).chain(sums);
        let sums = sums.filter(|one| one.crc().is_none() && !SUMS.contains(&one.name()));
        let sums = sums.map(|one| format!("the checksum {}", one.name()));
        lacking.extend(transforms.chain(sums));
    }
    lacking.sort();
    lacking.dedup();
    lacking
}

/// The imports of a module from the runtime: names for declarations, and names for users of the module.
const IMPORTS: &str = "\
import enum

from bpx_runtime import (  # written by the same command; its folder has to be in `sys.path`
    REST,
    Bits,
    Case,
    Claim,
    Data,
    Digits,
    F,
    Fault,
    Field,
    FixedPoint,
    Float,
    Int,
    Malformed,
    Named,
    NoValue,
    Place,
    Pool,
    Region,
    Relation,
    Rule,
    Search,
    Setting,
    Stored,
    Structure,
    Sum,
    Text,
    Uleb,
    Until,
    Varint,
    _div,
    _fit,
    _rem,
    _shl,
    _shr,
    _whole,
    from_json,
    read,
    read_file,
    validate,
    write,
    write_file,
)
";

/// Returns the text of the runtime as a separate module.
pub(super) fn runtime_text() -> String {
    let about = "Reads, checks and writes the structures of the modules that `bpx schema export --target python` \
                 writes.\n\n\
                 The limits below hold for all of these modules.\n";
    format!("\"\"\"{about}\"\"\"\n{}", RUNTIME.join("\n\n"))
}

/// Returns the text of the module for a schema. The text contains the runtime if `bundle` is true, otherwise the module
/// imports the runtime.
pub(super) fn module_text(model: &Model, format: &str, bundle: bool) -> String {
    let module = Module::new(model);
    let mut text = module.module_start(format, bundle);
    for (codes, name) in &module.codes {
        write_enumeration(&mut text, codes, name);
    }
    for structure in model.structures.values() {
        module.write_structure(&mut text, structure);
    }
    text.push_str("\n\n# All structures, by the names of the schema.\nSTRUCTURES = {\n");
    for (structure, name) in &module.classes {
        let _ = writeln!(text, "    {}: {name},", string_literal(structure));
    }
    let _ = writeln!(text, "}}\n\n# The structure that a file begins with.\nROOT = {}", module.class_name(&model.root));
    text
}

/// The names in a module.
struct Module<'m> {
    model: &'m Model,
    classes: BTreeMap<&'m str, String>,
    codes: Vec<(&'m Codes, String)>,
}

impl<'m> Module<'m> {
    fn new(model: &'m Model) -> Self {
        let mut names = Names::new(RESERVED);
        names.take_name("ROOT".to_owned());
        let classes = model.structures.keys().map(|name| (&**name, names.take_name(valid_identifier(name)))).collect();
        let codes =
            all_codes(model).into_iter().map(|codes| (codes, names.take_name(valid_identifier(&codes.name)))).collect();
        Self { model, classes, codes }
    }

    fn module_start(&self, format: &str, bundle: bool) -> String {
        let (option, needs) = if bundle { (" --bundle", "nothing else") } else { ("", "bpx_runtime.py") };
        let mut about = format!(
            "Structures of {format}, written by `bpx schema export {format} --target python{option}`.\n\nThe \
                functions are read(Structure, data), validate(Structure, data) and write(value), and for whole files \
                read_file(ROOT, data), from_json(ROOT, json) and write_file(value). The module needs Python 3.9 and \
                {needs}.\n"
        );
        let rules = self.model.structures.values().flat_map(Structure::all_rules);
        let opaque: Vec<_> =
            rules.filter(|rule| matches!(rule.rule, Rule::Custom(_))).map(|rule| &*rule.code).collect();
        if !opaque.is_empty() {
            let _ = writeln!(
                about,
                "\nThis module does not check these rules, because they are Rust functions: {}.",
                opaque.join(", ")
            );
        }
        let lacking = lacking_algorithms(self.model);
        if !lacking.is_empty() {
            let _ = writeln!(
                about,
                "\nThis module does not implement these algorithms: {}. The module reports a file that needs such an \
                    algorithm as unsupported.",
                lacking.join(", ")
            );
        }
        // A docstring ends with three quotes, and has no escapes.
        let about = about.replace('\\', "/").replace("\"\"\"", "'''");
        let runtime = if bundle { RUNTIME.join("\n\n") } else { IMPORTS.to_owned() };
        format!("\"\"\"{about}\"\"\"\n{runtime}")
    }

    fn class_name(&self, name: &str) -> &str {
        self.classes.get(name).map_or("None", String::as_str)
    }

    fn codes_name(&self, codes: &CodesLink) -> &str {
        self.codes.iter().find(|(one, _)| *one == codes.get()).map_or("None", |(_, name)| name.as_str())
    }

    fn write_structure(&self, text: &mut String, structure: &Structure) {
        let _ = writeln!(text, "\n\nclass {}(Structure):", self.class_name(&structure.name));
        let _ = writeln!(text, "    {}\n", string_literal(&doc_with_section(&structure.doc, &structure.spec)));
        if !structure.params.is_empty() {
            let _ =
                writeln!(text, "    PARAMS = {}", tuple_text(structure.params.iter().map(|name| string_literal(name))));
        }
        if let Some(size) = structure.size {
            let _ = writeln!(text, "    SIZE = {size}");
        }
        if !structure.fields().is_empty() {
            let _ = writeln!(text, "    FIELDS = (");
            structure.fields().iter().for_each(|field| self.write_field(text, structure, field, 8));
            let _ = writeln!(text, "    )");
        }
        if !structure.bit_fields().is_empty() {
            let _ = writeln!(text, "    BITS = (");
            for field in structure.bit_fields() {
                let mut args = vec![string_literal(&field.name), field.bit.to_string(), field.bits.to_string()];
                self.add_rules(&mut args, field.codes.as_ref(), &field.constraints, None);
                if field.order == Endian::Big {
                    args.push("big=True".to_owned());
                }
                let _ = writeln!(text, "        Bits({}),{}", args.join(", "), end_comment(&field.doc));
            }
            let _ = writeln!(text, "    )");
        }
        if !structure.cases().is_empty() {
            let _ = writeln!(text, "    CASES = (");
            structure.cases().iter().for_each(|case| self.write_case(text, structure, case));
            let _ = writeln!(text, "    )");
        }
        let rules: Vec<_> = structure.rules.iter().filter_map(|one| early_rule_declaration(structure, one)).collect();
        if !rules.is_empty() {
            let _ = writeln!(text, "    RULES = {}", tuple_text(rules));
        }
        if !structure.derived.is_empty() {
            let each = structure.derived.iter();
            let each = each.map(|derived| {
                let ruled = derived.rule.as_ref().and_then(|one| rule_declaration(one, Some(&derived.value)));
                tuple_text([path_tuple(&derived.target), expr::expr_function(&derived.value)].into_iter().chain(ruled))
            });
            let _ = writeln!(text, "    DERIVED = {}", tuple_text(each));
        }
        if !structure.sums.is_empty() {
            let _ = writeln!(text, "    SUMS = {}", tuple_text(structure.sums.iter().map(sum_declaration)));
        }
        if !structure.settings.is_empty() {
            let _ = writeln!(text, "    SETTINGS = (");
            for one in structure.settings.iter() {
                let args = [string_literal(&one.field), path_tuple(&one.target), expr::expr_function(&one.value)];
                let _ = writeln!(text, "        Setting({}),", args.join(", "));
            }
            let _ = writeln!(text, "    )");
        }
    }

    fn write_case(&self, text: &mut String, structure: &Structure, case: &Case) {
        let when = case.when.as_ref().map_or_else(|| "None".to_owned(), expr::expr_function);
        let _ = writeln!(text, "        Case({}, {when}, (", string_literal(&case.name));
        case.fields.iter().for_each(|field| self.write_field(text, structure, field, 12));
        let attempt =
            if case.attempt.is_empty() { String::new() } else { format!(", {}", string_literal(&case.attempt)) };
        let _ = writeln!(text, "        ){attempt}),");
    }

    fn write_field(&self, text: &mut String, structure: &Structure, field: &Field, indent: usize) {
        let ty = match (&field.ty, field.terminator_size()) {
            (Type::CString, 2) => "Text(2)".to_owned(),
            (ty, _) => self.type_of(ty),
        };
        let mut args = vec![string_literal(&field.name), ty];
        let mut named = |name: &str, value: String| args.push(format!("{name}={value}"));
        if let Some(is_big) = &field.is_big {
            named("is_big", expr::expr_function(is_big));
        }
        if let Some(width) = &field.width {
            named("width", expr::expr_function(width));
        }
        match &field.len {
            None => {}
            Some(Length::Fixed(count)) => named("count", count.to_string()),
            Some(Length::Count(count)) => named("count", expr::expr_function(count)),
            Some(Length::Rest) => named("count", "REST".to_owned()),
            Some(Length::Until(condition)) => named("count", expr::list_ending(condition, &field.name)),
            Some(Length::Terminated(bytes)) => named("count", byte_string(bytes)),
        }
        if field.padding {
            named("padding", "True".to_owned());
        }
        if field.fill != 0 {
            named("fill", field.fill.to_string());
        }
        if let Some(when) = &field.when {
            named("when", expr::expr_function(when));
        }
        if let Some(otherwise) = field.otherwise {
            named("otherwise", otherwise.to_string());
        }
        let magic = field.signature().filter(|_| structure.size.is_none());
        match (magic, &field.derived) {
            (Some(magic), _) => named("magic", byte_string(magic)),
            (None, Some(derived)) => named("derived", expr::expr_function(derived)),
            (None, None) => {}
        }
        if let Some(region) = field.region.as_ref() {
            named("region", region_of(region, structure));
        }
        if field.children {
            named("children", "True".to_owned());
        }
        if let Some(pool) = &field.pool {
            let words: Vec<_> = std::iter::once(&pool.name).chain(&pool.key).map(|word| string_literal(word)).collect();
            named("pool", format!("Pool({})", words.join(", ")));
        }
        if !field.relations.is_empty() {
            named("relations", tuple_text(field.relations.iter().map(relation::relation_declaration)));
        }
        let rules: &[Constraint] = if magic.is_some() { &[] } else { &field.constraints };
        self.add_rules(&mut args, field.codes.as_ref(), rules, field.derived.as_ref());
        let _ = writeln!(text, "{:indent$}Field({}),{}", "", args.join(", "), end_comment(&field.doc));
    }

    fn add_rules(
        &self,
        args: &mut Vec<String>,
        codes: Option<&CodesLink>,
        rules: &[Constraint],
        derived: Option<&Expr>,
    ) {
        if let Some(codes) = codes {
            args.push(format!("codes={}", self.codes_name(codes)));
        }
        let rules: Vec<_> = rules.iter().filter_map(|one| rule_declaration(one, derived)).collect();
        if !rules.is_empty() {
            args.push(format!("rules={}", tuple_text(rules)));
        }
    }

    fn type_of(&self, ty: &Type) -> String {
        let big = |endian| if endian == Endian::Big { ", big=True" } else { "" };
        match ty {
            Type::Int { size, signed, endian } => {
                format!("Int({size}{}{})", if *signed { ", signed=True" } else { "" }, big(*endian))
            }
            Type::Float { size, endian } => format!("Float({size}{})", big(*endian)),
            Type::Varint { bits, form: VarintForm::Uleb } => format!("Varint({bits})"),
            Type::Varint { bits, form } => format!("Varint({bits}, {})", string_literal(&form.name().to_lowercase())),
            Type::FixedPoint { size, fraction, signed, endian } => {
                let signed = if *signed { ", signed=True" } else { "" };
                format!("FixedPoint({size}, {fraction}{signed}{})", big(*endian))
            }
            Type::Digits { size, form } => {
                let kind = string_literal(&form.digits.name().to_lowercase());
                let fill = match form.fill {
                    DigitFill::Zeros => String::new(),
                    other => format!(", {}", string_literal(&to_kebab_case(other.name()))),
                };
                format!("Digits({size}, {kind}{fill})")
            }
            Type::CString => "Text()".to_owned(),
            Type::Named { link, args } => {
                let link = format!("lambda: {}", self.class_name(link.name()));
                let args = args.iter().map(expr::expr_function);
                format!("Named({})", std::iter::once(link).chain(args).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn write_enumeration(text: &mut String, codes: &Codes, name: &str) {
    let base = if codes.flags { "IntFlag" } else { "IntEnum" };
    let _ = writeln!(
        text,
        "\n\nclass {name}(enum.{base}):\n    {}\n",
        string_literal(&doc_with_section(&codes.doc, &codes.spec))
    );
    let (mut names, mut renamed) = (Names::new(RESERVED), false);
    let mut known = Vec::new();
    for code in codes.codes.iter() {
        // A name with an underscore at the beginning would be private.
        let member = valid_identifier(&code.name);
        let member = member.trim_start_matches('_');
        let member = names.take_name(valid_identifier(member));
        let _ = writeln!(text, "    {member} = {}{}", code.value, end_comment(&code.doc));
        renamed |= member != *code.name;
        known.push(format!("{}: {}", string_literal(&code.name), code.value));
    }
    if renamed {
        let _ =
            writeln!(text, "\n\n# The values by their names in the schema.\n{name}.NAMES = {{{}}}", known.join(", "));
    }
}

/// Returns the declaration of a rule across fields, with the fields that must be read before a reader can check the rule.
fn early_rule_declaration(structure: &Structure, rule: &Constraint) -> Option<String> {
    let declared = rule_declaration(rule, None)?;
    let needed = structure.early_fields(rule).map(|needed| needed.into_iter().map(|field| string_literal(&field.name)));
    let needs = needed.map(|needed| format!(", needs={})", tuple_text(needed)));
    Some(match declared.strip_suffix(')').zip(needs) {
        Some((open, needs)) => open.to_owned() + &needs,
        None => declared,
    })
}

/// Returns the declaration of a rule for a value, which may be computed from an expression; `None` if the rule is a
/// Rust function.
fn rule_declaration(constraint: &Constraint, derived: Option<&Expr>) -> Option<String> {
    let numbers = |list: &[i64]| Some(tuple_text(list.iter().map(i64::to_string)));
    let (what, value) = match &constraint.rule {
        Rule::Zero => ("zero", None),
        Rule::Magic(magic) => ("magic", Some(byte_string(magic))),
        Rule::OneOf(allowed) => ("one-of", numbers(allowed)),
        Rule::Supported(versions) => ("supported", numbers(versions)),
        Rule::Range(low, high) => ("range", numbers(&[*low, *high])),
        Rule::MultipleOf(factor) => ("multiple-of", Some(factor.to_string())),
        Rule::Known => ("known", None),
        Rule::Finite => ("finite", None),
        Rule::Digits => ("digits", None),
        Rule::Utf8 => ("utf8", None),
        Rule::Text(form) => {
            let pad = form.pad.map_or_else(|| "None".to_owned(), |pad| pad.to_string());
            ("text", Some(format!("({}, {pad})", string_literal(form.encoding.name()))))
        }
        Rule::Computed => {
            let counts = derived.is_some_and(Expr::needs_counts);
            ("calc", Some(string_literal(if counts { "count-mismatch" } else { "inconsistent" })))
        }
        Rule::Assert(expr) => ("assert", Some(expr::expr_function(expr))),
        Rule::Each(array, expr) => {
            let asked =
                |name| tuple_text(constraint.members_under(name).into_iter().map(|member| string_literal(member)));
            let (summed, compared) = (asked(Constraint::BEFORE), asked(Constraint::FIRST));
            let mut value = vec![string_literal(array), expr::expr_function(expr), summed, compared];
            let regions = constraint.members_under(Constraint::OVERLAPPED);
            value.extend((!regions.is_empty()).then(|| asked(Constraint::OVERLAPPED)));
            ("each", Some(tuple_text(value)))
        }
        Rule::Custom(_) => return None,
    };
    let mut args = vec![string_literal(what), string_literal(&constraint.code)];
    args.extend(value);
    let mut named = |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
    named("lenient", (!constraint.lenient.is_empty()).then(|| string_literal(&constraint.lenient)));
    named("kind", constraint.class.map(|class| string_literal(class.name())));
    named("severity", (!constraint.severity.is_usual()).then(|| string_literal(constraint.severity.name())));
    named("on", (!constraint.on.is_empty()).then(|| path_tuple(&constraint.on)));
    Some(format!("Rule({})", args.join(", ")))
}

/// Returns the name of a checksum, or the name and the parameters of a CRC.
fn checksum_name(algorithm: &Algorithm) -> String {
    let name = string_literal(algorithm.name());
    let Some(crc) = algorithm.crc() else { return name };
    let CrcParameters { width, polynomial, initial, reflect_in, reflect_out, xor_out } = crc;
    let truth = |holds| if holds { "True" } else { "False" };
    let (reflect_in, reflect_out) = (truth(reflect_in), truth(reflect_out));
    format!("({name}, {width}, {polynomial:#X}, {initial:#X}, {reflect_in}, {reflect_out}, {xor_out:#X})")
}

fn sum_declaration(sum: &bpx_schema::schema::FieldChecksum) -> String {
    let (first, last) = &sum.over;
    let last = last.as_ref().map_or_else(|| "None".to_owned(), |last| string_literal(last));
    let mut args = vec![
        checksum_name(&sum.algorithm),
        path_tuple(&sum.stored),
        format!("({}, {last})", string_literal(first)),
        string_literal(&sum.code),
    ];
    for (name, paths) in [("skip", &sum.skip), ("or_skip", &sum.or_skip), ("or_zero", &sum.or_zero)] {
        if !paths.is_empty() {
            args.push(format!("{name}={}", tuple_text(paths.iter().map(|names| path_tuple(names)))));
        }
    }
    if !sum.more.is_empty() {
        let more = sum.more.iter().map(|(first, last)| tuple_text([string_literal(first), string_literal(last)]));
        args.push(format!("more={}", tuple_text(more)));
    }
    if !sum.fill.is_empty() {
        let fill = sum.fill.iter().map(|filled| format!("({}, {})", path_tuple(&filled.member), filled.byte));
        args.push(format!("fill={}", tuple_text(fill)));
    }
    format!("Sum({})", args.join(", "))
}

fn path_tuple(names: &[Text]) -> String {
    tuple_text(names.iter().map(|name| string_literal(name)))
}

fn tuple_text(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<_> = parts.into_iter().collect();
    if let [one] = &*parts { format!("({one},)") } else { format!("({})", parts.join(", ")) }
}

/// Returns a literal of a text. Python reads the same escapes as JSON.
fn string_literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn byte_string(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// Returns documentation as a comment at the end of a line.
fn end_comment(doc: &str) -> String {
    if doc.is_empty() { String::new() } else { format!("  # {}", one_line(doc)) }
}
