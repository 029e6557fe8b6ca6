//! Reads the forms of documents. Each form has one reader, which returns [blocks](block::Block).
//!
//! A reader knows the marks of its form, but not the meaning of columns. A reader returns headings, paragraphs, and
//! tables as rows of plain cells. The end of the file name selects the reader; the lines of the text select the reader
//! for other file names.

mod asciidoc;
mod bits;
pub(crate) mod block;
mod border;
mod boxed;
mod captions;
pub(crate) mod columns;
mod comments;
mod flow;
mod html;
mod latex;
pub(crate) mod line;
mod listing;
pub(crate) mod lists;
mod markdown;
mod markup;
mod org;
pub(crate) mod pages;
mod restructured;
mod separated;
mod sources;
mod spans;
mod text;
mod wiki;

use self::block::Block;
use self::line::Line;
use self::markup::Markup;
use std::collections::HashSet;

/// The name and the lines of a file.
pub(crate) type File<'t> = (&'t str, Vec<Line<'t>>);

/// The files of a document, and the state that continues from each file to the next.
pub(crate) struct State<'s, 't> {
    files: &'s [File<'t>],
    /// For each file, whether the file was read.
    done: Vec<bool>,
    counters: latex::Counters,
    /// The current depth of inclusions.
    depth: usize,
}

/// The largest depth of inclusions; files that are included more deeply are read on their own.
const MAX_DEPTH: usize = 32;

/// Passes the blocks of all files to `give`. A file that another file includes is read where the other file includes
/// it; all other files are read in order.
pub(crate) fn read_files(files: &[File<'_>], give: &mut dyn FnMut(Block)) {
    let mut state = State { files, done: vec![false; files.len()], counters: latex::Counters::default(), depth: 0 };
    let names = files.iter().flat_map(|(_, lines)| lines).flat_map(|line| latex::included_files(&line.text));
    let included: HashSet<usize> = names.filter_map(|name| state.find_file(name)).collect();
    for index in (0..files.len()).filter(|index| !included.contains(index)).chain(0..files.len()) {
        state.read_file(index, give);
    }
}

impl State<'_, '_> {
    /// Finds the file that an inclusion names: `Common/Header` is `spec/Common/Header.tex`.
    fn find_file(&self, name: &str) -> Option<usize> {
        let name = name.trim_start_matches("./");
        let is = |file: &str| {
            let bare = file.strip_suffix(".tex").unwrap_or(file);
            [file, bare]
                .iter()
                .any(|file| file.strip_suffix(name).is_some_and(|dir| dir.is_empty() || dir.ends_with('/')))
        };
        self.files.iter().position(|(file, _)| !name.is_empty() && is(file))
    }

    /// Reads an included file where another file includes it; returns whether there is such a file.
    fn include_file(&mut self, name: &str, give: &mut dyn FnMut(Block)) -> bool {
        let found = self.find_file(name).filter(|_| self.depth < MAX_DEPTH);
        if let Some(index) = found {
            self.depth += 1;
            self.read_file(index, give);
            self.depth -= 1;
        }
        found.is_some()
    }

    fn read_file(&mut self, index: usize, give: &mut dyn FnMut(Block)) {
        let Some(done) = self.done.get_mut(index).filter(|done| !**done) else { return };
        *done = true;
        if let Some((name, lines)) = self.files.get(index) {
            read_blocks(name, lines, self, give);
        }
    }
}

/// Passes the blocks of a file to `give`, in order.
fn read_blocks(name: &str, lines: &[Line<'_>], state: &mut State<'_, '_>, give: &mut dyn FnMut(Block)) {
    if let Some((comments, source)) = comments::split_comments(lines).filter(|_| Markup::from_name(name).is_none()) {
        markdown::read_blocks(&comments, give);
        return text::read_blocks(&source, give);
    }
    match Markup::from_name(name).or_else(|| Markup::from_lines(lines)) {
        Some(Markup::Markdown) => markdown::read_blocks(lines, give),
        Some(Markup::Html) => html::read_blocks(lines, give),
        Some(Markup::Asciidoc) => asciidoc::read_blocks(lines, give),
        Some(Markup::Restructured) => restructured::read_blocks(lines, give),
        Some(Markup::Wiki) => wiki::read_blocks(lines, give),
        Some(Markup::Org) => org::read_blocks(lines, give),
        Some(Markup::Csv) => separated::read_blocks(name, lines, give),
        None if latex::is_latex(lines) => latex::read_blocks(lines, state, give),
        None if listing::kaitai::is_kaitai(lines) => listing::kaitai::read_blocks(lines, give),
        None => text::read_blocks(lines, give),
    }
}
