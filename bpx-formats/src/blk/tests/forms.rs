use super::*;
use bpx_schema::Codec;
use bpx_schema::json::JsonDoc;
use serde_json::{Value as Json, json};

#[test]
fn lossless_json_by_hand() {
    let source =
        "a:i = 1; f:r = 0.1; n:r = nan(0x7fc00001); l:i64 = 5; c:c = 1, 2, 3, 4; b:b = no\n\"k~n\" { s:t = \"x\" }";
    let mut file = encode(&written(source), &EncodeOptions::new(Kind::Fat), &Companions::default()).unwrap();
    let place = file.iter().position(|byte| *byte == b'x').unwrap();
    file[place] = 0xCF;
    let json = to_json(&file, Limits::default(), &Companions::default()).unwrap();
    let param = |name: &str, kind: &str, value: Json| json!({"name": name, "type": kind, "value": value});
    let params = [
        param("a", "i", json!(1)),
        param("f", "r", json!(0.1)),
        param("n", "r", json!({"bits": "0x7fc00001"})),
        param("l", "i64", json!("5")),
        param("c", "c", json!([1, 2, 3, 4])),
        param("b", "b", json!(false)),
    ];
    let block = json!({"name": "k\n", "params": [param("s", "t", json!({"hex": "cf"}))], "blocks": []});
    let names = ["a", "f", "n", "l", "c", "b", "k\n", "s"];
    let root = json!({"name": null, "params": params, "blocks": [block]});
    assert_eq!(json, json!({"format": "blk", "kind": "FAT", "names": names, "root": root}));
    assert_eq!(from_json(&json, &Companions::default()).unwrap(), file);
}

#[test]
fn json_that_is_no_file() {
    let message = |json: Json| from_json(&json, &Companions::default()).unwrap_err().to_string();
    let root =
        |param: Json| json!({"kind": "FAT", "root": {"params": [], "blocks": [{"params": [param], "blocks": []}]}});
    assert_eq!(message(json!({})), "kind: expected a kind of file");
    assert_eq!(message(json!({"kind": "FAT"})), "root: expected a block");
    assert_eq!(message(json!({"kind": "FAT", "root": {}})), "root: expected a list `params`");
    assert_eq!(message(root(json!({}))), "root.blocks[0].params[0]: expected a `name`");
    assert_eq!(message(root(json!({"name": "a", "type": "x"}))), "root.blocks[0].params[0]: expected a `type`");
    let wrong = [
        ("i", json!(2_147_483_648_u64)),
        ("c", json!([1, 2, 3])),
        ("b", json!(1)),
        ("i64", json!(1)),
        ("m", json!([1])),
    ];
    for (kind, value) in wrong {
        let expected = format!("root.blocks[0].params[0]: expected a value of type `{kind}`");
        assert_eq!(message(root(json!({"name": "a", "type": kind, "value": value}))), expected);
    }
    assert!(message(json!({"kind": "SLIM", "root": {"params": [], "blocks": []}})).contains("shared names"));
}

#[test]
fn friendly_json_by_hand() {
    let source = "a:i = 1; b:r = 1; a:r = 2.5; \"q~\"\":b = yes; v:ip2 = 3, -4; m:m = [[1,0,0] [0,1,0] [0,0,1] [0,0,0]]\n\
                  k { }\nc:c = 1, 2, 3, 4\nk { x:r = inf; y:i64 = 5000000000 }\na { }";
    let expected = json!({
        "a": [1, 2.5, {}], "b": 1.0, "q\"": true, "v": [3, -4],
        "m": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]],
        "c": [1, 2, 3, 4], "k": [{}, {"x": "inf", "y": 5_000_000_000_i64}],
    });
    let text = friendly::to_vec(&written(source));
    let json: Json = serde_json::from_slice(&text).unwrap();
    assert_eq!(json, expected);
    // Keys are in order, and the layout is that of serde_json.
    assert_eq!(text, serde_json::to_vec_pretty(&json).unwrap());
    assert_eq!(friendly::to_vec(&written("\n")), b"{}");
}

#[test]
fn friendly_json_reads_back_as_far_as_it_goes() {
    let source = "a:i = 1; b:r = 0.5; t:t = \"x\"; o:b = yes; l:i64 = 5000000000; v:p3 = 1, 2, 3.5; w:ip2 = 1, 2\n\
                  s:t = \"1\"; s:t = \"2\"; m:m = [[1,0.5,0] [0,1,0] [0,0,1] [0,0,0]]\nk { k { a:i = 1 } }\nk { }";
    let json: Json = serde_json::from_slice(&friendly::to_vec(&written(source))).unwrap();
    assert!(friendly::read(JsonDoc::from(&json).root()).unwrap().same_tree(&written(source)));
    assert!(friendly::read(JsonDoc::from(&json!([1])).root()).is_err());
    assert!(friendly::read(JsonDoc::from(&json!({"a": null})).root()).is_err());
}

