//! Initial inputs: the goldens, and outputs of our own structures and exports.

use super::{Input, Target, readers};
use conformance::source::Source;
use std::path::{Path, PathBuf};

/// A name, and bytes.
pub type Seed = (String, Vec<u8>);

/// Largest seed of a text, in bytes.
const TEXT: usize = 3000;

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/golden")
}

/// Returns the bytes that a source of the goldens describes, by its path among them.
pub(super) fn golden_bytes(path: &str) -> Vec<u8> {
    let path = golden_folder().join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source::parse(&text).expect("a source").build().expect("a golden").bytes
}

/// Returns every golden file, and what files of BLK share.
#[must_use]
pub fn goldens() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for folder in ["bpx", "bpat", "gpb", "blk", "blk/shared"] {
        for entry in std::fs::read_dir(golden_folder().join(folder)).expect("a folder of goldens") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
            if let Some(stem) = name.strip_suffix(".src") {
                let bytes = golden_bytes(&format!("{folder}/{name}"));
                seeds.push((format!("{}-{stem}", folder.replace('/', "-")), bytes));
            }
        }
    }
    seeds.sort();
    assert!(seeds.len() > 30, "goldens are missing");
    seeds
}

/// What a target begins with.
#[must_use]
pub fn seeds_of(target: &Target) -> Vec<Seed> {
    match target.input {
        Input::File => {
            let mut seeds = goldens();
            seeds.extend(texts("blk-text", BLK_TEXTS));
            seeds.retain(|(name, _)| name.starts_with(target.seeds));
            seeds
        }
        Input::Typed => typed(),
        Input::Text => documents(),
        Input::Choices => choices(),
    }
}

fn texts(name: &str, list: &[&str]) -> Vec<Seed> {
    list.iter().enumerate().map(|(at, text)| (format!("{name}-{at}"), text.as_bytes().to_vec())).collect()
}

/// Files after the number of their type, and samples of our own structures.
fn typed() -> Vec<Seed> {
    let number = |name: &str| match name {
        name if name.starts_with("bpx-v0") => 1,
        name if name.starts_with("bpx") => 0,
        name if name.starts_with("bpat") => 2,
        name if name.starts_with("gpb") => 3,
        "blk-shared-names" => 5,
        _ => 4,
    };
    let files = goldens().into_iter().map(|(name, bytes)| (number(&name), bytes));
    let all = files.chain(readers::samples()).enumerate();
    all.map(|(at, (number, bytes))| (format!("{at}-{number}"), [&[number as u8][..], &bytes].concat())).collect()
}

/// Pieces of the references that our schemas export, and a document in LaTeX.
fn documents() -> Vec<Seed> {
    let mut seeds = texts("document", DOCUMENTS);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = ["exports/bpx.md", "exports/gpb.md", "exports/bpat.md", "tests/tests/spec_documents/latex.txt"];
    for file in files {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let lines: Vec<_> = text.lines().collect();
        for (at, piece) in lines.chunks(60).take(6).enumerate() {
            let mut bytes = piece.join("\n").into_bytes();
            bytes.truncate(TEXT);
            seeds.push((format!("{}-{at}", file.replace('/', "-")), bytes));
        }
    }
    seeds
}

/// Returns bytes that differ, from nothing on.
fn choices() -> Vec<Seed> {
    let some = |len: usize, step: usize| (0..len).map(|at| (at * step + at / 7) as u8).collect::<Vec<u8>>();
    let steps = [1, 3, 7, 29, 53, 101, 151, 199];
    steps.into_iter().enumerate().map(|(at, step)| (format!("choices-{at}"), some(40 * (at + 1), step))).collect()
}

const BLK_TEXTS: &[&str] = &[
    "a:i=5\nb:t=\"text\"\nblock{\n  c:p3=1, 2.5, -3e2\n  d:m=[[1,0,0][0,1,0][0,0,1][4,5,6]]\n}\n",
    "// comment\n\"odd name\":b=yes; x:c=1,2,3,255; /* more */ y:i64=0x7fffffffffffffff\n",
    "include \"other.blk\"\na{b{c{d:r=0.1; e:ip2=1,-2; f:p4=1,2,3,4}}}\n\"@override:a\"{}\n",
    "t:t='single ~\" ~n ~t ~~'\nu:t=\"\"\"several\nlines\"\"\"\nv:ip3=1,2,3\nw:p2=nan,inf\n",
];

const DOCUMENTS: &[&str] = &[
    "# 1 Header\n\nLittle endian. The header has 8 bytes.\n\n| Offset | Name | Type | Size | Notes |\n|---|---|---|---|---|\n| 0 | Magic | u8[4] | 4 | `ABCD` |\n| 4 | Count | u32 | 4 | must be 1 to 9 |\n",
    "1.1 Kinds\n\nName\tValue\tMeaning\nOne\t0x1\tfirst\nTwo\t0x2\tsecond\n\n1.2 Table\n\nField\tSize\tType\nKind\t1\tuint8\nFlags\t1\tuint8\nPad\t2\treserved\n",
    "struct Head {\n    u32 magic;     // always 7\n    u16 version;\n    u8 pad[2];\n};\n\n - `a` (4 bytes): a number\n - `b` (2 bytes): flags, bit 0 is set when it is large\n",
    "0      7 8     15 16            31\n+--------+--------+----------------+\n|  kind  |  pad   |     count      |\n+--------+--------+----------------+\n",
    "\\section{Frame}\n\\begin{tabular}{|l|l|l|}\n\\hline Name & Type & Size \\\\ \\hline\nx & float & 4 \\\\ y & float & 4 \\\\ \\hline\n\\end{tabular}\n",
];
