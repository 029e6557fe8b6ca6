//! Programs that are started in turns.

use crate::Outcome;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// One way of doing something.
#[derive(Clone)]
pub(crate) struct Way {
    /// Who does it.
    pub(crate) name: &'static str,
    program: PathBuf,
    args: Vec<String>,
    /// What it writes, removed before each run.
    out: Option<PathBuf>,
    /// Whether it prints the seconds that count; else the whole process counts.
    prints: bool,
    /// How many times its time ours must be, inverted: its seconds through ours, at least.
    pub(crate) target: Option<f64>,
}

impl Way {
    pub(crate) fn new(name: &'static str, program: &std::path::Path, args: &[&str]) -> Self {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Self { name, program: program.into(), args, out: None, prints: false, target: None }
    }

    /// That writes a file or a folder.
    pub(crate) fn writing(self, out: impl Into<PathBuf>) -> Self {
        Self { out: Some(out.into()), ..self }
    }

    /// That prints the seconds which count.
    pub(crate) fn printing(self) -> Self {
        Self { prints: true, ..self }
    }

    /// With what its seconds through ours must be, at least.
    pub(crate) fn at_least(self, ratio: f64) -> Self {
        Self { target: Some(ratio), ..self }
    }

    fn start(&self) -> Outcome<Child> {
        match &self.out {
            Some(out) if out.is_dir() => std::fs::remove_dir_all(out)?,
            Some(out) if out.exists() => std::fs::remove_file(out)?,
            _ => {}
        }
        let stdout = if self.prints { Stdio::piped() } else { Stdio::null() };
        Ok(Command::new(&self.program).args(&self.args).stdout(stdout).spawn()?)
    }

    /// Seconds of one run.
    pub(crate) fn time(&self) -> Outcome<f64> {
        let child = self.start()?;
        let start = Instant::now();
        let output = child.wait_with_output()?;
        let seconds = start.elapsed().as_secs_f64();
        if !output.status.success() {
            return Err(format!("{} {:?}: {}", self.program.display(), self.args, output.status).into());
        }
        if self.prints { Ok(String::from_utf8(output.stdout)?.trim().parse()?) } else { Ok(seconds) }
    }

    /// Most anonymous memory of one more run in MiB, looked at every millisecond; none where nothing tells.
    pub(crate) fn memory(&self) -> Outcome<Option<f64>> {
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

/// Ways of doing the same, ours first.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) ways: Vec<Way>,
}

/// What the rounds took.
pub(crate) struct Measured {
    pub(crate) group: Group,
    /// For each round the seconds of each way.
    pub(crate) rounds: Vec<Vec<f64>>,
    /// Anonymous memory of ours in MiB.
    pub(crate) memory: Option<f64>,
}

impl Group {
    /// All ways once a round, after one that does not count when there is time for it.
    pub(crate) fn measure(self, rounds: usize) -> Outcome<Measured> {
        let mut all = Vec::new();
        for round in 0..rounds {
            eprintln!("{}, round {} of {rounds}", self.title, round + 1);
            all.push(self.ways.iter().map(Way::time).collect::<Outcome<Vec<_>>>()?);
        }
        let memory = self.ways.first().map_or(Ok(None), Way::memory)?;
        Ok(Measured { group: self, rounds: all, memory })
    }
}
