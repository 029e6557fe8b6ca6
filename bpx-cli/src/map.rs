//! Maps files into memory.
#![allow(unsafe_code)]

use bpx_schema::source::ReadAt;
use std::io;
use std::sync::Arc;

/// Maps the bytes of a file into memory. Commands that look at all bytes of a file use the map, so that files of
/// gigabytes need no memory. Commands that read parts, such as the commands for packages, read the parts from the file.
pub(crate) fn map_source(source: &Arc<dyn ReadAt>) -> io::Result<Arc<dyn ReadAt>> {
    // SAFETY (D-55): another program could change the file in place, which no program can exclude. The command bears
    // it, as other commands that map their input do: it reads the bytes once and checks each access by itself, so that
    // bytes that change give wrong answers about a file that is changing. It never writes to a file in place itself. A
    // file that is cut short ends the command by a signal, which the documentation of the commands says.
    unsafe { bpx_formats::source::map(source) }
}
