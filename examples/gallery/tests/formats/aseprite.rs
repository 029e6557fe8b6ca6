//! Aseprite: sprites by hand with chunks of all kinds come back, and another reader sees the same in them.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, words, written};
use aseprite_loader::binary::chunk::Chunk as Read;
use aseprite_loader::binary::chunks::cel::CelContent as ReadCel;
use aseprite_loader::binary::chunks::user_data::{Value as ReadValue, Vector as ReadVector};
use aseprite_loader::binary::raw_file::parse_raw_file;
use bpx_schema::Codec;
use bpx_schema::report::Mode;
use bpx_schema::transform::{Zlib, encode};
use gallery::aseprite::{
    Aseprite, Body, CelContent, Chunk, ChunkKind, Frame, Pixels, Rgba, Text, UserData, rename_layer,
};
use serde_json::json;
use std::io::Read as _;

/// Little-endian numbers of 16 bits.
fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Parts one after the other.
fn join(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// A text after its size.
fn text(text: &str) -> Vec<u8> {
    join(&[&shorts(&[text.len() as u16]), text.as_bytes()])
}

fn zlib(content: &[u8]) -> Vec<u8> {
    encode(content, &Zlib::new()).unwrap()
}

/// Size with itself and the kind, kind, data.
fn chunk(kind: u16, data: &[u8]) -> Vec<u8> {
    join(&[&words(&[6 + data.len() as u32]), &shorts(&[kind]), data])
}

/// Size with its own head, magic number, number of chunks, 100 milliseconds, number of chunks again.
fn frame(chunks: &[Vec<u8>]) -> Vec<u8> {
    let (data, count) = (chunks.concat(), chunks.len() as u32);
    let size = 16 + data.len() as u32;
    join(&[&words(&[size]), &shorts(&[0xF1FA, count as u16, 100, 0]), &words(&[count]), &data])
}

/// A sprite of two by two pixels.
fn sprite(depth: u16, flags: u32, frames: &[Vec<u8>]) -> Vec<u8> {
    let size = 128 + frames.iter().map(|frame| frame.len() as u32).sum::<u32>();
    let mut file = join(&[&words(&[size]), &shorts(&[0xA5E0, frames.len() as u16, 2, 2, depth]), &words(&[flags])]);
    file.extend(shorts(&[100, 0, 0, 0, 0]));
    // Transparent colour, what nobody reads, colours; a pixel is twice as wide as high; the grid.
    file.extend([0, 1, 2, 3, 4, 0, 2, 1]);
    file.extend(shorts(&[1, 0, 16, 16]));
    file.resize(128, 0);
    join(&[&file, &frames.concat()])
}

/// A layer: flags, kind, level, size that does not count, blend mode, opacity, name.
fn layer(kind: u16, level: u16, name: &str) -> Vec<u8> {
    join(&[&shorts(&[3, kind, level, 0, 0, 1]), &[200, 0, 0, 0], &text(name)])
}

/// A cel: layer, place, opacity, kind, one layer back.
fn cel(layer: u16, kind: u16, data: &[u8]) -> Vec<u8> {
    join(&[&shorts(&[layer, 1, 0xFFFF]), &[255], &shorts(&[kind, 0xFFFF]), &[0; 5], data])
}

/// Width and height in tiles, bits of a tile, masks, and what has no meaning.
fn tiles(bits: u16, stored: &[u8]) -> Vec<u8> {
    let masks = words(&[0x1FFF_FFFF, 0x8000_0000, 0x4000_0000, 0x2000_0000]);
    join(&[&shorts(&[2, 1, bits]), &masks, &[0; 10], stored])
}

/// A property of a name and a kind.
fn property(name: &str, kind: u16, value: &[u8]) -> Vec<u8> {
    join(&[&text(name), &shorts(&[kind]), value])
}

/// Maps of properties with their size and number.
fn properties(maps: &[(u32, Vec<Vec<u8>>)]) -> Vec<u8> {
    let map = |(key, list): &(u32, Vec<Vec<u8>>)| join(&[&words(&[*key, list.len() as u32]), &list.concat()]);
    let data: Vec<u8> = maps.iter().flat_map(map).collect();
    join(&[&words(&[4, 8 + data.len() as u32, maps.len() as u32]), &data])
}

/// Values of all kinds but maps, and vectors of one kind and of several.
fn values() -> Vec<Vec<u8>> {
    let long = 0x0123_4567_89AB_CDEF_u64.to_le_bytes();
    let mixed = join(&[&words(&[2]), &shorts(&[0, 3]), &[9], &shorts(&[13]), &text("z")]);
    vec![
        property("a", 1, &[1]),
        property("b", 2, &[0xFE]),
        property("c", 3, &[0xFE]),
        property("d", 4, &shorts(&[0xFFFE])),
        property("e", 5, &shorts(&[0xFFFE])),
        property("f", 6, &words(&[0xFFFF_FFFE])),
        property("g", 7, &words(&[0xFFFF_FFFE])),
        property("h", 8, &long),
        property("i", 9, &long),
        property("j", 10, &words(&[0x0001_8000])),
        property("k", 11, &1.5_f32.to_le_bytes()),
        property("l", 12, &2.5_f64.to_le_bytes()),
        property("m", 13, &text("text")),
        property("n", 14, &words(&[1, 2])),
        property("o", 15, &words(&[3, 4])),
        property("p", 16, &words(&[1, 2, 3, 4])),
        property("q", 17, &join(&[&words(&[2]), &shorts(&[5, 7, 8])])),
        property("r", 17, &mixed),
        property("s", 19, &[7; 16]),
    ]
}

/// Pixels of two by two, red, green, blue and white.
const COLORS: [u8; 16] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255];

