//! Shader packages that the crate writes, byte by byte.

use crate::support::{Crate, accepted, content, hex, open, summary};
use bpx_formats::bpx::sd::{Document, ObjectBuilder, json::to_json};
use serde_json::json;

#[test]
fn symbols_and_stages_of_the_crate() {
    let data = ObjectBuilder::new().set("size", 16_u32).array("props", |list| list.push("a")).build().unwrap();
    let code = content(70 << 10);
    let spec = json!({
        "assembly": 0x0123_4567_89AB_CDEF_u64,
        "target": "VK10",
        "kind": "Pipeline",
        "symbols": [
            { "name": "color", "kind": "Texture", "register": 3, "flags": 0x210 },
            { "name": "Matrix", "kind": "ConstantBuffer", "register": 255, "flags": 1, "extended_data": to_json(&data) },
            { "name": "out", "kind": "Output", "register": 1, "flags": 0x290 },
        ],
        "stages": [
            { "stage": "Vertex", "content": { "hex": "0102" } },
            { "stage": "Pixel", "content": { "hex": hex(&code) } },
        ],
    });
    let file = Crate::new().written("shader-write", &spec);

    let container = open(&file);
    assert_eq!(container.header().kind, b'S');
    assert_eq!(
        hex(&container.header().type_ext.to_bytes()),
        "efcdab8967452301".to_owned() + "0300" + "0e" + "50" + "00000000"
    );
    let sections: Vec<_> = container.sections().map(|one| (one.header().kind, one.content().unwrap())).collect();
    let kinds: Vec<_> = sections.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [2, 255, 3, 1, 1]);
    // Name, extended data, flags, type, register; 0xFFFFFF stands for none.
    let symbols = ["00000000ffffff0010020003", "0600000000000000010102ff", "0d000000ffffff0090020601"];
    assert_eq!(hex(&sections[0].1), symbols.concat());
    assert_eq!(*sections[1].1, *b"color\0Matrix\0out\0");
    let (read, size) = Document::from_slice(&sections[2].1).unwrap();
    assert_eq!((read.sorted(), size), (data.sorted(), sections[2].1.len()));
    assert_eq!(*sections[3].1, [0, 1, 2]);
    assert_eq!((sections[4].1[0], &sections[4].1[1..]), (4, &code[..]));

    let read = accepted(Crate::new().read("shader-read", &file));
    assert_eq!(read["assembly"], 0x0123_4567_89AB_CDEF_u64);
    assert_eq!((&read["target"], &read["kind"]), (&json!("vk10"), &json!("pipeline")));
    assert_eq!(read["symbols"][1]["flags"], 0x101);
    assert_eq!(read["symbols"][2]["kind"], "output");
    assert_eq!(read["symbols"][0].get("extended_data"), None);
    assert_eq!(read["symbols"][1]["extended_data"].as_array().unwrap().len(), 2);
    assert_eq!(read["stages"][1], json!({ "stage": "pixel", "content": summary(&code) }));
}
