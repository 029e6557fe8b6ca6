//! Generated code and the interpreter.

use super::absent_lists::{self, Absent};
use super::bits;
use super::declared::{Boxes, Cabinet, Keywords, Letter, Picture, Places, Stated};
use super::each_number::{Mesh, mesh};
use super::early::{Ledger, Parcel, ledger, parcels};
use super::enclosed::{Consignment, consignment};
use super::files;
use super::laid::{self, Disk, Limited, Packet, Segment};
use super::lengths::{Blocks, blocks};
use super::lists::{Link, Lists, link, lists};
use super::padded::{Ar, Font, ar, font};
use super::ranges::{self, Archived, Datagram};
use super::related::{Related, related};
use super::self_ending::{self, Pack};
use super::shapes::compare::{exported, generated, interpreted, reports};
use super::shelf::{Shelf, shelves};
use super::spaces::{Binder, binder};
use super::streams::{self, Counted, Sealed, Strips};
use super::sums::{Frame, Page, Signed, frames, page, signed};
use super::tags::{Chunks, chunks};
use super::totals::{JavaClass, Sums, java_class, sums};
use super::uneven::{Marked, marked};
use bpx_schema::assemble::FromJson;
use bpx_schema::json::ToJson;
use bpx_schema::report::{Location, Mode, Verdict};
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_schema::{Codec, DecodeOwned, Limits};

/// Compares on valid bytes, on every prefix, and with every byte changed in three ways.
fn everywhere<T: DecodeOwned>(files: &[Vec<u8>]) {
    let model = exported::<T>();
    let limits = Limits::default();
    let same = |bytes: &[u8]| {
        let (left, right) = (generated::<T>(&model, bytes, &[], limits), interpreted(&model, bytes, &[], limits));
        assert_eq!(left, right, "{bytes:02x?}");
        let [left, right] = reports::<T>(&model, bytes, &[]);
        assert_eq!(left, right, "{bytes:02x?}");
        left.len()
    };
    for file in files {
        let report = T::validate(file, Mode::Strict);
        assert_eq!((report.findings(), report.verdict()), (&[][..], Verdict::Valid));
        assert_eq!(same(file), 0);
        let mut found = 0;
        for end in 0..file.len() {
            found += same(&file[..end]);
        }
        let mut changed = file.clone();
        for at in 0..file.len() {
            for value in [file[at] ^ 1, file[at] ^ 0x80, 0xFF] {
                changed[at] = value;
                found += same(&changed);
            }
            changed[at] = file[at];
        }
        assert!(found > file.len(), "{found} findings");
    }
}

#[test]
fn compiled_and_interpreted_readers_agree() {
    everywhere::<Datagram>(&[ranges::datagram()]);
    everywhere::<Archived>(&ranges::archived());
    everywhere::<Pack>(&[self_ending::pack()]);
    everywhere::<Absent>(&absent_lists::files());
    everywhere::<Picture>(&[files::picture()]);
    everywhere::<Keywords>(&[files::keywords(1), files::keywords(2)]);
    everywhere::<Boxes>(&[files::boxes()]);
    everywhere::<Stated>(&[files::stated(1), files::stated(0)]);
    everywhere::<Letter>(&[files::letter(1), files::letter(2)]);
    everywhere::<Places>(&[files::places()]);
    everywhere::<Lists>(&[lists(2), lists(1)]);
    everywhere::<Chunks>(&[chunks(1), chunks(2)]);
    everywhere::<Link>(&[link()]);
    everywhere::<Frame>(&frames());
    everywhere::<Mesh>(&[mesh()]);
    everywhere::<Parcel>(&parcels());
    everywhere::<Ledger>(&[ledger()]);
    everywhere::<Blocks>(&[blocks()]);
    everywhere::<Marked>(&[marked()]);
    everywhere::<Binder>(&[binder()]);
    everywhere::<Consignment>(&[consignment()]);
    everywhere::<JavaClass>(&[java_class()]);
    everywhere::<Ar>(&[ar()]);
    everywhere::<Font>(&[font()]);
    everywhere::<Page>(&[page(false)]);
    everywhere::<Signed>(&[signed()]);
    everywhere::<Sums>(&[sums()]);
    everywhere::<Sealed>(&[streams::sealed()]);
    everywhere::<Strips>(&[streams::strips()]);
    everywhere::<Counted>(&[streams::counted(true), streams::counted(false)]);
    everywhere::<Packet>(&[laid::packet()]);
    everywhere::<Segment>(&[laid::segment()]);
    everywhere::<Disk>(&[laid::disk()]);
    everywhere::<Limited>(&[laid::limited()]);
    everywhere::<Cabinet>(&[files::cabinet(1)]);
    everywhere::<Related>(&[related()]);
    everywhere::<Shelf>(&shelves()[..1]);
    everywhere::<bits::Message>(&[bits::message(true), bits::message(false)]);
    everywhere::<bits::Sized>(&[bits::sized()]);
    everywhere::<bits::Sought>(&[bits::sought()]);
    everywhere::<bits::Atlas>(&[bits::atlas()]);
    everywhere::<bits::Stream>(&[bits::STREAM.to_vec()]);
}

