//! Converts shader packages: keeps the program for OpenGL, which every package of version 0 has.

use super::{Draft, Loss, describe_apis, field_path};
use crate::bpx::shader::{self, ShaderKind, ShaderTarget, Stage};
use crate::bpx::v0::shader::AssemblyGl;
use crate::bpx::v0::{Api, Container, Content, ShaderExt, ShaderSection};
use bpx_schema::report::Result;
use std::collections::HashSet;

pub(super) fn draft_shader(container: &Container, ext: ShaderExt) -> Result<Draft> {
    let mut draft = Draft::new(container, &[]);
    let other = ext.compatibility & !(Api::OpenGl as u8);
    if other != 0 {
        draft.losses.push(Loss {
            path: field_path(&["header", "type_ext", "shader", "compatibility"], None),
            what: format!("the other APIs ({}), because a package of version 2 has one API", describe_apis(other)),
        });
    }
    let mut program = None;
    for section in container.sections() {
        match section.decode()? {
            Content::AssemblyGl(assembly) => program = program.or(Some((section.index(), assembly))),
            Content::AssemblyDx(_) => {
                draft.add_loss(&section, "the program for DirectX, because a package of version 2 has one API");
            }
            _ => {}
        }
    }
    let Some((index, program)) = program else { return Ok(draft) };
    let (target, exact) = target_of(program.min_version);
    if !exact {
        let what = format!(
            "version {} of OpenGL, which has no code in version 2; the new file states {target}",
            program.min_version
        );
        draft.losses.push(Loss { path: field_path(&["sections"], Some(index)), what });
    }
    let ext =
        shader::ShaderExt { target: target as u8, kind: ShaderKind::Program as u8, ..shader::ShaderExt::default() };
    draft.type_ext = ext.to_bytes();
    let used = add_stages(container, &program, &mut draft)?;
    for section in container.sections() {
        match section.header().kind {
            kind if kind == ShaderSection::Shader as u8 && used.contains(&section.index()) => {}
            kind if kind == ShaderSection::Shader as u8 => {
                draft.add_loss(&section, "a shader, because the program for OpenGL does not use it");
            }
            kind if kind == ShaderSection::AssemblyVgl as u8 => {
                draft.add_loss(&section, "the program for Vulkan, because a package of version 2 has one API");
            }
            kind if kind == ShaderSection::AssemblyMsl as u8 => {
                draft.add_loss(&section, "the program for Metal, because a package of version 2 has one API");
            }
            kind if [ShaderSection::AssemblyDx as u8, ShaderSection::AssemblyGl as u8].contains(&kind) => {}
            kind => draft.keep_section(&section, kind, section.content()?.into_owned())?,
        }
    }
    // Version 0 does not list symbols.
    draft.sections.push((shader::SYMBOL_TABLE, Vec::new()));
    draft.sections.push((shader::STRINGS, Vec::new()));
    Ok(draft)
}

/// Adds the stages of a program; returns the numbers of the sections that contain their code.
fn add_stages(container: &Container, program: &AssemblyGl, draft: &mut Draft) -> Result<HashSet<usize>> {
    let mut used = HashSet::new();
    let stages = [(Stage::Vertex, program.vertex), (Stage::Geometry, program.geometry), (Stage::Pixel, program.pixel)];
    for (stage, number) in stages {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let Some(section) = index.and_then(|index| container.section(index)) else { continue };
        let mut content = vec![stage as u8];
        content.extend_from_slice(&section.content()?);
        draft.add_section(&section, shader::SHADER, content)?;
        used.insert(section.index());
    }
    Ok(used)
}

/// Returns the target with the lowest version that is not below `version`, or `Any` when there is none; and whether the
/// target has exactly this version.
fn target_of(version: u32) -> (ShaderTarget, bool) {
    const KNOWN: [(u32, ShaderTarget); 8] = [
        (33, ShaderTarget::Gl33),
        (40, ShaderTarget::Gl40),
        (41, ShaderTarget::Gl41),
        (42, ShaderTarget::Gl42),
        (43, ShaderTarget::Gl43),
        (44, ShaderTarget::Gl44),
        (45, ShaderTarget::Gl45),
        (46, ShaderTarget::Gl46),
    ];
    let (found, target) = KNOWN.into_iter().find(|(known, _)| *known >= version).unwrap_or((0, ShaderTarget::Any));
    (target, found == version)
}
