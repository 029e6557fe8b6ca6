use crate::args::PackArgs;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::{output, package};
use bpx_formats::bpx::package::{PackageBuilder, PackageExt};

/// Puts files into a package.
pub(crate) fn run(args: &PackArgs) -> Result<Exit, Failure> {
    package::set_threads(&args.storage)?;
    let collected = package::collect_files(&args.files, &args.output)?;
    let progress = Progress::new(package::total_size(&collected.files));
    let mut builder = PackageBuilder::new()
        .ext(package::changed_ext(&args.about, PackageExt::any()))
        .options(args.storage.pack_options().with_revision(args.revision));
    if let Some(metadata) = package::read_metadata(&args.about)? {
        builder = builder.metadata(metadata);
    }
    for found in &collected.files {
        let added = builder.add(found.name.as_str(), package::file_content(found, &progress));
        added.map_err(|error| Failure::File { name: found.path.display().to_string(), error })?;
    }
    let stored = match args.output.as_os_str() == "-" {
        true => output::save_with(&args.output, None, |out| builder.write_to(out))?,
        false => output::save_by(&args.output, None, |replacement| builder.save_to(replacement))?,
    };
    if let Some(stored) = stored.filter(|_| args.output.as_os_str() != "-") {
        let summary = summarize_files(collected.files.len(), progress.done_bytes(), stored);
        output::print_after(&args.output, &format!("{}: {summary}\n", args.output.display()))?;
    }
    Ok(Exit::Fine)
}

/// Summarizes the number and the total size of the files, and the size of the package.
fn summarize_files(files: usize, bytes: u64, stored: u64) -> String {
    let plural = if files == 1 { "" } else { "s" };
    let share = if bytes == 0 { 100.0 } else { stored as f64 / bytes as f64 * 100.0 };
    format!("{files} object{plural}, {bytes} bytes in a package of {stored} bytes: {share:.1} %")
}
