//! The generated declarations are what the schemas give. A target of its own, so that ones that do not compile can be
//! rewritten.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::Format;
use bpx_schema::generate::rust;
use bpx_schema::schema::Model;
use std::path::Path;

#[test]
fn generated_declarations_are_current() {
    let overwrite = std::env::var_os("GENERATED").is_some_and(|value| value == "overwrite");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated");
    for (name, schema) in Format::ALL.iter().flat_map(|format| format.schemas()) {
        let title = format!("Generated from the schema of `{name}`.");
        let declarations = rust((&Model::of(schema)).into(), &title, |_| true);
        let path = folder.join(format!("{}.rs", name.replace('-', "_")));
        if overwrite {
            std::fs::write(&path, &declarations.text).unwrap();
        }
        let current = std::fs::read_to_string(&path).unwrap_or_default();
        let how = "`GENERATED=overwrite cargo test -p tests --test generated_current` puts it right";
        assert!(current == declarations.text, "{} is not what the schema gives; {how}", path.display());
    }
}
