use super::layout::COMPRESSED;
use super::package::{Asset, AssetRegistry, FILE, REGISTRY, STRINGS};
use super::texture::TextureExt;
use super::{
    ContentArgs, Layout, MODEL, MainHeader, PACKAGE, PackageExt, SHADER, SectionHeader, ShaderExt, ShaderSection,
    TEXTURE, TypeExt, UnusedExt,
};
use crate::bpx::layout::in_section;
use crate::bpx::strings::StringsBuilder;
use crate::narrow::as_u32;
use bpx_schema::codec::{Encoder, Regions};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Error, Mode, Result, Severity};
use bpx_schema::transform::{Zlib, encode};
use bpx_schema::{Codec, Limits};
use std::borrow::Cow;
use std::path::Path;

/// Builds a file of version 0. The builder computes counts, sizes, offsets and the checksum, and rejects parts that
/// would break a rule.
#[derive(Debug)]
#[must_use]
pub struct Builder<'a> {
    kind: u8,
    type_ext: TypeExt,
    sections: Vec<Part<'a>>,
}

#[derive(Debug)]
struct Part<'a> {
    kind: u8,
    content: Cow<'a, [u8]>,
    /// Compression level of zlib; `None` for uncompressed sections.
    level: Option<u32>,
}

impl<'a> Builder<'a> {
    /// Creates a file of a type; all bytes of the type-specific extension are zero.
    pub fn new(kind: u8) -> Self {
        let type_ext = match kind {
            TEXTURE => TypeExt::Texture(TextureExt::from_bytes([0; 8])),
            MODEL => TypeExt::Model(UnusedExt::default()),
            SHADER => TypeExt::Shader(ShaderExt::default()),
            PACKAGE => TypeExt::Package(PackageExt::default()),
            _ => TypeExt::Raw([0; 8]),
        };
        Self { kind, type_ext, sections: Vec::new() }
    }

    /// Creates a package with a registry, files and strings from assets and their paths. Files are compressed if
    /// `level` is a level of zlib, from 0 to 9.
    ///
    /// # Errors
    /// `BadText` for a path with a NUL, `Overflow` for too many assets.
    pub fn package(assets: impl IntoIterator<Item = (&'a str, &'a [u8])>, level: Option<u32>) -> Result<Self> {
        let (mut registry, mut strings) = (AssetRegistry::default(), StringsBuilder::new());
        let mut builder = Self::new(PACKAGE);
        // The registry is section 1.
        for (file_id, (path, content)) in (2_usize..).zip(assets) {
            let file_id = as_u32(file_id, "sections")?;
            registry.assets.push(Asset { virtual_path: strings.append(path)?, file_id });
            builder = builder.section(FILE, content, level);
        }
        let first = Part { kind: REGISTRY, content: registry.to_vec()?.into(), level: None };
        builder.sections.insert(0, first);
        Ok(builder.section(STRINGS, strings.finish(), None))
    }

    /// Sets the type-specific extension. The builder computes the counts in the extension.
    pub fn type_ext(mut self, type_ext: TypeExt) -> Self {
        self.type_ext = type_ext;
        self
    }

    /// Adds a section of a type. The content is compressed if `level` is a level of zlib, from 0 to 9, and the
    /// compressed content is smaller.
    pub fn section(mut self, kind: u8, content: impl Into<Cow<'a, [u8]>>, level: Option<u32>) -> Self {
        self.sections.push(Part { kind, content: content.into(), level });
        self
    }

    /// Adds a section of a type, from a decoded content.
    ///
    /// # Errors
    /// `Inconsistent` when the content belongs to another type of section, `Overflow` when a count does not fit.
    pub fn content(self, kind: u8, content: &super::Content, level: Option<u32>) -> Result<Self> {
        let mut bytes = Vec::new();
        content.encode(&mut Encoder::new(&mut bytes), ContentArgs { file: self.kind, section: kind }.into())?;
        Ok(self.section(kind, bytes, level))
    }

    /// Returns the file in memory.
    ///
    /// # Errors
    /// The first rule that the file would break ([`verify_with`](super::verify_with)), `Overflow` for sections of more
    /// than 2^32 - 1 bytes, `OutOfRange` for compression levels that do not exist.
    pub fn build(&self) -> Result<Vec<u8>> {
        let (mut table, mut contents) = (Vec::with_capacity(self.sections.len()), Vec::new());
        for (index, part) in self.sections.iter().enumerate() {
            let (stored, flags) = part.stored_bytes(index)?;
            table.push(SectionHeader { kind: part.kind, flags, ..SectionHeader::default() });
            contents.push(stored);
        }
        let header = MainHeader {
            signature: *b"BPX",
            kind: self.kind,
            checksum: 0,
            // Any number but 0: the layout states the real size.
            file_size: 1,
            section_count: 0,
            version: 0,
            type_ext: self.counted_ext()?,
        };
        let mut writer = FileWriter::new(&Layout { header, table, sections: Regions::default() }, [])?;
        for (index, stored) in (0_u64..).zip(contents) {
            writer.put(Layout::SECTIONS, index, Content::from_stored(stored))?;
        }
        let file = writer.place()?.to_vec()?;
        let report = super::verify_with(&file, Mode::Strict, Limits::none())?;
        match report.findings().iter().find(|finding| finding.severity == Severity::Error) {
            Some(finding) => Err(finding.clone().into()),
            None => Ok(file),
        }
    }

    /// Saves the file, as a whole or not at all ([`replace`](crate::source::replace())); returns its size in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build), and the errors of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64> {
        let file = self.build()?;
        crate::source::replace(path, |out| Ok(out.write_all(&file)?))?;
        Ok(file.len() as u64)
    }

    /// Returns the type-specific extension with computed counts.
    fn counted_ext(&self) -> Result<TypeExt> {
        let of_kind = |kind: u8| self.sections.iter().filter(move |part| part.kind == kind);
        let mut type_ext = self.type_ext.clone();
        match &mut type_ext {
            TypeExt::Package(ext) => {
                let size = of_kind(REGISTRY).next().map_or(0, |part| part.content.len());
                let count = size / Asset::SIZE;
                ext.asset_count = as_u32(count, "assets")?;
            }
            TypeExt::Shader(ext) => {
                let count = of_kind(ShaderSection::Shader as u8).count();
                ext.shader_count = as_u32(count, "shaders")?;
            }
            TypeExt::Texture(_) | TypeExt::Model(_) | TypeExt::Raw(_) => {}
        }
        Ok(type_ext)
    }
}

impl Part<'_> {
    /// Returns the stored bytes, and the flags that describe them.
    fn stored_bytes(&self, index: usize) -> Result<(Cow<'_, [u8]>, u8)> {
        let plain = (Cow::Borrowed(&*self.content), 0);
        let Some(level) = self.level else { return Ok(plain) };
        let packed = encode(&self.content, &Zlib::new().with_level(level)).map_err(|error| {
            let error = Error::unlocated_fault(Class::OutOfRange, error.to_string());
            in_section(error, index)
        })?;
        Ok(if packed.len() < self.content.len() { (Cow::Owned(packed), COMPRESSED) } else { plain })
    }
}
