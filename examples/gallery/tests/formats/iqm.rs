//! IQM: a model made by hand comes back, and a changed one is read by another reader.

use crate::shared::{decoded, encoded, hex, word, words, written};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use gallery::iqm::{Format, Iqm, Meaning, read, replace};

const TEXT: &[u8] = b"\0part\0skin\0";
const POSITIONS: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, -0.5];
const COORDINATES: [u8; 6] = [0, 0, 255, 0, 0, 255];

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A triangle, with the arrays of vertices before what describes them, and an extension that no field holds.
fn model() -> Vec<u8> {
    let mut file = b"INTERQUAKEMODEL\0".to_vec();
    // Version, size of the file, flags, text, meshes, arrays (number, vertices, offset).
    file.extend(words(&[2, 320, 0, 11, 124, 1, 136, 2, 3, 204]));
    // Triangles with their neighbours; no joints, poses, animations, frames; a comment; an extension.
    file.extend(words(&[1, 244, 256, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 268, 1, 272]));
    file.extend(TEXT);
    file.push(0);
    assert_eq!(file.len(), 136);
    file.extend(words(&[1, 6, 0, 3, 0, 1]));
    assert_eq!(file.len(), 160);
    file.extend(floats(&POSITIONS));
    file.extend(COORDINATES);
    file.extend([0; 2]);
    assert_eq!(file.len(), 204);
    // Meaning, flags, format, components, offset.
    file.extend(words(&[0, 0, 7, 3, 160]));
    file.extend(words(&[1, 0, 1, 2, 196]));
    assert_eq!(file.len(), 244);
    file.extend(words(&[0, 1, 2]));
    file.extend(words(&[u32::MAX; 3]));
    file.extend(b"hi!\0");
    assert_eq!(file.len(), 272);
    // Name, size and offset of the data, offset of the next one; the data.
    file.extend(words(&[1, 32, 288, 0]));
    file.extend([0xEE; 32]);
    file
}

/// What a reader that was written by hand finds: texts, names of meshes, arrays, triangles, neighbours, comment.
#[derive(Debug, PartialEq)]
struct Found {
    text: Vec<u8>,
    meshes: Vec<u8>,
    arrays: Vec<(usize, usize, usize, Vec<u8>)>,
    triangles: Vec<u8>,
    adjacency: Vec<u8>,
    comment: Vec<u8>,
}

fn found(file: &[u8]) -> Found {
    assert_eq!(&file[..16], b"INTERQUAKEMODEL\0");
    // Numbers of the header, in the order of the format's description.
    let header: Vec<usize> = (0..27).map(|number| word(file, 16 + 4 * number)).collect();
    assert_eq!((header[0], header[1]), (2, file.len()));
    let bytes = |offset: usize, size: usize| file[offset..offset + size].to_vec();
    let array = |index: usize| {
        let at = header[9] + 20 * index;
        let [meaning, format, components, offset] = [0, 8, 12, 16].map(|member| word(file, at + member));
        assert_eq!(offset % 4, 0);
        let size = [1, 1, 2, 2, 4, 4, 2, 4, 8][format];
        (meaning, format, components, bytes(offset, header[8] * components * size))
    };
    Found {
        text: bytes(header[4], header[3]),
        meshes: bytes(header[6], 24 * header[5]),
        arrays: (0..header[7]).map(array).collect(),
        triangles: bytes(header[11], 12 * header[10]),
        adjacency: bytes(header[12], 12 * header[10]),
        comment: bytes(header[24], header[23]),
    }
}

#[test]
fn a_model_made_by_hand_comes_back() {
    let file = model();
    assert_eq!(file.len(), 320);
    let report = Iqm::validate(&file, Mode::Lenient);
    assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
    assert_eq!(written::<Iqm>(&file), file);
    assert_eq!(read(&file, Meaning::Position).unwrap(), floats(&POSITIONS));
    assert_eq!(found(&file).arrays[1], (1, 1, 2, COORDINATES.to_vec()));
}

#[test]
fn a_longer_array_is_read_by_another_reader() {
    let mut expected = found(&model());
    let coordinates = floats(&COORDINATES.map(|value| f32::from(value) / 255.0));
    let changed = replace(&model(), Meaning::TextureCoordinate, (Format::Float, 2), &coordinates).unwrap();
    expected.arrays[1] = (1, 7, 2, coordinates);
    assert_eq!(found(&changed), expected);
    // Bytes of the extension are there, behind all else.
    assert!(changed.ends_with(&[0xEE; 32]));
    let short = replace(&model(), Meaning::TextureCoordinate, (Format::Float, 2), &[0; 8]).unwrap_err().to_string();
    assert!(short.contains("vertices[1]: ") && short.contains("reads 24, and what is written has 8"), "{short}");
    assert!(replace(&model(), Meaning::Color, (Format::Float, 4), &[]).is_err());
}

/// Tables grow too, and not only regions.
#[test]
fn more_text_moves_what_is_behind() {
    use bpx_schema::layout::FileWriter;
    let file = model();
    let mut value = Iqm::from_slice(&file).unwrap();
    value.text.extend(b"another material\0");
    let changed = FileWriter::edit(&value, [], &file).unwrap().place().unwrap().to_vec().unwrap();
    let expected = Found { text: [TEXT, b"another material\0"].concat(), ..found(&file) };
    assert_eq!(found(&changed), expected);
}

#[test]
fn the_schema_alone_reads_changes_and_writes() {
    let mut json = decoded::<Iqm>(&model());
    assert_eq!(encoded::<Iqm>(&json), model());
    let mut expected = found(&model());
    json["comment"] = hex(b"a longer comment");
    expected.comment = b"a longer comment".to_vec();
    assert_eq!(found(&encoded::<Iqm>(&json)), expected);
}
