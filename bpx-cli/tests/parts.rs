//! Textures and models on the command line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{example, run, run_with};
use serde_json::json;

#[test]
fn textures_in_their_own_terms() {
    let text = run(&["info", "texture.bpx"]).fine();
    let output =
        "texture: 2 x 4 pixels, Float, 4 bytes each; 2 layers of 32 bytes\nflags: Array; mip levels to generate: 1\n";
    assert!(text.text().ends_with(output), "{}", text.text());
    let json = run(&["info", "--json", "texture.bpx"]).fine().json();
    let expected = json!({
        "width": 2, "height": 4, "format": "Float", "pixel_size": 4, "layers": 2, "layer_size": "32",
        "flags": ["Array"], "unknown_flags": 0, "mip_levels": 1,
    });
    assert_eq!(json["texture"], expected);
    assert_eq!(run(&["query", "texture.bpx", "header.type_ext.texture.flags"]).fine().json(), json!(["Array"]));
    assert_eq!(run(&["ls", "texture.bpx"]).fine().text(), "layer[0]\nlayer[1]\n");
    let long = run(&["ls", "-l", "texture.bpx", "layer?1?"]).fine();
    assert_eq!(long.text(), "          32     0:32          layer[1]  2 x 4 pixels, Float\n");
    let bytes = example("texture.bpx");
    assert_eq!(run(&["cat", "texture.bpx", "layer[1]"]).fine().out, bytes[bytes.len() - 32..]);
    assert_eq!(run(&["cat", "--check", "texture.bpx", "--index", "0"]).fine().out, bytes[64..96]);
    run(&["cat", "texture.bpx", "layer[2]"]).failed(2, "no such part");
    run(&["ls", "texture.bpx", "none"]).failed(1, "no part matches");
    run(&["ls", "--tree", "texture.bpx"]).failed(2, "--tree");
}

#[test]
fn textures_that_are_not_sound() {
    let mut bytes = example("texture.bpx");
    // Another byte, whose section is checked only when asked.
    *bytes.last_mut().unwrap() ^= 1;
    run_with(&bytes, &["cat", "-", "layer[1]"]).fine();
    run_with(&bytes, &["cat", "--check", "-", "layer[1]"]).failed(1, "checksum");
    // One layer more, in header and checksum: the header is still shown.
    bytes[24] += 1;
    bytes[4] += 1;
    let output = run_with(&bytes, &["info", "-"]).fine();
    assert!(output.text().contains("3 layers of 32 bytes"), "{}", output.text());
    run_with(&bytes, &["ls", "-"]).failed(1, "texture.size");
    run_with(&bytes, &["verify", "--short", "-"]).failed(1, "error[texture.size]: table[0].content_size");
}

#[test]
fn models_in_their_own_terms() {
    let text = run(&["info", "model.bpx"]).fine();
    let output = "\
model: axes are X right, Y forward, Z up (right-handed)
vertex format: Vertex of the shader package 0x000006527c77ac6d
vertices[0]: 4 vertices of 8 bytes in section 0, indices in section 2, material 0x0000000000001505
vertices[1]: 3 vertices of 8 bytes in section 1, no indices, material 0xffffffffffffffff
indices[0]: 6 in section 2
bones: 2: root, arm\u{e9}
frames: 2, 4 transforms
animations: 4 bytes
";
    assert!(text.text().ends_with(output), "{}", text.text());
    let json = run(&["info", "--json", "model.bpx"]).fine().json();
    assert_eq!(json["model"]["bones"], json!(["root", "arm\u{e9}"]));
    assert_eq!((&json["model"]["frames"], &json["model"]["vertices"][0]["size"]), (&json!(2), &json!(8)));
    let listed = run(&["ls", "model.bpx"]).fine();
    let names = "vertices[0]\nvertices[1]\nindices[0]\nbone[0]  root\nbone[1]  arm\u{e9}\nframes\nanimations\n";
    assert_eq!(listed.text(), names);
    let json = run(&["ls", "--json", "model.bpx", "root"]).fine().json();
    let part = json!({
        "name": "bone[0]", "title": "root", "section": 3, "offset": "2", "size": "28",
        "about": "from [0.0, 0.0, 0.0] to [0.0, 0.0, 1.0]",
    });
    assert_eq!(json["parts"], json!([part]));
    assert_eq!(run(&["cat", "model.bpx", "animations"]).fine().out, [0xDE, 0xAD, 0xBE, 0xEF]);
    let indices: Vec<_> = [0_u32, 1, 2, 0, 2, 3].iter().flat_map(|index| index.to_le_bytes()).collect();
    assert_eq!(run(&["cat", "model.bpx", "indices[0]"]).fine().out, indices);
    assert_eq!(run(&["query", "model.bpx", "sections[3].bone_array.bones[1].name"]).fine().json(), 12);
}

#[test]
fn models_that_are_not_sound() {
    let mut bytes = example("model.bpx");
    // The name of the first bone, past the end of all names, under a checksum that knows it.
    let at = 208 + 52 + 44 + 28 + 26;
    bytes[at] += 100;
    for checksum in [40 + 3 * 24 + 16, 4] {
        let sum = u32::from_le_bytes(bytes[checksum..checksum + 4].try_into().unwrap()) + 100;
        bytes[checksum..checksum + 4].copy_from_slice(&sum.to_le_bytes());
    }
    // The sum of the header has changed by what its bytes have.
    let sum: u32 = bytes[..4].iter().chain(&bytes[8..208]).map(|byte| u32::from(*byte)).sum();
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    let output = run_with(&bytes, &["info", "-"]).failed(1, "found 107");
    assert!(output.text().contains("sections: 7\n"), "{}", output.text());
    run_with(&bytes, &["verify", "--short", "-"])
        .failed(1, "error[model.bone-name]: sections[3].bone_array.bones[0].name");
    run_with(&bytes, &["ls", "-"]).failed(1, "found 107");
}

#[test]
fn models_and_textures_there_and_back() {
    for name in ["model.bpx", "texture.bpx"] {
        let bytes = example(name);
        let model = run(&["decode", name]).fine();
        assert_eq!(run_with(&model.out, &["encode", "-", "-o", "-"]).fine().out, bytes, "{name}");
        for mode in ["preserve", "model"] {
            assert_eq!(run(&["roundtrip", "--mode", mode, name, "-o", "-"]).fine().out, bytes, "{name} {mode}");
        }
        run(&["verify", "--strict", name]).fine();
        run(&["dump", name]).fine();
    }
}
