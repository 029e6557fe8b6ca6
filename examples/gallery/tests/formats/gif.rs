//! GIF: pictures by another writer and by hand come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::gif::{Block, Disposal, Gif, parts, slow_down};
use std::borrow::Cow;

/// XML, and the bytes that bring readers of parts to the end.
fn metadata(text: &str) -> Vec<u8> {
    let end: Vec<u8> = [1].into_iter().chain((0..=255).rev()).chain([0]).collect();
    [b"!\xFF\x0BXMP DataXMP", text.as_bytes(), &end].concat()
}

/// Pictures of four by two pixels by another writer, the second with its own colours.
fn of_another_writer() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 4, 2, &[0, 0, 0, 255, 0, 0, 0, 255, 0]).unwrap();
    encoder.set_repeat(Repeat::Finite(3)).unwrap();
    let whole = Frame {
        width: 4,
        height: 2,
        delay: 10,
        dispose: DisposalMethod::Background,
        buffer: Cow::Borrowed(&[0, 1, 2, 1, 0, 1, 2, 1]),
        ..Frame::default()
    };
    encoder.write_frame(&whole).unwrap();
    let part = Frame {
        left: 1,
        width: 3,
        height: 2,
        transparent: Some(1),
        palette: Some(vec![9, 9, 9, 8, 8, 8]),
        buffer: Cow::Borrowed(&[0, 1, 0, 1, 0, 1]),
        ..Frame::default()
    };
    encoder.write_frame(&part).unwrap();
    encoder.write_raw_extension(::gif::AnyExtension(0x7F), &[b"data"]).unwrap();
    drop(encoder);
    bytes
}

/// Files by another writer, and by hand with all kinds of blocks.
pub fn samples() -> Vec<Vec<u8>> {
    vec![of_another_writer(), animation()]
}

/// A picture that is wider than the screen.
pub fn damaged() -> Vec<u8> {
    let mut gif = Gif::from_slice(&of_another_writer()).unwrap();
    for block in &mut gif.blocks {
        if let Block::Picture { area, .. } = block {
            area.place.left += 1;
        }
    }
    gif.to_vec().unwrap()
}

/// Two pictures of one pixel, of the second and of the third of four colours, with all kinds of blocks.
fn animation() -> Vec<u8> {
    let colors = [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]].concat();
    let control = |delay: u8| [0x21, 0xF9, 4, 0, delay, 0, 0, 0];
    // Codes of three bits, the lowest first: begin 4, the colour, end 5.
    let picture = |color: u16| {
        let codes = (4 | color << 3 | 5 << 6_u16).to_le_bytes();
        [&[0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2][..], &codes, &[0]].concat()
    };
    let parts = [
        &b"GIF89a\x01\0\x01\0\x81\0\0"[..],
        &colors,
        b"!\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0",
        &control(10),
        &picture(1),
        b"!\xFE\x05hello\x02 !\0",
        b"!\x7F\x03abc\0",
        b"!\x01\x0C\0\0\0\0\x08\0\x08\0\x08\x08\x01\0\x01A\0",
        b"!\xFF\x0BICCRGBG1012\x04prof\0",
        &metadata("<x:xmpmeta>\u{e4}</x:xmpmeta>"),
        b"!\xFF\x0BPROGRAM11.0\x02ab\0",
        &control(20),
        &picture(2),
        b";",
    ];
    parts.concat()
}

/// Colours and times of the pictures, by a reader that knows nothing of the declaration.
fn pictures(file: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = ::gif::DecodeOptions::new();
    options.allow_unknown_blocks(true);
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        pictures.push((frame.buffer.to_vec(), frame.delay));
    }
    pictures
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Gif>(&file);
        assert_kept_alike::<Gif>(&file);
    }
}

