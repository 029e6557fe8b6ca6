//! Files that two declared writers place: the layout engine, and exported Python.

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::{Codec, Regions};
use bpx_schema::json::JsonDoc;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::schema::Model;
use bpx_schema::{Record, structure};
use serde_json::{Value, json};
use tests::python::{Question, doc, json_of};

/// Lumps that share equal bytes, lumps in reverse, and a directory after them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    derive(header.count = directory.len()),
    sum(byte_sum, over(header, ..), stored = header.sum, skip(header.sum)),
    set(header.size = if header.size == 0 { 0 } else { file.end })
)]
pub(crate) struct Archive {
    header: Header,
    #[br(count = header.count)]
    #[schema(region(at = header.directory, place(align = 8, after = names)))]
    directory: Vec<Lump>,
    #[schema(region(
        each = directory,
        at = entry.place * 4,
        size = entry.stored,
        content_size = entry.size,
        check(crc32 | byte_sum if entry.flags & 2 != 0, stored = entry.sum),
        place(align = 4, share),
        set(entry.place = region.offset / 4)
    ))]
    lumps: Regions<Bytes>,
    #[schema(region(
        each = directory,
        at = header.names + entry.name,
        size = entry.name_size,
        place(align = header.align, reverse, share),
        set(header.names = regions.offset, entry.name = region.offset - regions.offset)
    ))]
    names: Regions<Bytes>,
}

/// Drawers, each a space of its own, in which places are counted.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(counts.boxes = table.len()))]
pub(crate) struct Cabinet {
    counts: Counts,
    #[br(count = counts.boxes)]
    table: Vec<Span>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    drawers: Regions<Drawer>,
}

/// Boxes in a drawer.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(counts.boxes = table.len()))]
pub(crate) struct Drawer {
    counts: Counts,
    #[br(count = counts.boxes)]
    table: Vec<Span>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    boxes: Regions<Bytes>,
}

/// A drawer that is not all of its space.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Shelf {
    #[br(count = 1)]
    table: Vec<Span>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    labelled: Regions<Labelled>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Labelled {
    label: u8,
    drawer: Drawer,
}

