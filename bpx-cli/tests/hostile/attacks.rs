//! Small files that ask for much. Each exists in two sizes: as large as it does harm, and smaller, so that a build
//! without optimisation ends soon and a command that keeps everything still exceeds its limit of memory.

use super::bytes::{
    PACKAGE, blk, bpx, bpx_of, bpx_sharing, bpx_v0, deep_nulls, gpb, leaves, materials, object, symbols,
};
use super::schemas::{field, fields, named, schema, structure};
use bpx_formats::bpx::container::{Compression, ContainerBuilder, SectionOptions};
use bpx_schema::transform::{Xz, Zlib, encode};
use serde_json::{Value, json};

/// Files, and the arguments of the commands that have to end.
pub(crate) struct Attack {
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Those that end soon in any build.
    pub(crate) quick: Vec<Vec<String>>,
    pub(crate) slow: Vec<Vec<String>>,
}

/// Makes an attack of one file; commands are separated by semicolons.
fn one(name: &str, file: Vec<u8>, quick: &str, slow: &str) -> Attack {
    let args = |command: &str| -> Vec<String> {
        let words = match command {
            "diff" => "diff @ @",
            "query" => "query @ sections",
            "model" => "roundtrip @ --mode model -o written",
            "tree" => "ls --tree @",
            "unpack" => "unpack @ -o out",
            "upgrade" => "upgrade @ -o new",
            command => &format!("{command} @"),
        };
        words.split(' ').map(|word| word.replace('@', name)).collect()
    };
    let list = |commands: &str| commands.split(';').filter(|one| !one.is_empty()).map(args).collect();
    Attack { quick: list(quick), slow: list(slow), files: vec![(name.to_owned(), file)] }
}

/// Makes an attack of a schema and a file of it.
fn by_schema(schema: String, file: Vec<u8>, quick: &[&str], slow: &[&str]) -> Attack {
    let args = |command: &&str| match *command {
        "diff" => ["schema", "diff", "schema.json", "schema.json"].map(str::to_owned).to_vec(),
        command => [command, "--schema", "schema.json", "file"].map(str::to_owned).to_vec(),
    };
    let files = vec![("schema.json".to_owned(), schema.into_bytes()), ("file".to_owned(), file)];
    Attack { quick: quick.iter().map(args).collect(), slow: slow.iter().map(args).collect(), files }
}

/// Makes a container of sections, the contents of which are compressed.
fn packed(kind: u8, ext: Option<[u8; 16]>, sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let options = || SectionOptions::default().with_compression(Compression::Xz(0));
    let builder = ContainerBuilder::new(kind, 2);
    let builder = ext.into_iter().fold(builder, ContainerBuilder::type_ext);
    sections
        .iter()
        .fold(builder, |builder, (kind, content)| builder.section(*kind, content.clone(), options()))
        .build()
        .unwrap()
}

/// Returns all attacks, in the size of the original or in the smaller one.
pub(crate) fn attacks(original: bool) -> Vec<(&'static str, Attack)> {
    let size = |large: usize, small: usize| if original { large } else { small };
    [containers, packages, neighbours, old, by_schemas].into_iter().flat_map(|group| group(&size)).collect()
}

