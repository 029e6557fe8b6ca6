//! Converts files of version 0 and of revision 1 to version 2, and lists what is lost.
//!
//! | file | becomes |
//! |---|---|
//! | version 1, package | the same objects, names and metadata; sections of other types are lost |
//! | version 1, other types | the same sections, byte for byte: only packages differ in versions 1 and 2 |
//! | version 0, texture | the same pixels and numbers |
//! | version 0, package | the same paths and files; compatibility flags are lost |
//! | version 0, model | vertices, indices, animations and texts; a material becomes the hash of its path. Vertex format, bones and frames are lost, because version 2 stores them in other forms |
//! | version 0, shader package | the program for OpenGL; those for other APIs are lost, as version 2 has one file for each |

mod model;
mod package;
mod shader;
#[cfg(test)]
mod tests;

use super::container::{Container, ContainerBuilder, Editor, SectionOptions};
use super::package::{PackOptions, Package};
use super::{MainHeader, json, v0};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Mode, Path, Result, Segment, Severity};
use bpx_schema::source::ReadAt;
use std::io::Write;
use std::sync::Arc;

/// The version of the converted files.
pub const VERSION: u32 = 2;

/// A part of a file that version 2 cannot store.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Path in the old file.
    pub path: Path,
    /// The part, and the reason why the part is lost.
    pub what: String,
}

/// A file that is ready to be written in version 2.
#[must_use]
pub struct Upgrade {
    from: u32,
    kind: u8,
    losses: Vec<Loss>,
    output: Output,
    options: PackOptions,
}

/// The file to write.
enum Output {
    /// A file of sections.
    Sections(Draft),
    /// A package of the same objects.
    Package(Box<Package>),
    /// The same file, with another version.
    Same(Box<Container>),
}

/// Sections of a new file, and losses.
struct Draft {
    kind: u8,
    type_ext: [u8; 16],
    sections: Vec<(u8, Vec<u8>)>,
    losses: Vec<Loss>,
    /// Bytes of content that may still be kept in memory.
    left: u64,
}

impl Upgrade {
    /// Reads a file, and collects what version 2 cannot store. `options` apply to the new contents; the revision is
    /// always 2.
    ///
    /// # Errors
    /// `UnsupportedVersion` for files of version 2 or later; the first error that verification finds; errors of
    /// contents, and errors of reading the source.
    pub fn new(source: Arc<dyn ReadAt>, limits: Limits, options: PackOptions) -> Result<Self> {
        let old = v0::is_version_0(&*source)?;
        if !old {
            reject_current(&Container::open(Arc::clone(&source), limits)?)?;
        }
        let report = super::file::verify(&*source, Mode::Lenient, limits)?;
        if let Some(finding) = report.findings().iter().find(|finding| finding.severity == Severity::Error) {
            return Err(finding.clone().into());
        }
        let (from, kind, losses, output) = if old {
            let container = v0::Container::open(source, limits)?;
            let (losses, output) = of_version_0(&container)?;
            (0, container.header().kind, losses, output)
        } else {
            let container = Container::open(source, limits)?;
            let (from, kind) = (container.header().version, container.header().kind);
            let (losses, output) = of_revision_1(container)?;
            (from, kind, losses, output)
        };
        Ok(Self { from, kind, losses, output, options: options.with_revision(VERSION) })
    }

    /// Returns the version of the old file.
    #[must_use]
    pub fn from(&self) -> u32 {
        self.from
    }

    /// Returns the type of the file.
    #[must_use]
    pub fn kind(&self) -> u8 {
        self.kind
    }

    /// Returns the losses, so that a caller can decide before the file is written.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Writes the new file, front to back; returns its size in bytes. The same file and options give the same bytes.
    ///
    /// # Errors
    /// Returns the errors of [`PackageBuilder::write_to`](super::PackageBuilder::write_to) and
    /// [`ContainerBuilder::write_to`] for contents that cannot be read, and errors of the writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        match &self.output {
            Output::Package(package) => package::package_builder(package, self.options)?.write_to(out),
            Output::Sections(draft) => {
                let options =
                    SectionOptions::default().with_compression(self.options.compression).with_check(self.options.check);
                let builder = ContainerBuilder::new(draft.kind, VERSION).type_ext(draft.type_ext);
                let sections = draft.sections.iter();
                sections
                    .fold(builder, |builder, (kind, content)| builder.section(*kind, content, options))
                    .write_to(out)
            }
            Output::Same(container) => {
                let mut editor = Editor::of(container);
                editor.set_version(VERSION);
                editor.write_to(out)
            }
        }
    }

    /// Saves the new file, as a whole or not at all ([`replace`](crate::source::replace())); returns its size in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`write_to`](Self::write_to), and the errors of the file system.
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<u64> {
        crate::source::replace(path, |out| self.write_to(out))
    }
}

