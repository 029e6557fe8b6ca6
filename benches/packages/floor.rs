//! Operations of the benchmark program itself: reading through the library, and lower bounds of the machine. Each
//! operation prints its time in seconds.

use crate::Outcome;
use bpx_formats::bpx::package::Package;
use bpx_schema::Limits;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;
use xz2::stream::MtStreamBuilder;

fn took(start: Instant) -> Outcome {
    println!("{}", start.elapsed().as_secs_f64());
    Ok(())
}

fn open(file: &str) -> Outcome<Package> {
    Ok(Package::open(bpx_formats::source::open(file)?, Limits::default())?)
}

/// Reads all objects of a package, and drops their bytes.
pub(crate) fn read(file: &str) -> Outcome {
    let start = Instant::now();
    open(file)?.for_each(|_, bytes| bytes.copy_to(&mut io::sink()).map(drop))?;
    took(start)
}

/// Decodes the sections of an object with liblzma's own decoder on two threads. The measured time does not include
/// reading the stored bytes.
pub(crate) fn liblzma(file: &str, name: &str) -> Outcome {
    let package = open(file)?;
    let header = package.find(name).ok_or("no such object")?.header();
    let (mut streams, mut left) = (Vec::new(), header.size + u64::from(header.offset));
    for section in package.container().sections().skip(usize::try_from(header.start)?) {
        streams.push(section.raw()?.into_owned());
        left = left.saturating_sub(section.content_size());
        if left == 0 {
            break;
        }
    }
    let start = Instant::now();
    let mut piece = vec![0; 1 << 20];
    for stream in streams {
        let decoder = MtStreamBuilder::new().threads(2).memlimit_threading(1 << 30).memlimit_stop(1 << 30).decoder()?;
        let mut reader = xz2::bufread::XzDecoder::new_stream(&*stream, decoder);
        while reader.read(&mut piece)? > 0 {}
    }
    took(start)
}

/// Copies a file.
pub(crate) fn copy(file: &str, out: &str) -> Outcome {
    let start = Instant::now();
    fs::copy(file, out)?;
    took(start)
}

/// Loads files into memory, and measures the time to write them.
pub(crate) fn write(from: &str, to: &str) -> Outcome {
    let mut files = Vec::new();
    load(Path::new(from), Path::new(to), &mut files)?;
    let start = Instant::now();
    let mut last = PathBuf::new();
    for (path, content) in &files {
        let folder = path.parent().unwrap_or(path);
        if folder != last {
            fs::create_dir_all(folder)?;
            folder.clone_into(&mut last);
        }
        fs::write(path, content)?;
    }
    took(start)
}

fn load(from: &Path, to: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> Outcome {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            load(&entry.path(), &to, files)?;
        } else {
            files.push((to, fs::read(entry.path())?));
        }
    }
    Ok(())
}
