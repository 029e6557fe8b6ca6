use super::{BoneTransform, Records};
use crate::bpx::shared::whole_parts;
use bpx_schema::codec::View;

/// The frames of all animations (section 12.7), each with the transforms of all bones.
///
/// Each transform names its bone, and nothing else marks where a frame ends, so [`count`](Self::count) and
/// [`frame`](Self::frame) assume that every frame has every bone, as in the figure of the specification (I-46).
#[derive(Debug, Clone)]
pub struct Frames<'m> {
    transforms: Records<'m, BoneTransform>,
    bones: usize,
}

impl<'m> Frames<'m> {
    pub(super) fn new(transforms: Records<'m, BoneTransform>, bones: usize) -> Self {
        Self { transforms, bones }
    }

    /// Returns a view of all transforms, which decodes a field only when a caller uses the field.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_, BoneTransform> {
        self.transforms.view()
    }

    /// Returns the number of bones of each frame.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.bones
    }

    /// Returns the number of frames; `None` when the transforms are not a whole number of frames.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        usize::try_from(whole_parts(self.transforms.len() as u64, self.bones as u64)?).ok()
    }

    /// Returns the transforms of one frame, counted from 0, with one transform for each bone.
    #[must_use]
    pub fn frame(&self, index: usize) -> Option<View<'_, BoneTransform>> {
        self.view().groups(self.bones as u64, index as u64, 1).filter(|_| self.bones > 0)
    }

    /// Returns whether the transforms are borrowed from the file, without a copy.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        self.transforms.is_borrowed()
    }
}
