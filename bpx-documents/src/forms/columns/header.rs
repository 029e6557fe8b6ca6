//! Reads the titles of a table in columns.

use super::layout::Layout;
use super::lines::Lines;
use super::segments::{Range, Segment};
use crate::columns::{self, Role};

/// The titles of columns, and their positions.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub titles: Vec<String>,
    pub ranges: Vec<Range>,
    /// The number of lines that the titles take, with the line of dashes below the titles.
    pub lines: usize,
}

/// The largest number of columns; drawings with more columns are pictures.
const MOST: usize = 16;

/// The largest number of characters in a title.
const LONGEST: usize = 40;

impl Header {
    /// Reads titles: one line of words that name columns, or up to three lines above a line of dashes.
    pub(super) fn read_titles(lines: &impl Lines) -> Option<Self> {
        let first = lines.segments_at(0)?;
        if first.first()?.is_rule() {
            return None;
        }
        if let Some(header) = (1..4).find_map(|at| Self::over_rule(lines, at)) {
            return Some(header);
        }
        let is_ruled = lines.segments_at(1).is_some_and(|below| matches!(below.as_slice(), [one] if one.is_rule()));
        if !(is_titles(&first, 2) || is_ruled && are_roles(&first)) {
            return None;
        }
        let mut header = Self::of(&first, 1);
        let goes_on = |below: Vec<Segment>| match below.as_slice() {
            [one] if one.is_rule() => true,
            below => !below.is_empty() && header.add_units(below),
        };
        if lines.segments_at(1).is_some_and(goes_on) {
            header.lines = 2;
        }
        Some(header)
    }

    fn of(segments: &[Segment], lines: usize) -> Self {
        let titles = segments.iter().map(|segment| segment.text.clone()).collect();
        Self { titles, ranges: segments.iter().map(Segment::range).collect(), lines }
    }

    /// Reads titles above a line of dashes with a gap between the columns.
    fn over_rule(lines: &impl Lines, at: usize) -> Option<Self> {
        let rule = lines.segments_at(at)?;
        if !(2..=MOST).contains(&rule.len()) || !rule.iter().all(Segment::is_rule) {
            return None;
        }
        // The columns of cells are as wide as the dashes, and may go on to the next.
        let mut header = Self { titles: vec![String::new(); rule.len()], ..Self::of(&rule, at + 1) };
        for line in 0..at {
            let words = lines.segments_at(line).filter(|words| !words.is_empty())?;
            if words.iter().any(Segment::is_rule) {
                return None;
            }
            for word in words {
                let mut met =
                    header.ranges.iter().zip(&mut header.titles).filter(|(range, _)| word.overlaps_range(**range));
                let ((_, title), None) = (met.next()?, met.next()) else { return None };
                super::lines::append_words(title, &word.text);
            }
        }
        let known = header.titles.iter().filter(|title| columns::role_of_title(title).is_some()).count();
        (known > 0 && header.titles.iter().all(|title| title.chars().count() <= LONGEST)).then_some(header)
    }

    /// Adds units below the titles: `(bytes)`.
    fn add_units(&mut self, below: &[Segment]) -> bool {
        let unit = |text: &str| text.starts_with('(') && text.ends_with(')');
        if !below.iter().all(|segment| unit(&segment.text)) {
            return false;
        }
        let of = |segment: &Segment| {
            let mut met =
                self.ranges.iter().enumerate().filter(|(_, range)| segment.overlaps_range(**range)).map(|(at, _)| at);
            met.next().filter(|_| met.next().is_none())
        };
        let Some(columns) = below.iter().map(of).collect::<Option<Vec<_>>>() else { return false };
        for (segment, column) in below.iter().zip(columns) {
            if let Some(title) = self.titles.get_mut(column) {
                super::lines::append_words(title, &segment.text);
            }
        }
        true
    }

    /// Returns whether a line repeats the titles, as at the beginning of a page.
    pub(super) fn repeats_titles(&self, segments: &[Segment]) -> bool {
        segments.len() == self.titles.len() && segments.iter().zip(&self.titles).all(|(s, title)| s.text == *title)
    }

    pub(super) fn initial_layout(&self) -> Layout {
        let roles = columns::column_roles(&self.titles);
        let free = roles.iter().position(|role| *role == Role::Notes);
        Layout::new(self.ranges.clone(), free.or(self.titles.len().checked_sub(1)))
    }
}

/// Returns whether all pieces of a line are known titles of columns: `offset`, `# of bytes`, `Function`. Above a line
/// of dashes, some titles may begin with capital letters and others with lower-case letters.
fn are_roles(segments: &[Segment]) -> bool {
    let is_role = |segment: &Segment| columns::role_of_title(&segment.text).is_some();
    (3..=MOST).contains(&segments.len()) && segments.iter().all(is_role)
}

/// Returns whether pieces of a line are titles of columns: at least `least` pieces, and most of all pieces, are known
/// titles.
pub(super) fn is_titles(segments: &[Segment], least: usize) -> bool {
    let fits = (2..=MOST).contains(&segments.len());
    if !fits || segments.iter().any(|segment| segment.text.chars().count() > LONGEST) {
        return false;
    }
    // Pieces of a sentence have the same words, but not all of them begin alike, and some end with a mark.
    let lower = segments.iter().filter(|segment| segment.text.starts_with(char::is_lowercase)).count();
    let upper = segments.iter().filter(|segment| segment.text.starts_with(char::is_uppercase)).count();
    let titles: Vec<_> = segments.iter().map(|segment| segment.text.clone()).collect();
    if columns::are_bits(&titles) {
        return true;
    }
    let marked = segments.iter().any(|segment| segment.text.ends_with(['.', ',', ';', ':']));
    if marked || lower > 0 && upper > 0 {
        return false;
    }
    let roles = columns::column_roles(&titles);
    let is_known = |(role, title): (&Role, &String)| *role != Role::Unknown || columns::names_kind(title);
    let known = roles.iter().zip(&titles).filter(|pair| is_known(*pair)).count();
    known >= least && 2 * known > titles.len()
}
