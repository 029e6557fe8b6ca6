//! The declarations of the first page of the guide, and their picture.
#![allow(dead_code)]

use super::links::docs;
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};
use bpx_workbench::export::{Target, export};

/// A light of a level.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 8)]
struct Light {
    #[schema(finite)]
    height: f32,
    #[schema(range(0..=1000))]
    brightness: u16,
    #[schema(reserved)]
    reserved: u16,
}

/// A file of lights.
#[structure]
#[derive(Debug, PartialEq)]
#[brw(little, magic = b"LITE")]
struct Lights {
    #[schema(supported(1))]
    version: u8,
    #[br(temp)]
    #[bw(calc = lights.len())]
    count: u16,
    #[br(count = count)]
    lights: Vec<Light>,
}

/// `cargo xtask guide` puts the picture right.
#[test]
fn the_picture_of_the_first_page_is_that_of_its_declarations() {
    let declared = include_str!("lights.rs");
    let declared = declared.split_once("/// A light of a level.").unwrap().1;
    let declared = declared.split_once("/// `cargo xtask guide`").unwrap().0.trim_end();
    let page = std::fs::read_to_string(docs().join("guide/start.md")).unwrap();
    assert!(page.contains(declared), "docs/guide/start.md declares something else than this test");
    assert!(page.contains("](lights.svg)"), "docs/guide/start.md has no picture");
    let path = docs().join("guide/lights.svg");
    let wanted = export(&Model::from_root(Lights::schema()), "lights", Target::Svg).unwrap();
    if std::env::var_os("GUIDE").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "docs/guide/lights.svg is out of date: `cargo xtask guide` rewrites it");
}
