//! Measures cases in rounds.

use std::time::Duration;

/// Returns the processor time of the current thread; the time of other programs on the same core does not count.
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

/// Cases that are compared with one another.
pub(crate) struct Group<'a> {
    title: &'static str,
    bytes: usize,
    elements: Option<u32>,
    cases: Vec<Case>,
    runs: Vec<Box<dyn FnMut() + 'a>>,
}

/// A measured case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    /// Name in the table.
    pub(crate) name: &'static str,
    /// The target, if any.
    pub(crate) target: Option<Target>,
}

/// A target, which is a bound for a ratio of times.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    /// Name of the case by whose time the time is divided.
    pub(crate) other: &'static str,
    /// Bound for the ratio.
    pub(crate) limit: Limit,
}

/// A bound.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

/// The measured times of a group.
#[derive(Debug)]
pub(crate) struct Measured {
    /// Title of the table.
    pub(crate) title: &'static str,
    /// Number of bytes that each case processes.
    pub(crate) bytes: usize,
    /// Number of elements that each case processes, if the table shows the time of one element.
    pub(crate) elements: Option<u32>,
    /// The cases; the table compares each case with the first.
    pub(crate) cases: Vec<Case>,
    /// For each round, the time of each case in seconds.
    pub(crate) rounds: Vec<Vec<f64>>,
}

impl<'a> Group<'a> {
    /// Returns a group without cases.
    pub(crate) fn new(title: &'static str, bytes: usize) -> Self {
        Self { title, bytes, elements: None, cases: Vec::new(), runs: Vec::new() }
    }

    /// Sets the number of elements, so that the table shows the time of one element.
    pub(crate) fn of_elements(mut self, elements: u32) -> Self {
        self.elements = Some(elements);
        self
    }

    /// Adds a case.
    pub(crate) fn case(mut self, name: &'static str, run: impl FnMut() + 'a) -> Self {
        self.cases.push(Case { name, target: None });
        self.runs.push(Box::new(run));
        self
    }

    /// Sets a target for the last case: at most `ratio` times the time of `other`.
    pub(crate) fn at_most(mut self, ratio: f64, other: &'static str) -> Self {
        if let Some(case) = self.cases.last_mut() {
            case.target = Some(Target { other, limit: Limit::AtMost(ratio) });
        }
        self
    }

    /// Sets a target for the last case if the bytes fit into a cache: at least `ratio` times the time of `other`. With
    /// more bytes, memory limits the speed of every decoder.
    pub(crate) fn slower_than(self, other: &'static str, ratio: f64) -> Self {
        if self.bytes < 1 << 20 { self.at_least(ratio, other) } else { self }
    }

    /// Sets a target for the last case: at least `ratio` times the time of `other`.
    pub(crate) fn at_least(mut self, ratio: f64, other: &'static str) -> Self {
        if let Some(case) = self.cases.last_mut() {
            case.target = Some(Target { other, limit: Limit::AtLeast(ratio) });
        }
        self
    }

    /// Runs every case once in each round, after one unmeasured round.
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
