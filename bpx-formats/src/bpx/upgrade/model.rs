//! Converts models: vertices, indices, animations and texts.

use super::{Draft, VERSION, means_another};
use crate::bpx::hash;
use crate::bpx::model::{self, ModelExt, VertexArrayHeader};
use crate::bpx::strings::StringsView;
use crate::bpx::v0::{Container, Content, ModelSection, Section};
use crate::narrow::as_u32;
use bpx_schema::Codec;
use bpx_schema::report::Result;
use std::borrow::Cow;

pub(super) fn draft_model(container: &Container) -> Result<Draft> {
    let mut draft = Draft::new(container, &[]);
    let texts = container.find(ModelSection::Strings as u8);
    let texts = texts.map_or(Ok(Cow::Borrowed(&[][..])), |section| section.content())?;
    let numbers = Numbers::of(container);
    for section in container.sections() {
        match section.decode()? {
            Content::VertexFormat(_) => {
                draft.add_loss(
                    &section,
                    format!("the vertex format, because version {VERSION} declares it in a shader package"),
                );
            }
            Content::BoneArray(array) => {
                let what = format!(
                    "{} bones, because version {VERSION} stores heads and tails instead of matrices",
                    array.bones.len()
                );
                draft.add_loss(&section, what);
            }
            Content::FrameArray(array) => {
                let count = array.updates.len();
                let what = format!(
                    "{count} transforms of bones, because version {VERSION} stores rotation, position and scale of \
                        numbered bones"
                );
                draft.add_loss(&section, what);
            }
            Content::VertexArray(array) => {
                let material_hash =
                    StringsView::new(&texts).get(array.header.material).map_or(0, |path| hash(path.as_bytes()));
                let header = VertexArrayHeader {
                    material_hash,
                    vertex_count: array.header.vertex_count,
                    index_array: numbers.moved_number(array.header.index_array),
                    ..VertexArrayHeader::default()
                };
                let mut content = header.to_vec()?;
                content.extend(array.vertices);
                draft.keep_section(&section, model::VERTEX_ARRAY, content)?;
            }
            Content::Strings(_) => draft.keep_section(&section, model::STRINGS, section.content()?.into_owned())?,
            // The same form in both versions, or unknown to both.
            _ => draft.keep_section(&section, section.header().kind, section.content()?.into_owned())?,
        }
    }
    name_the_symbol(&mut draft)?;
    Ok(draft)
}

/// Sets the name of a symbol in a shader package, which version 2 requires. No such symbol exists, so the name is an
/// empty text after the other texts.
fn name_the_symbol(draft: &mut Draft) -> Result<()> {
    if draft.sections.iter().all(|(kind, _)| *kind != model::STRINGS) {
        draft.sections.push((model::STRINGS, Vec::new()));
    }
    if let Some((_, content)) = draft.sections.iter_mut().find(|(kind, _)| *kind == model::STRINGS) {
        let symbol_name = as_u32(content.len(), "bytes of strings")?;
        content.push(0);
        draft.type_ext = ModelExt { symbol_name, ..ModelExt::default() }.to_bytes();
    }
    Ok(())
}

/// The new number of each section, both counted from 1; 0 for sections that do not exist or are lost.
struct Numbers(Vec<u32>);

impl Numbers {
    fn of(container: &Container) -> Self {
        let mut kept = 1..;
        let numbers = container.sections().map(|section| if is_lost(&section) { None } else { kept.next() });
        Self(std::iter::once(0).chain(numbers.map(|number| number.unwrap_or(0))).collect())
    }

    fn moved_number(&self, number: u32) -> u32 {
        usize::try_from(number).ok().and_then(|number| self.0.get(number)).copied().unwrap_or(0)
    }
}

fn is_lost(section: &Section<'_>) -> bool {
    let kind = section.header().kind;
    if means_another(model::KIND, kind, kind) {
        return true;
    }
    [ModelSection::VertexFormat, ModelSection::BoneArray, ModelSection::FrameArray]
        .iter()
        .any(|lost| *lost as u8 == kind)
}
