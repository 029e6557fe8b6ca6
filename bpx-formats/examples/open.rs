//! Opens a container and reads its sections; the content of a section is read on access.
use bpx_formats::bpx::Container;
use bpx_schema::{Limits, Result};

fn main() -> Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/xz.bpx");
    let container = Container::open(bpx_formats::source::open(path)?, Limits::default())?;
    println!("version {}, {} sections", container.header().version, container.len());
    for section in container.sections() {
        let content = section.content()?;
        println!("{}: {} bytes stored, {} of content", section.index(), section.stored().size, content.len());
    }
    Ok(())
}