/// A sprite of RGBA with chunks of all kinds that current programs write.
fn with_all_chunks() -> Vec<u8> {
    let id = [5; 16];
    let picture = join(&[&shorts(&[2, 2]), &zlib(&COLORS)]);
    let tiles = tiles(32, &zlib(&words(&[1, 0x8000_0000])));
    let tag = |first, last, name| join(&[&shorts(&[first, last]), &[3, 2, 0], &[0; 6], &[1, 2, 3, 0], &text(name)]);
    let color = |flags: u16, name: &[u8]| join(&[&shorts(&[flags]), &[1, 2, 3, 255], name]);
    let tileset = zlib(&[COLORS, COLORS].concat());
    let first = [
        chunk(0x2007, &join(&[&shorts(&[2, 1]), &words(&[0x0002_3333, 0, 0, 3]), b"icc"])),
        chunk(
            0x2008,
            &join(&[
                &words(&[2, 0, 0]),
                &words(&[1, 1, 0]),
                &text("a"),
                &words(&[2, 2, 0]),
                &text("someone/something"),
            ]),
        ),
        chunk(0x2019, &join(&[&words(&[2, 0, 1, 0, 0]), &color(0, b""), &color(1, &text("sea"))])),
        chunk(0x2020, &join(&[&words(&[3]), &text("a sprite"), &[9, 8, 7, 255]])),
        chunk(
            0x2023,
            &join(&[
                &words(&[0, 2 | 4, 2]),
                &shorts(&[2, 2, 1]),
                &[0; 14],
                &text("walls"),
                &words(&[tileset.len() as u32]),
                &tileset,
            ]),
        ),
        chunk(0x2023, &join(&[&words(&[1, 1, 2]), &shorts(&[2, 2, 1]), &[0; 14], &text(""), &words(&[1, 0])])),
        chunk(0x2004, &join(&[&layer(1, 0, "group"), &id])),
        chunk(0x2004, &join(&[&layer(0, 1, "ink"), &id])),
        chunk(0x2020, &properties(&[(0, values()), (2, vec![property("one", 3, &[1])])])),
        chunk(0x2004, &join(&[&layer(2, 0, "map"), &words(&[0]), &id])),
        chunk(0x2005, &cel(1, 2, &picture)),
        chunk(0x2006, &join(&[&words(&[1, 0x0001_8000, 0, 0x0002_0000, 0x0002_0000]), &[0; 16]])),
        chunk(0x2005, &cel(2, 3, &tiles)),
        chunk(0x2018, &join(&[&shorts(&[2]), &[0; 8], &tag(0, 1, "all"), &tag(1, 1, "end")])),
        chunk(
            0x2022,
            &join(&[
                &words(&[1, 3, 0]),
                &text("eye"),
                &words(&[1, 0, 0, 2, 2]),
                &words(&[0, 0, 1, 1]),
                &words(&[1, 0xFFFF_FFFF]),
            ]),
        ),
        chunk(0x2017, b""),
    ];
    sprite(32, 7, &[frame(&first), frame(&[chunk(0x2005, &cel(1, 1, &shorts(&[0])))])])
}

