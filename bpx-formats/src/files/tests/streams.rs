//! Outputs that are not files.

use crate::files::Files;
use crate::source::replace;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs;
use std::io::{Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;

/// Returns a named pipe, open for reading so that a writer does not wait.
fn pipe(path: &Path) -> fs::File {
    mknodat(CWD, path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    fs::File::options().read(true).write(true).open(path).unwrap()
}

fn received(pipe: &mut fs::File, size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    pipe.read_exact(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_pipe_is_written_to_and_stays_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("pipe"), folder.path().join("link"));
    let mut reader = pipe(&path);
    symlink("pipe", &link).unwrap();
    for to in [&path, &link] {
        replace(to, |out| Ok(out.write_all(b"bytes")?)).unwrap();
        assert_eq!(received(&mut reader, 5), b"bytes");
    }
    let files = Files::default();
    let in_any_order = files.replacement(&path).write_file(|file| {
        file.write_all(b"..tes")?;
        file.rewind()?;
        Ok(file.write_all(b"by")?)
    });
    in_any_order.unwrap();
    assert_eq!(received(&mut reader, 5), b"bytes");
    assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
    assert_eq!(super::names(folder.path()), ["link", "pipe"]);
}

#[test]
fn an_open_file_of_a_process_is_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("file"), folder.path().join("link"));
    let mut file = fs::File::create(&path).unwrap();
    file.write_all(b"before, ").unwrap();
    symlink(format!("/proc/self/fd/{}", file.as_raw_fd()), &link).unwrap();
    replace(&link, |out| Ok(out.write_all(b"new")?)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"before, new");
    assert!(link.is_symlink());
    // The file is still the one that the process has open.
    file.seek(std::io::SeekFrom::End(0)).unwrap();
    file.write_all(b", after").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"before, new, after");
    assert_eq!(super::names(folder.path()), ["file", "link"]);
}

#[test]
fn a_file_that_has_lost_its_name_is_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = tempfile::tempfile_in(folder.path()).unwrap();
    replace(format!("/proc/self/fd/{}", file.as_raw_fd()), |out| Ok(out.write_all(b"new")?)).unwrap();
    let mut text = String::new();
    file.rewind().unwrap();
    file.read_to_string(&mut text).unwrap();
    assert_eq!(text, "new");
    assert_eq!(super::names(folder.path()), [""; 0]);
}
