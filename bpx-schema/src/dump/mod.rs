//! Annotates bytes: shows the meaning of every byte of a file while the file is read.
//!
//! A dump reads a file twice. In the first pass, an [`Outline`] records the sizes of values, and whether the values are
//! in order; the outline needs one or two bytes for each value with parts. In the second pass, the dump writes the line
//! of each value immediately. If the values are not read in the order of the file, the lines wait in a spool until they
//! are sorted.

mod escape;
mod excerpt;
mod html;
mod line;
#[cfg(feature = "json")]
mod list;
mod options;
mod order;
mod outline;
mod place;
mod read_file;
mod row;
mod text;

pub use self::escape::escape_markup;
pub use self::excerpt::{Excerpt, FieldBytes, ROW, collect_excerpts, hex_column, hex_row};
pub use self::html::{HtmlPage, PAGE_STYLE, dump_html};
pub use self::line::value_text;
#[cfg(feature = "json")]
pub use self::list::dump_json;
pub use self::options::DumpOptions;
pub use self::order::Spool;
pub use self::outline::{FileExtent, Outline};
pub use self::read_file::ReadFile;
pub use self::text::{dump_text, dump_to_string};
