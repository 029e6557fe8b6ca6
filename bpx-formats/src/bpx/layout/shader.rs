//! The structures of shader packages, as declared (section 13).

use super::uses::{SectionUse, SectionUses};
use bpx_schema::{Record, structure};

/// Type of a file that is a shader package.
pub const KIND: u8 = b'S';
/// Type of sections that hold the code of a stage.
pub const SHADER: u8 = 1;
/// Type of the section that lists the symbols.
pub const SYMBOL_TABLE: u8 = 2;
/// Type of the section that holds the extended data of symbols.
pub const EXTENDED_DATA: u8 = 3;
/// Type of the section that holds the names.
pub const STRINGS: u8 = 255;

/// The sections of a shader package (section 13.1). An assembly has no code (I-69).
pub const SECTIONS: SectionUses = SectionUses {
    file: "a shader package",
    spec: "13.1",
    single: "shader.single",
    list: &[
        SectionUse::any(SHADER, "Shader").required("shader.shader"),
        SectionUse::any(SYMBOL_TABLE, "SymbolTable").required("shader.symbol-table").single(),
        SectionUse::any(EXTENDED_DATA, "ExtendedData").single(),
        SectionUse::any(STRINGS, "Strings").required("shader.strings").single(),
    ],
};

/// Types of sections of a shader package (section 13.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.1")]
pub enum ShaderSection {
    /// Code of a stage.
    Shader = 1,
    /// The list of symbols.
    SymbolTable = 2,
    /// Extended data of symbols, as structured data.
    ExtendedData = 3,
    /// Names.
    Strings = 255,
}

/// The target of a shader package (section 13.2.3), with the codes that files use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.2.3")]
pub enum ShaderTarget {
    /// DirectX 11.
    #[schema(name = "DX11")]
    Dx11 = 0x01,
    /// DirectX 12.
    #[schema(name = "DX12")]
    Dx12 = 0x02,
    /// OpenGL 3.3.
    #[schema(name = "GL33")]
    Gl33 = 0x03,
    /// OpenGL 4.0.
    #[schema(name = "GL40")]
    Gl40 = 0x04,
    /// OpenGL 4.1.
    #[schema(name = "GL41")]
    Gl41 = 0x05,
    /// OpenGL 4.2.
    #[schema(name = "GL42")]
    Gl42 = 0x06,
    /// OpenGL 4.3.
    #[schema(name = "GL43")]
    Gl43 = 0x07,
    /// OpenGL 4.4.
    #[schema(name = "GL44")]
    Gl44 = 0x08,
    /// OpenGL 4.5.
    #[schema(name = "GL45")]
    Gl45 = 0x09,
    /// OpenGL 4.6.
    #[schema(name = "GL46")]
    Gl46 = 0x0A,
    /// OpenGL ES 3.0.
    #[schema(name = "ES30")]
    Es30 = 0x0B,
    /// OpenGL ES 3.1.
    #[schema(name = "ES31")]
    Es31 = 0x0C,
    /// OpenGL ES 3.2.
    #[schema(name = "ES32")]
    Es32 = 0x0D,
    /// Vulkan 1.0.
    #[schema(name = "VK10")]
    Vk10 = 0x0E,
    /// Vulkan 1.1.
    #[schema(name = "VK11")]
    Vk11 = 0x0F,
    /// Vulkan 1.2.
    #[schema(name = "VK12")]
    Vk12 = 0x10,
    /// Metal.
    #[schema(name = "MT")]
    Metal = 0x11,
    /// Any target; for assemblies.
    Any = 0xFF,
}

/// Whether a shader package holds shared symbols or a program (section 13.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.2.4")]
pub enum ShaderKind {
    /// Symbols that programs share.
    Assembly = b'A',
    /// The stages of a pipeline and their symbols.
    Program = b'P',
}

/// A step of a pipeline (section 13.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Record)]
#[repr(u8)]
#[schema(spec = "13.3")]
pub enum Stage {
    /// The stage that runs for each vertex.
    Vertex = 0,
    /// The stage that runs for each patch.
    Hull = 1,
    /// The stage that runs for each vertex of a divided patch.
    Domain = 2,
    /// The stage that runs for each primitive.
    Geometry = 3,
    /// The stage that runs for each pixel.
    Pixel = 4,
}

/// Use of a symbol (section 13.4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u16)]
#[schema(spec = "13.4.3", flags)]
pub enum SymbolFlag {
    /// Used by the vertex stage.
    VertexStage = 0x1,
    /// Used by the hull stage.
    HullStage = 0x2,
    /// Used by the domain stage.
    DomainStage = 0x4,
    /// Used by the geometry stage.
    GeometryStage = 0x8,
    /// Used by the pixel stage.
    PixelStage = 0x10,
    /// Part of an assembly.
    Assembly = 0x20,
    /// Not defined by this package.
    External = 0x40,
    /// Defined by this package.
    Internal = 0x80,
    /// Has extended data.
    ExtendedData = 0x100,
    /// Takes a register of the pipeline.
    Register = 0x200,
}

