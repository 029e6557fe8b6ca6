use std::time::Duration;

/// The limits of a program under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bounds {
    /// The time from start to end; 60 seconds by default. On Linux, time in which the program was ready to run but had
    /// no processor does not count, up to 20 times the limit.
    pub time: Duration,
    /// Memory in use at any time (resident set), in bytes. 1 GiB by default. The limit works on Linux only, and is
    /// checked every few milliseconds, so a program can exceed it for a moment.
    pub memory: u64,
    /// The largest number of bytes that the program may write to stdout, or to stderr; 16 MiB by default.
    pub output: u64,
    /// The largest number of bytes in all files that the program may leave for one question; 256 MiB by default.
    pub files: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory: 1 << 30, output: 16 << 20, files: 256 << 20 }
    }
}

impl Bounds {
    /// Sets the time.
    #[must_use]
    pub const fn with_time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Sets the size of files, in bytes.
    #[must_use]
    pub const fn with_files(mut self, bytes: u64) -> Self {
        self.files = bytes;
        self
    }

    /// Sets the memory, in bytes.
    #[must_use]
    pub const fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }
}
