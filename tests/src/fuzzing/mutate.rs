//! Changes of inputs: any change, followed by a repair of the header, so that most inputs pass it.

use super::file::format_of;
use super::{Input, Target, parts, readers, repair};

/// A change of some bytes: takes a buffer, how many of its bytes are used and how many may be, and returns how many are
/// used then.
pub type BaseMutation<'m> = dyn FnMut(&mut [u8], usize, usize) -> usize + 'm;

/// Changes the first `size` bytes of a buffer; returns how many there are then, `max` at most.
pub fn mutate(
    target: &Target,
    data: &mut [u8],
    size: usize,
    max: usize,
    seed: u32,
    base: &mut BaseMutation<'_>,
) -> usize {
    let max = max.min(data.len());
    // The number of a type stays in front of its bytes, and changes now and then.
    let skip = usize::from(target.input == Input::Typed && size > 0 && seed % 64 != 63);
    let file = match target.input {
        Input::File => true,
        Input::Typed => skip == 1 && readers::FILES.contains(&(usize::from(data[0]) % readers::COUNT)),
        Input::Text | Input::Choices => false,
    };
    if !file {
        return skip + base(&mut data[skip..], size - skip, max - skip);
    }
    let (old, room) = (data[skip..size].to_vec(), max - skip);
    let mut new = changed(&old, room, seed, base);
    // One in sixteen stays as it is: headers have to be tried too.
    if seed >> 8 & 15 != 0 {
        repair::repair(format_of(&old), &mut new);
    }
    new.truncate(room);
    data[skip..skip + new.len()].copy_from_slice(&new);
    skip + new.len()
}

/// Returns a change of a file, or of the content of one of its parts.
fn changed(old: &[u8], room: usize, seed: u32, base: &mut BaseMutation<'_>) -> Vec<u8> {
    let mut any = |bytes: &mut Vec<u8>| {
        let size = bytes.len();
        bytes.resize(size.max(room), 0);
        let size = base(bytes, size, room.max(size));
        bytes.truncate(size);
    };
    if seed & 1 == 0 {
        let inside = parts::with_changed_content(old, (seed >> 16) as usize, &mut any);
        if let Some(inside) = inside.filter(|inside| inside.len() <= room) {
            return inside;
        }
    }
    let mut new = old.to_vec();
    any(&mut new);
    new
}

/// Returns a change that follows from a number alone: for tests, which have no fuzzer at hand.
pub fn simple_mutation(number: u32) -> impl FnMut(&mut [u8], usize, usize) -> usize {
    let mut state = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = move |below: usize| {
        // Xorshift: any spread will do.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below.max(1)
    };
    move |data, mut size, max| {
        for _ in 0..=next(4) {
            let at = next(size);
            match next(7) {
                0 if size > 0 => data[at] ^= 1 << next(8),
                1 if size > 0 => data[at] = [0, 1, 0x7F, 0x80, 0xFF][next(5)],
                2 if size > 0 => data[at] = next(256) as u8,
                3 if size < max => {
                    data.copy_within(at..size, at + 1);
                    data[at] = next(256) as u8;
                    size += 1;
                }
                4 if size > 1 => {
                    let end = (at + 1 + next(8)).min(size);
                    data.copy_within(end..size, at);
                    size -= end - at;
                }
                5 if size > 0 => {
                    let (from, len) = (next(size), 1 + next(12));
                    let len = len.min(size - from).min(size - at);
                    data.copy_within(from..from + len, at);
                }
                6 if size > 4 && next(8) == 0 => size = at,
                _ => {}
            }
        }
        size
    }
}
