//! Files of any format: the format of some bytes, and how targets read them.

use super::seeds;
use bpx_formats::blk::BlkFormat;
use bpx_formats::bpat::BpatFormat;
use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::{self, v0};
use bpx_formats::gpb::GpbFormat;
use bpx_formats::{FileFormat, ReadOptions, blk, gpb};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Mode, Report, Severity};
use bpx_schema::source::ReadAt;
use std::sync::{Arc, LazyLock};

/// Memory and decompressed content that one run may take, in bytes: small, so that a run is short.
const MOST: u64 = 8 << 20;

/// Bytes of regions that one run may read, beside 16 for each byte of its input, and steps of expressions.
const MOST_SHARED: u64 = 64 << 10;
const MOST_STEPS: u64 = 1 << 20;

/// Limits of all targets.
pub(super) fn limits() -> Limits {
    let mut limits = Limits::default().with_max_memory(MOST).with_max_content(MOST);
    limits.max_shared.base = MOST_SHARED;
    limits.max_steps.base = MOST_STEPS;
    limits
}

/// Options of all targets: the limits, and what BLK files of the goldens share.
pub(super) fn options() -> &'static ReadOptions {
    static OPTIONS: LazyLock<ReadOptions> = LazyLock::new(|| {
        let shared = |name| seeds::golden_bytes(&format!("blk/shared/{name}.src"));
        ReadOptions::default().with_limits(limits()).with_names(shared("names")).with_dictionary(shared("dict"))
    });
    &OPTIONS
}

/// Returns the same, as BLK knows them.
pub(super) fn companions() -> &'static blk::Companions {
    static COMPANIONS: LazyLock<blk::Companions> = LazyLock::new(|| blk::Companions::of(options()).unwrap());
    &COMPANIONS
}

/// Returns the format that the first bytes name; BLK, which has no signature, for all others.
pub(super) fn format_of(bytes: &[u8]) -> &'static dyn FileFormat {
    if bytes.starts_with(b"BPX") {
        &BpxFormat
    } else if bytes.starts_with(b"BPAT") {
        &BpatFormat
    } else if bytes.starts_with(gpb::IDENTIFIER) {
        &GpbFormat
    } else {
        &BlkFormat
    }
}

/// Returns bytes as a source that is shared.
pub(super) fn source(bytes: &[u8]) -> Arc<dyn ReadAt> {
    Arc::new(bytes.to_vec())
}

/// Returns whether a reader gets past the first bytes of a file: signature, version, and where there is one the
/// checksum of the header; of a compressed BLK file, into the content.
pub(super) fn is_past_header(bytes: &[u8]) -> bool {
    match format_of(bytes).name() {
        "bpx" if v0::has_signature(bytes) => v0::Container::open(source(bytes), limits()).is_ok(),
        "bpx" => bpx::Container::open(source(bytes), limits()).is_ok(),
        "bpat" => bytes.len() >= 64 && (1..=3).contains(&bytes[4]) && bytes[5..8] == [0; 3],
        "gpb" => bytes.len() >= 11 && bytes[9] == 1 && (1..=5).contains(&bytes[10]),
        _ => match blk::Form::of(bytes, companions()) {
            Ok(blk::Form::Binary(kind)) => super::parts::blk_content(kind, bytes).is_some(),
            Ok(_) => true,
            Err(_) => false,
        },
    }
}

/// Returns all findings of a file.
pub(super) fn report_of(bytes: &[u8], mode: Mode) -> Report {
    format_of(bytes).verify(&bytes, mode, options()).expect("bytes in memory can be read")
}

/// Returns whether a file breaks no rule.
pub(super) fn is_valid(bytes: &[u8], mode: Mode) -> bool {
    report_of(bytes, mode).count(Severity::Error) == 0
}

/// Returns whether a limit, not the file, ended the reading of an error.
pub(super) fn is_limit(error: &bpx_schema::Error) -> bool {
    error.finding().is_some_and(|finding| matches!(finding.class, Class::LimitExceeded | Class::TooDeep))
}