/// A sprite of gray pixels with properties in properties and tiles of 8 and 16 bits.
fn with_nested_properties() -> Vec<u8> {
    let inner = join(&[&words(&[1]), &property("in", 1, &[0])]);
    let maps = [(0, vec![property("out", 18, &inner)])];
    let first = [
        chunk(0x2004, &layer(0, 0, "a")),
        chunk(0x2020, &properties(&maps)),
        chunk(0x2005, &cel(0, 2, &join(&[&shorts(&[1, 1]), &zlib(&[128, 255])]))),
        chunk(0x2005, &cel(0, 3, &tiles(8, &zlib(&[0, 1])))),
        chunk(0x2005, &cel(0, 3, &tiles(16, &zlib(&shorts(&[0, 1]))))),
    ];
    sprite(16, 1, &[frame(&first)])
}

/// A sprite of an old program: both old palettes, a mask, a raw cel, and the number of chunks in its old place.
fn old() -> Vec<u8> {
    let first = [
        chunk(0x0004, &join(&[&shorts(&[1]), &[0, 2], &[0, 0, 0, 255, 128, 0]])),
        chunk(0x0011, &join(&[&shorts(&[1]), &[0, 2], &[0, 0, 0, 63, 32, 0]])),
        chunk(0x2016, &join(&[&shorts(&[0, 0, 9, 2]), &[0; 8], &text("m"), &[0xFF, 0x80, 0, 0]])),
        chunk(0x2004, &layer(0, 0, "a")),
        chunk(0x2005, &cel(0, 0, &join(&[&shorts(&[2, 2]), &[0, 1, 1, 0]]))),
        // Of another program.
        chunk(0x3000, b"own"),
    ];
    let mut frame = frame(&first);
    frame[12..16].fill(0);
    sprite(8, 1, &[frame])
}

/// Sprites by hand, of all three depths.
pub fn samples() -> Vec<Vec<u8>> {
    vec![old(), with_all_chunks(), with_nested_properties()]
}

/// A sprite with a cel that refers to a frame which the file lacks.
pub fn damaged() -> Vec<u8> {
    let mut file = with_all_chunks();
    let at = file.len() - 2;
    file[at] = 2;
    file
}

#[test]
fn sprites_come_back_byte_for_byte() {
    samples().iter().for_each(|file| assert_comes_back::<Aseprite>(file));
}

#[test]
fn damaged_sprites_are_judged_alike() {
    assert_kept_alike::<Aseprite>(&old());
}

#[test]
fn damaged_properties_are_judged_alike() {
    let nested = property("out", 18, &join(&[&words(&[1]), &property("in", 1, &[0])]));
    let picture = cel(0, 2, &join(&[&shorts(&[1, 1]), &zlib(&[128, 255])]));
    let chunks = [chunk(0x2020, &properties(&[(0, vec![nested])])), chunk(0x2005, &picture)];
    assert_kept_alike::<Aseprite>(&sprite(16, 1, &[frame(&chunks)]));
}

