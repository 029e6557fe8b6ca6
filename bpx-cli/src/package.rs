//! Provides what several commands for packages share.

use crate::args::{About, Input, PackedFiles, Storage, Target};
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::input::Opened;
use crate::progress::Progress;
use crate::{input, output};
use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::package::collect::{self, CollectOptions, Collected, Found};
use bpx_formats::bpx::package::{self, Package, PackageExt};
use bpx_formats::bpx::sd::{Document, plain};
use bpx_formats::bpx::v0;
use bpx_formats::files::Stamp;
use std::borrow::Cow;
use std::error::Error as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens a package of version 2 or 0.
pub(crate) fn open_package(args: &Input) -> Result<(String, Package), Failure> {
    open_file(args, &input::open_file(&args.file)?)
}

/// Opens the package in a file.
pub(crate) fn open_file(args: &Input, file: &Opened) -> Result<(String, Package), Failure> {
    crate::format::require_format(&BpxFormat, args.given.format.as_deref(), file)?;
    let package = match open_v0(file)? {
        Some(old) => old.package(),
        None => Package::open(Arc::clone(&file.source), crate::limits::run_limits()),
    };
    Ok((file.name.clone(), package.in_file(&file.name)?))
}

/// Opens a file of version 0; returns `None` for a file of another version.
pub(crate) fn open_v0(file: &Opened) -> Result<Option<v0::Container>, Failure> {
    let old = v0::is_version_0(&*file.source).in_file(&file.name)?;
    old.then(|| v0::Container::open(Arc::clone(&file.source), crate::limits::run_limits()).in_file(&file.name))
        .transpose()
}

/// A package that is edited.
pub(crate) struct Edited {
    /// Name of the file, for messages.
    pub name: String,
    /// The package.
    pub package: Package,
    output: PathBuf,
    stamp: Option<Stamp>,
}

impl Edited {
    /// Opens the package.
    pub(crate) fn open(target: &Target) -> Result<Self, Failure> {
        let output = target.output.clone().unwrap_or_else(|| target.file.clone());
        let file = input::open_to_change(&target.file)?;
        crate::format::require_format(&BpxFormat, None, &file)?;
        if open_v0(&file)?.is_some() {
            let message = "packages of version 0 cannot be changed in place; `bpx upgrade` converts them to version 2";
            return Err(Failure::Unsupported { name: file.name, message: message.to_owned() });
        }
        let package = Package::open(Arc::clone(&file.source), crate::limits::run_limits()).in_file(&file.name)?;
        Ok(Self { name: file.name, package, output, stamp: file.stamp })
    }

    /// Saves the output of `write` in the output file.
    pub(crate) fn save(&self, write: impl FnOnce(&mut dyn Write) -> bpx_schema::Result<u64>) -> Result<Exit, Failure> {
        output::save_with(&self.output, self.stamp.as_ref(), write)?;
        Ok(Exit::Fine)
    }
}

/// Returns the name of an object for output, or the number of the object if the name cannot be read.
pub(crate) fn object_name<'p>(object: &package::Object<'p>) -> Cow<'p, str> {
    match object.name_bytes() {
        // Most names need no lossy conversion, which is slower.
        Ok(bytes) => std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed),
        Err(_) => format!("<{}>", object.index()).into(),
    }
}

/// Sets the number of threads to the value of `--threads`, if the command line has this option.
pub(crate) fn set_threads(storage: &Storage) -> Result<(), Failure> {
    let Some(threads) = storage.threads else { return Ok(()) };
    let mut builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    if threads == 1 {
        // The current thread.
        builder = builder.use_current_thread();
    }
    let failed = |error: rayon::ThreadPoolBuildError| {
        let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        let kind = source.map_or(io::ErrorKind::Other, io::Error::kind);
        io::Error::new(kind, format!("the system cannot start {threads} threads: {error}"))
    };
    builder.build_global().map_err(failed).in_file("--threads")
}

/// Returns the properties of a package, as changed by the command line.
pub(crate) fn changed_ext(about: &About, mut ext: PackageExt) -> PackageExt {
    if let Some(architecture) = about.architecture {
        ext.architecture = package::Architecture::from(architecture) as u8;
    }
    if let Some(platform) = about.platform {
        ext.platform = package::Platform::from(platform) as u8;
    }
    if let Some(generator) = about.generator {
        ext.generator = generator;
    }
    ext
}

/// Reads the metadata that the command line names.
pub(crate) fn read_metadata(about: &About) -> Result<Option<Document>, Failure> {
    let Some(path) = &about.metadata else { return Ok(None) };
    let file = input::open_file(path)?;
    let bytes = file.whole_bytes()?;
    let wrong = |message: String| Failure::Input { name: file.name.clone(), message };
    let text = std::str::from_utf8(&bytes).map_err(|error| wrong(format!("not JSON: {error}")))?;
    let document = plain::from_plain_json_text(text, true).map_err(|error| wrong(format!("not metadata: {error}")))?;
    Ok(Some(document))
}

/// Finds the files to pack, except the output file, and warns about properties that the package cannot hold.
pub(crate) fn collect_files(args: &PackedFiles, output: &Path) -> Result<Collected, Failure> {
    let (include, exclude) = (Globs::new(&args.include)?, Globs::new(&args.exclude)?);
    let options = CollectOptions::default().with_prefix(&*args.prefix).with_follow_links(args.follow_links);
    let wanted = |name: &str| include.allows_name(name) && !exclude.has_match(name);
    let mut collected = collect::collect(&args.paths, &options, wanted).map_err(|error| Failure::of("pack", error))?;
    leave_out(&mut collected.files, output);
    if let Some(first) = collected.empty_folders.first() {
        let others = collected.empty_folders.len() - 1;
        let more = if others == 0 { String::new() } else { format!(" and {others} more") };
        output::print_warning(&format!(
            "packages cannot hold empty folders; left out: `{}`{more}",
            output::printable_text(first)
        ));
    }
    if !args.ignore_metadata {
        warn_of_lost_properties(&collected.files);
    }
    Ok(collected)
}

/// Returns a file as content of an object.
pub(crate) fn file_content<'a>(found: &'a Found, progress: &'a Progress) -> package::Input<'a> {
    let watch = |bytes| progress.advance_by(bytes, &found.path.to_string_lossy());
    package::Input::file(&found.path, Some(found.size)).with_watch(watch)
}

/// Returns the total size of the files in bytes, clipped to a `u64`, because the size only scales a progress bar.
pub(crate) fn total_size(files: &[Found]) -> u64 {
    files.iter().fold(0, |sum, found| sum.saturating_add(found.size))
}

/// Removes the output file from the files to pack.
fn leave_out(files: &mut Vec<Found>, output: &Path) {
    let Ok(real) = output.canonicalize() else { return };
    files.retain(|found| {
        let same =
            found.path.file_name() == real.file_name() && found.path.canonicalize().is_ok_and(|path| path == real);
        if same {
            output::print_warning(&format!("{}: the command does not pack its own output file", found.path.display()));
        }
        !same
    });
}

/// Warns about properties for which the format has no field.
fn warn_of_lost_properties(files: &[Found]) {
    let executable: Vec<_> = files.iter().filter(|found| found.executable).map(|found| found.name.as_str()).collect();
    let also = match executable.len() {
        0 => String::new(),
        _ => format!(" or execute permissions: {}", output::few_names(executable.into_iter())),
    };
    if !files.is_empty() {
        output::print_warning(&format!(
            "packages do not store the times of files{also}; --ignore-metadata hides this warning"
        ));
    }
}
