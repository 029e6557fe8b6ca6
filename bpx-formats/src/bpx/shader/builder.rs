use super::extended::ABSENT;
use super::{
    EXTENDED_DATA, KIND, NewSymbol, SHADER, STRINGS, SYMBOL_TABLE, ShaderExt, ShaderKind, ShaderOptions, ShaderTarget,
    Stage, Symbol, SymbolKind,
};
use crate::bpx::container::ContainerBuilder;
use crate::bpx::package::Compat;
use crate::bpx::package::names::LARGEST;
use crate::bpx::sd::SYMBOL_BUDGET;
use crate::bpx::strings::StringsBuilder;
use crate::narrow::as_u32;
use bpx_schema::report::{Class, Error, Result};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;

/// Builds a shader package from symbols and code. The builder computes counts, flags and offsets, and its output breaks
/// no rule of section 13.
///
/// The same symbols, code and options give the same bytes on every machine. A name or an extended object that occurs
/// several times is stored once.
#[derive(Debug)]
#[must_use]
pub struct ShaderBuilder<'a> {
    kind: ShaderKind,
    target: ShaderTarget,
    assembly: u64,
    symbols: Vec<NewSymbol>,
    stages: Vec<(Stage, Cow<'a, [u8]>)>,
    options: ShaderOptions,
}

impl<'a> ShaderBuilder<'a> {
    /// Creates a program for a target, without symbols and stages, linked to no assembly.
    pub fn program(target: ShaderTarget) -> Self {
        Self::new(ShaderKind::Program, target, 0)
    }

    /// Creates an assembly with this name for any target, without symbols. Programs link to the assembly by the hash of
    /// the name.
    pub fn assembly(name: &str) -> Self {
        Self::new(ShaderKind::Assembly, ShaderTarget::Any, crate::bpx::hash(name.as_bytes()))
    }

    fn new(kind: ShaderKind, target: ShaderTarget, assembly: u64) -> Self {
        let (symbols, stages, options) = (Vec::new(), Vec::new(), ShaderOptions::default());
        Self { kind, target, assembly, symbols, stages, options }
    }

    /// Sets the target; only an assembly may have the target `Any`.
    pub fn target(mut self, target: ShaderTarget) -> Self {
        self.target = target;
        self
    }

    /// Links a program to the assembly with this name.
    pub fn link(self, assembly: &str) -> Self {
        self.link_hash(crate::bpx::hash(assembly.as_bytes()))
    }

    /// Links a program to the assembly whose name has this hash, or to no assembly if the hash is 0. For an assembly,
    /// sets the hash of its own name.
    pub fn link_hash(mut self, assembly: u64) -> Self {
        self.assembly = assembly;
        self
    }

    /// Adds a symbol.
    pub fn symbol(mut self, symbol: NewSymbol) -> Self {
        self.symbols.push(symbol);
        self
    }

    /// Adds the code of a stage, in a form that depends on the target.
    pub fn stage(mut self, stage: Stage, code: impl Into<Cow<'a, [u8]>>) -> Self {
        self.stages.push((stage, code.into()));
        self
    }

    /// Sets how the package is written.
    pub fn options(mut self, options: ShaderOptions) -> Self {
        self.options = options;
        self
    }

    /// Returns the bytes of the shader package.
    ///
    /// # Errors
    /// Returns `Overflow` for more than 65,535 symbols, and when names or extended data would exceed 2^32 - 1 bytes;
    /// `Duplicate` for a name or a stage that occurs twice, and for a second vertex format or pipeline in a program;
    /// `BadText` for a name that contains a NUL; `OutOfRange` for a name of more than 65,535 bytes, and for options
    /// that do not exist; `Missing` for a program without stages; `Inconsistent` for a program with the target `Any`;
    /// `UnsupportedFeature` for parts that the reader of [`ShaderOptions::compat`] cannot read.
    pub fn build(&self) -> Result<Vec<u8>> {
        self.build_container()?.build()
    }

