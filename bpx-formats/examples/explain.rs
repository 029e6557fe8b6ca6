//! Explains every byte of a file, and asks for a single value.
use bpx_formats::bpx::BpxFormat;
use bpx_formats::{FileFormat, ReadOptions};
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::json::{JsonText, JsonWatch};
use bpx_schema::report::Path;
use bpx_schema::watch::ValueSelector;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/strings.bpx"))?;
    let read = |watch: &mut dyn bpx_schema::watch::Watch| BpxFormat.watch(&bytes, &ReadOptions::default(), watch);
    print!("{}", dump_to_string(&bytes, &DumpOptions::default(), &read)?);

    let path = Path::parse("sections[0].strings.strings[2]")?;
    let mut select = ValueSelector::new(path, JsonWatch::for_value(JsonText::pretty(std::io::stdout())));
    BpxFormat.watch(&bytes, &ReadOptions::default(), &mut select)?;
    select.inner.finish().finish()?;
    println!();
    Ok(())
}
