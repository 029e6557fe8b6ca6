//! IQM: a model made by hand comes back, and a changed one is read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex, word, words, written};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Severity};
use gallery::iqm::{Format, Iqm, Meaning, read, replace};

const TEXT: &[u8] = b"\0part\0skin\0";
const POSITIONS: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, -0.5];
const COORDINATES: [u8; 6] = [0, 0, 255, 0, 0, 255];

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A triangle, with the arrays of vertices before what describes them, and an extension.
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

/// A model with bones that moves: all tables in the order of the header, arrays of all formats.
fn moving() -> Vec<u8> {
    let text = b"\0bone\0walk\0tail\0\0\0\0\0".to_vec();
    let sizes = [1, 1, 2, 2, 4, 4, 2, 4, 8];
    let joint =
        |parent: u32| [words(&[1, parent]), floats(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0])].concat();
    let pose = |parent: u32, mask| [words(&[parent, mask]), floats(&[0.5; 20])].concat();
    let animation = [words(&[6, 0, 2]), floats(&[24.0]), words(&[1])].concat();
    let bounds = floats(&[-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.5, 1.75]).repeat(2);
    let mut file = vec![0; 124];
    let mut put = |bytes: &[u8]| {
        let offset = file.len() as u32;
        file.extend(bytes);
        offset
    };
    let text_at = put(&text);
    let meshes = put(&words(&[1, 1, 0, 4, 0, 1]));
    // Four vertices with one component each, of each format; the last three are an engine's own.
    let data: Vec<u32> = sizes.iter().map(|size| put(&vec![0x3C; 4 * size])).collect();
    let meanings = [2, 1, 3, 4, 5, 6, 16 + 11, 0, 16 + 11];
    let array = |format: usize| [meanings[format], 0, format as u32, 1, data[format]];
    let arrays = put(&words(&(0..9).flat_map(array).collect::<Vec<_>>()));
    let triangles = put(&words(&[0, 1, 3]));
    let adjacency = put(&words(&[u32::MAX; 3]));
    let joints = put(&[joint(u32::MAX), joint(0)].concat());
    let poses = put(&[pose(u32::MAX, 0b111), pose(0, 0b10_0000_0000)].concat());
    let animations = put(&animation);
    let frames = put(&[0, 0, 1, 0, 2, 0, 3, 0].repeat(2));
    let bounds = put(&bounds);
    let comment = put(b"by hand!");
    // The second extension lies first, and has no data.
    let second = put(&words(&[6, 0, 0, 0]));
    let first = put(&words(&[1, 4, second + 32, second]));
    put(b"data");
    let size = file.len() as u32;
    let header = [
        [2, size, 0, text.len() as u32, text_at, 1, meshes, 9, 4, arrays],
        [1, triangles, adjacency, 2, joints, 2, poses, 1, animations, 2],
    ];
    let header = [header.concat(), vec![4, frames, bounds, 8, comment, 2, first]].concat();
    file[..124].copy_from_slice(&[b"INTERQUAKEMODEL\0".to_vec(), words(&header)].concat());
    file
}

/// A model with all tables, which leaves no byte between them.
pub fn samples() -> Vec<Vec<u8>> {
    vec![moving()]
}

/// A triangle with a corner that is not a vertex.
pub fn damaged() -> Vec<u8> {
    let mut file = moving();
    let triangles = word(&file, 16 + 4 * 11);
    file[triangles] = 4;
    file
}

#[test]
fn models_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Iqm>(&file);
    }
    let model = Iqm::from_slice(&moving()).unwrap();
    let extension = model.extension.unwrap();
    assert_eq!((&*extension.data, extension.following.unwrap().name), (&b"data"[..], 6));
    assert_eq!((model.joints[1].parent, model.frames[7], model.bounds[1].sphere), (0, 3, 1.75));
}

#[test]
fn damaged_models_are_judged_alike() {
    assert_kept_alike::<Iqm>(&model());
}

#[test]
fn extensions_move() {
    use bpx_schema::layout::FileWriter;
    let mut value = Iqm::from_slice(&moving()).unwrap();
    let first = value.extension.as_mut().unwrap();
    first.data = b"more data than before".to_vec();
    first.following.as_mut().unwrap().data = b"new".to_vec();
    let changed = FileWriter::edit(&value, [], &moving()).unwrap().place().unwrap().to_vec().unwrap();
    // By the numbers alone: the header has the first one, which has the second one.
    let first = word(&changed, 16 + 4 * 26);
    let [size, at, second] = [4, 8, 12].map(|member| word(&changed, first + member));
    assert_eq!(changed[at..at + size], *b"more data than before");
    let [size, at] = [4, 8].map(|member| word(&changed, second + member));
    assert_eq!(changed[at..at + size], *b"new");
}

#[test]
fn faults_are_found() {
    let found = |file: &[u8]| {
        let report = Iqm::validate(file, Mode::Strict);
        let first = report.findings().iter().find(|one| one.severity == Severity::Error).unwrap();
        (first.code.to_string(), first.path.to_string(), first.location.file)
    };
    let one = |code: &str, path: &str, at: usize| (code.to_owned(), path.to_owned(), at as u64);
    assert_eq!(found(&damaged()), one("triangle.corners", "triangles[0].a", word(&moving(), 16 + 4 * 11)));
    let changed = |file: Vec<u8>, at: usize, byte: u8| {
        let mut file = file;
        file[at] = byte;
        file
    };
    assert_eq!(found(&changed(model(), 136, 12)), one("mesh.name", "meshes[0].name", 136));
    assert_eq!(found(&changed(model(), 136 + 12, 4)).0, "mesh.vertices");
    assert_eq!(found(&changed(model(), 256, 1)).0, "iqm.neighbours");
    let (joints, poses) = (word(&moving(), 16 + 4 * 14), word(&moving(), 16 + 4 * 16));
    assert_eq!(found(&changed(moving(), joints + 48 + 4, 1)), one("joint.parent", "joints[1].parent", joints + 48 + 4));
    assert_eq!(found(&changed(moving(), poses + 4, 3)).0, "iqm.channels");
}

#[test]
fn a_model_made_by_hand_is_read() {
    let file = model();
    assert_eq!(file.len(), 320);
    // Bytes between tables are notes.
    let report = Iqm::validate(&file, Mode::Strict);
    assert!(report.findings().iter().all(|one| one.code == "unread-bytes"), "{:?}", report.findings());
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
    // Bytes of the extension are there, after all else.
    assert!(changed.ends_with(&[0xEE; 32]));
    let short = replace(&model(), Meaning::TextureCoordinate, (Format::Float, 2), &[0; 8]).unwrap_err().to_string();
    assert!(short.contains("vertices[1]: ") && short.contains("to be 8, the stored size, found 24"), "{short}");
    assert!(replace(&model(), Meaning::Color, (Format::Float, 4), &[]).is_err());
}

/// Tables grow too, and not only regions.
#[test]
fn more_text_moves_what_follows() {
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
