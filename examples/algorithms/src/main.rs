//! Writes, reads and checks a file with a transform and a checksum of this example, then does the same with the schema
//! alone.

use algorithms::fletcher::Fletcher16;
use algorithms::rot13::Rot13;
use algorithms::{Notes, Page, write};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_schema::{Algorithms, Codec};

fn main() -> bpx_schema::Result<()> {
    let file = write(&[("for all to see", false), ("Why did it rain?", true)])?;
    println!("{} bytes: {}", file.len(), String::from_utf8_lossy(&file).escape_debug());

    // The reader and the validator that the macro made.
    let notes = Notes::from_slice(&file)?;
    println!("read: {} notes", notes.table.len());
    let report = Notes::validate(&file, Mode::Strict);
    println!("valid: {}", report.findings().is_empty());
    let mut damaged = file.clone();
    if let Some(last) = damaged.last_mut() {
        *last = b'!';
    }
    for finding in Notes::validate(&damaged, Mode::Strict).findings() {
        println!("damaged: {finding}");
    }

    // A field in place: it is stored when it is written, and its size and checksum are set.
    let mut page = Page { text_size: 0, text_sum: 0, text: b"Why did it rain?".to_vec(), mood: 2 }.to_vec()?;
    println!("a page: {}", String::from_utf8_lossy(&page).escape_debug());
    println!("read: {}", String::from_utf8_lossy(&Page::from_slice(&page)?.text));
    if let Some(letter) = page.get_mut(4) {
        *letter = b'!';
    }
    for finding in Page::validate(&page, Mode::Strict).findings() {
        println!("damaged: {finding}");
    }

    // The schema as another program gets it, which knows the algorithms by their names.
    let json = serde_json::to_string(&Model::from_root(Notes::schema())).map_err(std::io::Error::from)?;
    let model: Model = serde_json::from_str(&json).map_err(std::io::Error::from)?;
    if let Err(error) = Interpreter::new(&model) {
        println!("without a registry: {error}");
    }
    let registry = Algorithms::builtin().with_transform(Rot13).with_checksum::<Fletcher16>();
    let interpreter = Interpreter::with_algorithms(&model, registry)?;
    let mut journal = Journal::default();
    interpreter.run(&model.root, &file, &[], bpx_schema::Limits::default(), &mut journal)?;
    for event in journal.events() {
        if let JournalEvent::Leaf { path, .. } = event {
            println!("with a registry: {path}");
        }
    }
    println!("findings: {}", interpreter.validate(&file, Mode::Strict).findings().len());
    println!("findings of the damaged file: {}", interpreter.validate(&damaged, Mode::Strict).findings().len());
    Ok(())
}
