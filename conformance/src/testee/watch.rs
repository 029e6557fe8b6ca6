//! Runs a process within limits.

use super::{Bounds, Group, Stopwatch};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// The longest interval in which the process is polled.
const LOOK: Duration = Duration::from_millis(5);

/// The ways in which a process ends.
pub(crate) enum End {
    /// The process ended by itself.
    Exited(ExitStatus),
    /// The process was killed because it exceeded the time limit.
    Time,
    /// The process was killed because it exceeded the memory limit.
    Memory,
    /// The process was killed because it wrote more than the limit.
    Output,
}

/// The observations of a process.
pub(crate) struct Watched {
    pub(crate) end: End,
    pub(crate) elapsed: Duration,
    pub(crate) peak_memory: Option<u64>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a process to its end, or kills the process when it exceeds a limit.
pub(crate) fn watch_process(mut command: Command, bounds: &Bounds) -> io::Result<Watched> {
    // Files instead of pipes: they need no reader while the process runs, and its children cannot keep them open.
    let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    let mut group = Group::spawn(&mut command)?;
    let mut time = Stopwatch::start(group.id());
    let mut peak_memory = None;
    let end = watch_until(&mut group, &mut time, bounds, &[&stdout, &stderr], &mut peak_memory);
    let elapsed = time.elapsed();
    group.kill_all()?;
    Ok(Watched {
        end: end?,
        elapsed,
        peak_memory,
        stdout: output_text(stdout, bounds.output)?,
        stderr: output_text(stderr, bounds.output)?,
    })
}

fn watch_until(
    group: &mut Group,
    time: &mut Stopwatch,
    bounds: &Bounds,
    outputs: &[&File],
    peak_memory: &mut Option<u64>,
) -> io::Result<End> {
    let mut pause = Duration::from_micros(250);
    loop {
        if let Some(status) = group.try_wait()? {
            return Ok(End::Exited(status));
        }
        *peak_memory = (*peak_memory).max(memory_of(group.id(), Memory::Peak));
        if peak_memory.is_some_and(|bytes| bytes > bounds.memory) {
            return Ok(End::Memory);
        }
        for output in outputs {
            if output.metadata()?.len() > bounds.output {
                return Ok(End::Output);
            }
        }
        if time.is_over(bounds.time) {
            return Ok(End::Time);
        }
        std::thread::sleep(pause);
        // At most `LOOK`, whatever the product.
        pause = pause.saturating_mul(2).min(LOOK);
    }
}

/// The measures of the memory of a process.
#[derive(Clone, Copy)]
pub(crate) enum Memory {
    /// The current memory of the process.
    Now,
    /// The peak memory of the process.
    Peak,
}

/// Returns the memory of a process in bytes, if the system reports it.
pub(crate) fn memory_of(id: u32, which: Memory) -> Option<u64> {
    let name = match which {
        Memory::Now => "VmRSS:",
        Memory::Peak => "VmHWM:",
    };
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

fn output_text(mut file: File, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
