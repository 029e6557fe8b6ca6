//! Results as a table.

use crate::clock::{Limit, Measured, Target};

/// One row for each case.
pub(crate) struct Table {
    /// Whether the rows show the time of an element.
    has_elements: bool,
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    speed: f64,
    /// Time of an element, in nanoseconds.
    element: Option<f64>,
    ratio: f64,
    target: Option<(Target, f64)>,
}

impl Table {
    /// Creates the table, with the medians over the rounds.
    pub(crate) fn new(group: &Measured) -> Self {
        let index_of = |name: &str| group.cases.iter().position(|case| case.name == name);
        let ratio = |case: usize, other: usize| {
            median(group.rounds.iter().filter_map(|round| Some(round.get(case)? / round.get(other)?)).collect())
        };
        let rows = group.cases.iter().enumerate().map(|(index, case)| {
            let seconds = median(group.rounds.iter().filter_map(|round| round.get(index).copied()).collect());
            let target = case.target.and_then(|target| Some((target, ratio(index, index_of(target.other)?))));
            let speed = group.bytes as f64 / seconds / 1e9;
            let element = group.elements.map(|elements| seconds * 1e9 / f64::from(elements));
            Row { name: case.name, speed, element, ratio: ratio(index, 0), target }
        });
        Self { has_elements: group.elements.is_some(), rows: rows.collect() }
    }

    /// Returns the number of missed targets.
    pub(crate) fn missed(&self) -> usize {
        self.rows
            .iter()
            .filter_map(|row| row.target.as_ref())
            .filter(|(target, actual)| !is_met(*target, *actual))
            .count()
    }
}

fn is_met(target: Target, actual: f64) -> bool {
    match target.limit {
        Limit::AtMost(limit) => actual <= limit,
        Limit::AtLeast(limit) => actual >= limit,
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (element, line) = if self.has_elements { (" ns an element |", "---:|") } else { ("", "") };
        writeln!(f, "| case | GB/s |{element} time, x first | target |")?;
        writeln!(f, "|---|---:|{line}---:|---|")?;
        for Row { name, speed, element, ratio, target } in &self.rows {
            write!(f, "| {name} | {speed:.2} | ")?;
            if let Some(element) = element {
                write!(f, "{element:.1} | ")?;
            }
            write!(f, "{ratio:.2} | ")?;
            if let Some((target, actual)) = target {
                let verdict = if is_met(*target, *actual) { "met" } else { "missed" };
                let limit = match target.limit {
                    Limit::AtMost(limit) => format!("at most {limit}"),
                    Limit::AtLeast(limit) => format!("at least {limit}"),
                };
                write!(f, "{verdict}: {actual:.2} of {}, {limit}", target.other)?;
            }
            writeln!(f, " |")?;
        }
        Ok(())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
