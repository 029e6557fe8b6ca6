//! ELF: files of another writer come back, in both byte orders and both widths, and changed ones are read by another reader.

use crate::shared::{assert_kept_alike, decoded, encoded, hex, written};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Verdict};
use bpx_schema::transform::{Zlib, encode};
use gallery::elf::{BIG, Content, Elf, Symbol, WIDE, find, replace};
use object::write::{Comdat, Object, Relocation, StandardSection, Symbol as NewSymbol, SymbolSection};
use object::{Architecture, BinaryFormat, ComdatKind, Endianness, RelocationFlags, SectionFlags, SectionKind};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolFlags, SymbolKind, SymbolScope, elf};
use serde_json::json;

/// Numbers of a file, in its order.
struct Numbers {
    is_wide: bool,
    is_big: bool,
}

impl Numbers {
    fn new(processor: Architecture, order: Endianness) -> Self {
        Self {
            is_wide: [Architecture::X86_64, Architecture::S390x].contains(&processor),
            is_big: order == Endianness::Big,
        }
    }

    /// Numbers of this many bytes.
    fn bytes(&self, size: usize, numbers: &[u64]) -> Vec<u8> {
        let number = |number: &u64| {
            let bytes = if self.is_big { number.to_be_bytes() } else { number.to_le_bytes() };
            (if self.is_big { &bytes[8 - size..] } else { &bytes[..size] }).to_vec()
        };
        numbers.iter().flat_map(number).collect()
    }

    fn halves(&self, numbers: &[u64]) -> Vec<u8> {
        self.bytes(2, numbers)
    }

    fn words(&self, numbers: &[u64]) -> Vec<u8> {
        self.bytes(4, numbers)
    }

    fn addresses(&self, numbers: &[u64]) -> Vec<u8> {
        self.bytes(if self.is_wide { 8 } else { 4 }, numbers)
    }

    /// Contents of sections of all kinds that the other writer does not make of its own.
    fn contents(&self) -> Vec<(&'static str, elf::SectionType, u64, Vec<u8>)> {
        let stored = encode(&[b'c'; 100], &Zlib::new()).unwrap();
        let reserved: &[u64] = if self.is_wide { &[0] } else { &[] };
        let compressed = [self.words(&[1]), self.words(reserved), self.addresses(&[100, 1]), stored].concat();
        let bloom = self.addresses(&[5]);
        let abi = [self.words(&[4, 16, 1]), b"GNU\0".to_vec(), self.words(&[0, 3, 2, 0])].concat();
        let build = [self.words(&[4, 3, 3]), b"GNU\0abc\0".to_vec()].concat();
        let fill: &[u64] = if self.is_wide { &[0] } else { &[] };
        let property = [self.words(&[0xC000_0002, 4, 3]), self.words(fill)].concat();
        let properties = [self.words(&[4, property.len() as u64, 5]), b"GNU\0".to_vec(), property].concat();
        let other = [self.words(&[6, 1, 9]), b"other\0\0\0x\0\0\0".to_vec()].concat();
        let defined = |next: u64| [self.halves(&[1, 1, 1, 1]), self.words(&[77, 20, next, 1, 0])].concat();
        let file = |next: u64| [self.halves(&[1, 1]), self.words(&[1, 16, next])].concat();
        let version = [self.words(&[7]), self.halves(&[0, 2]), self.words(&[1, 0])].concat();
        vec![
            (".debug_x", elf::SHT_PROGBITS, elf::SHF_COMPRESSED.0, compressed),
            (".dynamic", elf::SHT_DYNAMIC, 2, self.addresses(&[5, 0x1000, 0, 0])),
            (".hash", elf::SHT_HASH, 2, self.words(&[1, 2, 1, 0, 0])),
            (".gnu.hash", elf::SHT_GNU_HASH, 2, [self.words(&[1, 1, 1, 6]), bloom, self.words(&[1, 0x1235])].concat()),
            (".notes", elf::SHT_NOTE, 2, [abi, build, properties, other].concat()),
            (".init_array", elf::SHT_INIT_ARRAY, 3, self.addresses(&[0x1234])),
            (".relr", elf::SHT_RELR, 2, self.addresses(&[0x1000, 3])),
            (".versym", elf::SHT_GNU_VERSYM, 2, self.halves(&[0, 0x8002])),
            (".verdef", elf::SHT_GNU_VERDEF, 2, [defined(28), defined(0)].concat()),
            (".verneed", elf::SHT_GNU_VERNEED, 2, [file(32), version.clone(), file(0), version].concat()),
            (".wide", elf::SHT_SYMTAB_SHNDX, 0, self.words(&[0, 0x10000])),
        ]
    }
}

