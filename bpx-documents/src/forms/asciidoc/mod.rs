//! Reads AsciiDoc: headings, tables between `|===`, listings, lists, and the attributes of blocks.

mod cells;
mod inline;

use super::block::Block;
use super::captions;
use super::flow::Flow;
use super::line::{Line, each_block, leading_lines};
use super::lists::Item;
use cells::Layout;
use std::collections::HashSet;

/// Passes the blocks of a document to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut reader = Reader {
        flow: Flow::new(false, give),
        title: None,
        attributes: Vec::new(),
        depth: 0,
        unclosed: HashSet::new(),
    };
    each_block(lines, |first, lines| reader.read_block(first, lines));
    reader.flow.give_gathered();
}

struct Reader<'g> {
    flow: Flow<'g>,
    /// The title for the next block.
    title: Option<String>,
    /// The attributes in brackets above the next block.
    attributes: Vec<String>,
    /// The depth of the last list item.
    depth: usize,
    /// Fences that no equal line closes.
    unclosed: HashSet<String>,
}

impl Reader<'_> {
    /// Reads the block that begins at the first line; returns how many lines the block takes.
    fn read_block(&mut self, first: &Line<'_>, lines: &[Line<'_>]) -> usize {
        let text = first.text.trim();
        if text.is_empty() {
            self.flow.end_paragraph();
            return 1;
        }
        if let Some(fence) = fence_of(text) {
            return self.read_fenced(first, lines, fence);
        }
        if self.is_attribute(first.number, text) {
            return 1;
        }
        if let Some(taken) = self.read_heading(lines) {
            self.forget_attributes();
            return taken;
        }
        let title = self.title.take();
        if first.text.starts_with(' ') && split_item(text).is_none() {
            // Indented paragraphs that follow one another are one text.
            let goes_on = |at: usize| {
                let next = lines.get(at + 1).map_or("", |line| &*line.text);
                next.starts_with(' ') && split_item(next.trim()).is_none()
            };
            let is_inside =
                |(at, line): &(usize, &Line<'_>)| line.text.starts_with(' ') || line.text.is_empty() && goes_on(*at);
            let taken = lines.iter().enumerate().take_while(is_inside).count();
            self.flow.add_code("", lines.split_at(taken).0);
            self.forget_attributes();
            return taken;
        }
        if let Some(title) = title {
            self.flow.add_line(first.number, title);
            self.flow.end_paragraph();
        }
        let styled = self.listing_style();
        self.forget_attributes();
        if let Some(language) = styled {
            // A listing of one paragraph needs no fence.
            let listing = leading_lines(lines, |line| !line.text.trim().is_empty());
            self.flow.add_code(&language, listing);
            return listing.len();
        }
        if let Some((mark, text)) = split_item(text) {
            return self.read_item(first, lines, mark, text);
        }
        if text == "+" {
            return 1;
        }
        self.flow.add_line(first.number, inline::plain_text(text.strip_suffix(" +").unwrap_or(text)));
        1
    }

    fn forget_attributes(&mut self) {
        self.title = None;
        self.attributes.clear();
    }

    /// Reads a line if it is an attribute, a title or a directive for the following lines or the document; returns
    /// whether the line is one of these.
    fn is_attribute(&mut self, number: usize, text: &str) -> bool {
        let is_entry = || {
            let (name, value) = text.strip_prefix(':').and_then(|text| text.split_once(':')).unwrap_or(("", "x"));
            let named = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '!'));
            named && (value.is_empty() || value.starts_with(' '))
        };
        let macro_of = |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with("::"));
        if text.starts_with("//") && !text.starts_with("///") {
            return true;
        }
        if macro_of("include") {
            let reason = format!("{text} refers to another file, which is read only if the file is given");
            self.flow.report_skipped(number, &reason);
            return true;
        }
        if ["ifdef", "ifndef", "ifeval", "endif", "image", "toc"].into_iter().any(macro_of) || is_entry() {
            return true;
        }
        if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            if !inside.starts_with('[') {
                self.attributes.push(inside.to_owned());
            }
            return true;
        }
        let titled = text.strip_prefix('.').filter(|rest| !rest.starts_with(['.', ' ', '*']) && !rest.is_empty());
        if let Some(title) = titled {
            self.title = Some(inline::plain_text(title));
            return true;
        }
        false
    }

    /// Returns the language that the brackets above a listing state; `None` if the brackets state no listing.
    fn listing_style(&self) -> Option<String> {
        let one = self.attributes.iter().find(|one| is_listing(one))?;
        let mut parts = one.split(',').map(str::trim);
        let style = parts.next().unwrap_or("");
        let named = parts.find(|part| !part.contains('=')).or(style.strip_prefix("source%").map(|_| ""));
        Some(named.unwrap_or("").trim_matches('"').to_owned())
    }

    /// Reads a block between two equal lines.
    fn read_fenced(&mut self, first: &Line<'_>, lines: &[Line<'_>], fence: Fence) -> usize {
        let mark = first.text.trim();
        // The language follows the backticks.
        let language = mark.trim_start_matches('`');
        let closing = if fence == Fence::Ticks { mark.strip_suffix(language).unwrap_or(mark) } else { mark };
        if fence == Fence::Container {
            // The content is read like the surrounding text.
            return 1;
        }
        let open = self.unclosed.contains(closing);
        let end = if open { None } else { lines.iter().skip(1).position(|line| line.text.trim() == closing) };
        let Some(inside) = end.and_then(|len| lines.get(1..=len)) else {
            // A block needs an end.
            self.forget_attributes();
            self.unclosed.insert(closing.to_owned());
            let reason = format!("expected the line `{closing}` at the end of this block, found none");
            self.flow.report_skipped(first.number, &reason);
            return 1;
        };
        match fence {
            Fence::Table(separator) => {
                for line in inside.iter().filter(|line| line.text.starts_with("include::")) {
                    self.flow.report_skipped(
                        line.number,
                        &format!("{} includes another file, whose rows of this table are not read", line.text),
                    );
                }
                let layout = Layout::of(&self.attributes, separator);
                let mut table = cells::read_table(inside, &layout);
                table.line = first.number;
                table.name = self.title.take().and_then(|title| captions::caption_name(&title));
                self.flow.add_table(table);
            }
            Fence::Listing => {
                let language = self.listing_style();
                self.flow.add_code(language.as_deref().unwrap_or(""), inside);
            }
            Fence::Ticks => self.flow.add_code(mark.trim_matches('`'), inside),
            Fence::Container | Fence::Nothing => {}
        }
        self.forget_attributes();
        inside.len() + 2
    }

    /// Reads `== Title`, or a title over a line of marks.
    fn read_heading(&mut self, lines: &[Line<'_>]) -> Option<usize> {
        let first = lines.first()?;
        let text = first.text.trim_end();
        let marked = ['=', '#'].into_iter().find_map(|mark| {
            let title = text.trim_start_matches(mark);
            let depth = text.len() - title.len();
            title.strip_prefix(' ').filter(|_| (1..=6).contains(&depth)).map(|title| (depth, title.trim()))
        });
        if let Some((depth, title)) = marked {
            let title = title.trim_end_matches('=').trim();
            self.flow.add_heading(first.number, depth, &inline::plain_text(title));
            return Some(1);
        }
        let below = lines.get(1)?.text.trim_end();
        let depth = ['=', '-', '~', '^', '+'].into_iter().position(|mark| below.chars().all(|c| c == mark))?;
        let (long, wide) = (below.chars().count(), text.chars().count());
        // The line is as long as the title, give or take two.
        let fits = long >= 3 && long.abs_diff(wide) <= 2 && text.starts_with(char::is_alphanumeric);
        fits.then(|| self.flow.add_heading(first.number, depth + 1, &inline::plain_text(text)))?;
        Some(2)
    }

    fn read_item(&mut self, first: &Line<'_>, lines: &[Line<'_>], mark: &str, text: &str) -> usize {
        let mut text = text.to_owned();
        let mut taken = 1;
        let attribute = |text: &str| text.starts_with('[') && text.ends_with(']');
        for line in lines.iter().skip(1) {
            let more = line.text.trim();
            if more.is_empty()
                || more == "+"
                || split_item(more).is_some()
                || fence_of(more).is_some()
                || attribute(more)
            {
                break;
            }
            text.push(' ');
            text.push_str(more);
            taken += 1;
        }
        let is_sign = |c: char| matches!(c, '*' | '.' | '-');
        self.depth = if mark.chars().all(is_sign) { mark.len() - 1 } else { self.depth };
        self.flow.add_item(Item { line: first.number, depth: self.depth, text: inline::plain_text(&text) });
        taken
    }
}

