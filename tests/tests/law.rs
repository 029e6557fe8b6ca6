//! The law of writers, for constructs of every kind: what an edited file is asked to have, a reader returns.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod law {
    pub(super) mod declared;
}

use bpx_schema::Codec;
use bpx_workbench::samples::samples_of;
use bpx_schema::schema::Model;
use law::declared::*;
use tests::law::{EditTally, EditedFormat};

fn edits_of<T: Codec>(files: &[&[u8]]) {
    let format = EditedFormat::new(T::schema());
    let made = samples_of(&Model::from_root(T::schema()), &T::schema().name, 40).unwrap();
    let files = files.iter().map(|file| file.to_vec()).chain(made.into_iter().map(|sample| sample.bytes));
    let mut total = EditTally::default();
    for file in files {
        let tally = format.edit_file(&file, 200);
        total.refused += tally.refused;
        total.kept += tally.kept;
        total.broken.extend(tally.broken.into_iter().map(|one| format!("{file:02x?} {one}")));
    }
    println!("{}: {} refused, {} kept, {} broken", T::schema().name, total.refused, total.kept, total.broken.len());
    total.broken.iter().for_each(|one| println!("    {one}"));
}

#[test]
fn every_construct() {
    edits_of::<Labels>(&[&[2, 5, 2, 5, 3, b'a', b'b', b'c']]);
    edits_of::<Shared>(&[&[2, 5, 2, 5, 2, b'a', b'b'], &[3, 7, 2, 8, 1, 7, 2, b'a', b'b']]);
    edits_of::<Trailing>(&[&[1, b'a', 1, 2, b't'], &[1, b'a'], &[1, b'a', 7]]);
    edits_of::<Halves>(&[&[1, 2, 3, 4, 5]]);
    edits_of::<Odd>(&[&[1, b'a', 0, 7], &[2, b'a', b'b', 7, 8]]);
    edits_of::<Sheets>(&[]);
    edits_of::<Album>(&[]);
    edits_of::<Tagged>(&[b"A\x01B\x02\x03\x04", b"AA", b"x"]);
    edits_of::<Tried>(&[&[4, 2, b'a', b'b', 9], &[3, 9, 9, 9, 1]]);
    edits_of::<Ended>(&[b"\x02ab\0cd\0\xff", b"ab;cd;;rest"]);
    edits_of::<Found>(&[b"\x07xyENDab", b"\x07ENDENDab"]);
    edits_of::<Aligned>(&[]);
    edits_of::<Numbers>(&[]);
    edits_of::<Texts>(&[]);
    edits_of::<Directory>(&[]);
    edits_of::<Based>(&[]);
    edits_of::<Rows>(&[]);
    edits_of::<Chained>(&[]);
    edits_of::<Whole>(&[&[2, 7, b'a', b'b', 0]]);
    edits_of::<Open>(&[&[3, 5, 1, 7, 8, b'a', 0], &[6, 3, 1, b'a', b'b', 0, 7, 8]]);
    edits_of::<Streams>(&[]);
}