/// A content that is stored in place, what states it before, and a checksum of all.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(byte_sum, over(sizes, tail), stored = sizes.whole, skip(sizes.whole)))]
pub(crate) struct Packed {
    sizes: Sizes,
    #[br(parse_with = until_eof)]
    #[schema(region(
        size = sizes.low | sizes.high << 8,
        content_size = sizes.content_size,
        transform(zlib if sizes.version == 1, xz if sizes.version == 2),
        check(crc32, stored = sizes.sum)
    ))]
    spans: Vec<Span>,
    tail: u8,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Sizes {
    version: u8,
    whole: u32,
    low: u8,
    high: u8,
    content_size: u16,
    sum: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Counts {
    boxes: u16,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Span {
    offset: u16,
    size: u16,
}

/// The bytes of boxes after what says where they are: a drawer, or a cabinet of drawers.
pub(crate) fn drawer(boxes: &[Vec<u8>]) -> Vec<u8> {
    let number = |value: usize| u16::try_from(value).unwrap().to_le_bytes();
    let mut bytes = number(boxes.len()).to_vec();
    let mut offset = 2 + 4 * boxes.len();
    for one in boxes {
        bytes.extend([number(offset), number(one.len())].concat());
        offset += one.len();
    }
    bytes.extend(boxes.concat());
    bytes
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Header {
    count: u16,
    sum: u32,
    directory: u32,
    size: u32,
    names: u32,
    align: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(big)]
struct Lump {
    place: u16,
    stored: u16,
    size: u16,
    flags: u8,
    sum: u32,
    name: u16,
    name_size: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Bytes {
    #[br(parse_with = until_eof)]
    data: Vec<u8>,
}

/// A file to write.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    /// Of each lump: flags, content, name.
    lumps: Vec<(u8, Vec<u8>, Vec<u8>)>,
    align: u32,
    /// What is changed in the file that the fresh one was read from.
    edited: Option<Value>,
}

impl Shape {
    fn value(&self) -> Archive {
        let lump = |flags: u8| Lump { flags, ..Lump::default() };
        let directory = self.lumps.iter().map(|(flags, ..)| lump(*flags)).collect();
        let header = Header { size: 1, align: self.align, ..Header::default() };
        Archive { header, directory, lumps: Regions::default(), names: Regions::default() }
    }

    /// By the layout engine.
    pub(crate) fn written(&self) -> Result<Vec<u8>, String> {
        match &self.edited {
            None => self.fresh(),
            Some(edited) => {
                let model = Model::from_root(Archive::schema());
                let doc = JsonDoc::from(edited);
                assemble_file(&model, &bpx_formats::algorithms(), "Archive", doc.root(), &[])
                    .map_err(|error| error.to_string())
            }
        }
    }

    fn fresh(&self) -> Result<Vec<u8>, String> {
        let value = self.value();
        let mut writer = FileWriter::new(&value, []).unwrap();
        for (index, (_, lump, name)) in (0..).zip(&self.lumps) {
            writer.put(Archive::LUMPS, index, Content::new(lump.as_slice())).unwrap();
            writer.put(Archive::NAMES, index, Content::new(name.as_slice())).unwrap();
        }
        let placed = writer.place().map_err(|error| error.to_string())?;
        placed.to_vec().map_err(|error| error.to_string())
    }

    /// The same, for Python.
    pub(crate) fn question(&self) -> Question {
        if let Some(edited) = &self.edited {
            return Question::Json { schema: "archive", json: edited.clone(), fresh: false };
        }
        let entry = |flags: u8| json!({ "place": 0, "stored": 0, "size": 0, "flags": flags, "sum": 0, "name": 0, "name_size": 0 });
        let data = |bytes: &[u8]| json!({ "$data": bpx_schema::value::hex(bytes) });
        let json = json!({
            "header": { "sum": 0, "directory": 0, "size": 1, "names": 0, "align": self.align },
            "directory": self.lumps.iter().map(|(flags, ..)| entry(*flags)).collect::<Vec<_>>(),
            "lumps": self.lumps.iter().map(|(_, lump, _)| data(lump)).collect::<Vec<_>>(),
            "names": self.lumps.iter().map(|(.., name)| data(name)).collect::<Vec<_>>(),
        });
        Question::Json { schema: "archive", json, fresh: true }
    }
}

/// Makes shapes; always the same ones.
pub(crate) struct Archives(u64);

impl Archives {
    pub(crate) fn all() -> Vec<Shape> {
        let mut random = Self(1);
        let mut shapes = Vec::new();
        for _ in 0..80 {
            let shape = random.shape();
            let edited: Vec<_> = (0..4).filter_map(|_| random.edited(&shape)).collect();
            shapes.push(shape);
            shapes.extend(edited);
        }
        shapes.extend((0..40).map(|_| random.sharing()));
        shapes
    }

    fn number(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        let size = self.number(most + 1);
        (0..size).map(|_| u8::try_from(self.number(3)).unwrap()).collect()
    }

    fn shape(&mut self) -> Shape {
        let count = self.number(6);
        let lump = |_| {
            let flags = if self.number(2) == 0 { 0 } else { 2 };
            (flags, self.bytes(9), self.bytes(3))
        };
        let lumps = (0..count).map(lump).collect();
        Shape { lumps, align: [1, 2, 16][usize::try_from(self.number(3)).unwrap()], edited: None }
    }

    /// Lumps that lie in the bytes of a longer one, of which some are changed.
    fn sharing(&mut self) -> Shape {
        let whole: Vec<u8> = (0..24).map(|byte| byte * 3).collect();
        let (mut directory, mut lumps) = (Vec::new(), Vec::new());
        for index in 0..4 {
            let (from, size) = if index == 0 { (0, 24) } else { (4 * self.number(4), 1 + self.number(8)) };
            let (start, end) = (usize::try_from(from).unwrap(), usize::try_from(from + size).unwrap());
            let mut lump = whole[start..end].to_vec();
            match self.number(4) {
                0 => lump.extend([0xEE; 5]),
                1 => lump[0] ^= 0xFF,
                _ => {}
            }
            let place = 200 / 4 + from / 4;
            directory.push(json!({
                "place": place, "stored": size, "size": size, "flags": 0, "sum": 0, "name": 0, "name_size": 0
            }));
            lumps.push(json!({ "data": bpx_schema::value::hex(&lump) }));
        }
        let json = json!({
            "header": { "sum": 0, "directory": 24, "size": 224, "names": 0, "align": 1 },
            "directory": directory, "lumps": lumps, "names": vec![json!({ "data": "" }); 4],
        });
        Shape { lumps: Vec::new(), align: 1, edited: Some(json) }
    }

    /// The JSON of the file, with some changes; `None` when there is no file.
    fn edited(&mut self, shape: &Shape) -> Option<Shape> {
        let mut file = shape.fresh().ok()?;
        let more = self.number(3);
        file.extend(std::iter::repeat_n(7, usize::try_from(more).unwrap()));
        let mut json = json_of(&doc(&Model::from_root(Archive::schema()), &file)?);
        if self.number(4) == 0 {
            // Beyond the file, which nothing compares.
            json["header"]["size"] = 0x7FFF_FFFF.into();
        }
        for _ in 0..self.number(3) {
            let field = if self.number(2) == 0 { "lumps" } else { "names" };
            let count = json[field].as_array().map_or(0, Vec::len) as u64;
            let data = json!({ "data": bpx_schema::value::hex(&self.bytes(12)) });
            let place = usize::try_from(self.number(count + 1)).unwrap();
            if place < json[field].as_array()?.len() {
                json[field][place] = data;
                continue;
            }
            let entry = json!({ "place": 0, "stored": 0, "size": 0, "flags": 0, "sum": 0, "name": 0, "name_size": 0 });
            for (list, one) in [("directory", entry), ("lumps", data.clone()), ("names", data)] {
                json[list].as_array_mut()?.push(one);
            }
        }
        Some(Shape { edited: Some(json), ..shape.clone() })
    }
}
