//! Files that are edited as JSON: a reader returns what a writer was asked for.

use crate::pages;
use tests::law::{EditTally, EditedFormat};

/// Makes the format of each page.
macro_rules! edited_formats {
    ($($page:ident: $file:ident,)*) => {
        vec![$(EditedFormat::new(<gallery::$page::$file as bpx_schema::Codec>::schema())),*]
    };
}

/// Most edits of one sample.
const MOST: usize = 25;
/// Most edits of one sample of a page whose schema is large, because a writer checks the schema each time.
const MOST_OF_LARGE: usize = 6;

#[test]
fn edited_files_have_the_values_that_were_asked_for() {
    let formats: Vec<EditedFormat> = gallery::pages!(edited_formats);
    let mut total = EditTally::default();
    for (format, page) in formats.iter().zip(pages::all()) {
        let most = if page.name == "mp4" { MOST_OF_LARGE } else { MOST };
        for (index, file) in (page.samples)().into_iter().enumerate() {
            let tally = format.edit_file(&file, most);
            total.refused += tally.refused;
            total.kept += tally.kept;
            total.broken.extend(tally.broken.into_iter().map(|broken| format!("{} {index}{broken}", page.name)));
        }
    }
    assert!(total.broken.is_empty(), "{:#?}", total.broken);
    assert!(total.kept > 800 && total.count() > 1500, "{} kept of {}", total.kept, total.count());
}