#[test]
fn a_cel_of_a_frame_that_is_missing_is_found() {
    let file = damaged();
    let report = Aseprite::validate(&file, Mode::Strict);
    let found: Vec<_> =
        report.findings().iter().map(|one| (&*one.code, one.path.to_string(), one.location.file)).collect();
    let path = "frames[1].chunks.list[0].body.cel.content.frame".to_owned();
    assert_eq!(found, [("cel.linked-frame", path, file.len() as u64 - 2)]);
}

/// Codes of what is found in a sprite after a change of its JSON.
fn found(file: &[u8], change: impl FnOnce(&mut serde_json::Value)) -> Vec<String> {
    let mut value = decoded::<Aseprite>(file);
    change(&mut value);
    let report = Aseprite::validate(&encoded::<Aseprite>(&value), Mode::Strict);
    report.findings().iter().map(|one| one.code.to_string()).collect()
}

#[test]
fn broken_rules_have_their_codes() {
    let all = with_all_chunks();
    let body = |value: &mut serde_json::Value, index: usize, kind: &str| {
        value["frames"][0]["chunks"]["list"][index]["body"][kind].take()
    };
    let change = |index: usize, kind: &'static str, change: fn(&mut serde_json::Value)| {
        found(&all, |value| {
            let mut part = body(value, index, kind);
            change(&mut part);
            value["frames"][0]["chunks"]["list"][index]["body"][kind] = part;
        })
    };
    assert_eq!(change(13, "tags", |tags| tags["tags"][0]["last"] = json!(2)), ["tag.last-frame"]);
    assert_eq!(change(13, "tags", |tags| tags["tags"][1]["last"] = json!(0)), ["tag.range"]);
    assert_eq!(change(14, "slice", |slice| slice["keys"][0]["frame"] = json!(2)), ["slice-key.frame"]);
    assert_eq!(change(5, "tileset", |tileset| tileset["id"] = json!(0)), ["tileset.id"]);
    assert_eq!(change(1, "external_files", |files| files["files"][1]["id"] = json!(1)), ["external-file.id"]);
    assert_eq!(change(2, "palette", |palette| palette["color_count"] = json!(1)), ["palette.last"]);
    assert_eq!(found(&all, |value| value["frames"][0]["old_count"] = json!(15)), ["frame.counts"]);
    let bright = found(&old(), |value| {
        value["frames"][0]["chunks"]["list"][1]["body"]["packets"][0]["colors"][1]["red"] = json!(64);
    });
    assert_eq!(bright, ["rgb6.red.range"]);
}

/// Each chunk of a file, as another reader shows it.
fn read(file: &[u8]) -> Vec<Vec<Read<'_>>> {
    parse_raw_file(file).unwrap().frames.into_iter().map(|frame| frame.chunks).collect()
}

fn unpacked(stored: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    flate2::read::ZlibDecoder::new(stored).read_to_end(&mut content).unwrap();
    content
}

