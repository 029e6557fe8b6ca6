//! Which sections there are: required ones, and those that stand once.

use super::super::{HEADER, MODEL, PACKAGE, SHADER, TEXTURE, section_name};
use super::{Examined, add, field, kind_of};
use bpx_schema::report::{Class, Finding, Location, Path, Report};

/// A row of a table of sections: type, whether it is required, whether it stands once.
struct Row(u8, bool, bool);

/// The table of a type of files, and the section of the text that holds it.
fn rows(file: u8) -> (&'static [Row], &'static str) {
    match file {
        TEXTURE => (&[Row(1, true, true)], "v0 8.1"),
        MODEL => (
            &[
                Row(1, true, true),
                Row(2, true, false),
                Row(3, false, false),
                Row(4, false, true),
                Row(5, false, true),
                Row(6, false, true),
                Row(7, false, true),
            ],
            "v0 9.1",
        ),
        SHADER => (
            &[Row(1, true, false), Row(2, false, true), Row(3, true, true), Row(4, false, true), Row(5, false, true)],
            "v0 10.1",
        ),
        PACKAGE => (&[Row(1, true, true), Row(2, true, false), Row(3, true, true)], "v0 11.1"),
        _ => (&[], ""),
    }
}

pub(super) fn check(file: &Examined<'_>, report: &mut Report) {
    let kind = file.layout.header.kind;
    let (rows, spec) = rows(kind);
    // A package without assets needs neither files nor paths.
    let bare = kind == PACKAGE && file.of_kind(1).next().is_none_or(|section| file.stored(section).size == 0);
    for Row(section, required, single) in rows {
        let name = section_name(kind, *section).unwrap_or_default();
        let mut found = file.of_kind(*section);
        let first = found.next();
        if *required && first.is_none() {
            let at = Location { file: HEADER, content: None };
            let message = format!("a {} section (type {section}) is required", name);
            let excuse = if bare && *section != 1 { "I-36" } else { "" };
            let finding = Finding::new(Class::Missing, at, message).code("v0.required").spec(spec).lenient(excuse);
            report.add(finding.at(Path::new(vec![field("table")])));
        }
        for again in found.filter(|_| *single) {
            let message = format!(
                "a {name} section stands already as number {}, and is to stand once",
                first.unwrap_or_default()
            );
            add(report, kind_of(again), Class::Duplicate, ("v0.single", spec), message);
        }
    }
}