/// An object with symbols, relocations, a group, and sections of all kinds, written by another writer.
fn object(processor: Architecture, order: Endianness) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, processor, order);
    for (name, bytes) in [(".text", &b"code"[..]), (".note", b"a note")] {
        let section = object.add_section(Vec::new(), name.into(), SectionKind::Data);
        object.append_section_data(section, bytes, 4);
    }
    for (name, kind, flags, bytes) in Numbers::new(processor, order).contents() {
        let section = object.add_section(Vec::new(), name.into(), SectionKind::Data);
        object.append_section_data(section, &bytes, 8);
        object.section_mut(section).flags =
            SectionFlags::Elf { sh_type: kind, sh_flags: elf::SectionFlags(flags as _) };
    }
    let data = object.section_id(StandardSection::Data);
    object.append_section_data(data, &[0; 16], 8);
    object.section_id(StandardSection::UninitializedData);
    let symbol = object.add_symbol(NewSymbol {
        name: b"thing".to_vec(),
        value: 4,
        size: 8,
        kind: SymbolKind::Data,
        scope: SymbolScope::Linkage,
        weak: true,
        section: SymbolSection::Section(data),
        flags: SymbolFlags::None,
    });
    let flags = RelocationFlags::Elf { r_type: elf::RelocationType(1) };
    object.add_relocation(data, Relocation { offset: 8, symbol, addend: 0, flags }).unwrap();
    object.add_comdat(Comdat { kind: ComdatKind::Any, symbol, sections: vec![data] });
    object.write().unwrap()
}

/// Objects of four processors; with each, what the file says of words and orders.
fn files() -> Vec<(Vec<u8>, u8, u8)> {
    let processors = [
        (Architecture::X86_64, Endianness::Little, WIDE, 1),
        (Architecture::I386, Endianness::Little, 1, 1),
        (Architecture::S390x, Endianness::Big, WIDE, BIG),
        (Architecture::PowerPc, Endianness::Big, 1, BIG),
    ];
    processors.into_iter().map(|(processor, order, class, bytes)| (object(processor, order), class, bytes)).collect()
}

/// A program of one segment, which holds all of the file, and one section.
fn program(is_wide: bool, is_big: bool) -> Vec<u8> {
    let numbers = Numbers { is_wide, is_big };
    let (header, segment, section) = if is_wide { (64, 56, 64) } else { (52, 32, 40) };
    let (code, page) = (header + segment + 2 * section, 0x10000);
    let size = code + 4;
    let identification = [0x7F, b'E', b'L', b'F', 1 + u8::from(is_wide), 1 + u8::from(is_big), 1, 0];
    let flags = numbers.words(&[5]);
    let places = numbers.addresses(&[0, page, page, size, size]);
    let segment_parts = [numbers.words(&[1]), [places.clone(), flags.clone()].concat(), numbers.addresses(&[page])];
    let wide_parts = [numbers.words(&[1]), [flags, places].concat(), numbers.addresses(&[page])];
    [
        [&identification[..], &[0; 8]].concat(),
        numbers.halves(&[2, 0]),
        numbers.words(&[1]),
        numbers.addresses(&[page + code, header, header + segment]),
        numbers.words(&[0]),
        numbers.halves(&[header, segment, 1, section, 2, 0]),
        if is_wide { wide_parts } else { segment_parts }.concat(),
        vec![0; usize::try_from(section).unwrap()],
        numbers.words(&[0, 1]),
        numbers.addresses(&[6, page + code, code, 4]),
        numbers.words(&[0, 0]),
        numbers.addresses(&[1, 0]),
        b"code".to_vec(),
    ]
    .concat()
}

/// Objects of another writer, and programs by hand.
pub fn samples() -> Vec<Vec<u8>> {
    let objects = files().into_iter().map(|(file, ..)| file);
    objects.chain([(true, false), (false, true)].map(|(is_wide, is_big)| program(is_wide, is_big))).collect()
}

/// A program whose segment has less bytes in memory than in the file.
pub fn damaged() -> Vec<u8> {
    let mut file = program(true, false);
    file[64 + 40] -= 1;
    file
}