/// Rejects files that need no upgrade.
fn reject_current(container: &Container) -> Result<()> {
    let version = container.header().version;
    if version < VERSION {
        return Ok(());
    }
    let at = MainHeader::VERSION.location(0);
    let message = format!("expected a file of an older version, found version {version}");
    Err(Error::fault(Class::UnsupportedVersion, at, message).in_field("version").in_field("header"))
}

fn of_revision_1(container: Container) -> Result<(Vec<Loss>, Output)> {
    let header = container.header();
    let mut losses = Vec::new();
    match header.kind {
        super::package::KIND => {
            let package = Package::of(container)?;
            losses.extend(package::unknown_sections(&package));
            return Ok((losses, Output::Package(Box::new(package))));
        }
        super::model::KIND | super::shader::KIND => losses.push(Loss {
            path: field_path(&["header", "version"], None),
            what: "the meaning of the sections, because the specification does not define the sections of files of \
                this type and version; the sections are copied unchanged"
                .to_owned(),
        }),
        _ => {}
    }
    Ok((losses, Output::Same(Box::new(container))))
}

fn of_version_0(container: &v0::Container) -> Result<(Vec<Loss>, Output)> {
    let draft = match &container.header().type_ext {
        v0::TypeExt::Package(ext) => return package::of_version_0(container, *ext),
        v0::TypeExt::Model(_) => model::draft_model(container)?,
        v0::TypeExt::Shader(ext) => shader::draft_shader(container, *ext)?,
        v0::TypeExt::Texture(ext) => {
            // Bytes that exist in both have the same meaning.
            let mut draft = Draft::new(container, &ext.to_bytes());
            for section in container.sections() {
                draft.keep_section(&section, section.header().kind, section.content()?.into_owned())?;
            }
            draft
        }
        v0::TypeExt::Raw(bytes) => {
            let mut draft = Draft::new(container, bytes);
            for section in container.sections() {
                draft.keep_section(&section, section.header().kind, section.content()?.into_owned())?;
            }
            draft
        }
    };
    Ok((draft.losses.clone(), Output::Sections(draft)))
}

impl Draft {
    fn new(container: &v0::Container, ext: &[u8]) -> Self {
        let mut type_ext = [0; 16];
        for (to, from) in type_ext.iter_mut().zip(ext) {
            *to = *from;
        }
        Self {
            kind: container.header().kind,
            type_ext,
            sections: Vec::new(),
            losses: Vec::new(),
            left: container.options().limits.max_memory.for_size(container.source().size()),
        }
    }

    /// Adds a section unchanged, or a loss if the section's type has another meaning in version 2.
    ///
    /// # Errors
    /// `LimitExceeded` when all contents together have more than [`max_memory`](Limits::max_memory) bytes.
    fn keep_section(&mut self, section: &v0::Section<'_>, kind: u8, content: Vec<u8>) -> Result<()> {
        if means_another(self.kind, section.header().kind, kind) {
            self.add_loss(section, format!("a section of type {kind}, which has another meaning in version 2"));
            return Ok(());
        }
        self.add_section(section, kind, content)
    }

    fn add_section(&mut self, section: &v0::Section<'_>, kind: u8, content: Vec<u8>) -> Result<()> {
        let Some(left) = self.left.checked_sub(content.len() as u64) else {
            let message = "the contents up to this section exceed the memory limit".to_owned();
            return Err(json::limit_error(&[section.stored()], section.index(), message));
        };
        self.left = left;
        self.sections.push((kind, content));
        Ok(())
    }

    fn add_loss(&mut self, section: &v0::Section<'_>, what: impl Into<String>) {
        self.losses.push(Loss { path: field_path(&["sections"], Some(section.index())), what: what.into() });
    }
}

/// The first of the section types that have the same meaning in files of all types.
const STANDARD: u8 = 0xFD;

/// Returns whether version 2 would give a meaning to a section that has no meaning in version 0.
fn means_another(file: u8, old: u8, new: u8) -> bool {
    let defined = super::kind::section_uses(file, VERSION).is_some_and(|uses| uses.get(new).is_some());
    v0::section_name(file, old).is_none() && (defined || new >= STANDARD)
}

/// Returns a path of fields, followed by the index of an element of the last field.
fn field_path(fields: &[&'static str], index: Option<usize>) -> Path {
    let fields = fields.iter().map(|name| Segment::Field((*name).into()));
    Path::new(fields.chain(index.map(|index| Segment::Index(index as u64))).collect())
}

/// Returns the names of the rendering APIs in `flags`, and the bits without a name.
fn describe_apis(flags: u8) -> String {
    let set = bpx_schema::value::FlagSet::<v0::Api>::from_bits(u64::from(flags));
    let names = set.iter().map(|api| api.to_string());
    let unknown = (set.unknown_bits() != 0).then(|| format!("{:#x}", set.unknown_bits()));
    names.chain(unknown).collect::<Vec<_>>().join(", ")
}

impl std::fmt::Debug for Upgrade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upgrade").field("from", &self.from).field("losses", &self.losses).finish_non_exhaustive()
    }
}
