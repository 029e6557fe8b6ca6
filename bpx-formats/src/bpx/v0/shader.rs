//! Shader packages, files of type `S` (2019, section 10).

use bpx_schema::Record;

/// The program for DirectX (2019, section 10.4): 16 bytes. Shaders are told by their numbers among all sections,
/// counted from 1; 0 for none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(name = "AssemblyDX", spec = "v0 10.4", size = 16)]
pub struct AssemblyDx {
    /// Lowest version of the API that runs it.
    #[schema(name = "MinVersion", spec = "v0 10.4")]
    pub min_version: u32,
    /// The vertex shader.
    #[schema(name = "VertexShaderID", spec = "v0 10.4")]
    pub vertex: u32,
    /// The geometry shader.
    #[schema(name = "GeometryShaderID", spec = "v0 10.4")]
    pub geometry: u32,
    /// The pixel shader.
    #[schema(name = "PixelShaderID", spec = "v0 10.4")]
    pub pixel: u32,
}

/// The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are told as in [`AssemblyDx`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(name = "AssemblyGL", spec = "v0 10.5", size = 20)]
pub struct AssemblyGl {
    /// Lowest version of OpenGL that runs it, times ten: 45 is 4.5.
    #[schema(name = "MinVersion", spec = "v0 10.5.1")]
    pub min_version: u32,
    /// The vertex shader.
    #[schema(name = "VertexShaderID", spec = "v0 10.5")]
    pub vertex: u32,
    /// The geometry shader.
    #[schema(name = "GeometryShaderID", spec = "v0 10.5")]
    pub geometry: u32,
    /// The pixel shader.
    #[schema(name = "PixelShaderID", spec = "v0 10.5")]
    pub pixel: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 10.5", reserved)]
    pub reserved: u32,
}

/// Fields that name shaders, and what they name; of both kinds of programs.
pub(super) trait Program {
    /// Name of the field, and number of the section.
    fn shaders(&self) -> [(&'static str, u32); 3];
}

impl Program for AssemblyDx {
    fn shaders(&self) -> [(&'static str, u32); 3] {
        [("vertex", self.vertex), ("geometry", self.geometry), ("pixel", self.pixel)]
    }
}

impl Program for AssemblyGl {
    fn shaders(&self) -> [(&'static str, u32); 3] {
        [("vertex", self.vertex), ("geometry", self.geometry), ("pixel", self.pixel)]
    }
}
