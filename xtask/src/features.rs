//! Checks features: each feature of our libraries alone, and the backend features of flate2.

use crate::command::{Outcome, cargo_command, output_of, run_command, workspace_root};

/// Crates with features that users choose from.
const LIBRARIES: [&str; 4] = ["bpx-model", "bpx-schema", "bpx-codegen", "bpx-formats"];

/// Features of flate2 that replace the backend if any crate enables them.
const C_BACKENDS: [&str; 6] = ["zlib", "zlib-default", "zlib-ng", "zlib-ng-compat", "cloudflare_zlib", "any_c_zlib"];

pub(crate) fn check_each_alone() -> Outcome {
    for library in LIBRARIES {
        let path = workspace_root()?.join(library).join("Cargo.toml");
        let manifest = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let features = feature_names(&manifest);
        if features.is_empty() {
            return Err(format!("{} declares no feature", path.display()));
        }
        let check = ["check", "--quiet", "--package", library, "--no-default-features"];
        println!("{library} without features");
        run_command(&mut cargo_command(&check)?)?;
        for feature in features {
            println!("{library} with `{feature}` alone");
            run_command(cargo_command(&check)?.args(["--features", &feature]))?;
        }
    }
    println!("tests of bpx-schema without features");
    run_command(&mut cargo_command(&["test", "--quiet", "--package", "bpx-schema", "--no-default-features", "--lib"])?)
}

/// Returns the names of the features in a manifest.
fn feature_names(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[features]").skip(1);
    let table = lines.take_while(|line| !line.starts_with('['));
    let names = table.filter(|line| !line.starts_with(['#', ' '])).filter_map(|line| line.split_once('='));
    names.map(|(name, _)| name.trim().to_owned()).collect()
}

pub(crate) fn check_zlib_backend() -> Outcome {
    let tree =
        output_of(&mut cargo_command(&["tree", "--workspace", "--all-features", "-e", "features", "-i", "flate2"])?)?;
    let wrong = wrong_backends(&tree);
    if !wrong.is_empty() {
        return Err(format!("flate2 would use a zlib in C: {} is on\n{tree}", wrong.join(", ")));
    }
    if !is_enabled(&tree, "zlib-rs") {
        return Err(format!("flate2 does not use zlib-rs\n{tree}"));
    }
    Ok(())
}

fn is_enabled(tree: &str, feature: &str) -> bool {
    tree.contains(&format!("flate2 feature \"{feature}\""))
}

fn wrong_backends(tree: &str) -> Vec<&'static str> {
    C_BACKENDS.into_iter().filter(|feature| is_enabled(tree, feature)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_a_manifest() {
        let manifest = "[package]\nname = \"x\"\n\n[features]\ndefault = [\"a\"]\n# B.\nb = [\n    \"c=d\",\n]\n\n[dependencies]\ne = \"1\"\n";
        assert_eq!(feature_names(manifest), ["default", "b"]);
        assert!(feature_names("[package]\n").is_empty());
    }

    #[test]
    fn backends_in_a_tree() {
        let tree = "flate2 v1.1.10\n├── flate2 feature \"zlib-rs\"\n│   └── bpx-schema v0.1.0\n└── flate2 feature \"any_zlib\"\n";
        assert!(is_enabled(tree, "zlib-rs"));
        assert!(wrong_backends(tree).is_empty());
        assert_eq!(wrong_backends(&format!("{tree}└── flate2 feature \"zlib\"\n")), ["zlib"]);
    }
}
