//! Programs that run in turns.

use crate::Outcome;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A program with arguments, which does the work of a case.
#[derive(Clone)]
pub(crate) struct Way {
    /// Name in the tables.
    pub(crate) name: &'static str,
    program: PathBuf,
    args: Vec<String>,
    /// The written file or folder, which is removed before each run.
    out: Option<PathBuf>,
    /// Whether the program prints the measured seconds; otherwise, the time of the whole process counts.
    prints: bool,
    /// The least accepted ratio: the time of this program, divided by the time of ours.
    pub(crate) target: Option<f64>,
}

impl Way {
    pub(crate) fn new(name: &'static str, program: &Path, args: &[&str]) -> Self {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Self { name, program: program.into(), args, out: None, prints: false, target: None }
    }

    /// Sets the file or the folder that the program writes.
    pub(crate) fn writing(self, out: impl Into<PathBuf>) -> Self {
        Self { out: Some(out.into()), ..self }
    }

    /// States that the program prints the measured seconds.
    pub(crate) fn printing(self) -> Self {
        Self { prints: true, ..self }
    }

    /// Sets the least accepted ratio: the time of this program, divided by the time of ours.
    pub(crate) fn at_least(self, ratio: f64) -> Self {
        Self { target: Some(ratio), ..self }
    }

    /// Removes the output of an earlier run; a folder is moved away and removed later.
    fn prepare(&self) -> Outcome {
        match &self.out {
            // Some file systems are slow to use again what was freed just now: what is old goes when all is done.
            Some(out) if out.is_dir() => {
                let trash = trash(out);
                std::fs::create_dir_all(&trash)?;
                let number = std::fs::read_dir(&trash)?.count();
                std::fs::rename(out, trash.join(number.to_string()))?;
            }
            Some(out) if out.exists() => std::fs::remove_file(out)?,
            _ => {}
        }
        Ok(())
    }

    fn start(&self) -> Outcome<Child> {
        let stdout = if self.prints { Stdio::piped() } else { Stdio::null() };
        Ok(Command::new(&self.program).args(&self.args).stdout(stdout).spawn()?)
    }

    /// Runs the program once, and returns its times.
    pub(crate) fn time(&self) -> Outcome<Took> {
        self.prepare()?;
        let (before, start) = (processor(), Instant::now());
        let child = self.start()?;
        let output = child.wait_with_output()?;
        let took = Took { wall: start.elapsed().as_secs_f64(), processor: processor() - before };
        if !output.status.success() {
            return Err(format!("{} {:?}: {}", self.program.display(), self.args, output.status).into());
        }
        if self.prints {
            let wall = String::from_utf8(output.stdout)?.trim().parse()?;
            return Ok(Took { wall, processor: f64::NAN });
        }
        Ok(took)
    }

    /// Runs the program once more, and returns its maximum of anonymous memory in MiB, measured every millisecond;
    /// `None` if the system does not report the memory.
    pub(crate) fn memory(&self) -> Outcome<Option<f64>> {
        self.prepare()?;
        let mut child = self.start()?;
        let path = format!("/proc/{}/status", child.id());
        let mut most: Option<f64> = None;
        while child.try_wait()?.is_none() {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
            let size = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
            most = size.map(|size| most.unwrap_or_default().max(size / 1024.0)).or(most);
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(most)
    }
}

/// The times of one run, in seconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Took {
    pub(crate) wall: f64,
    /// Processor time of all threads; NaN for a program that prints its time.
    pub(crate) processor: f64,
}

/// Returns the processor time in seconds of all child programs that ended, in steps of 0.01; 0 if the system does not
/// report the time.
fn processor() -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program may hold anything but ends in the last parenthesis.
    let numbers = stat.rsplit_once(')').map_or("", |(_, numbers)| numbers).split_whitespace().skip(13).take(2);
    numbers.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS_A_SECOND
}

/// Returns the folder in which old output folders wait for their removal.
fn trash(out: &Path) -> PathBuf {
    out.with_file_name("trash")
}

/// Programs that do the same work; ours is the first.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) ways: Vec<Way>,
}

/// The times of all rounds.
pub(crate) struct Measured {
    pub(crate) group: Group,
    /// For each round, the times of each program.
    pub(crate) rounds: Vec<Vec<Took>>,
    /// Maximum of anonymous memory of our program in MiB.
    pub(crate) memory: Option<f64>,
}

impl Group {
    /// Runs each program once in each round, and returns the times.
    pub(crate) fn measure(self, rounds: usize) -> Outcome<Measured> {
        let mut all = Vec::new();
        for round in 0..rounds {
            eprintln!("{}, round {} of {rounds}", self.title, round + 1);
            all.push(self.ways.iter().map(Way::time).collect::<Outcome<Vec<_>>>()?);
        }
        let memory = self.ways.first().map_or(Ok(None), Way::memory)?;
        for trash in self.ways.iter().filter_map(|way| Some(trash(way.out.as_ref()?))).filter(|trash| trash.exists()) {
            std::fs::remove_dir_all(trash)?;
        }
        Ok(Measured { group: self, rounds: all, memory })
    }
}
