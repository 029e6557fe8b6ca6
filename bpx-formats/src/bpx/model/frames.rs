use super::{BoneTransform, Records};
use bpx_schema::codec::View;

/// The frames of all animations (section 12.7): all bones of the first frame, then those of the second, and so on.
///
/// Each transform names its bone, and nothing else tells where a frame ends, so that [`count`](Self::count) and
/// [`frame`](Self::frame) take every frame to have every bone, as the figure of the specification does (I-46).
#[derive(Debug, Clone)]
pub struct Frames<'m> {
    transforms: Records<'m, BoneTransform>,
    bones: usize,
}

impl<'m> Frames<'m> {
    pub(super) fn new(transforms: Records<'m, BoneTransform>, bones: usize) -> Self {
        Self { transforms, bones }
    }

    /// All transforms, decoded when asked for: a field that is not used costs nothing.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_, BoneTransform> {
        self.transforms.view()
    }

    /// Number of bones that each frame has.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.bones
    }

    /// Number of frames; none when the transforms are no whole number of them.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        let len = self.transforms.len();
        if len == 0 {
            return Some(0);
        }
        (len.checked_rem(self.bones)? == 0).then(|| len.checked_div(self.bones)).flatten()
    }

    /// The transforms of one frame, counted from 0: one for each bone.
    #[must_use]
    pub fn frame(&self, index: usize) -> Option<View<'_, BoneTransform>> {
        let size = self.bones.checked_mul(BoneTransform::SIZE).filter(|size| *size > 0)?;
        let start = index.checked_mul(size)?;
        Some(View::new(self.transforms.bytes().get(start..start.checked_add(size)?)?).0)
    }

    /// Whether they are borrowed from the file, so that nothing was copied.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        self.transforms.is_borrowed()
    }
}