#[test]
fn blocks_hold_what_was_written() {
    let gif = Gif::from_slice(&animation()).unwrap();
    let comment = Block::Comment { parts: [parts(b"hello"), parts(b" !")].concat(), text: b"hello !".to_vec() };
    // An extension that is not declared keeps its label and its data.
    let other = Block::Other { label: 0x7F, parts: parts(b"abc") };
    assert!(gif.blocks.contains(&comment) && gif.blocks.contains(&other));
    assert!(gif.blocks.contains(&Block::Repeat { count: 0, end: 0 }));
    assert!(gif.blocks.contains(&Block::Profile { parts: parts(b"prof") }));
    let application = Block::Application { size: 11, name: *b"PROGRAM1", code: *b"1.0", parts: parts(b"ab") };
    assert!(gif.blocks.contains(&application));
    let texts = gif.blocks.iter().filter_map(|block| match block {
        Block::Metadata { text, .. } => Some(std::str::from_utf8(text).unwrap()),
        _ => None,
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["<x:xmpmeta>\u{e4}</x:xmpmeta>"]);
}

#[test]
fn bits_are_those_of_another_writer() {
    let gif = Gif::from_slice(&of_another_writer()).unwrap();
    assert_eq!((gif.colors.as_ref().unwrap().len(), gif.flags.color_bits()), (4, 1));
    let controls: Vec<_> = gif
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Control { flags, transparent, .. } => {
                Some((flags.disposal_code(), flags.is_transparent(), *transparent))
            }
            _ => None,
        })
        .collect();
    assert_eq!(controls, [(Ok(Disposal::Clear), 0, 0), (Ok(Disposal::Keep), 1, 1)]);
    let colors: Vec<_> = gif
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Picture { colors, .. } => Some(colors.as_ref().map_or(0, Vec::len)),
            _ => None,
        })
        .collect();
    assert_eq!(colors, [0, 2]);
}

#[test]
fn a_picture_that_is_wider_than_the_screen_is_found() {
    let report = Gif::validate(&damaged(), Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.location.file)).collect();
    // The place of the first picture, and that of the second.
    assert_eq!(found, [("picture.width", 57), ("picture.width", 82)], "{:?}", report.findings());
}

#[test]
fn a_slower_animation_is_read_by_another_reader() {
    let file = animation();
    let (red, green) = (vec![255, 0, 0, 255], vec![0, 255, 0, 255]);
    assert_eq!(pictures(&file), [(red.clone(), 10), (green.clone(), 20)]);
    let comment = "slower ".repeat(100);
    let changed = slow_down(&file, 300, &comment).unwrap();
    assert_eq!(pictures(&changed), [(red, 300), (green, 300)]);
    // 700 bytes, three sizes, an end and a tag of two bytes.
    assert_eq!(changed.len(), file.len() + 700 + 3 + 1 + 2);
    assert!(slow_down(b"GIF87a\x01\0\x01\0\0\0\0;", 1, "").unwrap_err().to_string().contains("states a time"));
}

#[test]
fn a_part_without_bytes_would_end_its_list() {
    let mut gif = Gif::from_slice(&animation()).unwrap();
    let parts = [parts(b"one"), vec![gallery::gif::Part { bytes: Vec::new() }]].concat();
    gif.blocks.push(Block::Comment { parts, text: b"one".to_vec() });
    let error = gif.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    let path = format!("blocks[{}].parts[1]", gif.blocks.len() - 1);
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, path));
}

#[test]
fn an_extension_with_the_tag_of_another_block_is_refused() {
    let mut gif = Gif::from_slice(&animation()).unwrap();
    gif.blocks.push(Block::Other { label: 0xFE, parts: parts(b"no comment") });
    let error = gif.to_vec().unwrap_err();
    assert!(error.to_string().contains("the tag of another case"), "{error}");
}

#[test]
fn the_schema_alone_changes_a_comment() {
    let mut json = decoded::<Gif>(&animation());
    let blocks = json["blocks"].as_array_mut().unwrap();
    let comment = blocks.iter_mut().find(|block| block["magic"] == "21fe").unwrap();
    comment["parts"].as_array_mut().unwrap().truncate(1);
    // The text follows from its parts.
    comment.as_object_mut().unwrap().remove("text");
    let changed = encoded::<Gif>(&json);
    assert_eq!(changed.len(), animation().len() - 3);
    assert_eq!(pictures(&changed), pictures(&animation()));
}
