//! The generated declarations are the current output. This is a target of its own, so declarations that do not
//! compile can be rewritten.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_codegen::generate::{ModuleInput, rust_module};
use bpx_documents::declare;
use bpx_formats::formats;
use bpx_schema::schema::Model;
use std::path::Path;

#[test]
fn generated_declarations_are_current() {
    let overwrite = std::env::var_os("GENERATED").is_some_and(|value| value == "overwrite");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated");
    let schemas = formats().iter().flat_map(|format| format.schemas()).map(|(name, schema)| {
        let title = format!("Generated from the schema of `{name}`.");
        (name.replace('-', "_"), rust_module((&Model::from_root(schema)).into(), &title, |_, _| true))
    });
    let walked = ["lights-1", "lights-2", "bpat-1", "bpat-2", "bpat-3"].map(|name| ("walk-through", name));
    let documents = walked.into_iter().chain([("documents", "shapes")]);
    let documents = documents.map(|(folder, name)| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{folder}/{name}.md"));
        let declared = declare(&bpx_documents::read(&[(name, &std::fs::read_to_string(path).unwrap())]));
        let input = ModuleInput { model: &declared.model, codes: &declared.model.codes, open: &declared.open };
        let title = format!("Generated from `{name}` by `bpx spec generate`.");
        (name.replace('-', "_"), rust_module(input, &title, |_, _| true))
    });
    for (name, declarations) in schemas.chain(documents) {
        let path = folder.join(format!("{name}.rs"));
        if overwrite {
            std::fs::write(&path, &declarations.text).unwrap();
        }
        let current = std::fs::read_to_string(&path).unwrap_or_default();
        let how = "`GENERATED=overwrite cargo test -p tests --test generated_current` puts it right";
        assert!(current == declarations.text, "{} is not what the schema gives; {how}", path.display());
    }
}