/// The kind of block between two fences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fence {
    /// A table, and the separator of its cells.
    Table(char),
    Listing,
    Ticks,
    /// Comments, and text that AsciiDoc passes through.
    Nothing,
    /// Blocks whose content is read like text outside of blocks.
    Container,
}

fn fence_of(text: &str) -> Option<Fence> {
    if let Some(separator) = text.strip_suffix("===").map(|text| text.trim_end_matches('=')) {
        let mut chars = separator.chars();
        let mark = chars.next().filter(|c| matches!(c, '|' | ',' | ':' | '!'));
        if let Some(mark) = mark.filter(|_| chars.next().is_none()) {
            return Some(Fence::Table(mark));
        }
    }
    if text.starts_with("```") {
        return Some(Fence::Ticks);
    }
    if text == "--" {
        return Some(Fence::Container);
    }
    let mark = text.chars().next().filter(|mark| text.len() >= 4 && text.chars().all(|c| c == *mark))?;
    Some(match mark {
        '-' | '.' => Fence::Listing,
        '+' | '/' => Fence::Nothing,
        '=' | '*' | '_' => Fence::Container,
        _ => return None,
    })
}

fn is_listing(attributes: &str) -> bool {
    let style = attributes.split([',', '%', '#', '.']).next().unwrap_or("").trim();
    matches!(style, "source" | "listing" | "literal") || attributes.starts_with(",")
}

/// Returns the mark and the text of an item; a term and its definition are one text.
fn split_item(text: &str) -> Option<(&str, &str)> {
    let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
    let same = |sign: char| !mark.is_empty() && mark.len() <= 6 && mark.chars().all(|c| c == sign);
    let number = mark.strip_suffix('.').unwrap_or("");
    let counts = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    if (same('*') || same('.') || mark == "-" || counts) && !rest.trim().is_empty() {
        return Some((mark, rest.trim()));
    }
    let (term, _) = text.split_once(":: ").or(text.strip_suffix("::").map(|term| (term, "")))?;
    (!term.is_empty()).then_some(("::", text))
}
