//! Builds an assembly and a program that is linked to the assembly, then reads symbols and code back.
use bpx_formats::bpx::sd::ObjectBuilder;
use bpx_formats::bpx::shader::{NewSymbol, ShaderBuilder, ShaderPackage, ShaderTarget, Stage, SymbolKind};
use bpx_schema::Limits;
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let size = ObjectBuilder::new().set("size", 64_u32).build()?;
    let frame = NewSymbol::new("frame", SymbolKind::ConstantBuffer).register(0).extended_data(size);
    let shared = ShaderBuilder::assembly("main").symbol(frame.clone().of_assembly().internal()).build()?;
    let program = ShaderBuilder::program(ShaderTarget::Gl42)
        .link("main")
        .symbol(frame.of_assembly().external().used_by(Stage::Vertex))
        .stage(Stage::Vertex, b"void main() { gl_Position = vec4(0); }")
        .stage(Stage::Pixel, b"out vec4 color; void main() { color = vec4(1); }")
        .build()?;

    let open = |file| ShaderPackage::open(Arc::new(file), Limits::default());
    let (shared, program) = (open(shared)?, open(program)?);
    assert_eq!(program.assembly(), shared.assembly());
    for symbol in program.symbols() {
        let defined = shared.find(symbol.name()?).is_some();
        println!("{}: {:?}, in the assembly: {defined}", symbol.name()?, symbol.flags());
    }
    for stage in program.stages() {
        println!("{}: {}", stage.stage()?, String::from_utf8_lossy(&stage.code()?));
    }
    Ok(())
}
