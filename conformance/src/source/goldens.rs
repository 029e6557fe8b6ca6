//! Compares the sample texts of BPX with an independent build and independent decompressors.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::Read;

use super::checksum::Algorithm;
use super::{Built, Source};

/// Name, size in bytes and CRC-32 of the files that another program, in another language, made.
const PINS: [(&str, usize, u32); 14] = [
    ("minimal", 40, 0x168c_c616),
    ("strings", 87, 0x75ea_fccf),
    ("sd", 317, 0xd3e0_bf44),
    ("zlib", 144, 0x6fa7_9c77),
    ("xz", 884, 0x1916_3fd3),
    ("version1", 180, 0xb753_a37a),
    ("layout", 200, 0x9155_4e61),
    ("table", 235, 0x278d_e6d1),
    ("shader", 362, 0x5baa_a63b),
    ("shader-assembly", 145, 0x7c45_393a),
    ("v0-texture", 107, 0x2475_4b3a),
    ("v0-package", 172, 0x9dc1_df15),
    ("v0-model", 561, 0x0a35_0825),
    ("v0-shader", 222, 0x9f04_a43c),
];

fn text(name: &str) -> String {
    let path = format!("{}/golden/bpx/{name}.src", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn source(name: &str) -> Source {
    Source::parse(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn unpack(codec: &str, stored: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    match codec {
        "zlib" => flate2::read::ZlibDecoder::new(stored).read_to_end(&mut content)?,
        "xz" => xz2::read::XzDecoder::new_multi_decoder(stored).read_to_end(&mut content)?,
        _ => panic!("codec {codec}"),
    };
    Ok(content)
}

#[test]
fn samples_are_as_another_program_made_them() {
    for (name, size, crc) in PINS {
        let built = source(name).build().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((built.bytes.len(), Algorithm::Crc32.of(&built.bytes)), (size, crc), "{name}");
    }
}

#[test]
fn stored_bytes_unpack_to_their_content() {
    for (name, ..) in PINS {
        let built = source(name).build().unwrap();
        for unpacked in &built.unpacked {
            let stored = built.bytes_of(&unpacked.path).unwrap();
            let content = unpack(&unpacked.codec, stored).unwrap();
            assert_eq!(content, unpacked.content, "{name}, {}", unpacked.path);
        }
    }
}

#[test]
fn every_fault_builds_and_bites() {
    for (name, ..) in PINS {
        let source = source(name);
        let base = source.build().unwrap();
        assert!(source.faults().count() >= 5, "{name}");
        for fault in source.faults() {
            let built = source.build_fault(fault).unwrap_or_else(|error| panic!("{name}, {fault}: {error}"));
            assert_ne!(built.bytes, base.bytes, "{name}, {fault}");
        }
    }
}

#[test]
fn compression_faults_hit_what_they_name() {
    let refused = |name: &str, fault: &str, path: &str, codec: &str| {
        let built = source(name).build_fault(fault).unwrap();
        let content = unpack(codec, built.bytes_of(path).unwrap());
        assert!(content.is_err(), "{name}, {fault}");
    };
    let magic = ["flipped-bit-in-magic", "flipped-bit-in-index", "flipped-bit-in-block-padding"];
    for fault in magic {
        refused("xz", fault, "sections[0].content", "xz");
    }
    refused("xz", "flipped-bit-in-xz-crc32", "sections[1].content", "xz");
    refused("xz", "flipped-bit-in-xz-sha256", "sections[3].content", "xz");
    for fault in ["adler-one-more", "length-complement", "window-check", "block-type-3"] {
        refused("zlib", fault, "sections[1].content", "zlib");
    }
    let silent = |name: &str, fault: &str, path: &str, codec: &str| {
        let built = source(name).build_fault(fault).unwrap();
        unpack(codec, built.bytes_of(path).unwrap()).unwrap()
    };
    let flipped = silent("xz", "flipped-bit-in-stream", "sections[0].content", "xz");
    assert_eq!(flipped, b"oak\x01oak/leaf\0oak/bark\0");
    assert_eq!(silent("zlib", "flipped-content-bit", "sections[1].content", "zlib"), b"123456799");
    let cut = source("version1").build_fault("cut-object-header").unwrap();
    let stored = cut.bytes_of("sections[1].content").unwrap();
    assert_eq!(unpack("xz", stored).unwrap(), cut.space_bytes(Some("sections[1].content")).unwrap());
}

#[test]
fn listing() {
    let source = source("zlib");
    let lines = |built: &Built| built.annotate().lines().map(str::to_owned).collect::<Vec<_>>();
    let base = lines(&source.build().unwrap());
    assert_eq!(base[0], "00000000  42 50 58                 header.signature: ascii = \"BPX\"");
    assert_eq!(base[3], "00000008  90 00 00 00 00 00 00 00  header.file_size: u64 = 144  (end)");
    let inner = "> 0000000f  74 65 78 74 75 72 65 73  sections[0].content.unpacked.text[1]: cstr = \
                 \"textures/grass_wet\"";
    let place = base.iter().position(|line| line == inner).unwrap();
    assert_eq!(base[place + 2], "> 0000001f  65 74 00");
    let faulty = lines(&source.build_fault("flipped-content-bit").unwrap());
    assert_eq!(faulty[2], base[2], "the sum of the header covers nothing that changed");
    let changed = faulty.iter().filter(|line| line.contains("(stale: ")).collect::<Vec<_>>();
    assert!(matches!(&changed[..], [one] if one.contains("table[1].checksum: ")), "{changed:#?}");
}

#[test]
fn cut_texts_never_panic() {
    for name in ["strings", "zlib"] {
        let text = text(name);
        for (end, _) in text.char_indices().step_by(5) {
            if let Ok(source) = Source::parse(&text[..end]) {
                let _ = source.build();
                source.faults().for_each(|fault| drop(source.build_fault(fault)));
            }
        }
    }
}
