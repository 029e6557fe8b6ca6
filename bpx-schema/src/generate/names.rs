//! Names: those of a schema as those of Rust.

use crate::name::kebab;

/// Words that need `r#` in front.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Words that cannot be names at all.
const NEVER: &[&str] = &["", "_", "self", "Self", "super", "crate"];

/// Types that declarations use by their names.
const TYPES: &[&str] = &[
    "Arc", "BTreeMap", "Box", "CText", "HashMap", "None", "Option", "Rc", "Record", "Regions", "Some", "String", "Tree",
    "Uleb", "Vec",
];

/// The name of a type, which is none that declarations use.
pub(super) fn type_name(name: &str) -> String {
    let name = upper(name);
    if TYPES.contains(&&*name) { format!("{name}Type") } else { name }
}

/// The name of a variant.
pub(super) fn upper(name: &str) -> String {
    ident(&crate::name::upper(name))
}

/// An identifier, whatever the text is.
pub(super) fn ident(text: &str) -> String {
    let clean: String = text.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    match &*clean {
        never if NEVER.contains(&never) => format!("{never}N"),
        keyword if KEYWORDS.contains(&keyword) => format!("r#{keyword}"),
        // Digits cannot come first.
        digits if digits.starts_with(|first: char| first.is_ascii_digit()) => format!("N{digits}"),
        _ => clean,
    }
}

/// `SectionHeader`, `Section Header` and `section-header` as `section_header`.
pub(super) fn snake(name: &str) -> String {
    kebab(name).replace(|one: char| !one.is_ascii_alphanumeric(), "_")
}