/// What the interpreter reports to a listener, as names and values.
#[test]
fn names_of_a_schema_are_no_words_of_rust() {
    let model = exported::<Keywords>();
    let text = model.to_json().unwrap();
    assert!(!text.contains("r#"), "a raw identifier is a matter of Rust alone");
    let mut journal = Journal::default();
    Keywords::watch(&files::keywords(1), &mut journal).unwrap();
    let events = journal.finish(Ok(()));
    let paths: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            JournalEvent::Leaf { path, .. } => Some(path.to_string()),
            _ => None,
        })
        .collect();
    for path in ["type", "struct.enum", "match", "loop[1].mod", "use.fn", "pub.for[1].for[0].while", "extern[0].move"] {
        assert!(paths.iter().any(|one| one == path), "{path} is not among {paths:?}");
    }
    let report = Keywords::validate(&[&files::keywords(1)[..7], &[9, 1, 101]].concat(), Mode::Strict);
    let message = report.findings().last().unwrap().to_string();
    assert!(message.contains(": loop: "), "{message}");
}

#[test]
fn values_come_back_from_json_and_bytes() {
    fn back<T: DecodeOwned<Args = [i128; 0]> + PartialEq + std::fmt::Debug>(file: &[u8], whole: bool) {
        let value = T::from_slice(file).unwrap();
        let json = value.to_json([]).unwrap();
        assert_eq!(T::from_json(json.root(), []).unwrap(), value, "{json:?}");
        if whole {
            assert_eq!(value.to_vec().unwrap(), file);
        }
    }
    absent_lists::files().iter().for_each(|file| back::<Absent>(file, true));
    back::<Picture>(&files::picture(), true);
    back::<Keywords>(&files::keywords(1), false);
    back::<Keywords>(&files::keywords(2), false);
    back::<Boxes>(&files::boxes(), false);
    back::<Stated>(&files::stated(1), true);
    back::<Stated>(&files::stated(0), true);
    // What a writer stores is stored in the same bytes again.
    for number in [1, 2] {
        back::<Letter>(&Letter::from_slice(&files::letter(number)).unwrap().to_vec().unwrap(), true);
    }
    back::<Places>(&files::places(), false);
    back::<Lists>(&lists(2), true);
    back::<Lists>(&lists(1), true);
    back::<Chunks>(&chunks(1), true);
    back::<Chunks>(&chunks(2), true);
    back::<Link>(&link(), true);
    back::<JavaClass>(&java_class(), true);
    back::<Ar>(&ar(), true);
    back::<Page>(&page(false), true);
    back::<Signed>(&signed(), true);
    back::<Sums>(&sums(), true);
    back::<Sealed>(&streams::sealed(), true);
    back::<Strips>(&streams::strips(), true);
    back::<Counted>(&streams::counted(true), true);
    back::<Counted>(&streams::counted(false), true);
}

#[test]
fn plain_regions_in_content_lie_where_the_content_is_stored() {
    let report = Cabinet::validate(&files::cabinet(9), Mode::Strict);
    let [fault] = report.findings() else { panic!("{report:?}") };
    assert_eq!(fault.path.to_string(), "content.drawers[0].flags[2].value");
    assert_eq!(fault.location, Location { file: 4, content: Some(2) });
}
