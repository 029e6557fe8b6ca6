use crate::args::UpgradeArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output, package};
use bpx_formats::FileFormat;
use bpx_formats::bpat::{self, BpatFormat};
use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::header::kind_name;
use bpx_formats::bpx::upgrade::{Loss, Upgrade, VERSION};
use serde_json::{Value, json};
use std::sync::Arc;

/// Warns about the data that the current version cannot hold, and converts a file of an older version to the current
/// version if there is no such data or `--lossy` is given (D-28).
pub(crate) fn run(args: &UpgradeArgs) -> Result<Exit, Failure> {
    if args.json && args.output.as_os_str() == "-" {
        return Err(Failure::Usage(
            "expected a file in `-o` beside `--json`, found stdout, which cannot take both the file and the JSON"
                .to_owned(),
        ));
    }
    package::set_threads(&args.storage)?;
    let file = input::open_to_change(&args.input.file)?;
    if crate::format::format_of(args.input.given.format.as_deref(), &file)?.name() == BpatFormat.name() {
        return upgrade_bpat(args, &file);
    }
    crate::format::require_format(&BpxFormat, args.input.given.format.as_deref(), &file)?;
    let upgrade = Upgrade::new(Arc::clone(&file.source), crate::limits::run_limits(), args.storage.pack_options())
        .in_file(&file.name)?;
    let losses = upgrade.losses();
    for loss in losses {
        output::print_warning(&format!("{}: {}", file.name, describe_loss(loss)));
    }
    let written = losses.is_empty() || args.lossy;
    if written {
        output::save_with(&args.output, file.stamp.as_ref(), |out| upgrade.write_to(out))?;
    }
    if args.json {
        let lost: Value =
            losses.iter().map(|loss| json!({ "path": loss.path.to_string(), "what": loss.what })).collect();
        let json = json!({
            "file": file.name,
            "kind": kind_name(upgrade.kind()),
            "from": upgrade.from(),
            "to": VERSION,
            "written": written,
            "lost": lost,
        });
        match written {
            true => output::print_after(&args.output, &format!("{json:#}\n"))?,
            false => output::print_json(&json)?,
        }
    }
    if written {
        return Ok(Exit::Fine);
    }
    let message = "not upgraded, because the data above would be lost; use --lossy to accept the loss".to_owned();
    Err(Failure::Input { name: file.name, message })
}

/// Writes a BPAT file as version 3 with poses, which loses nothing.
fn upgrade_bpat(args: &UpgradeArgs, file: &input::Opened) -> Result<Exit, Failure> {
    let old = file.whole_bytes()?;
    let new = bpat::upgrade(&old, crate::limits::run_limits()).in_file(&file.name)?;
    let message = "the file has version 3 with poses: readers that expect skinning matrices need a newly baked file, \
        because no older file holds the bind pose";
    output::print_warning(&format!("{}: {message}", file.name));
    output::save_with(&args.output, file.stamp.as_ref(), |out| Ok(out.write_all(&new)?))?;
    if args.json {
        let from = bpat::Head::read(&old).map(|head| head.header.version);
        let json = json!({ "file": file.name, "from": from, "to": 3, "written": true, "lost": [] });
        output::print_after(&args.output, &format!("{json:#}\n"))?;
    }
    Ok(Exit::Fine)
}

fn describe_loss(loss: &Loss) -> String {
    format!("{}: cannot convert {}", loss.path, output::printable_text(&loss.what))
}
