//! Declares a triangle of fixed size five times: as record and as structure of this project, by hand, for binrw and for
//! deku.

use bpx_schema::{Record, structure};

/// Declares a triangle of 50 bytes, and a mesh of triangles.
macro_rules! triangles {
    ($($triangle:ident [$(#[$attribute:meta])*] in $mesh:ident;)*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq)]
        #[brw(little)]
        pub(crate) struct $triangle {
            /// Direction.
            #[schema(finite)]
            pub(crate) normal: [f32; 3],
            /// First corner.
            #[schema(finite)]
            pub(crate) a: [f32; 3],
            /// Second corner.
            #[schema(finite)]
            pub(crate) b: [f32; 3],
            /// Third corner.
            #[schema(finite)]
            pub(crate) c: [f32; 3],
            /// Value for programs.
            pub(crate) attribute: u16,
        }

        /// Triangles with their count.
        #[structure]
        #[derive(Debug, Clone, PartialEq)]
        #[brw(little)]
        pub(crate) struct $mesh {
            #[br(temp)]
            #[bw(calc = triangles.len())]
            count: u32,
            /// The triangles.
            #[br(count = count)]
            pub(crate) triangles: Vec<$triangle>,
        }
    )*};
}
triangles! {
    RecordTriangle [#[derive(Record)]] in RecordMesh;
    StructureTriangle [#[structure]] in StructureMesh;
}

/// A triangle, declared by hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ByHand {
    pub(crate) normal: [f32; 3],
    pub(crate) a: [f32; 3],
    pub(crate) b: [f32; 3],
    pub(crate) c: [f32; 3],
    pub(crate) attribute: u16,
}

impl ByHand {
    pub(crate) const SIZE: usize = 50;

    /// Reads all triangles; returns `None` if they do not fill the bytes.
    pub(crate) fn decode_all(bytes: &[u8]) -> Option<Vec<Self>> {
        let (count, bytes) = bytes.split_first_chunk()?;
        let (triangles, rest) = bytes.as_chunks();
        let whole = rest.is_empty() && u32::from_le_bytes(*count) as usize == triangles.len();
        whole.then(|| triangles.iter().map(Self::decode).collect())
    }

    /// Reads all triangles, and checks each triangle.
    pub(crate) fn decode_valid(bytes: &[u8]) -> Option<Vec<Self>> {
        let triangles = Self::decode_all(bytes)?;
        triangles.iter().fold(true, |valid, one| valid & one.is_valid()).then_some(triangles)
    }

    #[inline(always)]
    fn decode(bytes: &[u8; Self::SIZE]) -> Self {
        let (words, attribute) = bytes.as_chunks::<4>();
        let float = |index: usize| f32::from_le_bytes(words.get(index).copied().unwrap_or_default());
        let corner = |first: usize| [float(first), float(first + 1), float(first + 2)];
        let attribute = u16::from_le_bytes(attribute.try_into().unwrap_or_default());
        Self { normal: corner(0), a: corner(3), b: corner(6), c: corner(9), attribute }
    }

    #[inline(always)]
    fn is_valid(&self) -> bool {
        let finite = |floats: &[f32; 3]| floats.iter().fold(true, |valid, float| valid & float.is_finite());
        finite(&self.normal) & finite(&self.a) & finite(&self.b) & finite(&self.c)
    }

    /// Writes all triangles.
    pub(crate) fn encode_all(triangles: &[Self]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(4 + triangles.len() * Self::SIZE);
        out.extend_from_slice(&u32::try_from(triangles.len()).ok()?.to_le_bytes());
        for triangle in triangles {
            let mut bytes = [0; Self::SIZE];
            let (words, attribute) = bytes.as_chunks_mut::<4>();
            let corners = [triangle.normal, triangle.a, triangle.b, triangle.c];
            for (word, float) in words.iter_mut().zip(corners.as_flattened()) {
                *word = float.to_le_bytes();
            }
            attribute.copy_from_slice(&triangle.attribute.to_le_bytes());
            out.extend_from_slice(&bytes);
        }
        Some(out)
    }
}

/// Triangles with their count, declared for binrw's own derive.
#[binrw::binrw]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct BinrwMesh {
    #[br(temp)]
    #[bw(calc = triangles.len() as u32)]
    count: u32,
    #[br(count = count)]
    pub(crate) triangles: Vec<Binrw>,
}

/// A triangle, declared for binrw's own derive.
#[binrw::binrw]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Binrw {
    pub(crate) normal: [f32; 3],
    pub(crate) a: [f32; 3],
    pub(crate) b: [f32; 3],
    pub(crate) c: [f32; 3],
    pub(crate) attribute: u16,
}

/// Triangles with their count, declared for deku.
#[derive(Debug, Clone, PartialEq, deku::DekuRead, deku::DekuWrite)]
#[deku(endian = "little")]
pub(crate) struct DekuMesh {
    #[deku(update = "self.triangles.len()")]
    count: u32,
    #[deku(count = "count")]
    pub(crate) triangles: Vec<Deku>,
}

/// A triangle, declared for deku.
#[derive(Debug, Clone, PartialEq, deku::DekuRead, deku::DekuWrite)]
#[deku(endian = "endian", ctx = "endian: deku::ctx::Endian")]
pub(crate) struct Deku {
    pub(crate) normal: [f32; 3],
    pub(crate) a: [f32; 3],
    pub(crate) b: [f32; 3],
    pub(crate) c: [f32; 3],
    pub(crate) attribute: u16,
}

/// Returns valid pseudo-random triangles.
pub(crate) fn bytes_of_triangles(count: u32) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut number = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32
    };
    let triangles = (0..count).map(|_| {
        let [normal, a, b, c] = [(); 4].map(|()| [(); 3].map(|()| number()));
        ByHand { normal, a, b, c, attribute: number() as u16 }
    });
    ByHand::encode_all(&triangles.collect::<Vec<_>>()).unwrap_or_default()
}
