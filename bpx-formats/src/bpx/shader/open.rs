use super::fault::{NAME_LIMIT, Place, beyond_limit};
use super::registry;
use super::{
    EXTENDED_DATA, KIND, SHADER, STRINGS, SYMBOL_TABLE, ShaderExt, ShaderKind, ShaderTarget, Stage, StageCode, Symbol,
    SymbolRef,
};
use crate::bpx::container::{Container, Section, head_size, refused_type};
use crate::bpx::layout::opened::OpenedShaderPackage;
use crate::bpx::layout::table_path;
use crate::bpx::package::names::{self, Names};
use bpx_schema::Limits;
use bpx_schema::codec::View;
use bpx_schema::report::{Location, Result};
use bpx_schema::source::ReadAt;
use std::sync::{Arc, OnceLock};

/// A shader package (section 13). Symbols and their names are in memory; the code of a stage is read on access.
///
/// Reading takes `&self` and may happen on several threads at once.
pub struct ShaderPackage {
    container: Container,
    ext: ShaderExt,
    place: Place,
    /// The content of the symbol table.
    symbols: Vec<u8>,
    strings: Vec<u8>,
    /// The content of the section of extended data, which is decompressed on first access.
    extended: OnceLock<Vec<u8>>,
}

impl ShaderPackage {
    /// Opens a shader package, and reads header, section table, symbol table and names.
    ///
    /// # Errors
    /// Returns the errors of [`Container::open`] and [`of`](Self::of).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::of(Container::open(source, limits)?)
    }

    /// Opens the shader package in a container.
    ///
    /// Errors in single symbols or stages are reported on access, not here. The symbol table determines the symbols,
    /// even if the header states another number.
    ///
    /// # Errors
    /// `BadMagic` when the file is of another type, `UnsupportedVersion` when it is not of version 2, `Missing` when
    /// there is no symbol table, `LimitExceeded` when names share more bytes than the limit, and errors of
    /// decompressing symbol table and names.
    pub fn of(container: Container) -> Result<Self> {
        let header = container.header();
        if header.kind != KIND || header.version != 2 {
            return Err(refused_type::<OpenedShaderPackage>("a shader package", header.kind, header.version));
        }
        let ext = ShaderExt::from_bytes(&header.type_ext.to_bytes());
        let table = container.find(SYMBOL_TABLE).ok_or_else(|| {
            let path = table_path();
            let at = Location { file: head_size(0), content: None };
            registry::SYMBOL_TABLE.finding(at, "a shader package needs a symbol table (type 2)").with_path(path)
        })?;
        let (place, symbols) = (table_place(&table), table.content()?.into_owned());
        let strings = match container.find(STRINGS) {
            Some(section) => section.content()?.into_owned(),
            None => Vec::new(),
        };
        let names = View::<Symbol>::new(&symbols).0.iter().map(|symbol| symbol.name);
        if let Some(index) = Names::new(&strings, container.options().limits).first_beyond(names) {
            return Err(place.into_finding(index, beyond_limit(&NAME_LIMIT, Symbol::NAME)).into());
        }
        Ok(Self { ext, place, symbols, strings, extended: OnceLock::new(), container })
    }

    /// Returns the container.
    #[must_use]
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the type-specific extension of the header (section 13.2).
    #[must_use]
    pub fn ext(&self) -> ShaderExt {
        self.ext
    }

    /// Returns whether the package is an assembly or a program (section 13.2.4); `None` for an unknown code.
    #[must_use]
    pub fn kind(&self) -> Option<ShaderKind> {
        self.ext.kind_code().ok()
    }

    /// Returns the target (section 13.2.3); `None` for an unknown code.
    #[must_use]
    pub fn target(&self) -> Option<ShaderTarget> {
        self.ext.target_code().ok()
    }

    /// Returns the hash of an assembly's name. A program states the hash for the assembly that the program is linked
    /// to, and an assembly usually for itself (section 13.2.1). `None` when the header states no hash.
    #[must_use]
    pub fn assembly(&self) -> Option<u64> {
        (self.ext.assembly != 0).then_some(self.ext.assembly)
    }

    /// Returns whether `name` is the name of the assembly that a program is linked to, or of the assembly itself. The
    /// file stores a hash of the name, so another name may match by accident.
    #[must_use]
    pub fn links_to(&self, name: &str) -> bool {
        self.assembly() == Some(crate::bpx::hash(name.as_bytes()))
    }

    /// Returns the stages, in the order of the section table.
    pub fn stages(&self) -> impl DoubleEndedIterator<Item = StageCode<'_>> {
        self.container.sections().filter(|section| section.header().kind == SHADER).map(StageCode::new)
    }

    /// Returns the code of a stage. If several sections have code for the stage, returns the code of the first section.
    /// Sections without a known stage are skipped.
    #[must_use]
    pub fn stage(&self, stage: Stage) -> Option<StageCode<'_>> {
        self.stages().find(|one| one.stage().is_ok_and(|found| found == stage))
    }

    /// Returns the number of symbols.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records().len()
    }

    /// Returns whether the package has no symbols.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records().is_empty()
    }

    /// Returns the entries of the symbol table, as a view of its bytes.
    #[must_use]
    pub fn records(&self) -> View<'_, Symbol> {
        View::new(&self.symbols).0
    }

    /// Returns the symbols, in the order of the table.
    pub fn symbols(&self) -> impl DoubleEndedIterator<Item = SymbolRef<'_>> + ExactSizeIterator {
        self.records().iter().enumerate().map(|(index, record)| SymbolRef::new(self, index, record))
    }

    /// Returns one symbol by its number, counted from 0.
    #[must_use]
    pub fn symbol(&self, index: usize) -> Option<SymbolRef<'_>> {
        self.records().get(index).map(|record| SymbolRef::new(self, index, record))
    }

    /// Returns the symbol with a name. If several symbols have the name, returns the last symbol, as the reference
    /// crate does.
    ///
    /// Searches the symbols one after the other. A caller that looks up many names should build a map.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<SymbolRef<'_>> {
        self.symbols().rfind(|symbol| names::is_name_at(&self.strings, symbol.record().name, name.as_bytes()))
    }

    /// Returns the symbol whose name has the [hash](crate::bpx::hash). If several names have the hash, returns the last
    /// symbol.
    #[must_use]
    pub fn find_hash(&self, hash: u64) -> Option<SymbolRef<'_>> {
        self.symbols().rfind(|symbol| symbol.name().is_ok_and(|found| crate::bpx::hash(found.as_bytes()) == hash))
    }

    pub(super) fn strings(&self) -> &[u8] {
        &self.strings
    }

    pub(super) fn table_place(&self) -> Place {
        self.place
    }

    /// Returns the content of the section of extended data, if there is one.
    pub(super) fn extended_content(&self) -> Result<Option<&[u8]>> {
        let Some(section) = self.container.find(EXTENDED_DATA) else {
            return Ok(None);
        };
        if self.extended.get().is_none() {
            // Another thread may have been faster, with the same bytes.
            let _ = self.extended.set(section.content()?.into_owned());
        }
        Ok(self.extended.get().map(Vec::as_slice))
    }
}

fn table_place(table: &Section<'_>) -> Place {
    Place { section: table.index(), space: table.space() }
}

impl std::fmt::Debug for ShaderPackage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShaderPackage")
            .field("container", &self.container)
            .field("ext", &self.ext)
            .field("symbols", &self.len())
            .finish_non_exhaustive()
    }
}
