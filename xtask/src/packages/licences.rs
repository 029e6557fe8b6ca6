//! Checks whether `deny.toml` allows the licence of every dependency.

use super::{listed_packages, read_file};
use crate::command::Outcome;
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};
use std::path::Path;

/// Returns packages whose licences are not allowed.
pub(crate) fn licence_faults(root: &Path) -> Outcome<Vec<String>> {
    let allowed = allowed_licences(&read_file(&root.join("deny.toml"))?)?;
    Ok(listed_packages(&["--locked", "--all-features"])?
        .iter()
        .filter_map(|package| licence_fault(package, &allowed))
        .collect())
}

fn allowed_licences(text: &str) -> Outcome<Vec<Licensee>> {
    let config: toml::Table = toml::from_str(text).map_err(|error| format!("deny.toml: {error}"))?;
    let list = config.get("licenses").and_then(|table| table.get("allow")).and_then(toml::Value::as_array);
    let names = list.ok_or("deny.toml: expected a list `licenses.allow`, found none")?.iter();
    let names = names.map(|name| {
        name.as_str().ok_or_else(|| format!("deny.toml: expected texts in `licenses.allow`, found {name:?}"))
    });
    names.map(|name| Licensee::parse(name?).map_err(|error| format!("deny.toml: {error}"))).collect()
}

fn licence_fault(package: &Value, allowed: &[Licensee]) -> Option<String> {
    let name = package["name"].as_str().unwrap_or("?");
    let Some(license) = package["license"].as_str() else {
        return Some(format!("{name}: expected a licence, found none"));
    };
    // Old packages separate alternatives by a slash.
    let expression = match Expression::parse_mode(license, ParseMode::LAX) {
        Ok(expression) => expression,
        Err(error) => {
            return Some(format!("{name}: expected an expression of SPDX, found {license:?}: {}", error.reason));
        }
    };
    let is_allowed = expression.evaluate(|needed| allowed.iter().any(|one| one.satisfies(needed)));
    (!is_allowed).then(|| format!("{name}: expected a licence that deny.toml allows, found {license:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_licence_that_is_not_listed_is_a_fault() {
        let allowed = allowed_licences("[licenses]\nallow = [\"MIT\", \"Apache-2.0 WITH LLVM-exception\"]\n").unwrap();
        let fault = |license: Value| licence_fault(&json!({ "name": "one", "license": license }), &allowed);
        for sound in ["MIT", "GPL-3.0-only OR MIT", "MIT/Apache-2.0", "Apache-2.0 WITH LLVM-exception"] {
            assert_eq!(fault(sound.into()), None);
        }
        for wrong in ["GPL-3.0-only", "MIT AND Zlib", "Apache-2.0", "my own"] {
            assert!(fault(wrong.into()).is_some_and(|fault| fault.contains(wrong)), "{wrong}");
        }
        assert_eq!(fault(Value::Null).unwrap(), "one: expected a licence, found none");
    }
}
