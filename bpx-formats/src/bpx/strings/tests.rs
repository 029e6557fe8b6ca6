use super::*;
use bpx_schema::Codec;
use bpx_schema::codec::Space;
use bpx_schema::report::Class;
use proptest::prelude::*;

/// "oak", an empty text, and "é".
const CONTENT: &[u8] = b"oak\0\0\xC3\xA9\0";

fn fault<T: std::fmt::Debug>(result: bpx_schema::Result<T>) -> (Class, u64) {
    let error = result.unwrap_err();
    let finding = error.finding().unwrap();
    (finding.class, finding.location.content.unwrap())
}

#[test]
fn any_offset_is_legal() {
    let view = StringsView::new(CONTENT);
    let texts: Vec<_> = [0, 1, 2, 3, 4, 5, 7].iter().map(|offset| view.get(*offset).unwrap()).collect();
    assert_eq!(texts, ["oak", "ak", "k", "", "", "é", ""]);
    assert_eq!(view.get_bytes(6).unwrap(), b"\xA9");
    assert_eq!(fault(view.get(6)), (Class::BadText, 6));
    assert_eq!(fault(view.get(8)), (Class::OutOfBounds, 8));
    assert_eq!(fault(view.get(u32::MAX)), (Class::OutOfBounds, 0xFFFF_FFFF));
    assert_eq!(fault(StringsView::new(b"ab\xFF\0").get(0)), (Class::BadText, 2));
}

#[test]
fn a_text_without_an_end_is_an_error() {
    let view = StringsView::new(b"oak\0birch");
    assert_eq!(fault(view.get(5)), (Class::Unterminated, 5));
    let all: Vec<_> = view.iter().map(|text| text.map_err(|error| error.finding().map(|f| f.location))).collect();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0], Ok((0, &b"oak"[..])));
    assert_eq!(all[1].unwrap_err().and_then(|location| location.content), Some(4));
    assert_eq!(Strings::from_slice(view.bytes()).unwrap_err().finding().unwrap().class, Class::Unterminated);
    assert!(StringsBuilder::after(view.bytes().to_vec()).is_err());
}

#[test]
fn faults_know_their_place_in_the_file() {
    let place = |space| StringsView::in_space(CONTENT, space).get(6).unwrap_err().finding().unwrap().location;
    assert_eq!((place(Space::Plain(100)).file, place(Space::Plain(100)).content), (106, Some(6)));
    assert_eq!((place(Space::Packed(100)).file, place(Space::Packed(100)).content), (100, Some(6)));
}

#[test]
fn texts_are_listed_in_order() {
    let all: Vec<_> = StringsView::new(CONTENT).iter().map(Result::unwrap).collect();
    assert_eq!(all, [(0, &b"oak"[..]), (4, b""), (5, b"\xC3\xA9")]);
    let declared = Strings::from_slice(CONTENT).unwrap();
    let texts: Vec<_> = declared.strings.iter().map(CText::as_bytes).collect();
    assert_eq!(texts, all.iter().map(|(_, text)| *text).collect::<Vec<_>>());
    assert_eq!(declared.to_vec().unwrap(), CONTENT);
    assert_eq!(StringsView::new(&[]).iter().count(), 0);
}

#[test]
fn sections_grow() {
    let mut builder = StringsBuilder::new();
    assert_eq!(builder.append("oak").unwrap(), 0);
    assert_eq!(builder.append("").unwrap(), 4);
    assert_eq!(builder.append("é").unwrap(), 5);
    assert_eq!(builder.clone().finish(), CONTENT);
    assert_eq!(builder.append("oak").unwrap(), 8);
    assert_eq!(builder.intern("oak").unwrap(), 0);
    assert_eq!(builder.intern("elm").unwrap(), 12);
    assert_eq!(builder.intern("elm").unwrap(), 12);
    assert_eq!(builder.view().get(12).unwrap(), "elm");
    let mut after = StringsBuilder::after(builder.finish()).unwrap();
    assert_eq!((after.intern("é").unwrap(), after.intern("ash").unwrap()), (5, 16));
    assert_eq!(after.finish(), b"oak\0\0\xC3\xA9\0oak\0elm\0ash\0");
}

#[test]
fn texts_that_would_be_read_differently_are_rejected() {
    let mut builder = StringsBuilder::with_max(8);
    assert_eq!(fault(builder.append("a\0b")), (Class::BadText, 0));
    assert_eq!(fault(builder.append("12345678")), (Class::Overflow, 0));
    assert_eq!(builder.append("1234567").unwrap(), 0);
    assert_eq!(fault(builder.intern("")), (Class::Overflow, 8));
    assert_eq!(builder.finish(), b"1234567\0");
}

proptest! {
    #[test]
    fn what_was_added_reads_back(texts in proptest::collection::vec("[a-cé]{0,3}", 0..40), dedup: bool) {
        let mut builder = StringsBuilder::new();
        let offsets: Vec<_> =
            texts.iter().map(|text| if dedup { builder.intern(text) } else { builder.append(text) }.unwrap()).collect();
        for (offset, text) in offsets.iter().zip(&texts) {
            prop_assert_eq!(builder.view().get(*offset).unwrap(), text);
        }
        let distinct = texts.iter().collect::<std::collections::HashSet<_>>().len();
        prop_assert_eq!(builder.view().iter().count(), if dedup { distinct } else { texts.len() });
        let bytes = builder.finish();
        prop_assert_eq!(Strings::from_slice(&bytes).unwrap().to_vec().unwrap(), bytes);
    }

    #[test]
    fn any_bytes_end_well(bytes in proptest::collection::vec(any::<u8>(), 0..60), offset in 0..70_u32) {
        let view = StringsView::new(&bytes);
        match view.get_bytes(offset) {
            Ok(text) => {
                let end = (offset as usize).saturating_add(text.len());
                prop_assert_eq!(&bytes[offset as usize..end], text);
                prop_assert_eq!(bytes[end], 0);
                prop_assert!(!text.contains(&0));
            }
            Err(error) => prop_assert_eq!(error.finding().unwrap().location.content, Some(u64::from(offset))),
        }
        let total: usize = view.iter().map(|text| text.map_or(0, |(_, text)| text.len().saturating_add(1))).sum();
        prop_assert_eq!(total, bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last: usize| last.saturating_add(1)));
    }
}
