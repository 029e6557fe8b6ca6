//! Results as a table.

use crate::run::{Measured, Took};
use std::fmt::Write as _;

/// Sizes of packages in bytes.
pub(crate) struct Sizes {
    /// With the default compression.
    pub(crate) default: u64,
    /// With `xz:max`.
    pub(crate) max: u64,
    /// Size of the crate's package.
    pub(crate) other: u64,
}

/// Returns a table with one line for each pair of programs, and the number of missed targets.
pub(crate) fn times(title: &str, groups: &[Measured]) -> (String, usize) {
    let mut lines = Lines { text: format!("### {title}\n\n"), missed: 0 };
    lines.text += "| case | ours, s | processor, s | MiB | beside | s | processor, s | times ours | target |\n";
    lines.text += "|---|---:|---:|---:|---|---:|---:|---:|---|\n";
    for measured in groups {
        let memory = measured.memory.map_or_else(|| "?".to_owned(), |memory| format!("{memory:.0}"));
        let median = |way: usize, of: fn(&Took) -> f64| {
            median(measured.rounds.iter().filter_map(|round| round.get(way).map(of)).collect())
        };
        let (wall, processor) = (|way| median(way, |took| took.wall), |way| median(way, |took| took.processor));
        let start = format!("| {} | {:.3} | {:.2} | {memory} |", measured.group.title, wall(0), processor(0));
        if measured.group.ways.len() == 1 {
            let _ = writeln!(lines.text, "{start} | | | | |");
        }
        for (index, way) in measured.group.ways.iter().enumerate().skip(1) {
            let ratio = wall(index) / wall(0);
            let target =
                way.target.map_or_else(String::new, |target| lines.target(ratio, ratio >= target, "least", target));
            let processor = Some(processor(index)).filter(|seconds| seconds.is_finite());
            let processor = processor.map_or_else(String::new, |seconds| format!("{seconds:.2}"));
            let _ = writeln!(
                lines.text,
                "{start} {} | {:.3} | {processor} | {ratio:.2} | {target} |",
                way.name,
                wall(index)
            );
        }
    }
    (lines.text, lines.missed)
}

/// Returns a table with one line for each package, and the number of missed targets.
pub(crate) fn sizes(sizes: &Sizes) -> (String, usize) {
    let mut lines = Lines { text: String::new(), missed: 0 };
    let Sizes { default, max, other } = *sizes;
    lines.text += "| size | bytes | of the crate's | target |\n|---|---:|---:|---|\n";
    for (name, size, limit) in [("xz", default, Some(1.25)), ("xz:max", max, Some(1.0)), ("crate, xz", other, None)] {
        let ratio = size as f64 / other as f64;
        let target = limit.map_or_else(String::new, |limit| lines.target(ratio, ratio <= limit, "most", limit));
        let _ = writeln!(lines.text, "| {name} | {size} | {ratio:.3} | {target} |");
    }
    (lines.text, lines.missed)
}

struct Lines {
    text: String,
    missed: usize,
}

impl Lines {
    fn target(&mut self, actual: f64, met: bool, bound: &str, limit: f64) -> String {
        self.missed += usize::from(!met);
        let word = if met { "met" } else { "MISSED" };
        format!("{word}: {actual:.2}, at {bound} {limit:.2}")
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
