//! `docs/adapters-reference.md` lists the words that are compared, all of them and as they are.

use super::SUITE;
use bpx_schema::report::Class;
use conformance::runner::RunOptions;
use conformance::suite::{Level, Op};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)).unwrap()
}

/// Returns the lines of a section of a text.
fn section(text: &str, title: &str) -> String {
    let (_, rest) = text.split_once(&format!("\n## {title}\n")).expect(title);
    rest.split("\n## ").next().unwrap().to_owned()
}

/// Returns the cells of the rows of the tables, without the first row of each.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().collect();
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let is_row = |(index, line): &(usize, &&str)| {
        let next = lines.get(index + 1).unwrap_or(&"");
        line.starts_with('|') && !line.starts_with("|---") && !next.starts_with("|---")
    };
    lines.iter().enumerate().filter(is_row).map(|(_, line)| cells(line)).collect()
}

#[test]
fn every_class_is_listed_with_its_verdict() {
    let listed: Vec<[String; 2]> = rows(&section(&text("adapters-reference.md"), "Classes"))
        .into_iter()
        .map(|row| {
            assert!(row.len() == 3 && row[2].ends_with('.'), "{row:?}");
            [row[0].trim_matches('`').to_owned(), row[1].clone()]
        })
        .collect();
    let classes: Vec<[String; 2]> =
        Class::ALL.iter().map(|class| [class.name().to_owned(), class.verdict().name().to_owned()]).collect();
    assert_eq!(listed, classes);
}

#[test]
fn every_feature_of_a_format_is_listed() {
    let table = rows(&section(&text("adapters-reference.md"), "Versions and features"));
    let formats: BTreeSet<&str> = SUITE.cases.iter().map(|case| &*case.format).collect();
    for format in formats {
        let cases = SUITE.cases.iter().filter(|case| case.format == format);
        let used: BTreeSet<&str> = cases.flat_map(|case| &case.features).map(String::as_str).collect();
        let row = table.iter().find(|row| row[0] == format);
        let listed: BTreeSet<&str> = row.map_or("", |row| &row[1]).split('`').skip(1).step_by(2).collect();
        assert_eq!(listed, used, "{format}");
    }
}

#[test]
fn ops_levels_and_limits_are_as_they_are() {
    let (short, reference) = (text("adapters.md"), text("adapters-reference.md"));
    let listed =
        |text: &str| -> Vec<String> { rows(text).iter().map(|row| row[0].trim_matches('`').to_owned()).collect() };
    let named = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let ops = listed(&section(&short, "Operations"));
    assert_eq!(ops.into_iter().collect::<BTreeSet<_>>(), named(&Op::ALL.map(Op::name)));
    let levels = listed(&section(&reference, "Levels"));
    assert_eq!(levels, Level::ALL.map(|level| level.name().to_owned()));
    let verdicts = listed(&section(&reference, "Verdicts"));
    assert_eq!(verdicts, ["valid", "warn", "malformed", "invalid", "unsupported"]);
    let bounds = RunOptions::default().bounds;
    let limits =
        format!("A case has {} seconds (`--time`), a program {} MiB", bounds.time.as_secs(), bounds.memory >> 20);
    assert!(section(&reference, "Files, time and memory").contains(&limits), "{limits}");
}

/// The examples are JSON, and their members those that cases look at.
#[test]
fn examples_of_models_are_models() {
    let reference = text("adapters-reference.md");
    let models = section(&reference, "Models");
    let blocks: Vec<Json> = models
        .split("```json\n")
        .skip(1)
        .map(|block| serde_json::from_str(block.split("```").next().unwrap()).expect(block))
        .collect();
    for model in &blocks {
        let format = model["format"].as_str().unwrap();
        let of_format = SUITE.cases.iter().filter(|case| case.format == format && case.op == Op::Decode);
        let wanted: BTreeSet<&str> = of_format.flat_map(|case| case.expect.model.keys()).map(String::as_str).collect();
        let found = wanted.iter().filter(|path| conformance::runner::compare::value_at(model, path).is_some()).count();
        assert!(found >= 5, "{format}: the example has {found} of the values that cases look at");
    }
    assert_eq!(blocks.len(), 4);
}
