//! A `.ksy` file: what Kaitai Struct can say of a schema. What it cannot say, the file names at its top.

mod attribute;
mod expr;
mod region;
mod unsaid;

use super::all_codes;
use super::names::{Names, snake, stem};
use super::text::{about, one_line};
use crate::interpret::each_expr;
use crate::schema::{Case, Codes, CodesLink, Constraint, Expr, Field, Link, Model, Rule, Structure, Text, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Words that ids cannot be, in Kaitai Struct or in a language that it is compiled to.
const RESERVED: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "bool",
    "break",
    "case",
    "class",
    "close",
    "const",
    "continue",
    "def",
    "default",
    "del",
    "delete",
    "elif",
    "else",
    "enum",
    "except",
    "export",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "global",
    "goto",
    "if",
    "import",
    "in",
    "int",
    "is",
    "lambda",
    "mro",
    "name",
    "new",
    "nonlocal",
    "not",
    "null",
    "or",
    "pass",
    "private",
    "protected",
    "public",
    "raise",
    "register",
    "return",
    "self",
    "static",
    "str",
    "strz",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "value",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// A variable-length number, of which the file has a type when it needs one.
const ULEB: &str = r#"  uleb:
    doc: "An unsigned LEB128 number: seven bits a byte, least significant group first."
    seq:
      - id: "groups"
        type: uleb_group
        repeat: until
        repeat-until: not _.more
    instances:
      number:
        value: "groups[0].low + (groups.size > 1 ? groups[1].low << 7 : 0) + (groups.size > 2 ? groups[2].low << 14 : 0) + (groups.size > 3 ? groups[3].low << 21 : 0) + (groups.size > 4 ? groups[4].low << 28 : 0) + (groups.size > 5 ? groups[5].low << 35 : 0) + (groups.size > 6 ? groups[6].low << 42 : 0) + (groups.size > 7 ? groups[7].low << 49 : 0) + (groups.size > 8 ? groups[8].low << 56 : 0) + (groups.size > 9 ? groups[9].low << 63 : 0)"
  uleb_group:
    meta:
      bit-endian: le
    seq:
      - id: "low"
        type: b7
      - id: "more"
        type: b1
"#;

/// The file of a schema.
pub(super) fn spec(model: &Model, format: &str) -> String {
    let spec = Spec::new(model, format);
    let mut text = unsaid::comment(&spec, format);
    let _ = writeln!(text, "meta:\n  id: {}\n  endian: le\n  bit-endian: le", spec.id);
    if let Some(root) = model.get(&model.root) {
        spec.body(&mut text, root, "");
    }
    text.push_str("types:\n");
    for structure in model.structures.values() {
        if structure.name != model.root {
            let _ = writeln!(text, "  {}:", spec.type_name(&structure.name));
            spec.body(&mut text, structure, "    ");
        }
        for case in structure.cases() {
            let _ = writeln!(text, "  {}:", spec.case_type(structure, case));
            spec.case_body(&mut text, structure, case);
        }
        for (field, region) in region::lists(structure) {
            region::entry_type(&spec, &mut text, structure, field, region);
        }
    }
    let varints = model.structures.values().flat_map(Structure::all_fields);
    if varints.into_iter().any(|field| matches!(field.ty, Type::Varint { .. })) {
        text.push_str(ULEB);
    }
    if !spec.enums.is_empty() {
        text.push_str("enums:\n");
        spec.enums.iter().for_each(|(codes, name)| enumeration(&mut text, codes, name));
    }
    text
}

/// The names of a file.
struct Spec<'m> {
    model: &'m Model,
    id: String,
    types: BTreeMap<&'m str, String>,
    cases: BTreeMap<(String, String), String>,
    /// Types of the regions of a field.
    regions: BTreeMap<(String, String), String>,
    enums: Vec<(&'m Codes, String)>,
    /// Members that expressions use, so that they stay numbers.
    used: BTreeSet<&'m str>,
}

impl<'m> Spec<'m> {
    fn new(model: &'m Model, format: &str) -> Self {
        let id = stem(format);
        let mut names = Names::new(RESERVED);
        names.take(id.clone());
        names.take_with("uleb".to_owned(), &["", "_group"]);
        let (mut types, mut cases) = (BTreeMap::new(), BTreeMap::new());
        for structure in model.structures.values() {
            let name = if structure.name == model.root { id.clone() } else { names.take(snake(&structure.name)) };
            types.insert(&*structure.name, name);
        }
        for structure in model.structures.values() {
            for case in structure.cases() {
                let name = names.take(format!("{}_{}", snake(&structure.name), snake(&case.name)));
                cases.insert((structure.name.to_string(), case.name.to_string()), name);
            }
        }
        let mut regions = BTreeMap::new();
        for structure in model.structures.values() {
            for (field, _) in region::lists(structure) {
                let name = names.take(format!("{}_{}", snake(&structure.name), snake(&field.name)));
                regions.insert((structure.name.to_string(), field.name.to_string()), name);
            }
        }
        let mut enums = Names::new(RESERVED);
        let codes = all_codes(model).into_iter().filter(|codes| !codes.flags);
        let enums = codes.map(|codes| (codes, enums.take(snake(&codes.name)))).collect();
        let mut used = BTreeSet::new();
        for structure in model.structures.values() {
            each_expr(structure, &mut |expr| {
                if let Expr::Path(path) = expr {
                    used.extend(path.last().map(|name| &**name));
                }
            });
        }
        Self { model, id, types, cases, regions, enums, used }
    }

    fn resolve(&self, link: &Link) -> Option<&'m Structure> {
        self.model.get(link.name())
    }

    fn type_name(&self, structure: &str) -> &str {
        self.types.get(structure).map_or("", String::as_str)
    }

    fn case_type(&self, structure: &Structure, case: &Case) -> &str {
        self.cases.get(&(structure.name.to_string(), case.name.to_string())).map_or("", String::as_str)
    }

    fn region_type(&self, structure: &Structure, field: &Field) -> &str {
        self.regions.get(&(structure.name.to_string(), field.name.to_string())).map_or("", String::as_str)
    }

    /// The enumeration of a field, unless an expression or a rule needs its number.
    fn enum_of(&self, name: &str, codes: Option<&CodesLink>, rules: &[Constraint]) -> Option<&str> {
        if rules.iter().any(|rule| rule.rule != Rule::Known && rule.lenient.is_empty()) {
            return None;
        }
        let codes = codes?.get();
        let found = self.enums.iter().find(|(one, _)| *one == codes)?;
        (!self.used.contains(name)).then_some(&*found.1)
    }

    /// All of a type but its name.
    fn body(&self, text: &mut String, structure: &'m Structure, indent: &str) {
        documentation(text, indent, &structure.doc, &structure.spec);
        params(text, indent, &structure.params);
        if structure.cases().is_empty() {
            self.seq(text, structure, structure.fields(), indent);
            return;
        }
        let args = structure.params.iter().map(|name| id(name)).collect::<Vec<_>>().join(", ");
        let args = if args.is_empty() { args } else { format!("({args})") };
        let _ = writeln!(text, "{indent}seq:");
        for (number, case) in (0..).zip(structure.cases()) {
            let _ = writeln!(text, "{indent}  - id: {}", quoted(&id(&case.name)));
            let _ =
                writeln!(text, "{indent}    type: {}", quoted(&format!("{}{args}", self.case_type(structure, case))));
            let _ = writeln!(text, "{indent}    if: case_number == {number}");
        }
        let _ = writeln!(text, "{indent}instances:\n{indent}  case_number:");
        let scope = expr::Scope::of(self, structure, structure.fields());
        let mut value = String::new();
        let mut last = "-1".to_owned();
        for (number, case) in (0..).zip(structure.cases()) {
            match &case.when {
                Some(when) => {
                    let when = scope.boolean(when).unwrap_or_else(|| "false".to_owned());
                    let _ = write!(value, "({when}) ? {number} : ");
                }
                None => {
                    last = number.to_string();
                    break;
                }
            }
        }
        let _ = writeln!(text, "{indent}    value: {}", quoted(&format!("{value}{last}")));
    }

    fn case_body(&self, text: &mut String, structure: &'m Structure, case: &'m Case) {
        documentation(text, "    ", &case.doc, "");
        params(text, "    ", &structure.params);
        self.seq(text, structure, &case.fields, "    ");
    }

    /// Fields in their order, and those that lie elsewhere.
    fn seq(&self, text: &mut String, structure: &'m Structure, fields: &'m [Field], indent: &str) {
        let scope = expr::Scope::of(self, structure, fields);
        let (mut seq, mut instances) = (String::new(), String::new());
        for field in fields {
            if unsaid::reason(&scope, field).is_some() {
                let _ = writeln!(seq, "{indent}  - id: \"unsaid\"\n{indent}    size-eos: true");
                break;
            }
            attribute::write(&scope, field, indent, &mut seq, &mut instances);
        }
        attribute::bits(self, structure, indent, &mut seq, &mut instances);
        if !seq.is_empty() {
            let _ = write!(text, "{indent}seq:\n{seq}");
        }
        if !instances.is_empty() {
            let _ = write!(text, "{indent}instances:\n{instances}");
        }
    }
}

