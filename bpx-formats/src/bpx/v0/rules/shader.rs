//! The rules of shader packages.

use super::super::references::referenced;
use super::super::{Content, ShaderExt, ShaderSection, TypeExt};
use super::examined::{Examined, add, field, of_type_ext};
use bpx_schema::codec::FieldRef;
use bpx_schema::report::{Class, Report, Result};

pub(super) fn check(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    if let TypeExt::Shader(ext) = &file.layout.header.type_ext {
        let real = file.of_kind(ShaderSection::Shader as u8).count() as u64;
        if u64::from(ext.shader_count) != real {
            let message = format!("states {} shaders, there are {real}", ext.shader_count);
            add(
                report,
                of_type_ext("shader", ShaderExt::SHADER_COUNT),
                Class::CountMismatch,
                ("v0.shader-count", "v0 10.2.1"),
                message,
            );
        }
    }
    for kind in [ShaderSection::AssemblyDx, ShaderSection::AssemblyGl] {
        for section in file.of_kind(kind as u8) {
            match file.decode(section)? {
                Some(Content::AssemblyDx(program)) => {
                    shaders(file, section, ("assembly_dx", "v0 10.4"), program.shaders(), report);
                }
                Some(Content::AssemblyGl(program)) => {
                    shaders(file, section, ("assembly_gl", "v0 10.5"), program.shaders(), report);
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
    (name, spec): (&'static str, &'static str),
    shaders: [(FieldRef, u32); 3],
    report: &mut Report,
) {
    for (member, number) in shaders.into_iter().filter(|(_, number)| *number != 0) {
        if let Err(message) = referenced(&file.layout.table, number, ShaderSection::Shader as u8, "a shader") {
            let place = file.part(section, &[field(name), member.segment()], member.offset());
            add(report, place, Class::BadReference, ("v0.shader-index", spec), message);
        }
    }
}
