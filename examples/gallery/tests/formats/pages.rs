//! All pages, as the documentation and the exports need them.

use crate::shared::{decoded, encoded, model, written};
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::watch::Watch;
use bpx_schema::{Decode, Result};

/// A page: the declaration of a format, and files of it.
pub struct Page {
    /// Of the module of the library, of the module of tests, and of the list of constructs.
    pub name: &'static str,
    /// The schema, as another program gets it.
    pub model: fn() -> Model,
    /// Sound files, most of another writer.
    pub samples: fn() -> Vec<Vec<u8>>,
    /// A file with one fault.
    pub damaged: fn() -> Vec<u8>,
    /// What a file breaks.
    pub validate: fn(&[u8]) -> Report,
    /// Reads a file aloud.
    pub watch: fn(&[u8], &mut dyn Watch) -> Result<()>,
    /// Whether a file comes back byte for byte: by the declaration, and from JSON by the schema alone.
    pub comes_back: fn(&[u8]) -> [bool; 2],
}

fn page<T: Decode<'static, Args = [i128; 0]>>(
    name: &'static str,
    samples: fn() -> Vec<Vec<u8>>,
    damaged: fn() -> Vec<u8>,
) -> Page {
    Page {
        name,
        model: model::<T>,
        samples,
        damaged,
        validate: |file| T::validate(file, Mode::Strict),
        watch: |file, watch| T::watch(file, watch),
        // Values may borrow from a file for as long as the type says.
        comes_back: |file| [written::<T>(file.to_vec().leak()) == file, encoded::<T>(&decoded::<T>(file)) == file],
    }
}

/// All pages, by name.
pub fn all() -> Vec<Page> {
    use crate::*;
    macro_rules! list {
        ($($page:ident: $file:ident,)*) => {
            vec![$(page::<gallery::$page::$file>(stringify!($page), $page::samples, $page::damaged)),*]
        };
    }
    gallery::pages!(list)
}

#[test]
fn every_module_of_the_library_is_a_page() {
    let modules: Vec<_> = include_str!("../../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(all().iter().map(|page| page.name).collect::<Vec<_>>(), modules);
}