/// An id: in lower case, and no word with another meaning.
fn id(name: &str) -> String {
    let mut id = snake(name).trim_start_matches('_').to_owned();
    if RESERVED.contains(&&*id) || id.is_empty() {
        id.push_str("_field");
    }
    id
}

/// A text that YAML reads as it is.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn documentation(text: &mut String, indent: &str, doc: &str, spec: &str) {
    let doc = about(doc, spec);
    if !doc.is_empty() {
        let _ = writeln!(text, "{indent}doc: {}", quoted(&doc));
    }
}

fn params(text: &mut String, indent: &str, params: &[Text]) {
    if params.is_empty() {
        return;
    }
    let _ = writeln!(text, "{indent}params:");
    for name in params {
        let _ = writeln!(text, "{indent}  - id: {}\n{indent}    type: s8", quoted(&id(name)));
    }
}

fn enumeration(text: &mut String, codes: &Codes, name: &str) {
    let _ = writeln!(text, "  {name}:");
    let mut names = Names::new(RESERVED);
    let mut values = BTreeSet::new();
    for code in codes.codes.iter().filter(|code| values.insert(code.value)) {
        let id = names.take(snake(&code.name).trim_start_matches('_').to_owned());
        let _ = writeln!(text, "    {}:\n      id: {}", code.value, quoted(&id));
        if !code.doc.is_empty() {
            let _ = writeln!(text, "      doc: {}", quoted(&one_line(&code.doc)));
        }
    }
}
