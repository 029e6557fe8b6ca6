//! Files of the formats, byte by byte: the builders of the library reject most of them.

use bpx_schema::checksum::Crc32;

/// Type extension of a package of revision 2.
pub(crate) const PACKAGE: [u8; 16] = *b"\x04\x04PK\0\0\0\0\0\0\0\0\0\0\0\0";

/// Lays out a BPX file of many sections that are the same xz stream.
pub(crate) fn bpx_sharing(count: usize, kind: u8, content_size: usize, stored: &[u8]) -> Vec<u8> {
    let mut bytes = bpx(b'C', [0; 16], &vec![(kind, 0, stored.len()); count], stored);
    for entry in bytes[40..40 + 24 * count].chunks_mut(24) {
        entry[12..16].copy_from_slice(&(content_size as u32).to_le_bytes());
        entry[21] = 2;
    }
    seal(bytes, count)
}

/// Sets the checksum of the header.
fn seal(mut bytes: Vec<u8>, sections: usize) -> Vec<u8> {
    bytes[4..8].fill(0);
    let sum: u32 = bytes[..40 + 24 * sections].iter().map(|byte| u32::from(*byte)).sum();
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Lays out a BPX file of plain sections; each is given by type, and by place and size in the payload.
pub(crate) fn bpx(kind: u8, ext: [u8; 16], sections: &[(u8, usize, usize)], payload: &[u8]) -> Vec<u8> {
    let start = 40 + 24 * sections.len();
    let mut bytes = [b"BPX", &[kind, 0, 0, 0, 0][..], &((start + payload.len()) as u64).to_le_bytes()].concat();
    bytes.extend((sections.len() as u32).to_le_bytes());
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(ext);
    for (kind, at, size) in sections {
        bytes.extend(((start + at) as u64).to_le_bytes());
        bytes.extend([*size as u32, *size as u32, 0].map(u32::to_le_bytes).concat());
        bytes.extend([*kind, 0, 0, 0]);
    }
    bytes.extend(payload);
    seal(bytes, sections.len())
}

/// Lays out a BPX file of plain sections, one after the other.
pub(crate) fn bpx_of(kind: u8, ext: [u8; 16], contents: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut payload = Vec::new();
    let sections: Vec<_> = contents
        .iter()
        .map(|(kind, content)| {
            payload.extend(content);
            (*kind, payload.len() - content.len(), content.len())
        })
        .collect();
    bpx(kind, ext, &sections, &payload)
}

/// Lays out a package of version 0; each section has a type, flags and stored bytes.
pub(crate) fn bpx_v0(sections: &[(u8, u8, &[u8])]) -> Vec<u8> {
    let (start, mut payload) = (32 + 16 * sections.len(), Vec::new());
    let mut bytes = vec![0; 32];
    bytes[..4].copy_from_slice(b"BPXP");
    bytes[16..20].copy_from_slice(&(sections.len() as u32).to_le_bytes());
    for (kind, flags, stored) in sections {
        bytes.extend(((start + payload.len()) as u64).to_le_bytes());
        bytes.extend((stored.len() as u32).to_le_bytes());
        bytes.extend([*kind, *flags, 0, 0]);
        payload.extend_from_slice(stored);
    }
    bytes.extend(payload);
    let size = (bytes.len() - 32) as u64;
    bytes[8..16].copy_from_slice(&size.to_le_bytes());
    bytes[24] = 1;
    // The checksum leaves itself out.
    let sum = Crc32::checksum_of(&[&bytes[..4], &bytes[8..]].concat());
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Returns an entry of the object table.
pub(crate) fn object(size: u64, name: u32, start: u32) -> Vec<u8> {
    [&size.to_le_bytes()[..], &name.to_le_bytes(), &start.to_le_bytes(), &[0; 4]].concat()
}

/// Returns a program with as many symbols, all of one name.
pub(crate) fn symbols(count: u16) -> Vec<u8> {
    let ext = [&[0; 8][..], &count.to_le_bytes(), &[2, b'P', 0, 0, 0, 0]].concat().try_into().unwrap();
    let table = [0; 12].repeat(usize::from(count));
    bpx_of(b'S', ext, &[(2, table), (255, b"a\0".to_vec()), (1, vec![0])])
}

/// Returns structured data: as many lists of 255 nulls, in so many lists in each other.
pub(crate) fn deep_nulls(depth: usize, lists: u8) -> Vec<u8> {
    let list = [&[13, 255][..], &[0; 255]].concat();
    // One property, of which the value is a list.
    [&[1][..], &[0x41; 8], &[13], &[1, 13].repeat(depth), &[lists], &list.repeat(usize::from(lists))].concat()
}

/// A number of BLK: seven bits a byte, the low ones first.
fn uleb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Lays out a FAT file of names, parameters (name and value as numbers) and blocks (four numbers each).
pub(crate) fn blk(names: &[u8], params: &[[u32; 2]], blocks: &[[usize; 4]]) -> Vec<u8> {
    let count = names.iter().filter(|byte| **byte == 0).count();
    let mut bytes = [vec![1], uleb(count)].concat();
    if count > 0 {
        bytes.extend(uleb(names.len()));
        bytes.extend(names);
    }
    bytes.extend([uleb(blocks.len()), uleb(params.len()), vec![0]].concat());
    // Type 2 is a whole number.
    params.iter().for_each(|[name, value]| bytes.extend([name | 2 << 24, *value].map(u32::to_le_bytes).concat()));
    for [name, params, children, first] in blocks {
        bytes.extend([uleb(*name), uleb(*params), uleb(*children)].concat());
        if *children > 0 {
            bytes.extend(uleb(*first));
        }
    }
    bytes
}

/// Lays out a GPB file of one scene with references, and nodes in bytes.
pub(crate) fn gpb(references: usize, node_count: u32, nodes: &[u8]) -> Vec<u8> {
    let mut bytes = [&b"\xABGPB\xBB\r\n\x1A\n\x01\x05"[..], &(references as u32).to_le_bytes()].concat();
    let scene = bytes.len() as u32 + 14 * references as u32 + 8;
    for _ in 0..references {
        bytes.extend([&b"\x02\0\0\0sc\x01\0\0\0"[..], &scene.to_le_bytes()].concat());
    }
    bytes.extend(b"\0\0\0\0\x01\0\0\0");
    bytes.extend(node_count.to_le_bytes());
    bytes.extend(nodes);
    bytes.extend([0; 16]);
    bytes
}

/// Returns a node with children and a model.
pub(crate) fn node(child_count: u32, children: &[u8], model: &[u8]) -> Vec<u8> {
    [&[1, 0, 0, 0][..], &[0; 64], &[0; 4], &child_count.to_le_bytes(), children, &[0, 0], model].concat()
}

/// Returns nodes without children, below so many others.
pub(crate) fn leaves(depth: usize, count: u32) -> Vec<u8> {
    let around = node(1, &[], &[]);
    let (before, leaf) = (&around[..76], node(0, &[], &[0; 4]));
    let innermost = node(count, &leaf.repeat(count as usize), &[0; 4]);
    [&before.repeat(depth)[..], &innermost, &[0; 6].repeat(depth)].concat()
}

/// Returns a node with as many materials, each without a name.
pub(crate) fn materials(count: u32) -> Vec<u8> {
    let look = [&b"\x02\0\0\0#m\0"[..], &count.to_le_bytes(), &vec![0; 4 * count as usize]].concat();
    node(0, &[], &look)
}