/// Type of a symbol (section 13.4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.4.4")]
pub enum SymbolKind {
    /// A texture.
    Texture = 0,
    /// A sampler.
    Sampler = 1,
    /// A buffer of constants.
    ConstantBuffer = 2,
    /// A constant outside of buffers.
    Constant = 3,
    /// The format of vertices; at most one in a program.
    VertexFormat = 4,
    /// The state of the pipeline; at most one in a program.
    Pipeline = 5,
    /// An output of the pixel stage.
    Output = 6,
}

/// Type-specific extension of the main header of a shader package (section 13.2): 16 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(
    spec = "13.2",
    size = 16,
    assert(
        kind != ShaderKind::Program || target != ShaderTarget::Any,
        class = Inconsistent,
        severity = warning,
        text = "expected a concrete target for a program, found `Any`, which is for assemblies",
        on = target,
        code = "shader.target-any",
        spec = "13.2.3"
    )
)]
pub struct ShaderExt {
    /// Hash of the name of the assembly itself, or of the assembly to which a program is linked; 0 if there is none.
    #[schema(name = "Assembly", spec = "13.2.1")]
    pub assembly: u64,
    /// Number of symbols.
    #[schema(name = "NumSymbols", spec = "13.2.2", count_of("symbols", code = "shader.symbol-count"))]
    pub symbol_count: u16,
    /// The target.
    #[schema(name = "Target", spec = "13.2.3", codes = ShaderTarget, known, code = "shader.target")]
    pub target: u8,
    /// Whether the package is an assembly or a program.
    #[schema(
        name = "Type",
        spec = "13.2.4",
        codes = ShaderKind,
        known,
        code = "shader.type",
        needs(
            "sections",
            key = SHADER,
            if(kind != ShaderKind::Assembly),
            code = "shader.shader",
            spec = "13.1"
        ),
        single(
            "symbols",
            key = SymbolKind::VertexFormat,
            if(kind == ShaderKind::Program),
            code = "shader.vertex-format",
            spec = "13.4.4"
        ),
        single(
            "symbols",
            key = SymbolKind::Pipeline,
            if(kind == ShaderKind::Program),
            code = "shader.pipeline",
            spec = "13.4.4"
        )
    )]
    pub kind: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "13.2", reserved, lenient = "I-27", code = "shader.reserved")]
    pub reserved: [u8; 4],
}

/// The code of a stage (section 13.3).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "13.3")]
pub struct Shader {
    /// The stage.
    #[schema(
        name = "Stage",
        spec = "13.3",
        codes = Stage,
        known,
        code = "shader.stage",
        unique(code = "shader.duplicate-stage", severity = warning)
    )]
    pub stage: u8,
    /// The code, in a form that depends on the target.
    #[br(parse_with = until_eof)]
    pub code: Vec<u8>,
}

/// An input, output or declaration of a shader (section 13.4): 12 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(spec = "13.4", size = 12)]
pub struct Symbol {
    /// Name of the symbol, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "13.4.1",
        text_in(
            "strings",
            code = "shader.name",
            largest = 65_535,
            shared(code = "shader.limit"),
            unique(code = "shader.duplicate-name", severity = warning)
        )
    )]
    pub name: u32,
    /// Extended data of the symbol, as an offset in the section of extended data; without meaning unless a flag states
    /// that the symbol has extended data.
    #[schema(name = "ExtendedData", spec = "13.4.2")]
    pub extended_data: u32,
    /// Use of the symbol.
    #[schema(name = "Flags", spec = "13.4.3", codes = SymbolFlag, known, lenient = "I-34", code = "shader.symbol-flags")]
    pub flags: u16,
    /// Type of the symbol.
    #[schema(name = "Type", spec = "13.4.4", codes = SymbolKind, known, code = "shader.symbol-type")]
    pub kind: u8,
    /// The register of the symbol; without meaning unless a flag states that the symbol has a register.
    #[schema(name = "Register", spec = "13.4.5")]
    pub register: u8,
}

/// The list of symbols (section 13.4).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "13.4",
    assert(
        rest.len() == 0,
        text = "{rest.len()} bytes are left after {symbols.len()} entries of {Symbol::SIZE} bytes",
        code = "symbol-table.whole-symbols"
    )
)]
pub struct SymbolTable {
    /// The symbols.
    #[br(count = remaining / Symbol::SIZE)]
    #[schema(spec = "13.4", pool("symbols", key = kind))]
    pub symbols: Vec<Symbol>,
    /// Bytes after the last whole entry; empty in a valid table.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}