    /// Writes the shader package from front to back, and returns its size in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build) before anything is written, and afterwards the errors of the
    /// writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        self.build_container()?.write_to(out)
    }

    /// Saves the whole shader package or nothing ([`replace`](crate::source::replace())), and returns the size of the
    /// package in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build), and those of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64> {
        self.build_container()?.save(path)
    }

    fn build_container(&self) -> Result<ContainerBuilder<'static>> {
        self.check_symbols()?;
        let (mut strings, mut extended, mut table) = (StringsBuilder::new(), Extended::default(), Vec::new());
        for (index, new) in self.symbols.iter().enumerate() {
            let symbol = Symbol {
                name: strings.intern(&new.name).map_err(|error| symbol_error(error, index, "name"))?,
                extended_data: extended.offset_of(new).map_err(|error| symbol_error(error, index, "extended_data"))?,
                flags: new.flag_bits(),
                kind: new.kind as u8,
                // Readers look at it only if a flag says that there is one.
                register: new.register.unwrap_or(u8::MAX),
            };
            table.extend(symbol.to_bytes());
        }
        let ext = ShaderExt {
            assembly: self.assembly,
            symbol_count: self.symbol_count()?,
            target: self.target as u8,
            kind: self.kind as u8,
            reserved: [0; 4],
        };
        let (tables, code) = (self.options.table_options(), self.options.code_options());
        let mut file = ContainerBuilder::new(KIND, 2).type_ext(ext.to_bytes());
        file = file.section(SYMBOL_TABLE, table, tables).section(STRINGS, strings.finish(), tables);
        if !extended.content.is_empty() {
            file = file.section(EXTENDED_DATA, extended.content, tables);
        }
        for (stage, bytes) in &self.stages {
            file = file.section(SHADER, [&[*stage as u8][..], bytes].concat(), code);
        }
        Ok(file)
    }

    /// Checks everything that is known before the layout.
    fn check_symbols(&self) -> Result<()> {
        self.options.check_options()?;
        let is_program = self.kind == ShaderKind::Program;
        if is_program && self.target == ShaderTarget::Any {
            let message = "expected a concrete target for a program, found `Any`, which is for assemblies";
            return Err(Error::unlocated_fault(Class::Inconsistent, message).in_field("target"));
        }
        if is_program && self.stages.is_empty() {
            let error = Error::unlocated_fault(Class::Missing, "expected at least one stage in a program, found none");
            return Err(error.in_field("stages"));
        }
        let mut stages = HashSet::new();
        if let Some(index) = self.stages.iter().position(|(stage, _)| !stages.insert(*stage)) {
            let error = Error::unlocated_fault(Class::Duplicate, "expected one code for each stage, found a second");
            return Err(error.in_element(index as u64).in_field("stages"));
        }
        self.symbol_count()?;
        if let Some(index) = self.symbols.iter().position(|symbol| symbol.name.len() > LARGEST) {
            let message = format!("expected a name of at most {LARGEST} bytes, found a longer one");
            return Err(symbol_error(Error::unlocated_fault(Class::OutOfRange, message), index, "name"));
        }
        let mut names = HashSet::new();
        if let Some(index) = self.symbols.iter().position(|symbol| !names.insert(&*symbol.name)) {
            let error = Error::unlocated_fault(
                Class::Duplicate,
                "expected a unique name for each symbol, found the name of another symbol",
            );
            return Err(symbol_error(error, index, "name"));
        }
        for kind in [SymbolKind::VertexFormat, SymbolKind::Pipeline] {
            let second = self.symbols.iter().enumerate().filter(|(_, symbol)| symbol.kind == kind).nth(1);
            if let Some((index, _)) = second.filter(|_| is_program) {
                let message = format!("expected at most one {kind} in a program, found another");
                return Err(symbol_error(Error::unlocated_fault(Class::Duplicate, message), index, "kind"));
            }
        }
        let beyond =
            |symbol: &NewSymbol| symbol.extended_data.as_ref().is_some_and(|data| data.containers() > SYMBOL_BUDGET);
        match self.symbols.iter().position(beyond).filter(|_| self.options.compat == Some(Compat::Bpx4)) {
            Some(index) => {
                let message = format!(
                    "expected at most {SYMBOL_BUDGET} objects and arrays, which version 4 of the reference crate \
                        reads, found more"
                );
                let error = Error::unlocated_fault(Class::UnsupportedFeature, message);
                Err(symbol_error(error, index, "extended_data"))
            }
            None => Ok(()),
        }
    }

    fn symbol_count(&self) -> Result<u16> {
        let count = self.symbols.len();
        u16::try_from(count).map_err(|_| {
            let message = format!("expected at most 65,535 symbols, found {count}");
            Error::unlocated_fault(Class::Overflow, message).in_field("symbols")
        })
    }
}

fn symbol_error(error: Error, index: usize, member: &str) -> Error {
    error.in_field(member).in_element(index as u64).in_field("symbols")
}

/// The section of extended data while it grows.
#[derive(Default)]
struct Extended {
    content: Vec<u8>,
    known: HashMap<Vec<u8>, u32>,
}

impl Extended {
    /// Returns the offset of a symbol's extended data, and adds the data if the section does not hold the data yet.
    fn offset_of(&mut self, symbol: &NewSymbol) -> Result<u32> {
        let Some(data) = &symbol.extended_data else {
            return Ok(ABSENT);
        };
        let bytes = data.to_vec()?;
        if let Some(known) = self.known.get(&bytes) {
            return Ok(*known);
        }
        const WHAT: &str = "bytes in the section";
        let offset = as_u32(self.content.len(), WHAT)?;
        self.content.extend_from_slice(&bytes);
        as_u32(self.content.len(), WHAT)?;
        self.known.insert(bytes, offset);
        Ok(offset)
    }
}