#[test]
fn another_reader_sees_the_same() {
    let file = with_all_chunks();
    let frames = read(&file);
    let sprite = Aseprite::from_slice(&file).unwrap();
    assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [16, 1]);
    let (mut layers, mut cels, mut compared) = (Vec::new(), 0, 0);
    for (chunk, read) in sprite.frames.iter().flat_map(Frame::chunks).zip(frames.iter().flatten()) {
        compared += 1;
        match (&chunk.body, read) {
            (Body::Layer(layer), Read::Layer(other)) => {
                assert_eq!(layer.name, Text::new(other.name));
                assert_eq!(
                    (layer.level, layer.opacity, layer.tileset),
                    (other.child_level, other.opacity, other.tileset_index)
                );
                layers.push(other.name);
            }
            (Body::Cel(cel), Read::Cel(other)) => {
                assert_eq!(
                    (cel.layer, cel.x, cel.y, cel.z_index),
                    (other.layer_index, other.x, other.y, other.z_index)
                );
                cels += 1;
                match (&cel.content, &other.content) {
                    (CelContent::Image { streams, pixels: Pixels::Rgba(pixels), .. }, ReadCel::Image(image)) => {
                        assert_eq!(streams[0].bytes, image.data);
                        assert_eq!(pixels.iter().flat_map(Rgba::to_bytes).collect::<Vec<_>>(), unpacked(image.data));
                    }
                    (
                        CelContent::Tilemap { form, streams, .. },
                        ReadCel::CompressedTilemap { bits_per_tile, data, .. },
                    ) => {
                        assert_eq!((form.bits, &*streams[0].bytes), (*bits_per_tile, *data));
                    }
                    (CelContent::Linked { frame }, ReadCel::LinkedCel { frame_position }) => {
                        assert_eq!(frame, frame_position)
                    }
                    other => panic!("{other:?}"),
                }
            }
            (Body::Tags(tags), Read::Tags(other)) => {
                for (tag, other) in tags.tags.iter().zip(&other.tags) {
                    assert_eq!((tag.first..=tag.last, tag.repeat), (other.frames.clone(), other.animation_repeat));
                    assert_eq!(tag.name, Text::new(other.name));
                }
            }
            (Body::Slice(slice), Read::Slice(other)) => {
                let (key, other) = (&slice.keys[0], other.slice_keys[0]);
                let (center, pivot) = (other.nine_patch.unwrap(), other.pivot.unwrap());
                assert_eq!((key.frame, key.area.width), (other.frame_number, other.width));
                assert_eq!(key.center.map(|area| (area.x, area.width)), Some((center.x, center.width)));
                assert_eq!(key.pivot.map(|point| (point.x, point.y)), Some((pivot.x, pivot.y)));
            }
            (Body::Tileset(tileset), Read::Tileset(other)) => {
                assert_eq!(
                    (tileset.id, tileset.tile_count, tileset.base_index),
                    (other.id, other.number_of_tiles, other.base_index)
                );
                assert_eq!(tileset.external.map(|one| one.file), other.external_file.map(|one| one.external_file_id));
                let stored = tileset.pixels.as_ref().map(|pixels| &*pixels.streams[0].bytes);
                assert_eq!(stored, other.tiles.as_ref().map(|tiles| tiles.data));
            }
            (Body::Palette(palette), Read::Palette(other)) => {
                let names: Vec<_> = other.entries.iter().map(|entry| entry.name.map(Text::new)).collect();
                assert_eq!(palette.colors.iter().map(|color| color.name.clone()).collect::<Vec<_>>(), names);
            }
            (Body::ExternalFiles(files), Read::ExternalFiles(other)) => {
                let other: Vec<_> = other.files.iter().map(|file| (file.entry_id, Text::new(file.file_name))).collect();
                assert_eq!(files.files.iter().map(|file| (file.id, file.name.clone())).collect::<Vec<_>>(), other);
            }
            (Body::UserData(data), Read::UserData(other)) => {
                assert_eq!(data.text, other.text.map(Text::new));
                assert_eq!(data.color.map(|color| color.red), other.color.map(|color| color.red));
                assert_eq!(data.properties.is_some(), other.properties_maps.is_some());
            }
            (Body::Profile(_), Read::ColorProfile(_))
            | (Body::CelExtra(_), Read::CelExtra(_))
            | (Body::Bytes(_), Read::Path) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((compared, cels, layers), (17, 3, vec!["group", "ink", "map"]));
}

#[test]
fn properties_are_those_of_another_reader() {
    let file = with_all_chunks();
    let frames = read(&file);
    let Read::UserData(data) = &frames[0][8] else { panic!("{:?}", frames[0][8]) };
    let (rest, maps) = data.properties_maps.as_ref().unwrap().as_ref().unwrap();
    assert_eq!((rest.len(), maps.len(), maps[0].properties.len(), maps[1].extension_entry_id), (0, 2, 19, 2));
    let json = decoded::<Aseprite>(&file);
    let ours = &json["frames"][0]["chunks"]["list"][8]["body"]["user_data"]["properties"]["maps"]["maps"][0]["properties"]
        ["properties"];
    let value = |index: usize| &ours[index]["value"]["value"];
    for (index, property) in maps[0].properties.iter().enumerate() {
        assert_eq!(ours[index]["name"]["text"], property.name);
        let (kind, number) = match &property.value {
            ReadValue::Bool(value) => ("bool", json!(u8::from(*value))),
            ReadValue::Int8(value) => ("int8", json!(value)),
            ReadValue::Uint8(value) => ("uint8", json!(value)),
            ReadValue::Int16(value) => ("int16", json!(value)),
            ReadValue::Uint16(value) => ("uint16", json!(value)),
            ReadValue::Int32(value) => ("int32", json!(value)),
            ReadValue::Uint32(value) => ("uint32", json!(value)),
            ReadValue::Float(value) => ("float", json!(value)),
            ReadValue::Double(value) => ("double", json!(value)),
            ReadValue::String(value) => ("string", json!({ "text": value })),
            ReadValue::Point(value) => ("point", json!({ "x": value.x, "y": value.y })),
            ReadValue::Vector(ReadVector::Mixed(values)) => {
                assert!(matches!(&values[..], [ReadValue::Uint8(9), ReadValue::String("z")]), "{values:?}");
                assert_eq!(value(index)["elements"].as_array().map(Vec::len), Some(2));
                continue;
            }
            _ => continue,
        };
        assert_eq!(value(index)[kind], number, "{}", property.name);
    }
    assert_eq!(value(9)["fixed"], json!(1.5));
}

#[test]
fn a_renamed_layer_is_read_by_another_reader() {
    let file = with_all_chunks();
    let changed = rename_layer(&file, 1, "a longer name").unwrap();
    let frames = read(&changed);
    let Read::Layer(layer) = &frames[0][7] else { panic!("{:?}", frames[0][7]) };
    assert_eq!(layer.name, "a longer name");
    assert_eq!(changed.len(), file.len() + "a longer name".len() - "ink".len());
    assert_eq!(Aseprite::validate(&changed, Mode::Strict).findings(), []);
    assert!(rename_layer(&file, 3, "none").unwrap_err().to_string().contains("expected layer 3, found fewer"));
}

#[test]
fn an_added_frame_is_read_by_another_reader() {
    let mut sprite = Aseprite::from_slice(&with_all_chunks()).unwrap();
    let mut chunks = sprite.frames[1].chunks().to_vec();
    let Body::Cel(cel) = &mut chunks[0].body else { panic!("{chunks:?}") };
    let black = Rgba { alpha: 255, ..Rgba::default() };
    (cel.kind, cel.content) = (2, CelContent::image(1, 2, Pixels::Rgba(vec![black; 2])).unwrap());
    let data = UserData { flags: 1, text: Some(Text::new("new")), color: None, properties: None };
    chunks.push(Chunk::new(ChunkKind::UserData, Body::UserData(data)));
    sprite.frames.push(Frame::new(50, chunks));
    let file = sprite.to_vec().unwrap();
    assert_comes_back::<Aseprite>(&file);
    let raw = parse_raw_file(&file).unwrap();
    assert_eq!(raw.frames.iter().map(|frame| frame.duration).collect::<Vec<_>>(), [100, 100, 50]);
    let [Read::Cel(cel), Read::UserData(data)] = &raw.frames[2].chunks[..] else { panic!("{:?}", raw.frames[2]) };
    let ReadCel::Image(image) = &cel.content else { panic!("{cel:?}") };
    assert_eq!((image.width, image.height, unpacked(image.data)), (1, 2, vec![0, 0, 0, 255, 0, 0, 0, 255]));
    assert_eq!(data.text, Some("new"));
    assert_eq!(written::<Aseprite>(&file), file);
}
