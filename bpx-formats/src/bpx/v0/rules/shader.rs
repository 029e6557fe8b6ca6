//! The rules of shader packages.

use super::super::shader::{AssemblyDx, AssemblyGl, Program};
use super::super::{Content, ShaderSection, TypeExt, registry};
use super::{Examined, add, field, of_type_ext, referenced};
use crate::bpx::container::member_offset;
use bpx_schema::Codec;
use bpx_schema::report::{Report, Result, Rule};
use bpx_schema::schema::Structure;

pub(super) fn check(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    if let TypeExt::Shader(ext) = &file.layout.header.type_ext {
        let real = file.of_kind(ShaderSection::Shader as u8).count() as u64;
        if u64::from(ext.shader_count) != real {
            let message = format!("states {} shaders, there are {real}", ext.shader_count);
            add(report, &registry::SHADER_COUNT, of_type_ext("shader", "shader_count"), message);
        }
    }
    for kind in [ShaderSection::AssemblyDx, ShaderSection::AssemblyGl] {
        for section in file.of_kind(kind as u8) {
            match file.decode(section)? {
                Some(Content::AssemblyDx(program)) => {
                    let schema = <AssemblyDx as Codec>::schema();
                    shaders(file, section, ("assembly_dx", &registry::SHADER_INDEX_DX, schema), &program, report);
                }
                Some(Content::AssemblyGl(program)) => {
                    let schema = <AssemblyGl as Codec>::schema();
                    shaders(file, section, ("assembly_gl", &registry::SHADER_INDEX_GL, schema), &program, report);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn shaders(
    file: &Examined<'_>,
    section: usize,
    (name, rule, schema): (&'static str, &Rule, &Structure),
    program: &dyn Program,
    report: &mut Report,
) {
    for (member, number) in program.shaders().into_iter().filter(|(_, number)| *number != 0) {
        if let Err(message) = referenced(&file.layout.table, number, ShaderSection::Shader as u8, "a shader") {
            let place = file.part(section, &[field(name), field(member)], member_offset(schema, member));
            add(report, rule, place, message);
        }
    }
}
