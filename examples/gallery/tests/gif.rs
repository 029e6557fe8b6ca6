//! GIF: pictures made by hand come back, and changed ones are read by another reader.

// Not every test needs all of it.
#[allow(dead_code)]
mod shared;

use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::gif::{Block, Gif, joined, parts, slow_down};
use shared::{decoded, encoded, written};

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
fn an_animation_comes_back() {
    let file = animation();
    assert_eq!(Gif::validate(&file, Mode::Strict).findings(), []);
    let gif = Gif::from_slice(&file).unwrap();
    assert_eq!(gif.to_vec().unwrap(), file);
    assert_eq!(written::<Gif>(&file), file);
    assert_eq!(encoded::<Gif>(&decoded::<Gif>(&file)), file);
    let comment = gif.blocks.iter().find_map(|block| match block {
        Block::Comment { parts } => Some(joined(parts)),
        _ => None,
    });
    assert_eq!(comment.unwrap(), b"hello !");
    // An extension that is not declared keeps its label and its data.
    let other = Block::Other { label: 0x7F, parts: parts(b"abc") };
    assert!(gif.blocks.contains(&other));
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
    gif.blocks.push(Block::Comment { parts: [parts(b"one"), vec![gallery::gif::Part { bytes: Vec::new() }]].concat() });
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
    let changed = encoded::<Gif>(&json);
    assert_eq!(changed.len(), animation().len() - 3);
    assert_eq!(pictures(&changed), pictures(&animation()));
}
