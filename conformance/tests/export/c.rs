//! The tables in C, compiled with a function that answers.

use super::documents::EXPORT;
use super::packages;
use conformance::export::c_tables;
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;
use test_needs::needs;

/// Accepts all bytes that begin with `BPAT`, and refuses all others.
const ANSWER: &str = r#"
#include "cases.h"
#include <string.h>
int bpx_answer(const struct bpx_case *question, struct bpx_answer *answer)
{
    if (strcmp(question->op, "validate") && strcmp(question->op, "roundtrip"))
        return BPX_SKIP;
    answer->message = "of BPAT";
    answer->bytes = question->input;
    return question->input.size >= 4 && !memcmp(question->input.at, "BPAT", 4) ? BPX_OK : BPX_REJECT;
}
"#;

fn written(folder: &Path, answer: &str) {
    let mut export = EXPORT.clone();
    export.formats.retain(|format| format.format == "bpat");
    for (name, text) in c_tables(&export) {
        std::fs::write(folder.join(name), text).unwrap();
    }
    std::fs::write(folder.join("answer.c"), answer).unwrap();
}

fn compiled(folder: &Path, files: &[&str]) {
    let warnings = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic", "-o", "program"];
    let out = Command::new("cc").current_dir(folder).args(warnings).args(files).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

fn output(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let out = Command::new(folder.join("program")).args(arguments).output().unwrap();
    (out.status.code(), String::from_utf8(out.stdout).unwrap())
}

#[needs(cc)]
#[test]
fn a_function_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path(), ANSWER);
    compiled(folder.path(), &["cases.c", "runner.c", "values.c", "sha256.c", "answer.c"]);
    let (code, said) = output(folder.path(), &[]);
    let cases = &EXPORT.formats.iter().find(|format| format.format == "bpat").unwrap().cases;
    let of = |case: &&conformance::export::ExportedCase| ["validate", "roundtrip"].contains(&case.op.name());
    let is_bpat = |hex: &Option<String>| hex.as_ref().is_none_or(|hex| hex.starts_with("42504154"));
    let passes = |case: &&conformance::export::ExportedCase| {
        if is_bpat(&case.hex) { case.expect.allows_acceptance() } else { case.expect.allows_rejection() }
    };
    let asked = cases.iter().filter(of).count();
    let passed = cases.iter().filter(of).filter(passes).count();
    let line =
        format!("{passed} passed, {} failed, {} skipped of {}\n", asked - passed, cases.len() - asked, cases.len());
    assert_eq!((code, said.lines().last().unwrap()), (Some(1), line.trim_end()));
    assert!(passed > 20 && said.contains("bpat.version.2 fails: accepted (must)"), "{said}");
    let (code, said) = output(folder.path(), &["bpat.magic"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(output(folder.path(), &["none"]).0, Some(2));
}

#[needs(cc)]
#[test]
fn values_are_compared_as_the_table_says() {
    let table: Json = serde_json::from_str(&std::fs::read_to_string(packages().join("values.json")).unwrap()).unwrap();
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut checks = String::new();
    for row in table["values"].as_array().unwrap() {
        let wanted = text(&row["wanted"]);
        for (name, expected) in [("right", 1), ("wrong", 0)] {
            for answer in row[name].as_array().unwrap() {
                let found = quoted(&text(answer));
                checks += &format!("    check(bpx_is_wanted({found}, {}), {expected}, {found});\n", quoted(&wanted));
            }
        }
    }
    for row in table["paths"].as_array().unwrap() {
        let (model, path) = (quoted(&text(&row["model"])), quoted(&text(&row["path"])));
        let wanted = row["value"].as_str().map_or("0".to_owned(), quoted);
        checks += &format!("    at(bpx_value_at({model}, {path}), {wanted}, {path});\n");
    }
    let digest = |bytes: &str, wanted: &str| format!("    digest(\"{bytes}\", \"{wanted}\");\n");
    // Of FIPS 180-4: one block, and one whose end needs a second.
    checks += &digest("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    checks += &digest(
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
    checks += &digest("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    let program = format!(
        "#include \"cases.h\"\n#include <stdio.h>\n#include <string.h>\nstatic int wrong;\n\
         static void check(int found, int expected, const char *what)\n{{\n    if (found != expected)\n        wrong = 1, puts(what);\n}}\n\
         static void at(const char *found, const char *wanted, const char *what)\n{{\n    \
         check(found && wanted ? bpx_is_wanted(found, wanted) : !found == !wanted, 1, what);\n}}\n\
         static void digest(const char *text, const char *wanted)\n{{\n    char found[65];\n    \
         struct bpx_bytes bytes = {{(const unsigned char *)text, strlen(text)}};\n    bpx_sha256(bytes, found);\n    \
         check(strcmp(found, wanted), 0, text);\n}}\nint main(void)\n{{\n{checks}    return wrong;\n}}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    written(folder.path(), &program);
    compiled(folder.path(), &["values.c", "sha256.c", "answer.c"]);
    assert_eq!(output(folder.path(), &[]), (Some(0), String::new()));
}
