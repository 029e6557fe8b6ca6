use super::build::Builder;
use super::hint::explain;
use super::sharing::is_large;
use super::unpack::fault;
use super::{
    Body, BodyArgs, Companions, Document, File, Form, Frame, Inner, InnerArgs, Kind, NameMapFile, SizedFrame, registry,
    text,
};
use bpx_schema::codec::{Decoder, Encoder, Uleb};
use bpx_schema::report::{Location, Path, Rule};
use bpx_schema::{Budget, Codec, Error, Limits, Result};
use std::collections::HashMap;

/// How a file is written.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EncodeOptions {
    /// How the body is stored.
    pub kind: Kind,
    /// Level of compression, 1 to 22; 18 by default, as the engine's tools take.
    pub level: i32,
    /// Bytes after the frame of a FAT_ZST file, such as a signature.
    pub rest: Vec<u8>,
}

impl EncodeOptions {
    /// As the engine's tools write a file of this kind.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, level: 18, rest: Vec::new() }
    }

    /// With another level of compression, 1 to 22.
    #[must_use]
    pub fn with_level(mut self, level: i32) -> Self {
        self.level = level;
        self
    }

    /// With bytes after the frame, for FAT_ZST.
    #[must_use]
    pub fn with_rest(mut self, rest: impl Into<Vec<u8>>) -> Self {
        self.rest = rest.into();
        self
    }
}

/// Writes a document as a file: the same tree gives the same bytes.
///
/// A file's own names keep their order, unless the shared names are others than before.
///
/// # Errors
/// When a companion is missing, the bytes after the frame belong to no frame, or a frame of FAT_ZST would have 16 MiB
/// or more; `LimitExceeded` when names, strings or compressed content would be shared so often that the default limits
/// refuse the file.
pub fn encode(document: &Document, options: &EncodeOptions, companions: &Companions) -> Result<Vec<u8>> {
    let file = laid_out(document, options, companions)?;
    if is_large(document) {
        let limits = Limits::default().with_max_depth(u32::MAX);
        Document::open(&file, companions, limits)?;
    }
    Ok(file)
}

fn laid_out(document: &Document, options: &EncodeOptions, companions: &Companions) -> Result<Vec<u8>> {
    let kind = options.kind;
    if kind != Kind::FatZst && !options.rest.is_empty() {
        return Err(refuse(&registry::WRITTEN_REST, "only FAT_ZST has bytes after its frame"));
    }
    let shared = match (&companions.names, kind.is_slim()) {
        (Some(names), true) => Some(names.clone()),
        (None, true) => {
            return Err(refuse(&registry::WRITTEN_COMPANION, "a SLIM kind needs a map of shared names (--names)"));
        }
        (_, false) => None,
    };
    let same_names = document.shared() == shared.as_ref();
    let mut builder = Builder::new(shared);
    if same_names {
        builder.copy(document)?;
    } else {
        builder.copy_tree(document)?;
    }
    let mut body = builder.body()?;
    if kind == Kind::FatDedup {
        share(&mut body)?;
    }
    let mut file = File { kind: kind.byte(), body: None, sized: None, frame: None };
    match kind {
        Kind::Fat | Kind::Slim | Kind::FatDedup => file.body = Some(body),
        Kind::FatZst => {
            let stored = packed(Kind::Fat.byte(), body, kind, options.level, &[])?;
            file.sized = Some(SizedFrame { stored, rest: options.rest.clone() });
        }
        Kind::SlimZst => {
            file.frame = Some(Frame { stored: packed(1, body, kind, options.level, &[])? });
        }
        Kind::SlimZstDict => {
            let dictionary = companions.dictionary.as_ref();
            let dictionary = dictionary
                .ok_or_else(|| refuse(&registry::WRITTEN_COMPANION, "the kind needs a dictionary (--dict)"))?;
            file.frame = Some(Frame { stored: packed(1, body, kind, options.level, dictionary.bytes())? });
        }
    }
    file.to_vec()
}

/// The file as it is, byte by byte: read as declared, and written from that.
///
/// # Errors
/// When the bytes are not those of a file; what a frame holds is not looked at.
pub fn rewrite(file: &[u8], limits: Limits, companions: &Companions) -> Result<Vec<u8>> {
    let budget = Budget::over(limits, file);
    let rewritten = Form::of(file, companions).and_then(|form| match form {
        Form::Text => text::read(file, limits).map(|_| file.to_vec()),
        Form::NameMap => NameMapFile::decode(&mut Decoder::new(file, &budget), [])?.to_vec(),
        Form::Binary(kind) => {
            let mut bytes = whole(&mut Decoder::new(file, &budget), kind, companions)?.to_vec()?;
            if companions.bare.is_some() {
                bytes.remove(0);
            }
            Ok(bytes)
        }
    });
    rewritten.map_err(|error| explain(error, file, companions, limits))
}

/// A file as declared, or what follows the first byte of one.
pub(super) fn whole(d: &mut Decoder<'_, '_>, kind: Kind, companions: &Companions) -> Result<File> {
    if companions.bare.is_none() {
        return File::decode(d, []);
    }
    let mut file = File { kind: kind.byte(), body: None, sized: None, frame: None };
    match kind {
        Kind::FatZst => file.sized = Some(SizedFrame::decode(d, []).map_err(|error| error.in_field("sized"))?),
        Kind::SlimZst | Kind::SlimZstDict => {
            file.frame = Some(Frame::decode(d, []).map_err(|error| error.in_field("frame"))?);
        }
        Kind::Fat | Kind::Slim | Kind::FatDedup => {
            let body =
                Body::decode(d, BodyArgs { kind: kind.byte() }.into()).map_err(|error| error.in_field("body"))?;
            file.body = Some(body);
        }
    }
    Ok(file)
}

/// What a frame holds, compressed.
fn packed(inner: u8, body: Body, kind: Kind, level: i32, dictionary: &[u8]) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    Inner { kind: inner, body }.encode(&mut Encoder::new(&mut content), InnerArgs { file: kind.byte() }.into())?;
    let compressed = zstd::bulk::Compressor::with_dictionary(level, dictionary)
        .and_then(|mut compressor| compressor.compress(&content));
    compressed.map_err(|source| Error::Io { path: Path::root(), source })
}

/// Blocks with the same parameters share them.
fn share(body: &mut Body) -> Result<()> {
    let mut known: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
    let old = std::mem::take(&mut body.params);
    let mut rest = old.as_slice();
    for block in &mut body.blocks {
        let count = usize::from(block.param_count.value());
        let (own, more) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = more;
        if own.is_empty() {
            continue;
        }
        let next =
            u32::try_from(body.params.len()).map_err(|_| refuse(&registry::WRITTEN_PARAMS, "too many parameters"))?;
        let key = own.iter().map(|param| (u32::from_le_bytes(param.key.to_bytes()), param.value)).collect();
        let first = *known.entry(key).or_insert(next);
        if first == next {
            body.params.extend_from_slice(own);
        }
        block.first_param = Some(Uleb::new(first));
    }
    body.head.param_count = Uleb::new(u32::try_from(body.params.len()).unwrap_or(u32::MAX));
    Ok(())
}

#[cold]
fn refuse(rule: &Rule, message: &str) -> Error {
    fault(rule, Location::default(), "kind", message)
}
