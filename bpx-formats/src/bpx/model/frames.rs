use super::{BoneTransform, Records};
use bpx_schema::codec::View;

/// The frames of all animations (section 12.7): all bones of the first frame, then those of the second, and so on.
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

    /// Returns all transforms, decoded on access: a field that is not used costs nothing.
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
        let len = self.transforms.len();
        if len == 0 {
            return Some(0);
        }
        (len.checked_rem(self.bones)? == 0).then(|| len.checked_div(self.bones)).flatten()
    }

    /// Returns the transforms of one frame, counted from 0: one for each bone.
    #[must_use]
    pub fn frame(&self, index: usize) -> Option<View<'_, BoneTransform>> {
        let size = self.bones.checked_mul(BoneTransform::SIZE).filter(|size| *size > 0)?;
        let start = index.checked_mul(size)?;
        Some(View::new(self.transforms.bytes().get(start..start.checked_add(size)?)?).0)
    }

    /// Returns whether they are borrowed from the file, without a copy.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        self.transforms.is_borrowed()
    }
}