#[test]
fn friendly_floats_are_the_shortest() {
    let shown = |value: f32| {
        let mut builder = Builder::new(None);
        builder.param(b"r", &Value::Float(value)).unwrap();
        let text = String::from_utf8(friendly::to_vec(&builder.finish().unwrap())).unwrap();
        text.trim_start_matches("{\n  \"r\": ").trim_end_matches("\n}").to_owned()
    };
    let shown_by_hand = [
        (0.1, "0.1"),
        (-2.5, "-2.5"),
        (999.999, "999.999"),
        (0.001, "0.001"),
        (0.25, "0.25"),
        (7.0, "7.0"),
        (-0.0, "-0.0"),
    ];
    for (value, text) in shown_by_hand {
        assert_eq!(shown(value), text);
    }
    // Numbers near those with a short form, and any others.
    for thousandths in (0..1_000_100_u32).step_by(101) {
        let near = (thousandths as f32 / 1000.0).to_bits();
        for bits in [near.saturating_sub(1), near, near + 1, thousandths.wrapping_mul(4099)] {
            let value = f32::from_bits(bits);
            if !value.is_finite() {
                continue;
            }
            let text = shown(value);
            assert_eq!(text.parse::<f32>().unwrap().to_bits(), bits);
            let digits = text.split(['e', 'E']).next().unwrap().trim_start_matches('-').replace('.', "");
            let digits = digits.trim_start_matches('0').trim_end_matches('0').len().max(1);
            let fewest = format!("{value:e}").split('e').next().unwrap().trim_start_matches('-').replace('.', "");
            assert_eq!(digits, fewest.trim_end_matches('0').len().max(1), "{text}");
        }
    }
}

/// Bytes by hand of names that are in the list twice, and of a root with a name.
#[test]
fn names_that_occur_twice_keep_their_numbers() {
    let names = [1, 4, 8, b'a', 0, b'a', 0, b'b', 0, b'b', 0];
    // A parameter named by the second `a`, one named by the first `b` with the second `b` as string, and a block named by the second.
    let params = [1, 0, 0, 2, 7, 0, 0, 0, 2, 0, 0, 1, 3, 0, 0, 0x80];
    let file = [&names[..], &[2, 2, 0], &params, &[2, 2, 1, 1, 4, 0, 0]].concat();
    let json = to_json(&file, Limits::default(), &Companions::default()).unwrap();
    let params = json!([
        {"name": "a", "id": 1, "type": "i", "value": 7},
        {"name": "b", "type": "t", "value": "b", "value_id": 3},
    ]);
    let block = json!({"name": "b", "id": 3, "params": [], "blocks": []});
    let root = json!({"name": "a", "id": 1, "params": params, "blocks": [block]});
    assert_eq!(json, json!({"format": "blk", "kind": "FAT", "names": ["a", "a", "b", "b"], "root": root}));
    assert_eq!(from_json(&json, &Companions::default()).unwrap(), file);
    let document = open(&file, &Companions::default());
    assert_eq!(encode(&document, &EncodeOptions::new(Kind::Fat), &Companions::default()).unwrap(), file);
    for (path, wrong) in [("id", json!(4)), ("value_id", json!(0)), ("id", json!("a")), ("id", json!(u64::MAX))] {
        let mut json = json.clone();
        json["root"]["params"][1][path] = wrong;
        let expected = format!("root.params[1].{path}: expected the number of the name \"b\" in the list of names");
        assert_eq!(from_json(&json, &Companions::default()).unwrap_err().to_string(), expected);
    }
}

#[test]
fn names_of_a_file_that_are_shared_too_keep_their_numbers() {
    let companions = names(&["a", "b"]);
    let mut builder = Builder::new(companions.names.clone());
    builder.push_name(b"a").unwrap();
    builder.param_numbered(2, &Value::Int(1)).unwrap();
    let file = File { kind: 3, body: Some(builder.build_body().unwrap()), sized: None, frame: None }.to_vec().unwrap();
    let json = to_json(&file, Limits::default(), &companions).unwrap();
    assert_eq!(json["root"]["params"][0]["id"], 2);
    assert_eq!(from_json(&json, &companions).unwrap(), file);
    let document = open(&file, &companions);
    assert_eq!(encode(&document, &EncodeOptions::new(Kind::Slim), &companions).unwrap(), file);
    // With other shared names, names have other numbers.
    let fat = encode(&document, &EncodeOptions::new(Kind::Fat), &companions).unwrap();
    assert!(open(&fat, &companions).same_tree(&document));
}

#[test]
fn the_name_of_a_root_stays() {
    let mut builder = Builder::new(None);
    builder.name_root(b"body").unwrap();
    builder.param(b"a", &Value::Int(1)).unwrap();
    let document = builder.finish().unwrap();
    assert_eq!(document.root().name(), Some(&b"body"[..]));
    let companions = names(&["other", "body"]);
    for kind in [Kind::Fat, Kind::FatZst, Kind::Slim, Kind::SlimZst, Kind::FatDedup] {
        let file = encode(&document, &EncodeOptions::new(kind), &companions).unwrap();
        assert!(open(&file, &companions).same_tree(&document), "{kind:?}");
        assert_eq!(verify(&file, Mode::Strict, Limits::default(), &companions).unwrap().findings(), []);
        let json = to_json(&file, Limits::default(), &companions).unwrap();
        assert_eq!(json["root"]["name"], "body");
        assert_eq!(from_json(&json, &companions).unwrap(), file, "{kind:?}");
    }
    assert!(!written("a:i=1").same_tree(&document));
}
