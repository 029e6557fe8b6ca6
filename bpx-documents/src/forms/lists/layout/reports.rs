//! Reports lines at the end of a list, and lines of a list that are not understood.

use super::super::entry::{self, Habit};
use super::super::lost;
use super::{Reader, indent_column};
use crate::forms::line::Line;
use crate::model::Skipped;
use crate::prose::line_beginning;

impl Reader {
    /// Reports the line after a list, if the line looks like a declaration of the list or begins a group.
    pub(super) fn report_end(&mut self, line: &Line<'_>, is_near: bool) {
        let column = self.frames.first().and_then(|frame| frame.indent);
        let is_item = self.habit == Habit::Code && column == Some(indent_column(&line.text));
        let is_declared = line.text.split_whitespace().next().is_some_and(entry::is_type);
        let is_group = column == Some(indent_column(&line.text)) && ["[", "{", "("].contains(&line.text.trim());
        if is_near && (is_item && is_declared || is_group) {
            let reason =
                format!("the list of fields ends before `{}`, which is not understood", line_beginning(&line.text));
            self.skipped.push(Skipped::open_part(line.number, reason));
        }
    }

    /// Reports unread columns, once for each list.
    pub(super) fn report_columns(&mut self, line: usize, text: &str) {
        if self.has_columns {
            return;
        }
        self.has_columns = true;
        let words = line_beginning(text);
        let reason = format!("the columns of `{words}` and of similar lines are not understood");
        self.skipped.push(Skipped::open_part(line, reason));
    }

    /// Adds a line that is not a field as a field of unknown type, if the list may continue after the line. Returns
    /// whether the line certainly belongs to the list, because the line states a type, fields follow, or the paragraph
    /// ends.
    pub(super) fn take_lost(&mut self, line: &Line<'_>, rest: &[Line<'_>], (is_near, is_loose): (bool, bool)) -> bool {
        let is_item = lost::is_item(&line.text) && self.habit != Habit::Code;
        let follows = self.known > 0 && (is_near || is_loose || lost::states_size(&line.text));
        let column = self.frames.first().and_then(|frame| frame.indent);
        let Some(column) = column.filter(|column| is_item && follows && *column == indent_column(&line.text)) else {
            return false;
        };
        let goes_on = is_near && lost::continues_list(self.habit, column, rest);
        if self.known < 2 && !goes_on {
            return false;
        }
        let entry = lost::unknown_entry(self.habit, &line.text);
        let is_last = rest.first().is_none_or(|next| next.text.trim().is_empty());
        let belongs = is_near && (is_last || !entry.ty.is_empty()) || lost::states_size(&line.text);
        self.push_entry(line.number, entry);
        goes_on || belongs
    }
}
