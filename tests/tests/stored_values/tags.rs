//! Tags: short texts that say what follows.

use super::agree::{everywhere, json_of};
use super::records::Tagged;
use bpx_schema::codec::{FourCc, Tag};
use bpx_schema::{Codec, structure};
use serde_json::json;
use test_needs::needs;

/// Parts that follow their tags.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(head.kind != b"NONE"))]
pub struct Tags {
    pub head: Tagged,
    #[br(if(head.kind == b"HEAD"))]
    pub owner: Option<Tag<3>>,
    pub tag: FourCc,
    #[br(args(int(tag)))]
    pub part: Part,
    #[br(parse_with = until_eof)]
    pub chunks: Vec<TagChunk>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct TagChunk {
    pub tag: FourCc,
    #[br(args(int(tag)))]
    pub part: Part,
}

/// What a tag says.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(tag: u32))]
pub enum Part {
    #[br(pre_assert(tag == int(b"SIZE")))]
    Size {
        width: u16,
        height: u16,
    },
    #[br(pre_assert(tag == int(b"NAME")))]
    Name([u8; 2]),
    Other(u8),
}

fn tags() -> Tags {
    let chunk = |tag: &[u8; 4], part| TagChunk { tag: FourCc::from(*tag), part };
    Tags {
        head: Tagged { kind: Tag(*b"HEAD"), version: Tag(*b"v1") },
        owner: Some(Tag(*b"a\xe9b")),
        tag: Tag(*b"SIZE"),
        part: Part::Size { width: 2, height: 1 },
        chunks: vec![chunk(b"NAME", Part::Name(*b"no")), chunk(b"\xa9a\0b", Part::Other(7))],
    }
}

#[needs(python3)]
#[test]
fn tags_agree_everywhere() {
    let bytes = tags().to_vec().unwrap();
    assert_eq!(bytes, *b"HEADv1a\xe9bSIZE\x02\0\x01\0NAMEno\xa9a\0b\x07");
    let head = Tagged { kind: Tag(*b"REST"), ..tags().head };
    let other = Tags { head, owner: None, chunks: Vec::new(), ..tags() }.to_vec().unwrap();
    let read = everywhere::<Tags>("tags", &[bytes.clone(), other]);
    assert!(read > 100, "{read}");
    let expected = json!({
        "head": { "kind": "HEAD", "version": "v1" }, "owner": "a\u{e9}b", "tag": "SIZE",
        "part": { "width": 2, "height": 1 },
        "chunks": [{ "tag": "NAME", "part": { "name": "6e6f" } }, { "tag": "\u{a9}a\0b", "part": { "other": 7 } }]
    });
    assert_eq!(json_of::<Tags>(&bytes), expected);
}

#[test]
fn a_tag_is_compared_and_shown() {
    let tag = tags().chunks[1].tag;
    assert_eq!((tag.to_string(), format!("{tag:?}")), ("\\xa9a\\x00b".to_owned(), "Tag(\"\\xa9a\\x00b\")".to_owned()));
    assert_eq!(tag, *b"\xa9a\0b");
    assert_eq!((&tag[..2], FourCc::default().as_ref()), (&b"\xa9a"[..], &[0; 4][..]));
    assert_eq!(Tagged::from_bytes(b"HEADv1").version, *b"v1");
}
