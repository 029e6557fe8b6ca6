use super::extended::{Extended, read_extended};
use super::fault::{Fault, NAME};
use super::{ShaderPackage, Symbol, SymbolFlag, SymbolKind};
use crate::bpx::package::names;
use crate::bpx::sd::Document;
use bpx_schema::Result;
use bpx_schema::report::{Class, Error};
use bpx_schema::value::FlagSet;

/// One symbol of a shader package (section 13.4).
#[derive(Clone, Copy)]
pub struct SymbolRef<'p> {
    package: &'p ShaderPackage,
    index: usize,
    record: Symbol,
}

impl<'p> SymbolRef<'p> {
    pub(super) fn new(package: &'p ShaderPackage, index: usize, record: Symbol) -> Self {
        Self { package, index, record }
    }

    /// Returns the number of the symbol, counted from 0 in the order of the symbol table.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the entry of the symbol table, as stored.
    #[must_use]
    pub fn record(&self) -> Symbol {
        self.record
    }

    /// Returns the name (section 13.4.1).
    ///
    /// # Errors
    /// `OutOfBounds` when the name begins past the end of the strings section, `Unterminated`, `BadText` when the name
    /// is not UTF-8, `LimitExceeded` when the name has more than 65,535 bytes.
    pub fn name(&self) -> Result<&'p str> {
        name_text(names::name_at(self.package.strings(), self.record.name)).map_err(|fault| self.fault_error(fault))
    }

    /// Returns the type of the symbol (section 13.4.4); `None` for an unknown code.
    #[must_use]
    pub fn kind(&self) -> Option<SymbolKind> {
        self.record.kind_code().ok()
    }

    /// Returns the use of the symbol (section 13.4.3).
    #[must_use]
    pub fn flags(&self) -> FlagSet<SymbolFlag> {
        self.record.flags_set()
    }

    /// Returns the register of the symbol (section 13.4.5); `None` unless the flag states a register.
    #[must_use]
    pub fn register(&self) -> Option<u8> {
        self.flags().contains(SymbolFlag::Register).then_some(self.record.register)
    }

    /// Returns the extended data (section 13.4.2); `None` unless the flag states extended data, or when the offset has
    /// the value that writers store for no data.
    ///
    /// # Errors
    /// Returns errors of decompressing the section; `Missing` when there is no such section, `OutOfBounds`, and errors
    /// of structured data.
    pub fn extended_data(&self) -> Result<Option<Document>> {
        if !self.flags().contains(SymbolFlag::ExtendedData) {
            return Ok(None);
        }
        let section = self.package.extended_content()?;
        let limits = self.package.container().options().limits;
        match read_extended(&self.record, section, limits).map_err(|fault| self.fault_error(fault))? {
            Extended::Object(document) => Ok(Some(document)),
            Extended::Nothing | Extended::Denied => Ok(None),
        }
    }

    #[cold]
    fn fault_error(&self, fault: Fault) -> Error {
        self.package.table_place().into_finding(self.index, fault).into()
    }
}

impl std::fmt::Debug for SymbolRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.name().ok();
        f.debug_struct("SymbolRef")
            .field("index", &self.index)
            .field("name", &name)
            .field("record", &self.record)
            .finish()
    }
}

/// Returns the name of a symbol as a text.
///
/// # Errors
/// Returns the errors of [`SymbolRef::name`].
pub(super) fn name_text(name: std::result::Result<&[u8], (Class, String)>) -> std::result::Result<&str, Fault> {
    let wrong = |(class, message)| Fault { field: Symbol::NAME, rule: &NAME, class, message };
    std::str::from_utf8(name.map_err(wrong)?).map_err(|error| {
        let message =
            format!("expected a UTF-8 name, found an invalid byte at offset {} of the name", error.valid_up_to());
        wrong((Class::BadText, message))
    })
}
