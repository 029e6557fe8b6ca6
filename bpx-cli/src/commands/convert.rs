use crate::args::Input;
use crate::exit::{Exit, Failure, InFile};
use crate::input::Opened;
use crate::{input, json, output};
use bpx_formats::blk::BlkFormat;
use bpx_formats::blk::{self, Companions, Document, EncodeOptions, Form, Kind, friendly, text};
use bpx_formats::{FileFormat, ReadOptions};
use bpx_schema::json::JsonDoc;
use bpx_schema::report::{Class, Finding};
use std::path::Path;

/// The options of a conversion.
pub(crate) struct How {
    /// Write JSON by name (D-33).
    pub friendly: bool,
    /// The form to write, if the name of the output does not select it.
    pub kind: Option<Form>,
    /// Replace the input text even if the file loses data.
    pub force: bool,
}

/// The target of a conversion.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    /// A binary file of this kind; without a kind, of the kind of the input.
    Binary(Option<Kind>),
    Text,
    Json,
}

impl Target {
    /// Returns the target from the command line, else from the extension of a name.
    fn of(path: &Path, how: &How) -> Result<Self, Failure> {
        let named = target_of_name(path);
        match (how.kind, named) {
            (Some(form), Some(Self::Json)) => {
                let message =
                    format!("{}: expected no `--kind` for JSON, found `--kind {}`", path.display(), form.name());
                Err(Failure::Usage(message))
            }
            (Some(Form::Binary(kind)), _) => Ok(Self::Binary(Some(kind))),
            (Some(_), _) => Ok(Self::Text),
            (None, Some(named)) => Ok(named),
            (None, None) if path.as_os_str() == "-" => Ok(if how.friendly { Self::Json } else { Self::Text }),
            (None, None) => {
                let message = format!(
                    "{}: expected a name that ends in .blk, .txt or .json, or the option --kind",
                    path.display()
                );
                Err(Failure::Usage(message))
            }
        }
    }
}

fn target_of_name(path: &Path) -> Option<Target> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "blk" | "blkx" => Some(Target::Binary(None)),
        "txt" => Some(Target::Text),
        "json" => Some(Target::Json),
        _ => None,
    }
}

/// The content of the input file.
struct Read {
    document: Document,
    /// The model, if the input is a model in JSON.
    model: Option<JsonDoc>,
    /// The kind of the input, if known.
    kind: Option<Kind>,
    /// The losses of the input text.
    lost: Option<text::Lost>,
}

/// Writes a BLK file in another form.
pub(crate) fn run(args: &Input, out: &Path, how: &How) -> Result<Exit, Failure> {
    let target = Target::of(out, how)?;
    let options = input::read_options(&args.given)?;
    let companions = Companions::of(&options).in_file("the name map")?;
    let file = input::open_to_change(&args.file)?;
    let read = read_input(args, &file, how.friendly && target != Target::Json, &companions, &options)?;
    refuse_loss(&args.file, out, target, &read, how.force)?;
    let name = &file.name;
    if target == Target::Json && !how.friendly {
        let (bytes, Read { document, model, lost, .. }) = (file.whole_bytes()?, read);
        drop(document);
        json::save_json(out, file.stamp.as_ref(), (name, file.source.size()), |sink| match model {
            Some(model) => {
                model.root().write(sink);
                Ok(())
            }
            None => blk::write_json(&bytes, options.limits, &companions, sink),
        })?;
        warn_of(name, &describe_losses(lost));
        return Ok(Exit::Fine);
    }
    let written = match target {
        Target::Text => as_text(&read.document, name, &options)?,
        Target::Json => friendly::to_vec(&read.document),
        Target::Binary(kind) => {
            let kind = kind.or(read.kind).unwrap_or(Kind::Fat);
            blk::encode(&read.document, &EncodeOptions::new(kind), &companions).in_file(name)?
        }
    };
    warn_of(name, &describe_losses(read.lost));
    output::save_file(out, file.stamp.as_ref(), &written)?;
    Ok(Exit::Fine)
}

/// Warns about the data that the model of a file lacks.
pub(super) fn warn_of_losses(format: &dyn FileFormat, file: &Opened, options: &ReadOptions) -> Result<(), Failure> {
    let losses = format.losses(&**file.in_memory()?, options).in_file(&file.name)?;
    warn_of(&file.name, &losses);
    Ok(())
}

