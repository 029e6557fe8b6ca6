//! Files that are edited as JSON: a reader returns what a writer was asked for.

use crate::pages;
use tests::law::EditedFormat;

/// Makes the format of each page.
macro_rules! edited_formats {
    ($($page:ident: $file:ident,)*) => {
        vec![$(EditedFormat::new(<gallery::$page::$file as bpx_schema::Codec>::schema())),*]
    };
}

#[test]
fn edited_files_have_the_values_that_were_asked_for() {
    let most: usize = std::env::var("LAW_MOST").map_or(12, |most| most.parse().unwrap());
    let only = std::env::var("LAW_ONLY").ok();
    let formats: Vec<EditedFormat> = gallery::pages!(edited_formats);
    for (format, page) in formats.iter().zip(pages::all()) {
        if only.as_ref().is_some_and(|only| only != page.name) {
            continue;
        }
        let begun = std::time::Instant::now();
        for (index, file) in (page.samples)().into_iter().enumerate() {
            let tally = format.edit_file(&file, most);
            println!(
                "{} {index} ({} bytes): {} edits, {} refused, {} kept, {} broken",
                page.name,
                file.len(),
                tally.count(),
                tally.refused,
                tally.kept,
                tally.broken.len()
            );
            tally.broken.iter().for_each(|broken| println!("    {broken}"));
        }
        println!("{} took {:?}", page.name, begun.elapsed());
    }
}
