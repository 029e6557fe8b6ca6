use crate::args::Input;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::blk::{self, Companions, Document, EncodeOptions, Kind, friendly, text};
use bpx_formats::{ModelError, ReadOptions};
use serde_json::Value;
use std::path::Path;

/// What a file is converted from or to, by the ending of its name.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Binary,
    Text,
    Json,
}

impl Form {
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "blk" => Some(Self::Binary),
            "txt" => Some(Self::Text),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// What was read.
struct Read {
    document: Document,
    /// The model, when it is at hand.
    model: Option<Value>,
    /// How the body was held, when that is known.
    kind: Option<Kind>,
}

/// Writes a BLK file in another form.
pub(crate) fn run(args: &Input, out: &Path, by_name: bool, kind: Option<&str>) -> Result<Exit, Failure> {
    let Some(form) = Form::of(out) else {
        return Err(Failure::Usage(format!("{}: the name must end in .blk, .txt or .json", out.display())));
    };
    let unknown = |name: &str| Failure::Usage(format!("`{name}` is no kind of BLK file"));
    let wanted = kind.map(|name| Kind::from_name(name).ok_or_else(|| unknown(name))).transpose()?;
    let options = input::options(&args.given)?;
    let companions = Companions::of(&options).in_file("the name map")?;
    let file = input::open_to_change(&args.file)?;
    let name = &file.name;
    let bytes = file.bytes()?;
    let read = if Form::of(&args.file) == Some(Form::Json) {
        from_json(&bytes, by_name && form != Form::Json, &companions, &options, name)?
    } else {
        let document = Document::open(&bytes, &companions, options.limits).in_file(name)?;
        let kind = (!text::is_text(&bytes)).then(|| document.kind());
        Read { document, model: None, kind }
    };
    let written = match (form, by_name) {
        (Form::Text, _) => text::write(&read.document),
        (Form::Json, true) => friendly::to_vec(&read.document),
        (Form::Json, false) => {
            let model =
                read.model.map_or_else(|| blk::to_json(&bytes, options.limits, &companions), Ok).in_file(name)?;
            format!("{model:#}\n").into_bytes()
        }
        (Form::Binary, _) => {
            let kind = wanted.or(read.kind).unwrap_or(Kind::Fat);
            blk::encode(&read.document, &EncodeOptions::new(kind), &companions).in_file(name)?
        }
    };
    output::save(out, file.stamp.as_ref(), &written)?;
    Ok(Exit::Fine)
}

/// The document that JSON describes, in either form.
fn from_json(
    bytes: &[u8],
    by_name: bool,
    companions: &Companions,
    options: &ReadOptions,
    name: &str,
) -> Result<Read, Failure> {
    let wrong = |message: String| Failure::Input { name: name.to_owned(), message };
    let json = std::str::from_utf8(bytes).map_err(|error| wrong(format!("not JSON: {error}")))?;
    // A block is an object in a list in an object.
    let depth = usize::try_from(options.limits.max_depth).unwrap_or(usize::MAX).saturating_mul(2).saturating_add(8);
    let model = bpx_schema::value::parse_json(json, depth).map_err(|error| wrong(format!("not JSON: {error}")))?;
    let failed = |error: ModelError| match error {
        ModelError::File(error) => Failure::File { name: name.to_owned(), error },
        other => wrong(other.to_string()),
    };
    if by_name {
        let document = friendly::read(&model).map_err(failed)?;
        return Ok(Read { document, model: None, kind: None });
    }
    let kind = model.get("kind").and_then(Value::as_str).and_then(Kind::from_name);
    let shared = if kind.is_some_and(Kind::is_slim) { companions.clone() } else { Companions::default() };
    let document = blk::json::document(&model, &shared).map_err(failed)?;
    Ok(Read { document, model: Some(model), kind })
}
