//! Shader packages, files of type `S` (2019, section 10).

use super::ShaderSection;
use bpx_schema::Record;

/// The program for DirectX (2019, section 10.4): 16 bytes. A shader is identified by the number of its section among
/// all sections, counted from 1; 0 means no shader.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(name = "AssemblyDX", spec = "v0 10.4", size = 16)]
pub struct AssemblyDx {
    /// Lowest version of DirectX that runs the program.
    #[schema(name = "MinVersion", spec = "v0 10.4")]
    pub min_version: u32,
    /// The vertex shader.
    #[schema(
        name = "VertexShaderID",
        spec = "v0 10.4",
        index_in("sections", first = 1, key = ShaderSection::Shader, code = "v0.shader-index")
    )]
    pub vertex: u32,
    /// The geometry shader.
    #[schema(
        name = "GeometryShaderID",
        spec = "v0 10.4",
        index_in("sections", first = 1, key = ShaderSection::Shader, code = "v0.shader-index")
    )]
    pub geometry: u32,
    /// The pixel shader.
    #[schema(
        name = "PixelShaderID",
        spec = "v0 10.4",
        index_in("sections", first = 1, key = ShaderSection::Shader, code = "v0.shader-index")
    )]
    pub pixel: u32,
}

/// The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are identified by section numbers as in
/// [`AssemblyDx`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(name = "AssemblyGL", spec = "v0 10.5", size = 20)]
pub struct AssemblyGl {
    /// Lowest version of OpenGL that runs the program, times ten; 45 means 4.5.
    #[schema(name = "MinVersion", spec = "v0 10.5.1")]
    pub min_version: u32,
    /// The vertex shader.
    #[schema(
        name = "VertexShaderID",
        spec = "v0 10.5",
        index_in("sections", first = 1, key = ShaderSection::Shader, code = "v0.shader-index")
    )]
    pub vertex: u32,
    /// The geometry shader.
    #[schema(
        name = "GeometryShaderID",
        spec = "v0 10.5",
        index_in("sections", first = 1, key = ShaderSection::Shader, code = "v0.shader-index")
    )]
    pub geometry: u32,
    /// The pixel shader.
    #[schema(
        name = "PixelShaderID",
        spec = "v0 10.5",
        index_in("sections", first = 1, key = ShaderSection::Shader, code = "v0.shader-index")
    )]
    pub pixel: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 10.5", reserved)]
    pub reserved: u32,
}
