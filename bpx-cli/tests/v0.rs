//! Files of version 0 in every command, and the upgrade of older files to version 2.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use bpx_formats::bpx::container::{ContainerBuilder, SectionOptions};
use bpx_formats::bpx::v0::texture::TextureExt;
use bpx_formats::bpx::v0::{Builder, PackageExt, TypeExt};
use common::{names, run_in, tree};
use std::fs;
use std::path::Path;

const ASSETS: [(&str, &[u8]); 2] = [("a/one.txt", b"hello"), ("two.bin", &[7; 300])];

fn package(assets: &[(&'static str, &'static [u8])], compatibility: u8) -> Vec<u8> {
    let ext = TypeExt::Package(PackageExt { compatibility, ..PackageExt::default() });
    Builder::package(assets.iter().copied(), Some(9)).unwrap().type_ext(ext).build().unwrap()
}

/// Makes a texture of 4 x 2 grey pixels, with 3 mip maps.
fn texture() -> Vec<u8> {
    let ext = TextureExt::from_bytes([0, 0, 0x01, 0x03, 3, 0, 0, 0]);
    Builder::new(b'T').type_ext(TypeExt::Texture(ext)).section(1, vec![9; 8], None).build().unwrap()
}

/// Makes a folder with a package and a texture.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.bpx"), package(&ASSETS, 0x5)).unwrap();
    fs::write(folder.path().join("t.bpx"), texture()).unwrap();
    folder
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap()
}

#[test]
fn what_files_are() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args);
    let output = run(&["identify", "p.bpx", "t.bpx"]).fine();
    assert_eq!(output.text(), "p.bpx: BPX version 0, type Package\nt.bpx: BPX version 0, type Texture\n");
    let text = run(&["info", "t.bpx"]).fine();
    assert!(text.text().contains("texture: 4 x 2 pixels of GREY_SCALE, layers: 1, mip maps: 3\n"), "{}", text.text());
    assert!(text.text().contains("[0] PixelArray"), "{}", text.text());
    let json = run(&["info", "--json", "t.bpx"]).fine().json();
    assert_eq!((&json["texture"]["width"], &json["texture"]["format"]), (&4.into(), &"GREY_SCALE".into()));
    let json = run(&["info", "--json", "p.bpx"]).fine().json();
    assert_eq!(json["package"]["compatibility"], serde_json::json!(["DirectX", "Vulkan"]));
    assert_eq!(json["sections"][2]["compression"], "zlib");
    assert_eq!(run(&["query", "t.bpx", "header.type_ext.texture.height"]).fine().text(), "0\n");
    let dump = run(&["dump", "p.bpx", "sections[0]"]).fine();
    assert!(dump.text().contains("file_id = 2"), "{}", dump.text());
    let schemas = run(&["schema", "list", "--json"]).fine().json();
    assert!(schemas.as_array().unwrap().iter().any(|one| one["format"] == "bpx-v0"), "{schemas}");
    assert!(run(&["schema", "show", "bpx-v0", "Asset"]).fine().text().contains("file_id"));
}

#[test]
fn objects_of_packages() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args);
    assert_eq!(run(&["ls", "p.bpx"]).fine().text(), "a/one.txt\ntwo.bin\n");
    let json = run(&["ls", "--json", "p.bpx"]).fine().json();
    assert_eq!((&json["revision"], &json["objects"][1]["section"]), (&0.into(), &2.into()));
    assert_eq!(run(&["cat", "p.bpx", "a/one.txt"]).fine().out, b"hello");
    run(&["unpack", "p.bpx", "-o", "out"]).fine();
    let expected = ASSETS.map(|(name, content)| (name.to_owned(), content.to_vec()));
    assert_eq!(tree(&folder.path().join("out")), expected);
    run(&["edit", "rm", "p.bpx", "two.bin"]).failed(3, "bpx upgrade");
    run(&["compact", "p.bpx"]).failed(3, "bpx upgrade");
    assert_eq!(read(folder.path(), "p.bpx"), package(&ASSETS, 0x5), "as it was");
    run(&["compact", "t.bpx"]).failed(3, "bpx upgrade");
}

#[test]
fn layers_of_textures() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args);
    let listed = run(&["ls", "--json", "t.bpx"]).fine().json();
    let parts = listed["parts"].as_array().unwrap();
    let sizes: Vec<usize> = parts.iter().map(|part| part["size"].as_str().unwrap().parse().unwrap()).collect();
    let model = run(&["decode", "t.bpx"]).fine().json();
    let content = model["sections"][0]["content"]["data"].as_str().unwrap().to_owned();
    let mut pixels = String::new();
    for (index, size) in sizes.iter().enumerate() {
        let layer = run(&["cat", "t.bpx", &format!("layer[{index}]")]).fine().out;
        assert_eq!(layer.len(), *size);
        pixels.extend(layer.iter().map(|byte| format!("{byte:02x}")));
    }
    assert_eq!(pixels, content);
}

#[test]
fn unsafe_paths_stay_inside() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.bpx"), package(&[("../out.txt", b"x"), ("in.txt", b"y")], 0)).unwrap();
    let run = |args: &[&str]| run_in(folder.path(), args);
    run(&["unpack", "p.bpx", "-o", "in"]).failed(1, "out.txt");
    assert_eq!(names(folder.path()), ["p.bpx"]);
    run(&["unpack", "--skip-unsafe", "p.bpx", "-o", "in"]);
    assert_eq!(names(folder.path()), ["in/in.txt", "p.bpx"]);
    assert!(run(&["verify", "p.bpx"]).err.contains("v0.unsafe-path"));
}

