//! Reading everything: listeners, dumps, models and the readers of every format end well, and readers agree.

use super::file::{format_of, is_past_header, limits, options, source};
use super::json::{survives_text, watched};
use super::tally::Tally;
use bpx_formats::bpx::{self, Package};
use bpx_formats::{bpat, gpb};
use bpx_schema::Budget;
use bpx_schema::dump::{DumpOptions, Spool, dump_text};
use bpx_schema::watch::Watch;
use std::io::{Cursor, Read};

pub(super) fn run(bytes: &[u8]) -> bool {
    let format = format_of(bytes);
    let read = |watch: &mut dyn Watch| format.watch(bytes, options(), watch);
    let mut tally = Tally::default();
    let ended = read(&mut tally);
    let _ = tally.finish(ended);
    if let Some(json) = watched(|watch| format.watch(bytes, options(), watch)) {
        assert!(survives_text(&json), "what is watched reads back as another text");
    }
    let mut spool = || Ok(Box::new(Cursor::new(Vec::new())) as Box<dyn Spool>);
    let (budget, mut out) = (Budget::for_bytes(limits(), bytes), std::io::sink());
    let _ = dump_text(bytes, &DumpOptions::default(), &budget, &read, &mut out, &mut spool);
    match format.name() {
        "bpx" => read_container(bytes),
        "bpat" => drop(bpat::Bpat::open(bytes, limits()).map(|clips| {
            for clip in clips.clips() {
                let _ = clips.name(&clip);
            }
        })),
        "gpb" => drop(gpb::Gpb::open(bytes, limits())),
        _ => {}
    }
    is_past_header(bytes)
}

/// Sections and objects: every way of reading gives the same bytes.
fn read_container(bytes: &[u8]) {
    let Ok(container) = bpx::Container::open(source(bytes), limits()) else { return };
    for section in container.sections() {
        let _ = section.check();
        let Ok(content) = section.content() else { continue };
        let mut streamed = Vec::new();
        let mut reader = section.reader().expect("a section that was read has a reader");
        reader.read_to_end(&mut streamed).expect("a section that was read is streamed");
        assert!(streamed == *content, "a section streams other bytes");
        let (at, mut part) = (content.len() as u64 / 2, vec![0; 5]);
        let read = section.read_at(at, &mut part).expect("a section that was read is read by position");
        assert!(content[at as usize..].starts_with(&part[..read]), "a section has other bytes by position");
    }
    let _ = bpx::texture::Texture::open(source(bytes), limits());
    let _ = bpx::model::Model::open(source(bytes), limits());
    let _ = bpx::shader::ShaderPackage::open(source(bytes), limits());
    if let Ok(package) = Package::of(container) {
        read_package(&package);
    }
}

fn read_package(package: &Package) {
    let alone: Vec<_> = package.objects().map(|object| object.read().ok()).collect();
    let mut passed: Vec<Option<Vec<u8>>> = vec![None; alone.len()];
    let _ = package.for_each(|object, content| {
        let mut bytes = Vec::new();
        if content.read_to_end(&mut bytes).is_ok() {
            passed[object.index()] = Some(bytes);
        }
        Ok(())
    });
    for (index, (alone, passed)) in alone.iter().zip(&passed).enumerate() {
        if let (Some(alone), Some(passed)) = (alone, passed) {
            assert!(alone == passed, "object {index} has other bytes when all are read");
        }
    }
}
