//! `#[schema(derive(..))]`: members of nested records that a writer computes.

use super::expr::ExprTree;
use super::values::{parse_members, parse_text, parse_value};
use syn::parse::ParseStream;
use syn::{Ident, Result, Token};

/// `derive(header.count = items.len(), code = "..", ..)`, in which words after a target belong to that target.
pub(crate) struct DerivedAttr {
    pub(crate) target: Vec<Ident>,
    pub(crate) value: ExprTree,
    pub(crate) code: Option<String>,
    pub(crate) spec: String,
    pub(crate) lenient: String,
}

/// Reads `a.b = expression, code = "..", c.d = expression`
pub(super) fn parse_derived(input: ParseStream<'_>) -> Result<Vec<DerivedAttr>> {
    let mut list: Vec<DerivedAttr> = Vec::new();
    while !input.is_empty() {
        let target = parse_members(input)?;
        let word = match &*target {
            [word] => word.to_string(),
            _ => String::new(),
        };
        match (&*word, list.last_mut()) {
            ("code", Some(last)) => last.code = Some(parse_text(input)?),
            ("spec", Some(last)) => last.spec = parse_text(input)?,
            ("lenient", Some(last)) => last.lenient = parse_text(input)?,
            _ => {
                list.push(DerivedAttr {
                    value: parse_value(input)?,
                    target,
                    code: None,
                    spec: String::new(),
                    lenient: String::new(),
                });
            }
        }
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok(list)
}