#[test]
fn round_trips() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args);
    for name in ["p.bpx", "t.bpx"] {
        let old = read(folder.path(), name);
        run(&["roundtrip", name, "-o", "same.bpx"]).fine();
        assert_eq!(read(folder.path(), "same.bpx"), old);
        run(&["roundtrip", "--mode", "model", name, "-o", "rebuilt.bpx"]).fine();
        run(&["verify", "--strict", "rebuilt.bpx"]).fine();
        run(&["decode", name, "-o", "model.json"]).fine();
        run(&["encode", "model.json", "-o", "encoded.bpx"]).fine();
        assert_eq!(read(folder.path(), "encoded.bpx"), read(folder.path(), "rebuilt.bpx"));
    }
    assert_eq!(read(folder.path(), "rebuilt.bpx"), texture(), "nothing of it is compressed");
}

#[test]
fn verify_judges_by_the_text_of_2019() {
    let folder = folder();
    let mut broken = texture();
    broken[26] = 0x02;
    fs::write(folder.path().join("t.bpx"), broken).unwrap();
    let run = run_in(folder.path(), &["verify", "--json", "p.bpx", "t.bpx"]);
    let json = run.json();
    assert_eq!((run.code, &json[0]["verdict"]), (1, &"valid".into()));
    let codes: Vec<_> = json[1]["findings"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["layout.checksum", "v0.texture-size"]);
    assert_eq!(json[1]["findings"][0]["spec"], "v0 6.5");
}

#[test]
fn upgrades() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args);
    run(&["upgrade", "t.bpx", "-o", "new.bpx"]).fine();
    run(&["verify", "--strict", "new.bpx"]).fine();
    assert!(run(&["identify", "new.bpx"]).fine().text().contains("version 2, type Texture"));
    let piped = run(&["upgrade", "t.bpx", "-o", "-"]).fine();
    assert_eq!(piped.out, read(folder.path(), "new.bpx"));

    // Losses are reported, and the old file stays.
    let before = read(folder.path(), "new.bpx");
    let lost = run(&["upgrade", "p.bpx", "-o", "new.bpx"])
        .failed(1, "compatibility: cannot convert the APIs (DirectX, Vulkan)");
    assert!(lost.err.contains("--lossy"), "{}", lost.err);
    assert_eq!(read(folder.path(), "new.bpx"), before);
    let json = run(&["upgrade", "p.bpx", "-o", "new.bpx", "--json"]);
    assert_eq!((json.code, &json.json()["written"]), (1, &false.into()));
    let json = run(&["upgrade", "p.bpx", "-o", "new.bpx", "--json", "--lossy"]);
    let output = json.json();
    assert_eq!(
        (json.code, &output["written"], &output["from"], &output["to"]),
        (0, &true.into(), &0.into(), &2.into())
    );
    assert_eq!(output["lost"][0]["path"], "header.type_ext.package.compatibility");
    run(&["unpack", "new.bpx", "-o", "out"]).fine();
    assert_eq!(tree(&folder.path().join("out")), ASSETS.map(|(name, content)| (name.to_owned(), content.to_vec())));
    run(&["upgrade", "new.bpx", "-o", "newer.bpx"]).failed(3, "found version 2");
    run(&["upgrade", "p.bpx", "-o", "-", "--json"]).failed(2, "stdout");
    run(&["upgrade", "none.bpx", "-o", "newer.bpx"]).failed(4, "none.bpx");
    assert!(!folder.path().join("newer.bpx").exists());
}

#[test]
fn upgrades_of_revision_1() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| run_in(folder.path(), args);
    common::files(&folder.path().join("in"), &[("a.txt", b"one"), ("b/c.txt", b"two")]);
    run(&["pack", "in", "-o", "old.bpx", "--revision", "1", "--ignore-metadata", "--platform", "linux"]).fine();
    run(&["upgrade", "old.bpx", "-o", "new.bpx"]).fine();
    run(&["verify", "--strict", "new.bpx"]).fine();
    let json = run(&["ls", "--json", "new.bpx"]).fine().json();
    assert_eq!((&json["revision"], &json["platform"]), (&2.into(), &"Linux".into()));
    run(&["unpack", "new.bpx", "-o", "out"]).fine();
    assert_eq!(tree(&folder.path().join("out")), tree(&folder.path().join("in")));
    // Two layouts of version 1 are not known.
    let model = ContainerBuilder::new(b'M', 1).section(2, vec![1; 20], SectionOptions::default()).build().unwrap();
    fs::write(folder.path().join("m.bpx"), model).unwrap();
    run(&["upgrade", "m.bpx", "-o", "m2.bpx"]).failed(1, "header.version: cannot convert");
    assert_eq!(run(&["upgrade", "m.bpx", "-o", "m2.bpx", "--lossy"]).code, 0);
}

#[test]
fn other_compression_is_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let content: Vec<u8> = (0..4000_u32).flat_map(|number| (number % 100 * number).to_le_bytes()).collect();
    for (name, level) in [("quick.bpx", 1), ("small.bpx", 9)] {
        let package = Builder::package([("a", &*content)], Some(level)).unwrap().build().unwrap();
        fs::write(folder.path().join(name), package).unwrap();
    }
    assert_ne!(read(folder.path(), "quick.bpx").len(), read(folder.path(), "small.bpx").len());
    let diff = |more: &[&str]| run_in(folder.path(), &[&["diff", "quick.bpx", "small.bpx"][..], more].concat());
    assert_eq!(diff(&[]).fine().text(), "");
    assert!(diff(&["--all"]).failed(1, "").text().contains(".header.size: "));
}