type Size<'a> = &'a dyn Fn(usize, usize) -> usize;
type Named = Vec<(&'static str, Attack)>;

/// Contents that are much larger than their stored bytes.
fn containers(size: Size<'_>) -> Named {
    const MIB: usize = 1 << 20;
    let zeros = |large: usize, small: usize| vec![0; size(large, small)];
    let frames = |large, small| packed(b'M', None, &[(1, vec![0; 20]), (5, zeros(large, small))]);
    let objects = [(1, vec![0]), (2, zeros(256 * MIB / 20 * 20, 16 * MIB / 20 * 20)), (255, b"a\0".to_vec())];
    let extended = [(1, vec![0]), (2, vec![]), (3, zeros(64 * MIB, 8 * MIB)), (255, vec![])];
    // 65,535 columns of one byte; one column without a byte.
    let table = |columns: u16, kind: u8, rows: usize| {
        let column = [0, 0, 0, 0, kind, 1, 0, 0].repeat(usize::from(columns));
        [&[0; 4][..], &columns.to_le_bytes(), &[0; 2], &column, &vec![0; rows]].concat()
    };
    let nulls = {
        // 255 properties, of which each is a list of lists.
        let list = [&[13, 255][..], &[0; 255]].concat();
        let lists = [&[13, 255][..], &list.repeat(255)].concat();
        let property = [&[0x41; 8][..], &lists].concat();
        let properties = size(255, 120) as u8;
        let object = property.repeat(usize::from(properties));
        [&[properties][..], &object].concat()
    };
    let text = |length: usize| [vec![b'a'; length], vec![0]].concat();
    let sharing = |count: usize, length: usize| {
        let content = text(length);
        bpx_sharing(count, 255, content.len(), &encode(&content, &Xz::new()).unwrap())
    };
    vec![
        (
            "texts without bytes",
            one(
                "strings.bpx",
                packed(b'P', Some(PACKAGE), &[(255, zeros(256 * MIB, 4 * MIB))]),
                "diff",
                "verify;info;ls;decode;dump;query;model",
            ),
        ),
        (
            "one long text",
            one(
                "text.bpx",
                packed(b'P', Some(PACKAGE), &[(255, text(size(1 << 30, 40 * MIB)))]),
                "verify",
                "decode;diff;dump;query",
            ),
        ),
        (
            "objects of a package",
            one("objects.bpx", packed(b'P', Some(PACKAGE), &objects), "decode;diff;model", "verify;info;ls;dump;query"),
        ),
        (
            "nulls",
            one(
                "nulls.bpx",
                packed(b'P', Some(PACKAGE), &[(254, nulls)]),
                "diff",
                "verify;info;decode;dump;query;model",
            ),
        ),
        (
            "extended data",
            one(
                "extended.bpx",
                packed(b'S', Some(*b"\0\0\0\0\0\0\0\0\0\0\x01P\0\0\0\0"), &extended),
                "diff",
                "verify;info;ls;decode;dump;query;model",
            ),
        ),
        (
            "frames",
            one(
                "frames.bpx",
                frames(64 * MIB / 44 * 44, 16 * MIB / 44 * 44),
                "diff",
                "verify;info;ls;decode;dump;query;model",
            ),
        ),
        (
            "columns",
            one(
                "columns.bpx",
                packed(b'T', None, &[(253, table(65_535, 2, size(64 * MIB, 8 * MIB)))]),
                "diff",
                "verify;info;ls;decode;dump;query;model",
            ),
        ),
        (
            "rows",
            one(
                "rows.bpx",
                packed(b'T', None, &[(253, table(1, 0, size(64 * MIB, MIB)))]),
                "",
                "verify;info;ls;decode;dump;diff;query;model",
            ),
        ),
        ("contents that share a stream", one("shared.bpx", sharing(10, size(1 << 30, 1 << 20)), "", "verify")),
        ("contents at the same time", one("parallel.bpx", sharing(12, size(255 * MIB, MIB)), "", "verify")),
    ]
}

/// Packages, shader packages and structured data whose parts are many, or shared.
fn packages(size: Size<'_>) -> Named {
    let empty = vec![(7, 0, 0); size(500_000, 100_000)];
    let one_name: Vec<_> = (0..size(400_000, 120_000)).flat_map(|_| object(0, 0, 2)).collect();
    let one_name = bpx_of(b'P', PACKAGE, &[(2, one_name), (255, b"a\0".to_vec()), (1, vec![0])]);
    let content = vec![0; 1_000_000];
    let one_content: Vec<_> = (0..5000).flat_map(|at| object(content.len() as u64, at * 6, 2)).collect();
    let names = (0..5000).fold(String::new(), |names, at| format!("{names}{at:05}\0"));
    let one_content = bpx_of(b'P', PACKAGE, &[(2, one_content), (255, names.into_bytes()), (1, content)]);
    let texts = [vec![b'a'; 999_999], vec![0]].concat();
    let one_text = bpx(b'P', PACKAGE, &vec![(255, 0, texts.len()); size(40_001, 10_001)], &texts);
    let folders = (0..size(3000, 1000)).map(|at| format!("{}{at}\0", "a/".repeat(2000))).collect::<Vec<_>>();
    let entries = folders.iter().scan(0, |at, name| Some(object(0, std::mem::replace(at, *at + name.len() as u32), 2)));
    let deep_names = [(2, entries.flatten().collect()), (255, folders.concat().into_bytes()), (1, vec![0])];
    let stages = bpx(
        b'S',
        *b"\0\0\0\0\0\0\0\0\0\0\x02P\0\0\0\0",
        &[vec![(2, 1, 0), (255, 1, 0)], vec![(1, 0, 1); size(200_000, 40_000)]].concat(),
        &[0],
    );
    let deep = bpx_of(b'P', PACKAGE, &[(254, deep_nulls(500, 255))]);
    vec![
        (
            "empty sections",
            one("empty.bpx", bpx(b'C', [0; 16], &empty, &[]), "decode", "verify;info;dump;diff;query;model"),
        ),
        ("objects of one name", one("name.bpx", one_name, "diff", "verify;info;ls;tree;decode;dump;query")),
        ("objects of one content", one("content.bpx", one_content, "unpack;compact", "verify")),
        ("sections of one text", one("texts.bpx", one_text, "decode", "verify;dump;query")),
        ("names of many folders", one("folders.bpx", bpx_of(b'P', PACKAGE, &deep_names), "ls;tree", "verify;unpack")),
        ("symbols of one name", one("symbols.bpx", symbols(65_535), "dump", "verify;ls;decode;diff")),
        ("stages", one("stages.bpx", stages, "diff", "verify;info;ls;decode;dump;query;model")),
        ("deep nulls", one("deep.bpx", deep, "", "verify;decode;dump;query;diff")),
    ]
}

/// Makes a FAT file of blocks of 60,000 parameters, all of one name.
fn params(blocks: usize, name: u32) -> Vec<u8> {
    let params: Vec<_> = (0..blocks as u32 * 60_000).map(|at| [name, at]).collect();
    let root = [0, 0, blocks, 1];
    blk(b"a\0", &params, &[vec![root], vec![[1, 60_000, 0, 0]; blocks]].concat())
}

/// Files of BLK and GPB.
fn neighbours(size: Size<'_>) -> Named {
    let count = size(300_000, 90_000);
    let chain: Vec<_> = (0..count).map(|at| [0, 0, usize::from(at + 1 < count), at + 1]).collect();
    let bad_blocks = blk(b"a\0", &[], &vec![[7, 0, 0, 0]; size(2_000_000, 150_000)]);
    let no_names = blk(&vec![0; size(4_000_000, 1_500_000)], &[], &[[0; 4]]);
    let names: Vec<_> = (0..size(700_000, 180_000)).flat_map(|at| format!("name{at:07}\0").into_bytes()).collect();
    let nodes = size(40_000, 2_000);
    let flat = gpb(1, nodes as u32, &leaves(0, 0).repeat(nodes));
    let deep = gpb(1, 1, &leaves(400, size(32_000, 14_000) as u32));
    let one_id = gpb(size(200_000, 80_000), 0, &[]);
    let materials = gpb(1, 1, &materials(size(1_000_000, 100_000) as u32));
    let gpb = "verify;info;decode;dump;model";
    vec![
        ("a chain of blocks", one("chain.blk", blk(&[], &[], &chain), "dump", "verify;decode")),
        ("parameters without a name", one("params.blk", params(size(17, 1), 7), "dump", "verify;info;decode;model")),
        ("blocks without a name", one("blocks.blk", bad_blocks, "verify", "dump;decode")),
        ("parameters", one("many.blk", params(size(17, 2), 0), "diff", "verify;decode;dump;model")),
        ("names without bytes", one("empty.blk", no_names, "diff", "decode;dump")),
        ("names", one("names.blk", blk(&names, &[], &[[0; 4]]), "diff", "decode;dump")),
        ("nodes", one("flat.gpb", flat, "", gpb)),
        ("leaves", one("leaves.gpb", deep, "verify;info", "decode;dump;model")),
        ("references of one id", one("references.gpb", one_id, "dump", gpb)),
        ("materials", one("materials.gpb", materials, "dump", gpb)),
    ]
}

/// Files of version 0.
fn old(size: Size<'_>) -> Named {
    let zeros = vec![0; size(256 << 20, 1 << 20)];
    let packed = encode(&zeros, &Zlib::new()).unwrap();
    // Registry, files and texts: flag 2 is zlib.
    let texts = bpx_v0(&[(1, 0, b""), (2, 0, b""), (3, 2, &packed)]);
    let registry = bpx_v0(&[(1, 2, &packed), (2, 0, b""), (3, 0, b"a\0")]);
    let files = bpx_v0(&[(1, 0, b""), (2, 2, &packed), (2, 2, &packed), (2, 2, &packed), (3, 0, b"a\0")]);
    vec![
        ("old texts", one("texts.v0.bpx", texts, "", "verify;decode;dump;upgrade")),
        ("old registry", one("registry.v0.bpx", registry, "", "verify;ls;decode;dump")),
        ("old files", one("files.v0.bpx", files, "", "decode")),
    ]
}

/// Schemas that were read, and files of them.
fn by_schemas(size: Size<'_>) -> Named {
    let list = |of: &str, len: Value| {
        let mut list = named(of);
        list["len"] = len;
        list
    };
    let bytes_of = |differs: Value| {
        let mut byte = differs;
        byte["offset"] = json!(0);
        let record = structure("Byte", Some(1), &json!({ "fields": [field("x", &byte)] }));
        schema(&[fields("File", &[field("list", &list("Byte", json!("rest")))]), record])
    };
    let count = size(200_000, 40_000);
    let codes: Vec<_> = (0..count).map(|at| json!({ "name": format!("c{at}"), "value": at + 2, "doc": "" })).collect();
    let codes = json!({ "codes": { "name": "Codes", "doc": "", "spec": "", "flags": false, "codes": codes } });
    let bits = size(60_000, 12_000);
    let bit = |at: usize| json!({ "name": format!("f{at}"), "label": "", "doc": "", "bit": at, "bits": 1, "codes": null, "constraints": [] });
    let bits = structure("Bits", Some(bits as u64 / 8), &json!({ "bits": (0..bits).map(bit).collect::<Vec<_>>() }));
    let bits_file = vec![0; bits["size"].as_u64().unwrap() as usize * size(100, 10)];
    let bits = schema(&[fields("File", &[field("list", &list("Bits", json!("rest")))]), bits]);
    let many = size(20_000, 4000);
    let parts: Vec<_> = (0..many).map(|at| field(&format!("f{at}"), &named(&format!("S{at}")))).collect();
    let chain: Vec<_> = std::iter::once(fields("File", &parts))
        .chain((0..many).map(|at| fields(&format!("S{at}"), &[field("a", &json!({}))])))
        .collect();
    let streams = ["record", "structure", "text"].into_iter().map(|kind| {
        let (schema, file) = of_stream(kind, size(64 << 20, if kind == "text" { 8 << 20 } else { 1 << 10 }));
        ("a stream", by_schema(schema, file, &["decode"], &["verify", "dump"]))
    });
    let mut all = vec![
        ("codes", by_schema(bytes_of(codes), vec![1; count / 2], &["verify", "decode", "diff"], &[])),
        ("bit fields", by_schema(bits, bits_file, &["verify", "dump", "decode", "diff"], &[])),
        ("structures", by_schema(schema(&chain), vec![0; 64], &["verify", "dump", "diff"], &[])),
    ];
    all.extend(streams);
    all
}

/// Returns a schema of a region that holds as many bytes, compressed, and a file of it.
fn of_stream(kind: &str, size: usize) -> (String, Vec<u8>) {
    let packed = encode(&vec![0; size], &Zlib::new()).unwrap();
    let mut content = named("Content");
    content["region"] = json!({
        "each": "places", "at": { "int": 1 }, "size": { "int": packed.len() }, "content_size": { "int": size },
        "steps": [{ "when": { "bool": true }, "transform": "zlib" }], "checks": [],
    });
    let list = |of: &str, len: Value| {
        let mut list = named(of);
        list["len"] = len;
        list
    };
    let elements = match kind {
        "text" => json!({ "ty": "c-string", "len": "rest" }),
        _ => list("Element", json!("rest")),
    };
    let byte = field("byte", &if kind == "record" { json!({ "offset": 0 }) } else { json!({}) });
    let element = structure("Element", (kind == "record").then_some(1), &json!({ "fields": [byte] }));
    let schema = schema(&[
        fields(
            "File",
            &[field("places", &list("Place", json!({ "count": { "int": 1 } }))), field("content", &content)],
        ),
        fields("Place", &[field("byte", &json!({}))]),
        fields("Content", &[field("list", &elements)]),
        element,
    ]);
    (schema, [&[0][..], &packed].concat())
}
