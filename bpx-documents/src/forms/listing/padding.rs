//! Finds padding that a compiler would insert between members.

use crate::forms::block::Row;
use crate::types::{self, Types};
use std::collections::HashMap;

/// Returns a message if natural alignment would insert padding; returns `None` if not, or if the size of a member is
/// not known.
pub(super) fn of(rows: &[Row], aliases: &HashMap<String, String>) -> Option<String> {
    let (mut at, mut most) = (0_u64, 1_u64);
    for row in rows {
        let [ty, name, ..] = row.cells.as_slice() else { return None };
        let element = ty.split('[').next().filter(|element| !element.is_empty()).unwrap_or(ty);
        let whole = match aliases.get(element) {
            Some(of) => ty.replacen(element, of, 1),
            None => ty.clone(),
        };
        let element = aliases.get(element).map_or(element, String::as_str);
        let bytes = |ty: &str| {
            let bits = types::size_of_type(ty, &Types::new())?.exact()?;
            (bits % 8 == 0).then_some(bits / 8)
        };
        let align = bytes(element).filter(|align| matches!(align, 1 | 2 | 4 | 8))?;
        let gap = bytes_to_multiple(at, align);
        if gap > 0 {
            return Some(format!(
                "a compiler inserts {gap} bytes of padding before `{name}`, but the document does not state whether \
                 the structure is packed"
            ));
        }
        most = most.max(align);
        at = at.checked_add(bytes(&whole)?)?;
    }
    let gap = bytes_to_multiple(at, most);
    (gap > 0).then(|| {
        format!(
            "a compiler inserts {gap} bytes of padding at the end, but the document does not state whether the \
             structure is packed"
        )
    })
}

/// Returns the number of bytes from `at` up to the next multiple of `align`.
fn bytes_to_multiple(at: u64, align: u64) -> u64 {
    (align - at % align) % align
}
