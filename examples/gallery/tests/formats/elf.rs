//! ELF: files of another writer come back, in both byte orders and both widths, and changed ones are read by another reader.

use crate::shared::{decoded, encoded, hex, written};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use gallery::elf::{BIG, Elf, WIDE, find, replace};
use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, Object as _, ObjectSection as _, SectionKind};
use serde_json::json;

/// Objects of four processors, written by another writer; with each, what the file says of words and orders.
fn files() -> Vec<(Vec<u8>, u8, u8)> {
    let processors = [
        (Architecture::X86_64, Endianness::Little, WIDE, 1),
        (Architecture::I386, Endianness::Little, 1, 1),
        (Architecture::S390x, Endianness::Big, WIDE, BIG),
        (Architecture::PowerPc, Endianness::Big, 1, BIG),
    ];
    let made = processors.into_iter().map(|(processor, order, class, byte_order)| {
        let mut object = Object::new(BinaryFormat::Elf, processor, order);
        for (name, bytes) in [(".text", &b"code"[..]), (".note", b"a note")] {
            let section = object.add_section(Vec::new(), name.into(), SectionKind::Data);
            object.append_section_data(section, bytes, 4);
        }
        (object.write().unwrap(), class, byte_order)
    });
    made.collect()
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
        assert_eq!(Elf::validate(&file, Mode::Strict).verdict(), Verdict::Valid);
        assert_eq!(written::<Elf>(&file), file);
        assert_eq!(encoded::<Elf>(&decoded::<Elf>(&file)), file);
    }
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