fn warn_of(name: &str, losses: &[String]) {
    for loss in losses {
        output::print_warning(&format!("{name}: {loss}"));
    }
}

/// Reads a file in any form.
fn read_input(
    args: &Input,
    file: &Opened,
    by_name: bool,
    companions: &Companions,
    options: &ReadOptions,
) -> Result<Read, Failure> {
    if target_of_name(&args.file) == Some(Target::Json) {
        return from_json(file, by_name, companions);
    }
    let bytes = file.whole_bytes()?;
    match crate::format::require_format(&BlkFormat, args.given.format.as_deref(), file) {
        // Reading it as BLK reports why it is not a BLK file.
        Err(Failure::File { error, .. }) if error.finding().is_some_and(|one| one.class == Class::UnknownFormat) => {}
        demanded => demanded?,
    }
    if let Ok(Form::Text) = Form::of(&bytes, companions)
        && let Ok((document, lost)) = text::read_noting(&bytes, options.limits, &mut |_| ())
    {
        return Ok(Read { document, model: None, kind: None, lost: Some(lost) });
    }
    let document = Document::open(&bytes, companions, options.limits).in_file(&file.name)?;
    let kind = Some(document.kind());
    Ok(Read { document, model: None, kind, lost: None })
}

/// Refuses to replace the input text by a file that loses data (D-64).
fn refuse_loss(from: &Path, to: &Path, target: Target, read: &Read, force: bool) -> Result<(), Failure> {
    let Some(lost) = read.lost.filter(|_| !force) else { return Ok(()) };
    let same = from.canonicalize().is_ok_and(|from| to.canonicalize().is_ok_and(|to| from == to));
    if !same || target == Target::Text && lost == text::Lost::default() {
        return Ok(());
    }
    let mut message = format!("{}: the input text would be replaced", to.display());
    for loss in lost.describe() {
        message.push_str("; ");
        message.push_str(&loss);
    }
    message.push_str("; use --force to replace it");
    if target != Target::Text {
        message.push_str(", or --kind text to write a text");
    }
    Err(Failure::Usage(message))
}

/// Describes the losses of a text; other files lose nothing.
fn describe_losses(lost: Option<text::Lost>) -> Vec<String> {
    lost.map_or_else(Vec::new, |lost| lost.describe())
}

/// Writes a document as text, and warns about data that the text loses, and about text that the engine reads
/// differently.
fn as_text(document: &Document, name: &str, options: &ReadOptions) -> Result<Vec<u8>, Failure> {
    /// The largest number of findings to show.
    const SHOWN: usize = 3;
    let text = text::write(document);
    if let Some(root) = document.root().name() {
        let root = output::printable_text(&String::from_utf8_lossy(root)).into_owned();
        output::print_warning(&format!("{name}: a text cannot hold the name of the root, `{root}`"));
    }
    let (mut refused, mut more) = (Vec::new(), 0_usize);
    let mut note = |finding: Finding| match refused.len() {
        0..SHOWN => refused.push(finding.message),
        _ => more += 1,
    };
    // The check reads what was just written, at any depth.
    let limits = options.limits.with_max_depth(u32::MAX);
    text::read_noting(&text, limits, &mut note).in_file(name)?;
    for message in refused {
        output::print_warning(&format!("{name}: the engine reads this text differently: {message}"));
    }
    if more > 0 {
        output::print_warning(&format!("{name}: the engine reads this text differently at {more} more places"));
    }
    Ok(text)
}

/// Reads the document that JSON describes, as a model or with values by name.
fn from_json(file: &Opened, by_name: bool, companions: &Companions) -> Result<Read, Failure> {
    let model = json::read_json_file(file)?;
    let failed = |error| Failure::of(&file.name, error);
    if by_name {
        let document = friendly::read(model.root()).map_err(failed)?;
        return Ok(Read { document, model: None, kind: None, lost: None });
    }
    let kind = model.root().member("kind").as_str().and_then(Kind::from_name);
    let shared = if kind.is_some_and(Kind::is_slim) { companions.clone() } else { Companions::default() };
    let document = blk::json::document(model.root(), &shared).map_err(failed)?;
    Ok(Read { document, model: Some(model), kind, lost: None })
}
