//! Writes texts of any length without holding a whole text in memory.

use crate::output;
use bpx_schema::report::Result;
use std::fmt;
use std::io::{Error, Write};

/// Writes the output of `write` to `out`, with its control characters escaped for terminals.
pub(crate) fn write_printable(
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> Result<()> {
    let mut out = Printed { out, failed: None };
    match (write(&mut out), out.failed) {
        (_, Some(error)) => Err(error.into()),
        (Err(fmt::Error), None) => Err(Error::other("a text could not be written").into()),
        (Ok(()), None) => Ok(()),
    }
}

struct Printed<'o> {
    out: &'o mut dyn Write,
    /// The reason why writing failed.
    failed: Option<Error>,
}

impl fmt::Write for Printed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut lines = text.split('\n').map(output::printable_text);
        // A split text has at least one part.
        let first = lines.next().unwrap_or_default();
        let written = self.out.write_all(first.as_bytes());
        let written = written.and_then(|()| lines.try_for_each(|line| write!(self.out, "\n{line}")));
        written.map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}
