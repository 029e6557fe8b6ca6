//! Dumps explain every byte, in the order of the file, for any order of reading.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::Codec;
use bpx_schema::codec::Regions;
use bpx_schema::dump::{DumpOptions, dump_json, dump_text, dump_to_string};
use bpx_schema::json::JsonText;
use bpx_schema::transform::{Zlib, encode};
use bpx_schema::{Budget, Limits};
use bpx_schema::{Record, structure};

#[derive(Debug, Record)]
#[brw(little)]
struct Entry {
    at: u8,
    size: u8,
    packed: u8,
}

#[structure]
#[brw(little)]
struct Text {
    len: u8,
    #[br(count = len)]
    #[schema(utf8)]
    text: Vec<u8>,
}

#[structure]
#[brw(little)]
struct File {
    #[br(temp)]
    #[bw(calc = table.len())]
    count: u8,
    #[br(count = count)]
    table: Vec<Entry>,
    #[schema(region(each = table, at = entry.at, size = entry.size, transform(zlib if entry.packed != 0)))]
    texts: Regions<Text>,
}

fn annotated(bytes: &[u8], options: &DumpOptions) -> String {
    dump_to_string(bytes, options, &|watch| File::watch(bytes, watch)).unwrap()
}

#[test]
fn values_are_listed_by_offset() {
    // The second region lies before the first, which leaves a byte; another one is between, and three follow.
    let bytes = [&[2, 11, 4, 0, 7, 3, 0][..], b"\x02hi.\x02yo...", b"."].concat();
    let expected = "\
00000000  02                       count = 2
00000001                           table: 2 elements
00000001                           table[0]: Entry, 3 bytes
00000001  0b                         at = 11
00000002  04                         size = 4
00000003  00                         packed = 0
00000004                           table[1]: Entry, 3 bytes
00000004  07                         at = 7
00000005  03                         size = 3
00000006  00                         packed = 0
00000007                           texts: 2 elements
00000007                           texts[1]: 3 bytes
00000007  02                         len = 2
00000008  68 69                      text = \"hi\"
0000000a  2e                       gap, 1 bytes
0000000b                           texts[0]: 4 bytes
0000000b  02                         len = 2
0000000c  79 6f                      text = \"yo\"
0000000e  2e                       gap in texts[0], 1 bytes
0000000f  2e 2e 2e                 trailing bytes, 3 bytes
";
    assert_eq!(annotated(&bytes, &DumpOptions::default()), expected);
    let part = annotated(&bytes, &DumpOptions::default().with_path("texts[0]"));
    assert_eq!(
        part,
        "0000000b                           texts[0]: 4 bytes\n0000000b  02                         len = 2\n0000000c  79 6f                      text = \"yo\"\n"
    );
}

#[test]
fn shared_bytes_are_listed_once() {
    // Three regions of the same three bytes, and one that begins later.
    let bytes = [4, 14, 3, 0, 14, 3, 0, 15, 1, 0, 14, 3, 0, 0xEE, 2, 0, b'A'];
    let listed = annotated(&bytes, &DumpOptions::default());
    let expected = "\
0000000d  ee                       gap, 1 bytes
0000000e                           texts[0]: 3 bytes
0000000e  02                         len = 2
0000000f  00 41                      text = \"\\0A\"
                                   texts[1] shares bytes that an earlier line shows
0000000e                           texts[1]: 3 bytes
                                   texts[3] shares bytes that an earlier line shows
0000000e                           texts[3]: 3 bytes
                                   texts[2] shares bytes that an earlier line shows
0000000f                           texts[2]: 1 bytes
0000000f  00                         len = 0
00000010                             text = \"\"
";
    assert!(listed.ends_with(expected), "{listed}");
    let part = annotated(&bytes, &DumpOptions::default().with_path("texts"));
    assert_eq!(part.matches("shares bytes that an earlier line shows").count(), 3, "{part}");
}

