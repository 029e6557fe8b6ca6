//! Builds structured data, writes the data, and reads the values back by name.
use bpx_formats::bpx::sd::{Document, ObjectBuilder, ValueRef};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let document = ObjectBuilder::new()
        .set("Name", "lantern")
        .set("Version", 3_u32)
        .array("Tags", |tags| tags.push("light").push("brass"))
        .with_debug_names()
        .build()?;
    let (read, size) = Document::from_slice(&document.to_vec()?)?;
    println!("{size} bytes");
    for property in read.root().iter() {
        println!("{:?}: {:?}", property.name(), property.value.kind());
    }
    assert_eq!(read.root().get("Version").and_then(ValueRef::as_u64), Some(3));
    Ok(())
}
