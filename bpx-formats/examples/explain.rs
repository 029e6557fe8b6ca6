//! Explain every byte of a file, and ask for a single value.
use bpx_formats::{Format, ReadOptions};
use bpx_schema::report::Path;
use bpx_schema::trace::{DumpOptions, Recorder, Select, dump};
use bpx_schema::value::JsonWatch;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/strings.bpx"))?;
    let mut recorder = Recorder::new(&bytes);
    Format::Bpx.watch(&bytes, &ReadOptions::default(), &mut recorder)?;
    print!("{}", dump(&recorder.finish(), &bytes, DumpOptions::default()));

    let path = Path::parse("sections[0].strings.strings[2]")?;
    let mut select = Select::new(path, JsonWatch::default());
    Format::Bpx.watch(&bytes, &ReadOptions::default(), &mut select)?;
    println!("{}", select.inner.finish());
    Ok(())
}
