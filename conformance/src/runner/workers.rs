use super::judge::{Judgement, judge, skip_reason};
use super::program::AskedProgram;
use super::result::Outcome;
use super::{CaseResult, Program, StartError, Status};
use crate::protocol::Hello;
use crate::suite::{Case, Readings};
use crate::testee::Bounds;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The options of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunOptions {
    /// The limits of a program for one case; the defaults are 5 seconds and 512 MiB.
    pub bounds: Bounds,
    /// The number of programs that run at the same time.
    pub workers: usize,
    /// Whether a case fails when verdict, class, path or offset of a correct refusal differ.
    pub diagnostics: bool,
    /// The readings that expectations depend on.
    pub readings: Readings,
    /// The options of readings that the program follows, beside the options in its greeting.
    pub chosen: BTreeMap<String, String>,
}

impl Default for RunOptions {
    fn default() -> Self {
        let bounds = Bounds::default().with_time(Duration::from_secs(5)).with_memory(512 << 20);
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Self { bounds, workers, diagnostics: false, readings: Readings::default(), chosen: BTreeMap::new() }
    }
}

impl RunOptions {
    /// Sets the bounds.
    #[must_use]
    pub fn with_bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// Sets the number of programs that run at the same time; 0 means one.
    #[must_use]
    pub fn with_workers(mut self, workers: usize) -> Self {
        self.workers = if workers == 0 { 1 } else { workers };
        self
    }

    /// Sets whether differences in verdict, class, path and offset are failures.
    #[must_use]
    pub fn with_diagnostics(mut self, diagnostics: bool) -> Self {
        self.diagnostics = diagnostics;
        self
    }

    /// Sets the readings, and the options that the program follows, which override the options in its greeting.
    #[must_use]
    pub fn with_readings(mut self, readings: Readings, chosen: BTreeMap<String, String>) -> Self {
        (self.readings, self.chosen) = (readings, chosen);
        self
    }
}

/// A function that the runner calls after each case with the number of finished cases.
pub type Progress<'a> = dyn Fn(usize) + Sync + 'a;

/// Runs all cases against a program. The results are in the order of the cases for any number of workers. The runner
/// restarts a program that ended.
///
/// # Errors
/// Returns an error if the program does not start.
pub fn run_cases(
    program: &Program,
    cases: &[&Case],
    options: &RunOptions,
    progress: &Progress<'_>,
) -> Result<(Hello, Vec<CaseResult>), StartError> {
    let mut hello = program.hello(&options.bounds)?;
    hello.readings.extend(options.chosen.clone());
    let hello = hello;
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(cases.len()));
    let failed = Mutex::new(None);
    let work = || {
        let mut asked: Option<AskedProgram> = None;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { break };
            match run_case(program, &mut asked, index, case, &hello, options) {
                Ok(result) => lock_mutex(&results).push(result),
                Err(error) => {
                    *lock_mutex(&failed) = Some(error);
                    next.store(cases.len(), Ordering::Relaxed);
                    break;
                }
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.workers.min(cases.len()) {
            // If no further thread starts, those that run ask all cases.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    if let Some(error) = lock_mutex(&failed).take() {
        return Err(error);
    }
    let mut results = std::mem::take(&mut *lock_mutex(&results));
    results.sort_by_key(|result| result.case);
    Ok((hello, results))
}

fn run_case(
    program: &Program,
    asked: &mut Option<AskedProgram>,
    index: usize,
    case: &Case,
    hello: &Hello,
    options: &RunOptions,
) -> Result<CaseResult, StartError> {
    let expect = options.readings.expectation_for(case, &options.readings.deviating_options(&hello.readings));
    let expect = match expect.and_then(|expect| skip_reason(case, hello).map_or(Ok(expect), Err)) {
        Ok(expect) => expect,
        Err(symptom) => {
            return Ok(CaseResult { case: index, status: Status::Skipped, symptom, ..CaseResult::default() });
        }
    };
    let mut running = match asked.take() {
        Some(running) => running,
        None => program.start(&options.bounds)?,
    };
    let (outcome, elapsed, alive) = running.ask(index as u64, case, &options.bounds);
    if alive {
        *asked = Some(running);
    }
    let judgement = judge(case, expect, hello, &outcome);
    let judgement = if options.diagnostics { judgement.with_notes_as_failures() } else { judgement };
    let Judgement { status, symptom, detail, notes } = judgement;
    let answer = match outcome {
        Outcome::Answered(reply) => Some(reply),
        _ => None,
    };
    Ok(CaseResult { case: index, status, symptom, detail, notes, answer, elapsed })
}

/// Locks a mutex, even if a thread panicked. No code panics while it holds a lock, so the data is whole.
fn lock_mutex<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
