//! Converts names of a schema to names of Rust.

use bpx_model::Model;
use bpx_model::name::{UnusedNames, to_kebab_case};
use std::collections::HashMap;

/// Keywords, which need the prefix `r#`.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Keywords that cannot be raw identifiers.
const NEVER: &[&str] = &["self", "super", "crate"];
/// Names of types that have a meaning for the macros or for generated code.
const TYPES: &[&str] = &[
    "Arc",
    "BTreeMap",
    "Bcd",
    "Borrowed",
    "Box",
    "CText",
    "CText16",
    "Decimal",
    "Err",
    "F16",
    "FixedPoint",
    "HashMap",
    "Hex",
    "I24",
    "I40",
    "I48",
    "I56",
    "MarkedVint",
    "None",
    "Nul",
    "NulSpace",
    "Octal",
    "Ok",
    "Option",
    "Rc",
    "Record",
    "Regions",
    "SIZE",
    "Sleb",
    "Some",
    "SpacesBefore",
    "SpacesBehind",
    "String",
    "Tree",
    "U24",
    "U40",
    "U48",
    "U56",
    "Uleb",
    "Utf8Number",
    "Vec",
    "Vint",
    "Vlq",
    "Zigzag",
];

/// The names of a module's types, each of which is unique.
pub(super) struct TypeNames<'m> {
    structures: HashMap<&'m str, String>,
    unused: UnusedNames,
}

impl<'m> TypeNames<'m> {
    /// Names the structures of a model, in the order of the model.
    pub(super) fn of_model(model: &'m Model) -> Self {
        let mut types = Self { structures: HashMap::new(), unused: UnusedNames::default() };
        for name in TYPES {
            types.unused.take_name(name);
        }
        for structure in model.structures.values() {
            let name = types.unused.take_name(&type_ident(&structure.name));
            types.structures.insert(&structure.name, name);
        }
        types
    }

    /// Returns the name of a structure's type; for a structure that the model lacks, the name that the type would have.
    pub(super) fn of_structure(&self, name: &str) -> String {
        self.structures.get(name).cloned().unwrap_or_else(|| type_ident(name))
    }

    /// Returns a name for the type of a set of codes.
    pub(super) fn of_codes(&mut self, name: &str) -> String {
        let wanted = type_ident(name);
        let free = self.unused.take_name(&wanted);
        if free == wanted { free } else { self.unused.take_name(&format!("{wanted}Code")) }
    }
}

/// Returns the name of a type or of a variant for a name of the schema.
pub(super) fn type_ident(name: &str) -> String {
    let name = rust_ident(&bpx_model::name::to_upper_camel_case(name));
    // A name that began with a digit.
    name.strip_prefix('n')
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        .map_or(name.clone(), |rest| format!("N{rest}"))
}

/// Converts any text to an identifier.
pub(super) fn rust_ident(text: &str) -> String {
    let clean: String = text.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    match &*clean {
        never @ ("" | "_" | "Self") => format!("{never}N"),
        never if NEVER.contains(&never) => format!("{never}_"),
        keyword if KEYWORDS.contains(&keyword) => format!("r#{keyword}"),
        // Digits cannot come first.
        digits if digits.starts_with(|first: char| first.is_ascii_digit()) => format!("n{digits}"),
        _ => clean,
    }
}

/// Converts `SectionHeader`, `Section Header` and `section-header` to `section_header`.
pub(super) fn snake_ident(name: &str) -> String {
    to_kebab_case(name).replace(|one: char| !one.is_ascii_alphanumeric(), "_")
}
