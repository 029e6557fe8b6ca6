//! Diagrams of schemas: sound XML, boxes to scale that share no space, and a box for every field of fixed size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::formats;
use bpx_schema::schema::{Body, Field, Link, Model, Structure};
use bpx_workbench::export::{Target, export};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// The rows of a diagram begin and end here.
const ROWS: (u64, u64) = (72, 712);

/// A box of a figure.
#[derive(Debug, Clone)]
struct Drawn {
    field: String,
    x: u64,
    y: u64,
    width: u64,
    height: u64,
    units: u64,
    is_cut: bool,
}

/// A figure: its boxes, and the number of columns in a row.
#[derive(Debug)]
struct Figure {
    boxes: Vec<Drawn>,
    columns: u64,
}

/// Returns the schemas of all formats.
fn models() -> Vec<(&'static str, Model)> {
    let formats = formats().iter().flat_map(|format| format.schemas());
    formats.map(|(name, schema)| (name, Model::from_root(schema))).collect()
}

fn number(node: Node<'_, '_>, name: &str) -> u64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Returns the figures of a drawing by their titles.
fn figures(svg: &str) -> BTreeMap<String, Figure> {
    let document = Document::parse(svg).unwrap();
    let groups = document.descendants().filter(|node| node.attribute("role") == Some("group"));
    let figure = |group: Node<'_, '_>| {
        let rects = group.descendants().filter(|node| node.attribute("data-units").is_some());
        let boxes = rects.map(|rect| Drawn {
            field: rect.attribute("data-field").unwrap().to_owned(),
            x: number(rect, "x"),
            y: number(rect, "y"),
            width: number(rect, "width"),
            height: number(rect, "height"),
            units: number(rect, "data-units"),
            is_cut: rect.attribute("data-cut").is_some(),
        });
        let columns = group.children().filter(|node| node.attribute("class") == Some("number middle")).count();
        (group.attribute("aria-label").unwrap().to_owned(), Figure { boxes: boxes.collect(), columns: columns as u64 })
    };
    groups.map(figure).collect()
}

#[test]
fn boxes_are_to_scale_and_share_no_space() {
    let mut boxes = 0;
    for (name, model) in models() {
        for (title, figure) in figures(&export(&model, name, Target::Svg).unwrap()) {
            let mut drawn = figure.boxes.clone();
            drawn.sort_by_key(|one| (one.y, one.x));
            for one in &drawn {
                assert!(ROWS.0 <= one.x && one.x + one.width <= ROWS.1, "{name} {title}: {one:?} leaves its row");
                let scale = (ROWS.1 - ROWS.0) / figure.columns;
                let width = if one.is_cut { ROWS.1 - ROWS.0 } else { one.units * scale };
                assert_eq!(one.width, width, "{name} {title}: {one:?}");
            }
            for pair in drawn.windows(2) {
                let [a, b] = pair else { unreachable!() };
                let apart = if a.y == b.y { a.x + a.width <= b.x } else { a.y + a.height <= b.y };
                assert!(apart, "{name} {title}: {a:?} and {b:?}");
            }
            boxes += drawn.len();
        }
    }
    assert!(boxes > 300, "{boxes}");
}

#[test]
fn every_field_of_fixed_size_is_drawn_with_its_size() {
    let mut fields = 0;
    for (name, model) in models() {
        let figures = figures(&export(&model, name, Target::Svg).unwrap());
        for structure in model.structures.values() {
            for (field, size) in sizes(&model, structure) {
                let boxes = figures[&*structure.name].boxes.iter().filter(|one| one.field == field);
                let drawn: u64 = boxes.map(|one| one.units).sum();
                assert_eq!(drawn, size, "{name} {}.{field}", structure.name);
                fields += 1;
            }
        }
    }
    assert!(fields > 200, "{fields}");
}

/// Returns the sizes of fields that are the same in every file, in bytes, or bits of a structure of bits.
fn sizes(model: &Model, structure: &Structure) -> Vec<(String, u64)> {
    let resolve = |link: &Link| model.get(link.name());
    match &structure.body {
        Body::Bits(fields) => fields.iter().map(|field| (field.name.to_string(), field.bits.into())).collect(),
        Body::Fields(fields) => {
            let fixed = |field: &Field| Some((field.name.to_string(), field.fixed_size(&resolve)?));
            fields.iter().filter_map(fixed).collect()
        }
        // Its cases are figures of their own.
        Body::Switch(_) => Vec::new(),
    }
}

/// What arrows say: a fact of a region, and the field that gives it.
#[test]
fn regions_are_drawn_with_arrows() {
    let (_, bpx) = models().into_iter().find(|(name, _)| *name == "bpx").unwrap();
    let svg = export(&bpx, "bpx", Target::Svg).unwrap();
    let document = Document::parse(&svg).unwrap();
    let layout = document.descendants().find(|node| node.attribute("aria-label") == Some("Layout")).unwrap();
    let facts: Vec<_> = layout
        .descendants()
        .filter(|node| node.attribute("class") == Some("arrow"))
        .map(|arrow| arrow.descendants().find_map(|node| node.text()).unwrap())
        .collect();
    for fact in ["offset", "size", "content size", "checksum"] {
        assert!(facts.contains(&fact), "{fact} is not in {facts:?}");
    }
    assert!(layout.descendants().any(|node| node.attribute("class") == Some("region")));
}

#[test]
fn two_small_structures() {
    let (_, bpx) = models().into_iter().find(|(name, _)| *name == "bpx").unwrap();
    let one = bpx.sub_model("SectionHeader").unwrap();
    insta::assert_snapshot!("diagram_of_a_record", export(&one, "bpx", Target::Svg).unwrap());
    let (_, blk) = models().into_iter().find(|(name, _)| *name == "blk").unwrap();
    let bits = blk.sub_model("ParamKey").unwrap();
    insta::assert_snapshot!("diagram_of_bits", export(&bits, "blk", Target::Svg).unwrap());
}
