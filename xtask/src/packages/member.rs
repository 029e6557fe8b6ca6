//! Describes a member of the workspace according to its manifest.

use crate::command::Outcome;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A package of the workspace.
#[derive(Debug, Clone, Default)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    pub(crate) is_published: bool,
    pub(crate) description: String,
    pub(crate) license: String,
    pub(crate) rust_version: String,
    pub(crate) documentation: String,
    pub(crate) readme: String,
    pub(crate) keywords: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) features: Vec<String>,
    /// Whether docs.rs builds all features, and shows the feature that an item needs.
    pub(crate) shows_features: bool,
    /// The root file of the library, if there is one.
    pub(crate) library: Option<PathBuf>,
    /// Dependencies in this repository.
    pub(crate) siblings: Vec<Sibling>,
}

/// A dependency in this repository.
#[derive(Debug, Clone)]
pub(crate) struct Sibling {
    pub(crate) name: String,
    pub(crate) requirement: String,
    pub(crate) is_for_tests: bool,
}

impl Member {
    /// Reads a package of `cargo metadata`.
    pub(crate) fn read(package: &Value) -> Outcome<Self> {
        let text = |key: &str| package[key].as_str().unwrap_or("").to_owned();
        let texts = |key: &str| -> Vec<String> {
            package[key].as_array().into_iter().flatten().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
        };
        let folder = Path::new(package["manifest_path"].as_str().ok_or("a package has no manifest")?)
            .parent()
            .ok_or("a manifest is in no folder")?
            .to_owned();
        let docs = |key: &str| package.pointer(&format!("/metadata/docs/rs/{key}"));
        let arguments = docs("rustdoc-args").and_then(Value::as_array).into_iter().flatten();
        let is_marked = arguments.filter_map(Value::as_str).eq(["--cfg", "docsrs"]);
        let features = package["features"].as_object().into_iter().flat_map(|features| features.keys().cloned());
        Ok(Self {
            name: text("name"),
            version: text("version"),
            folder,
            is_published: package["publish"].is_null(),
            description: text("description"),
            license: text("license"),
            rust_version: text("rust_version"),
            documentation: text("documentation"),
            readme: text("readme"),
            keywords: texts("keywords"),
            categories: texts("categories"),
            features: features.filter(|name| name != "default").collect(),
            shows_features: docs("all-features") == Some(&Value::Bool(true)) && is_marked,
            library: library_path(package),
            siblings: package["dependencies"].as_array().into_iter().flatten().filter_map(sibling_of).collect(),
        })
    }
}

fn library_path(package: &Value) -> Option<PathBuf> {
    let targets = package["targets"].as_array()?;
    let is_library = |target: &&Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib" || kind == "proc-macro"))
    };
    targets.iter().find(is_library)?["src_path"].as_str().map(PathBuf::from)
}

fn sibling_of(dependency: &Value) -> Option<Sibling> {
    dependency["path"].as_str()?;
    Some(Sibling {
        name: dependency["name"].as_str()?.to_owned(),
        requirement: dependency["req"].as_str()?.to_owned(),
        is_for_tests: dependency["kind"] == "dev",
    })
}