/// The bytes of a section, read by another reader.
fn section(file: &[u8], name: &str) -> Vec<u8> {
    object::File::parse(file).unwrap().section_by_name(name).unwrap().data().unwrap().to_vec()
}

#[test]
fn files_of_all_orders_and_widths_come_back_byte_for_byte() {
    for (file, class, order) in files() {
        let elf = Elf::from_slice(&file).unwrap();
        assert_eq!((elf.class, elf.order, elf.kind), (class, order, 1));
    }
    for file in samples() {
        // Notes say where zeros fill up an alignment.
        assert_eq!(Elf::validate(&file, Mode::Strict).verdict(), Verdict::Valid);
        assert_eq!(written::<Elf>(&file), file);
        assert_eq!(encoded::<Elf>(&decoded::<Elf>(&file)), file);
    }
    assert_kept_alike::<Elf>(&program(true, false));
    assert_kept_alike::<Elf>(&program(false, true));
}

#[test]
fn symbols_and_relocations_are_those_of_another_reader() {
    for (file, class, order) in files() {
        let elf = Elf::from_slice(&file).unwrap();
        let other = object::File::parse(&*file).unwrap();
        let expected = other.symbols().find(|symbol| symbol.name() == Ok("thing")).unwrap();
        let read = |kind: u32| {
            let index = elf.sections.iter().position(|section| section.kind == kind).unwrap();
            let args = [class.into(), order.into(), kind.into(), 0];
            elf.contents.read(index, args, &file).unwrap()
        };
        let Content::Symbols(symbols) = read(2) else { panic!() };
        let (value, size, kind, binding) = match &symbols[expected.index().0] {
            Symbol::Wide { value, size, info, .. } => (*value, *size, info.kind(), info.binding()),
            Symbol::Narrow { value, size, info, .. } => ((*value).into(), (*size).into(), info.kind(), info.binding()),
        };
        assert_eq!((value, size, kind, binding), (expected.address(), expected.size(), 1, 2));
        assert_eq!(matches!(symbols[1], Symbol::Wide { .. }), class == WIDE);
    }
}

#[test]
fn a_segment_that_is_larger_in_the_file_than_in_memory_is_found() {
    let report = Elf::validate(&damaged(), Mode::Strict);
    let found: Vec<_> =
        report.findings().iter().map(|one| (&*one.code, one.path.to_string(), one.location.file)).collect();
    assert_eq!(found, [("elf.memory-size", "segments[0].memory_size".to_owned(), 64)]);
    assert_eq!(report.findings()[0].class, Class::Inconsistent);
}

#[test]
fn sections_are_those_of_another_reader() {
    for (file, ..) in files() {
        let elf = Elf::from_slice(&file).unwrap();
        let other = object::File::parse(&*file).unwrap();
        let sizes: Vec<_> = other.sections().map(|section| section.size()).collect();
        // The first section is none.
        assert_eq!(elf.sections[1..].iter().map(|section| section.size).collect::<Vec<_>>(), sizes);
        assert_eq!(find(&file, ".note").unwrap(), other.section_by_name(".note").unwrap().index().0);
        assert!(find(&file, ".not").is_err());
    }
}

#[test]
fn a_longer_section_is_read_by_another_reader() {
    for (file, ..) in files() {
        let changed = replace(&file, ".text", b"longer code than before").unwrap();
        assert_eq!(section(&changed, ".text"), b"longer code than before");
        assert_eq!(section(&changed, ".note"), b"a note");
        assert_eq!(Elf::validate(&changed, Mode::Strict).verdict(), Verdict::Valid);
    }
}

#[test]
fn the_schema_alone_changes_a_section() {
    for (file, ..) in files() {
        let mut model = decoded::<Elf>(&file);
        let index = find(&file, ".note").unwrap();
        model["contents"][index] = json!({ "bytes": hex(b"another note") });
        assert_eq!(section(&encoded::<Elf>(&model), ".note"), b"another note");
    }
}

#[test]
fn an_address_that_its_word_does_not_hold_is_refused() {
    let (file, ..) = files().swap_remove(1);
    let mut elf = Elf::from_slice(&file).unwrap();
    elf.start = 1 << 32;
    let error = elf.encoded_size([]).unwrap_err().to_string();
    assert!(error.contains("start: 4294967296 does not fit into 32 bits"), "{error}");
}
