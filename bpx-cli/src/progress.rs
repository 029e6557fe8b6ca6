//! Shows progress bars, on a terminal only, for work that takes longer than 0.7 seconds.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Time after which work shows a bar.
const PATIENCE: Duration = Duration::from_millis(700);

/// A progress bar.
pub(crate) struct Progress {
    bar: ProgressBar,
    done: Cell<u64>,
    total: Cell<u64>,
    begun: Instant,
    shown: Cell<bool>,
}

impl Progress {
    /// Makes a bar for work of `total` bytes.
    pub(crate) fn new(total: u64) -> Self {
        Self::styled_bar(total, "{bar:24} {bytes}/{total_bytes} {bytes_per_sec} {eta} {wide_msg}")
    }

    /// Makes a bar for work of `total` items.
    pub(crate) fn counting_bar(total: u64) -> Self {
        Self::styled_bar(total, "{bar:24} {pos}/{len} {eta} {wide_msg}")
    }

    fn styled_bar(total: u64, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self { bar, done: Cell::new(0), total: Cell::new(total), begun: Instant::now(), shown: Cell::new(false) }
    }

    /// Sets the number of bytes that are done, and the total.
    pub(crate) fn set_done(&self, done: u64, total: u64, name: &str) {
        self.done.set(done);
        self.total.set(total);
        if !self.shown.get() && self.begun.elapsed() > PATIENCE {
            self.shown.set(true);
            // Draws on a terminal only.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        // A small file is read faster than a bar is updated.
        if self.shown.get() {
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.set_message(crate::output::printable_text(name).into_owned());
        }
    }

    /// Returns the number of bytes that are done.
    pub(crate) fn done_bytes(&self) -> u64 {
        self.done.get()
    }

    /// Adds `bytes` to the number of bytes that are done, and shows `name`. The sum is clipped to a `u64`, because only
    /// the bar and the summary of `pack` show the sum.
    pub(crate) fn advance_by(&self, bytes: u64, name: &str) {
        self.set_done(self.done_bytes().saturating_add(bytes), self.total.get(), name);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
