//! The rules of shader packages.

use super::super::references::find_referenced;
use super::super::{Content, ShaderExt, ShaderSection, TypeExt, registry};
use super::context::{ValidationContext, add, field};
use crate::bpx::container::type_ext_member;
use bpx_schema::codec::FieldRef;
use bpx_schema::report::{Report, Result, Rule};

pub(super) fn check(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    if let TypeExt::Shader(ext) = &file.layout.header.type_ext {
        let real = file.of_kind(ShaderSection::Shader as u8).count() as u64;
        if u64::from(ext.shader_count) != real {
            let message = format!("states {} shaders, but there are {real}", ext.shader_count);
            add(report, &registry::SHADER_COUNT, type_ext_member("shader", ShaderExt::SHADER_COUNT), message);
        }
    }
    for kind in [ShaderSection::AssemblyDx, ShaderSection::AssemblyGl] {
        for section in file.of_kind(kind as u8) {
            match file.decode(section)? {
                Some(Content::AssemblyDx(program)) => {
                    shaders(file, section, ("assembly_dx", &registry::SHADER_INDEX_DX), program.shaders(), report);
                }
                Some(Content::AssemblyGl(program)) => {
                    shaders(file, section, ("assembly_gl", &registry::SHADER_INDEX_GL), program.shaders(), report);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn shaders(
    file: &ValidationContext<'_>,
    section: usize,
    (name, rule): (&'static str, &Rule),
    shaders: [(FieldRef, u32); 3],
    report: &mut Report,
) {
    for (member, number) in shaders.into_iter().filter(|(_, number)| *number != 0) {
        if let Err(message) = find_referenced(&file.layout.table, number, ShaderSection::Shader as u8, "a shader") {
            let place = file.part(section, &[field(name), member.segment()], member.offset());
            add(report, rule, place, message);
        }
    }
}
