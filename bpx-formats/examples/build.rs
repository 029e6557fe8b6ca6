//! Builds a container, then changes one section. The other sections keep their stored bytes.
use bpx_formats::bpx::container::{Compression, Container, ContainerBuilder, Editor, SectionOptions};
use bpx_schema::{Limits, Result};
use std::borrow::Cow;
use std::sync::Arc;

fn main() -> Result<()> {
    let xz = SectionOptions::default().with_compression(Compression::Xz(6)).with_threshold(0);
    let strings = b"door\0window\0".as_slice();
    let file = ContainerBuilder::new(b'X', 2).section(0xFF, strings, xz).section(1, vec![7; 5000], xz).build()?;

    let before = Container::open(Arc::new(file), Limits::default())?;
    let mut editor = Editor::of(&before);
    editor.replace(0, b"gate\0".as_slice(), SectionOptions::default())?;
    let mut edited = Vec::new();
    editor.write_to(&mut edited)?;

    let after = Container::open(Arc::new(edited), Limits::default())?;
    let raw = |container: &Container| container.sections().nth(1).map(|section| section.raw().map(Cow::into_owned));
    assert_eq!(raw(&before).transpose()?, raw(&after).transpose()?);
    println!("{} bytes, then {} bytes", before.source().size(), after.source().size());
    Ok(())
}
