//! Declares one record three times: for this project, by hand, and for binrw.

use bpx_schema::{Record, structure};

/// The transform of a bone in a frame, declared for this project.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 44)]
pub(crate) struct BoneTransform {
    /// Quaternion.
    #[schema(finite)]
    pub(crate) rotation: [f32; 4],
    /// Translation.
    #[schema(finite)]
    pub(crate) position: [f32; 3],
    /// Scale along each axis.
    #[schema(finite)]
    pub(crate) scale: [f32; 3],
    /// Index of the bone.
    pub(crate) bone: u32,
}

/// Frames with their count, declared for this project.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Frames {
    #[br(temp)]
    #[bw(calc = bones.len())]
    count: u32,
    /// The transforms.
    #[br(count = count)]
    pub(crate) bones: Vec<BoneTransform>,
}

/// The transform of a bone, declared by hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ByHand {
    pub(crate) rotation: [f32; 4],
    pub(crate) position: [f32; 3],
    pub(crate) scale: [f32; 3],
    pub(crate) bone: u32,
}

impl ByHand {
    pub(crate) const SIZE: usize = 44;

    #[inline(always)]
    pub(crate) fn decode(bytes: &[u8; Self::SIZE]) -> Self {
        let (words, _) = bytes.as_chunks::<4>();
        let float = |index: usize| f32::from_le_bytes(words.get(index).copied().unwrap_or_default());
        Self {
            rotation: [float(0), float(1), float(2), float(3)],
            position: [float(4), float(5), float(6)],
            scale: [float(7), float(8), float(9)],
            bone: u32::from_le_bytes(words.get(10).copied().unwrap_or_default()),
        }
    }

    #[inline(always)]
    pub(crate) fn encode(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        let floats = self.rotation.iter().chain(&self.position).chain(&self.scale).map(|float| float.to_le_bytes());
        let (words, _) = bytes.as_chunks_mut::<4>();
        for (word, float) in words.iter_mut().zip(floats.chain([self.bone.to_le_bytes()])) {
            *word = float;
        }
        bytes
    }

    #[inline(always)]
    pub(crate) fn is_valid(&self) -> bool {
        let finite = |floats: &[f32]| floats.iter().fold(true, |valid, float| valid & float.is_finite());
        finite(&self.rotation) & finite(&self.position) & finite(&self.scale)
    }
}

/// The transform of a bone, declared for binrw's own derive.
#[derive(Debug, Clone, PartialEq, binrw::BinRead, binrw::BinWrite)]
#[brw(little)]
pub(crate) struct Binrw {
    pub(crate) rotation: [f32; 4],
    pub(crate) position: [f32; 3],
    pub(crate) scale: [f32; 3],
    pub(crate) bone: u32,
}

impl Binrw {
    #[inline(always)]
    pub(crate) fn is_valid(&self) -> bool {
        let finite = |floats: &[f32]| floats.iter().fold(true, |valid, float| valid & float.is_finite());
        finite(&self.rotation) & finite(&self.position) & finite(&self.scale)
    }
}
