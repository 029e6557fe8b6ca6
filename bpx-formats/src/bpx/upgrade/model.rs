//! Models: vertices, indices, animations and texts.

use super::{Draft, VERSION, means_another};
use crate::bpx::hash;
use crate::bpx::model::{self, VertexArrayHeader};
use crate::bpx::strings::StringsView;
use crate::bpx::v0::{Container, Content, ModelSection, Section};
use bpx_schema::Codec;
use bpx_schema::report::Result;

pub(super) fn draft(container: &Container) -> Result<Draft> {
    let mut draft = Draft::new(container, &[]);
    let texts = container.find(ModelSection::Strings as u8).map(|section| section.content()).transpose()?;
    let texts = texts.unwrap_or_default();
    let numbers = Numbers::of(container);
    for section in container.sections() {
        match section.decode()? {
            Content::VertexFormat(_) => {
                draft.add_loss(
                    &section,
                    format!("the vertex format: version {VERSION} declares it in a shader package"),
                );
            }
            Content::BoneArray(array) => {
                let what = format!(
                    "{} bones: version {VERSION} stores heads and tails instead of matrices",
                    array.bones.len()
                );
                draft.add_loss(&section, what);
            }
            Content::FrameArray(array) => {
                let count = array.updates.len();
                let what = format!(
                    "{count} transforms of bones: version {VERSION} stores rotation, position and scale of numbered bones"
                );
                draft.add_loss(&section, what);
            }
            Content::VertexArray(array) => {
                let material_hash =
                    StringsView::new(&texts).get(array.header.material).map_or(0, |path| hash(path.as_bytes()));
                let header = VertexArrayHeader {
                    material_hash,
                    vertex_count: array.header.vertex_count,
                    index_array: numbers.moved(array.header.index_array),
                    ..VertexArrayHeader::default()
                };
                let mut content = header.to_vec()?;
                content.extend(array.vertices);
                draft.keep(&section, model::VERTEX_ARRAY, content)?;
            }
            Content::Strings(_) => draft.keep(&section, model::STRINGS, section.content()?.into_owned())?,
            // The same form in both versions, or unknown to both.
            _ => draft.keep(&section, section.header().kind, section.content()?.into_owned())?,
        }
    }
    name_the_symbol(&mut draft);
    Ok(draft)
}

/// Version 2 names a symbol of the shader package; here it is an empty text after the others, because there is none.
fn name_the_symbol(draft: &mut Draft) {
    let strings = draft.sections.iter().position(|(kind, _)| *kind == model::STRINGS);
    let strings = strings.unwrap_or_else(|| {
        draft.sections.push((model::STRINGS, Vec::new()));
        draft.sections.len().saturating_sub(1)
    });
    if let Some((_, content)) = draft.sections.get_mut(strings) {
        let offset = u32::try_from(content.len()).unwrap_or(u32::MAX);
        content.push(0);
        let place = draft.type_ext.get_mut(8..12).unwrap_or_default();
        place.copy_from_slice(&offset.to_le_bytes());
    }
}

/// New numbers of sections, counted from 1, without the lost ones.
struct Numbers(Vec<u32>);

impl Numbers {
    fn of(container: &Container) -> Self {
        let mut next = 0_u32;
        let numbers = container.sections().map(|section| {
            next = next.saturating_add(u32::from(!is_lost(&section)));
            next
        });
        Self(numbers.collect())
    }

    fn moved(&self, number: u32) -> u32 {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        index.and_then(|index| self.0.get(index)).copied().unwrap_or_default()
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
