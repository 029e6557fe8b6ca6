use super::build::Builder;
use super::hint::explain_error;
use super::sharing::is_large;
use super::unpack::split_frame;
use super::{
    Body, BodyArgs, Companions, Document, File, Form, Frame, FrameArgs, Inner, InnerArgs, Kind, NameMap, Param,
    SizedFrame, text,
};
use bpx_schema::codec::{Decoder, Encoder, Uleb};
use bpx_schema::field_name;
use bpx_schema::report::{Class, Path};
use bpx_schema::{Budget, Codec, Error, Limits, Result};
use std::collections::HashMap;

/// Options for writing a file.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EncodeOptions {
    /// The kind, which decides how the body is stored.
    pub kind: Kind,
    /// Compression level, from 1 to 22; 18 by default, as in the engine's tools.
    pub level: i32,
    /// Bytes after the frame of a FAT_ZST file, such as a signature.
    pub rest: Vec<u8>,
}

impl EncodeOptions {
    /// Creates the options with which the engine's tools write this kind.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, level: 18, rest: Vec::new() }
    }

    /// Sets the compression level, from 1 to 22.
    #[must_use]
    pub fn with_level(mut self, level: i32) -> Self {
        self.level = level;
        self
    }

    /// Sets the bytes after the frame, for FAT_ZST.
    #[must_use]
    pub fn with_rest(mut self, rest: impl Into<Vec<u8>>) -> Self {
        self.rest = rest.into();
        self
    }
}

/// Writes a document as a file. The same document, options and companions give the same bytes.
///
/// The names of the file keep their order, unless the shared names differ from those of the document.
///
/// # Errors
/// Returns an error when a companion is missing, when the options have bytes after the frame for a kind other than
/// FAT_ZST, or when a FAT_ZST frame would have 16 MiB or more. Returns `LimitExceeded` when names, strings or
/// compressed content would be shared so often that the default limits reject the file.
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
        return Err(encode_error(
            Class::Inconsistent,
            "expected no bytes after the frame of a kind other than FAT_ZST, found further bytes",
        ));
    }
    let shared = match (&companions.names, kind.is_slim()) {
        (Some(names), true) => Some(names.clone()),
        (None, true) => {
            return Err(encode_error(
                Class::Missing,
                "expected a map of shared names for a SLIM kind (--names), found none",
            ));
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
    let mut body = builder.build_body()?;
    if kind == Kind::FatDedup {
        share_params(&mut body)?;
    }
    let dictionary = match (&companions.dictionary, kind) {
        (Some(dictionary), Kind::SlimZstDict) => dictionary.bytes(),
        (None, Kind::SlimZstDict) => {
            return Err(encode_error(Class::Missing, "expected a dictionary for this kind (--dict), found none"));
        }
        _ => &[],
    };
    let mut file = File { kind: kind.byte(), body: None, sized: None, frame: None };
    if !kind.is_packed() {
        file.body = Some(body);
        return file.to_vec();
    }
    let content = Inner { kind: Kind::Fat.byte(), body };
    let (stored, content_size) = pack_frame(&content, kind, options.level, dictionary)?;
    if kind == Kind::FatZst {
        // Writing sets the size of the frame.
        file.sized = Some(SizedFrame { size_low: 0, size_high: 0, content, rest: options.rest.clone() });
    } else {
        file.frame = Some(Frame { content });
    }
    let mut bytes = Vec::new();
    file.encode(&mut Encoder::new(&mut bytes).with_stored(stored, content_size), [])?;
    Ok(bytes)
}

/// Reads a file as declared, and writes it again; frames are copied as stored.
///
/// # Errors
/// Returns an error when the bytes do not form a file. The function reads the content of frames only in name maps.
pub fn rewrite(file: &[u8], limits: Limits, companions: &Companions) -> Result<Vec<u8>> {
    let budget = Budget::for_bytes(limits, file);
    let rewritten = Form::of(file, companions).and_then(|form| match form {
        Form::Text => text::read(file, limits).map(|_| file.to_vec()),
        Form::NameMap => NameMap::rewrite(file, limits),
        Form::Binary(kind) if kind.is_packed() => {
            let start = usize::from(companions.bare.is_none());
            split_frame(file, kind, start).map(|_| file.to_vec())
        }
        Form::Binary(kind) if companions.bare.is_some() => {
            let mut bytes = decode_body(&mut Decoder::new(file, &budget), kind)?.to_vec()?;
            bytes.remove(0);
            Ok(bytes)
        }
        Form::Binary(_) => File::decode(&mut Decoder::new(file, &budget), [])?.to_vec(),
    });
    rewritten.map_err(|error| explain_error(error, file, companions, limits))
}

/// Reads a body of this kind after the first byte of the file.
pub(super) fn decode_body(d: &mut Decoder<'_, '_>, kind: Kind) -> Result<File> {
    let mut file = File { kind: kind.byte(), body: None, sized: None, frame: None };
    let byte = kind.byte();
    let part = kind.frame_field().unwrap_or(field_name!(File, body));
    let in_part = |error: Error| error.in_field(part);
    match kind {
        Kind::FatZst => file.sized = Some(SizedFrame::decode(d, []).map_err(in_part)?),
        Kind::SlimZst | Kind::SlimZstDict => {
            file.frame = Some(Frame::decode(d, FrameArgs { file: byte }.into()).map_err(in_part)?);
        }
        Kind::Fat | Kind::Slim | Kind::FatDedup => {
            file.body = Some(Body::decode(d, BodyArgs { kind: byte }.into()).map_err(in_part)?);
        }
    }
    Ok(file)
}

/// Returns the stored bytes of a frame, and the size of its content in bytes.
fn pack_frame(content: &Inner, kind: Kind, level: i32, dictionary: &[u8]) -> Result<(Vec<u8>, u64)> {
    let content = content.to_vec_with(InnerArgs { file: kind.byte() }.into(), Limits::default())?;
    let compressed = zstd::bulk::Compressor::with_dictionary(level, dictionary)
        .and_then(|mut compressor| compressor.compress(&content));
    let stored = compressed.map_err(|source| Error::Io { path: Path::root(), source })?;
    Ok((stored, content.len() as u64))
}

/// Lets blocks with the same parameters share them.
fn share_params(body: &mut Body) -> Result<()> {
    let mut known: HashMap<&[Param], u32> = HashMap::new();
    let old = std::mem::take(&mut body.params);
    let mut rest = old.as_slice();
    for block in &mut body.blocks {
        let count = usize::from(block.param_count.value());
        // The body has the parameters of each block, in the order of the blocks.
        let (own, more) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = more;
        if own.is_empty() {
            continue;
        }
        let next = u32::try_from(body.params.len()).map_err(|_| too_many_error())?;
        let first = *known.entry(own).or_insert(next);
        if first == next {
            body.params.extend_from_slice(own);
        }
        block.first_param = Uleb::new(first);
    }
    body.head.param_count = Uleb::new(u32::try_from(body.params.len()).map_err(|_| too_many_error())?);
    Ok(())
}

#[cold]
fn too_many_error() -> Error {
    encode_error(Class::Overflow, "expected at most 2^32 - 1 parameters, found more")
}

#[cold]
fn encode_error(class: Class, message: &str) -> Error {
    Error::unlocated_fault(class, message).in_field("kind")
}
