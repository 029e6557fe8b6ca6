use super::{Stage, SymbolFlag, SymbolKind};
use crate::bpx::sd::Document;
use bpx_schema::value::FlagSet;

/// A symbol to write. The flags for a register and for extended data are computed.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct NewSymbol {
    pub(super) name: Box<str>,
    pub(super) kind: SymbolKind,
    pub(super) register: Option<u8>,
    pub(super) extended_data: Option<Document>,
    /// The flags except those for a register and for extended data.
    flags: u16,
}

impl NewSymbol {
    /// Creates a symbol without flags, without register and without extended data.
    pub fn new(name: impl Into<Box<str>>, kind: SymbolKind) -> Self {
        Self { name: name.into(), kind, register: None, extended_data: None, flags: 0 }
    }

    /// Adds a stage that uses the symbol.
    pub fn used_by(self, stage: Stage) -> Self {
        self.with_flag(match stage {
            Stage::Vertex => SymbolFlag::VertexStage,
            Stage::Hull => SymbolFlag::HullStage,
            Stage::Domain => SymbolFlag::DomainStage,
            Stage::Geometry => SymbolFlag::GeometryStage,
            Stage::Pixel => SymbolFlag::PixelStage,
        })
    }

    /// Marks the symbol as part of an assembly.
    pub fn of_assembly(self) -> Self {
        self.with_flag(SymbolFlag::Assembly)
    }

    /// Marks the symbol as not defined by the package.
    pub fn external(self) -> Self {
        self.with_flag(SymbolFlag::External)
    }

    /// Marks the symbol as defined by the package.
    pub fn internal(self) -> Self {
        self.with_flag(SymbolFlag::Internal)
    }

    /// Binds the symbol to a register.
    pub fn register(mut self, register: u8) -> Self {
        self.register = Some(register);
        self
    }

    /// Adds extended data.
    pub fn extended_data(mut self, data: Document) -> Self {
        self.extended_data = Some(data);
        self
    }

    /// Returns all flags (section 13.4.3).
    #[must_use]
    pub fn flags(&self) -> FlagSet<SymbolFlag> {
        FlagSet::from_bits(self.flag_bits().into())
    }

    /// Returns the flags as stored.
    pub(super) fn flag_bits(&self) -> u16 {
        let follows =
            [(SymbolFlag::ExtendedData, self.extended_data.is_some()), (SymbolFlag::Register, self.register.is_some())];
        follows.into_iter().filter(|(_, set)| *set).fold(self.flags, |flags, (flag, _)| flags | flag as u16)
    }

    fn with_flag(mut self, flag: SymbolFlag) -> Self {
        self.flags |= flag as u16;
        self
    }
}
