//! Time and rounds.

use std::time::Duration;

/// What this thread has used of the processor; a neighbour that takes the core does not count.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), nanos)
}

#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Cases that are compared with each other.
pub(crate) struct Group<'a> {
    title: &'static str,
    bytes: usize,
    elements: Option<u32>,
    cases: Vec<Case>,
    runs: Vec<Box<dyn FnMut() + 'a>>,
}

/// Something that is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    /// What the table calls it.
    pub(crate) name: &'static str,
    /// What is good enough.
    pub(crate) target: Option<Target>,
}

/// A ratio that is good enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    /// The case that this one is compared with.
    pub(crate) other: &'static str,
    /// The ratio of the times.
    pub(crate) limit: Limit,
}

/// A bound.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

/// What the rounds of a group took.
#[derive(Debug)]
pub(crate) struct Measured {
    /// What the table is called.
    pub(crate) title: &'static str,
    /// Bytes that a case goes through.
    pub(crate) bytes: usize,
    /// Elements that a case goes through, when the table shows the time of one.
    pub(crate) elements: Option<u32>,
    /// The first is the one that the others are compared with.
    pub(crate) cases: Vec<Case>,
    /// For each round the seconds of each case.
    pub(crate) rounds: Vec<Vec<f64>>,
}

impl<'a> Group<'a> {
    /// Returns a group without cases.
    pub(crate) fn new(title: &'static str, bytes: usize) -> Self {
        Self { title, bytes, elements: None, cases: Vec::new(), runs: Vec::new() }
    }

    /// With the time of one of this many elements in the table.
    pub(crate) fn of_elements(mut self, elements: u32) -> Self {
        self.elements = Some(elements);
        self
    }

    /// With another case.
    pub(crate) fn case(mut self, name: &'static str, run: impl FnMut() + 'a) -> Self {
        self.cases.push(Case { name, target: None });
        self.runs.push(Box::new(run));
        self
    }

    /// With a target for the last case: at most so many times the time of another.
    pub(crate) fn at_most(mut self, ratio: f64, other: &'static str) -> Self {
        if let Some(case) = self.cases.last_mut() {
            case.target = Some(Target { other, limit: Limit::AtMost(ratio) });
        }
        self
    }

    /// With a target for the last case: at least so many times the time of another, in bytes that fit into a cache.
    /// Larger ones are bound by memory, with every decoder.
    pub(crate) fn slower_than(self, other: &'static str, ratio: f64) -> Self {
        if self.bytes < 1 << 20 { self.at_least(ratio, other) } else { self }
    }

    /// With a target for the last case: at least so many times the time of another.
    pub(crate) fn at_least(mut self, ratio: f64, other: &'static str) -> Self {
        if let Some(case) = self.cases.last_mut() {
            case.target = Some(Target { other, limit: Limit::AtLeast(ratio) });
        }
        self
    }

    /// Runs every case once a round, after one round that does not count.
    pub(crate) fn measure(mut self) -> Measured {
        const ROUNDS: usize = 11;
        // About 64 MB a run, so that the clock's grain does not matter.
        let repeat = ((64 << 20) / self.bytes.max(1)).clamp(1, 256);
        let mut rounds = Vec::new();
        for round in 0..=ROUNDS {
            let times = self.runs.iter_mut().map(|run| {
                let start = now();
                for _ in 0..repeat {
                    run();
                }
                (now() - start).as_secs_f64() / repeat as f64
            });
            let times = times.collect();
            if round > 0 {
                rounds.push(times);
            }
        }
        let Self { title, bytes, elements, cases, .. } = self;
        Measured { title, bytes, elements, cases, rounds }
    }
}
