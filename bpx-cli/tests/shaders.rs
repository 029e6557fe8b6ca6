//! Commands on shader packages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{example, run, run_with};
use serde_json::json;

/// Returns the example, changed: sections without checks, the header summed up again.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = example("shader.bpx");
    let count = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    for entry in 0..count {
        bytes[40 + 24 * entry + 21] = 0;
    }
    change(&mut bytes);
    bytes[4..8].fill(0);
    let sum: u32 = bytes[..40 + 24 * count].iter().map(|byte| u32::from(*byte)).sum();
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn info_speaks_of_targets_stages_and_symbols() {
    let text = run(&["info", "shader.bpx"]).fine();
    let lines: Vec<_> = text.text().lines().rev().take(3).collect();
    let kinds = "2 Constant, 1 ConstantBuffer, 1 Pipeline, 1 Sampler, 1 Texture, 1 VertexFormat";
    assert_eq!(lines[0], format!("symbols: 7: {kinds}; 3 with extended data"));
    assert_eq!(lines[1], "stages: Vertex (13 bytes), Pixel (15 bytes)");
    assert_eq!(lines[2], "shader package: program for DX11, linked to the assembly 0x000000017c9a7f6a");
    let json = run(&["info", "--json", "shader.bpx"]).fine().json();
    let shader = &json["shader"];
    assert_eq!((&shader["kind"], &shader["target"]), (&json!("Program"), &json!("DX11")));
    assert_eq!(shader["assembly"], run(&["hash", "--json", "main"]).json()[0]["hash"]);
    assert_eq!(shader["stages"][1], json!({ "stage": "Pixel", "size": "15", "section": 4, "problem": null }));
    assert_eq!((&shader["count"], &shader["with_extended_data"]), (&json!(7), &json!(3)));

    let assembly = changed(|bytes| {
        bytes[24..32].fill(0);
        bytes[35] = b'A';
    });
    let text = run_with(&assembly, &["info", "-"]).fine();
    assert!(
        text.text().contains("shader package: assembly for DX11, the name of the assembly is not stated\n"),
        "{}",
        text.text()
    );
    // Without a symbol table it is not a shader package; header and sections are shown nevertheless.
    let none = changed(|bytes| bytes[40 + 20] = 9);
    let output = run_with(&none, &["info", "-"]).failed(1, "error[shader.symbol-table]: table: ");
    assert!(output.text().contains("[4] Shader "), "{}", output.text());
}

/// Returns the columns of a line.
fn parts(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[test]
fn ls_lists_stages_and_symbols() {
    let text = run(&["ls", "shader.bpx"]).fine();
    let lines: Vec<_> = text.text().lines().collect();
    assert_eq!((lines.len(), lines[0], lines[8]), (9, "stage Vertex", "symbol color"));
    let text = run(&["ls", "-l", "shader.bpx", "pixel", "fr*", "vertex"]).fine();
    let lines: Vec<Vec<_>> = text.text().lines().map(parts).collect();
    assert_eq!(lines[0], ["stage", "Vertex", "13 bytes", "section 3"]);
    let flags = "VertexStage | PixelStage | Assembly | External | ExtendedData | Register";
    assert_eq!(lines[2], ["symbol", "ConstantBuffer", "frame", flags, "register 3", "extended data at 11"]);
    assert_eq!(lines[3][1..3], ["VertexFormat", "vertex"]);
    assert_eq!(lines.len(), 4);
    let json = run(&["ls", "--json", "shader.bpx", "albedo*"]).fine().json();
    assert_eq!(json["stages"], json!([]));
    let (first, second) = (&json["symbols"][0], &json["symbols"][1]);
    assert_eq!(first["flags"], json!(["PixelStage", "Internal", "ExtendedData", "Register"]));
    assert_eq!(
        (&first["kind"], &first["register"], &first["extended_data"]),
        (&json!("Texture"), &json!(0), &json!(0))
    );
    assert_eq!((&second["name"], &second["extended_data"]), (&json!("albedo_sampler"), &json!(null)));
    run(&["ls", "shader.bpx", "nothing"]).failed(1, "no stage or symbol matches the given patterns");
    run(&["ls", "--tree", "shader.bpx"]).failed(2, "--tree");
}

#[test]
fn ls_reports_unreadable_symbols() {
    let odd = changed(|bytes| {
        // A name after all names, a type and a flag without a meaning, a stage without one.
        bytes[160..164].fill(0xFF);
        bytes[170] = 9;
        bytes[169] |= 0x80;
        bytes[346] = 7;
    });
    let json = run_with(&odd, &["ls", "--json", "-"]).fine().json();
    assert_eq!(json["stages"][1]["stage"], json!(null));
    assert!(json["stages"][1]["problem"].as_str().unwrap().contains("unknown stage 7"), "{json}");
    let symbol = &json["symbols"][0];
    assert_eq!((&symbol["name"], &symbol["kind"]), (&json!(null), &json!("9")));
    assert!(symbol["problem"].as_str().unwrap().contains("found 4294967295"), "{symbol}");
    assert_eq!(symbol["flags"].as_array().unwrap().last(), Some(&json!(0x8000)));
    let text = run_with(&odd, &["ls", "-"]).fine();
    assert!(
        text.text().starts_with("stage Vertex\nstage <section 4>\nsymbol <0>\nsymbol albedo_sampler\n"),
        "{text:?}"
    );
}

#[test]
fn cat_prints_code_and_extended_data() {
    for args in
        [&["cat", "shader.bpx", "vertex"][..], &["cat", "shader.bpx", "Vertex"], &["cat", "shader.bpx", "--index", "0"]]
    {
        assert_eq!(run(args).fine().out, b"void main(){}");
    }
    assert_eq!(run_with(&example("shader.bpx"), &["cat", "-", "pixel"]).fine().out, b"out vec4 color;");
    let data = run(&["cat", "shader.bpx", "albedo"]).fine().json();
    assert_eq!((&data[0]["type"], &data[0]["value"]), (&json!("u8"), &json!(9)));
    run(&["cat", "shader.bpx", "main"]).failed(2, "no extended data");
    run(&["cat", "shader.bpx", "hull"]).failed(2, "no such stage or symbol");
    run(&["cat", "shader.bpx", "--index", "2"]).failed(2, "no such stage or symbol");
}

#[test]
fn models_query_and_dump_speak_of_symbols() {
    let bytes = example("shader.bpx");
    let model = run(&["decode", "shader.bpx"]).fine();
    let json = model.json();
    assert_eq!(json["header"]["type_ext"]["shader"]["target"], "DX11");
    assert_eq!(json["sections"][2]["content"]["extended_data"][1][0]["type"], "array");
    assert_eq!(json["sections"][3]["content"]["shader"]["stage"], "Vertex");
    assert_eq!(run_with(&model.out, &["encode", "-", "-o", "-"]).fine().out, bytes);
    assert_eq!(run(&["roundtrip", "--mode", "model", "shader.bpx", "-o", "-"]).fine().out, bytes);
    let symbol = run(&["query", "shader.bpx", "sections[0].symbol_table.symbols[6]"]).fine().json();
    assert_eq!((&symbol["kind"], &symbol["register"]), (&json!("Constant"), &json!(0)));
    let dump = run(&["dump", "shader.bpx", "sections[0].symbol_table.symbols[5]"]).fine();
    assert!(dump.text().contains("kind = 5 (Pipeline)"), "{}", dump.text());
}
