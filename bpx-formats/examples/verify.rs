//! Checks every rule of a file, and prints what is wrong, where, and which section of the specification states the
//! rule.
#![allow(clippy::indexing_slicing)]
use bpx_formats::bpx::BpxFormat;
use bpx_formats::{FileFormat, ReadOptions};
use bpx_schema::Result;
use bpx_schema::report::{Mode, Verdict};

fn main() -> Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/sd.bpx");
    let mut bytes = std::fs::read(path)?;
    assert_eq!(BpxFormat.verify(&bytes, Mode::Strict, &ReadOptions::default())?.verdict(), Verdict::Valid);
    bytes[0x40] ^= 1;
    let report = BpxFormat.verify(&bytes, Mode::Strict, &ReadOptions::default())?;
    for finding in report.findings() {
        println!("{} at {}: {}", finding.path, finding.location, finding.message);
    }
    assert_eq!(report.verdict(), Verdict::Malformed);
    Ok(())
}
