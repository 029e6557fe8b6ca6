//! Reads the columns of a picture of boxes from its border and the ruler above the border.

use crate::forms::border;

/// The columns of a picture: the column of text where the picture begins, the number of letters in each column, and the
/// number of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) start: usize,
    pub(super) pitch: usize,
    pub(super) count: usize,
}

/// Returns the unit of sizes in a picture. Without a ruler, a column of two letters is a bit and a column of four
/// letters is a byte, as in RFCs. Below a ruler, wide columns are bytes, or bits if the row has whole bytes.
pub(super) fn size_unit(scale: Scale, has_ruler: bool) -> Option<&'static str> {
    Some(match (has_ruler, scale.pitch) {
        (true, 2 | 3) | (false, 2) => "Bits",
        (true, _) if scale.count.is_multiple_of(8) => "Bits",
        (true, _) | (false, 4) => "Bytes",
        _ => return None,
    })
}

/// Returns whether a line has nothing but consecutive numbers.
pub(super) fn is_ruler(text: &str) -> bool {
    let mut last: Option<u32> = None;
    let mut count = 0;
    for word in text.split_whitespace() {
        let Ok(number) = word.parse::<u32>() else { return false };
        let follows = match last {
            None => true,
            Some(last) => number == last + 1 || number == (last + 1) % 10 || last > number && number == 0,
        };
        if !follows || number > 255 {
            return false;
        }
        (last, count) = (Some(number), count + 1);
    }
    count > 1 || count == 1 && text.starts_with("     ")
}

/// Returns the number of bits in a line that numbers bits from the highest one down to 0.
pub(super) fn counts_down(text: &str) -> Option<usize> {
    let numbers: Option<Vec<usize>> = text.split_whitespace().take(256).map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() > 3)?;
    numbers.iter().rev().enumerate().all(|(at, number)| *number == at).then_some(numbers.len())
}

/// Returns the columns of a border, `+-+-+-+-+`, if all columns have the same width and there are at least four
/// columns, or two below a ruler.
pub(super) fn read_scale(text: &str, has_ruler: bool) -> Option<Scale> {
    let body = border::of(text)?;
    let start = text.find('+')?;
    let mut places = body.match_indices('+').map(|(at, _)| at);
    let pitch = places.nth(1)?;
    let fits = body.match_indices('+').enumerate().all(|(nth, (at, _))| at == nth * pitch);
    // A border may lack its last sign.
    let count = (body.len() - 1).div_ceil(pitch);
    let (least, widest) = if has_ruler { (2, 16) } else { (4, 8) };
    (fits && (2..=widest).contains(&pitch) && count >= least).then_some(Scale { start, pitch, count })
}