#[test]
fn decompressed_content_follows_its_region() {
    let stored = encode(b"\x03abc", &Zlib::new()).unwrap();
    let bytes = [&[1, 4, stored.len() as u8, 1][..], &stored].concat();
    let text = annotated(&bytes, &DumpOptions::default().with_max_bytes(4));
    let lines: Vec<_> = text.lines().skip(7).collect();
    assert!(lines[0].starts_with("00000004  78 ") && lines[0].ends_with("texts[0]: 12 bytes, compressed"), "{text}");
    assert_eq!(lines[1], "00000008                           ... 8 more bytes");
    assert_eq!(lines[2], "                                   content of texts[0], 4 bytes:");
    assert_eq!(lines[3], "       | 00000000  03                         len = 3");
    assert_eq!(lines[4], "       | 00000001  61 62 63                   text = \"abc\"");
    assert_eq!(lines.len(), 5);
    // Seen alone, the content is the whole.
    let part = annotated(&bytes, &DumpOptions::default().with_path("texts[0].text"));
    assert_eq!(part, "00000001  61 62 63                 text = \"abc\"\n");
}

#[test]
fn what_is_missing_is_said() {
    let bytes = [0];
    let mut out = Vec::new();
    let options = DumpOptions::default().with_path("table[7]");
    let mut spool = || panic!("nothing is out of order");
    let found =
        dump_text(&bytes, &options, &Budget::default(), &|watch| File::watch(&bytes, watch), &mut out, &mut spool);
    assert!(!found.unwrap() && out.is_empty());
    // What was read before a fault is written.
    let bytes = [1, 9];
    let error = dump_text(
        &bytes,
        &DumpOptions::default(),
        &Budget::default(),
        &|watch| File::watch(&bytes, watch),
        &mut out,
        &mut spool,
    );
    assert_eq!(error.unwrap_err().finding().unwrap().path.to_string(), "table");
    assert!(String::from_utf8(out).unwrap().starts_with("00000000  01                       count = 1\n"));
}

#[test]
fn sizes_are_charged_for() {
    let bytes = vec![0; 1];
    let budget = Budget::new(Limits::default().with_max_memory(1), 0);
    let read = |watch: &mut dyn bpx_schema::watch::Watch| File::watch(&bytes, watch);
    let mut spool = || panic!("nothing is out of order");
    let error = dump_text(&bytes, &DumpOptions::default(), &budget, &read, &mut Vec::new(), &mut spool).unwrap_err();
    assert_eq!(error.finding().unwrap().class, bpx_schema::report::Class::LimitExceeded);
}

#[test]
fn the_list_has_every_value() {
    let bytes = [&[1, 4, 3, 0][..], b"\x02hi"].concat();
    let mut text = JsonText::compact(Vec::new());
    let read = |watch: &mut dyn bpx_schema::watch::Watch| File::watch(&bytes, watch);
    assert!(dump_json(&DumpOptions::default(), &Budget::default(), &read, &mut text).unwrap());
    let list: serde_json::Value = serde_json::from_slice(&text.finish().unwrap()).unwrap();
    let shown = |one: &serde_json::Value| {
        let text = |key: &str| one[key].as_str().unwrap_or("-").to_owned();
        [text("path"), text("kind"), text("offset"), text("content_offset"), text("size"), text("value")].join(" ")
    };
    let expected = [
        "count value 0 - 1 1",
        "table array 1 - 3 -",
        "table[0] structure 1 - 3 -",
        "table[0].at value 1 - 1 4",
        "table[0].size value 2 - 1 3",
        "table[0].packed value 3 - 1 0",
        "texts array 4 - 0 -",
        "texts[0] region 4 - 3 -",
        "texts[0].len value 4 0 1 2",
        "texts[0].text value 5 1 2 \"hi\"",
    ];
    assert_eq!(list.as_array().unwrap().iter().map(shown).collect::<Vec<_>>(), expected);
}
