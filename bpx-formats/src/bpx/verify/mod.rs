//! All rules of files of versions 1 and 2: those of the container, of the types of files, and of structured data.

mod container;
mod kinds;
mod structured_data;

pub use self::container::{verify, verify_with};
