//! Provides stack space for recursion of bounded depth.

/// Returns the message for a value that is nested too deeply for this build, even if the limits allow it.
#[cfg(all(feature = "deep-recursion", not(target_family = "wasm")))]
pub(crate) fn refuse_level(_: u32) -> Option<String> {
    None
}

/// Returns the message for a value that is nested too deeply for this build, even if the limits allow it.
#[cfg(not(all(feature = "deep-recursion", not(target_family = "wasm"))))]
pub(crate) fn refuse_level(depth: u32) -> Option<String> {
    /// The maximum depth. In a debug build, a stack of 1 MiB has space for four times as many levels of a large
    /// declaration.
    const MAX: u32 = 32;
    let remedy = if cfg!(target_family = "wasm") {
        "the stack of WebAssembly cannot grow"
    } else {
        "with the feature `deep-recursion`, bpx-schema reads values that nest deeper"
    };
    (depth >= MAX).then(|| format!("values nest deeper than {MAX} levels; {remedy}"))
}

/// The number of bytes of stack that one level may take.
#[cfg(all(feature = "deep-recursion", not(target_family = "wasm")))]
const LEVEL: usize = 128 << 10;

/// Returns whether one level of a recursion fits on the current stack, so that the level does not need [`with_room`].
#[cfg(all(feature = "deep-recursion", not(target_family = "wasm")))]
#[inline]
pub(crate) fn has_room() -> bool {
    stacker::remaining_stack().is_some_and(|left| left >= LEVEL)
}

/// Returns true, because every level of a recursion runs on the current stack.
#[cfg(not(all(feature = "deep-recursion", not(target_family = "wasm"))))]
pub(crate) fn has_room() -> bool {
    true
}

/// Runs one level of a recursion. If the current stack is nearly full, the level runs on a new piece of stack.
///
/// The limit on depth alone does not protect a thread with a small stack, because a level of a large declaration takes
/// many kilobytes in a build without optimisation.
#[cfg(all(feature = "deep-recursion", not(target_family = "wasm")))]
pub(crate) fn with_room<T>(step: impl FnOnce() -> T) -> T {
    /// Size of a new piece of stack in bytes.
    const PIECE: usize = 2 << 20;
    stacker::maybe_grow(LEVEL, PIECE, step)
}

/// Runs one level of a recursion on the current stack.
#[cfg(not(all(feature = "deep-recursion", not(target_family = "wasm"))))]
pub(crate) fn with_room<T>(step: impl FnOnce() -> T) -> T {
    step()
}

#[cfg(all(test, not(feature = "deep-recursion")))]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::codec::{Decoder, Encoder};
    use crate::report::{Class, Error, Result, Segment};
    use crate::watch::NodeKind;
    use crate::{Budget, Limits};

    fn read(d: &mut Decoder<'_, '_>, levels: u32) -> Result<()> {
        match levels {
            0 => Ok(()),
            _ => d.read_node(Segment::Index(0), NodeKind::Structure, None, None, |d| read(d, levels - 1)),
        }
    }

    fn write(e: &mut Encoder<'_>, levels: u32) -> Result<()> {
        match levels {
            0 => Ok(()),
            _ => e.write_level(|e| write(e, levels - 1)),
        }
    }

    fn class(error: Error) -> (Class, String) {
        let finding = error.into_finding().unwrap();
        (finding.class, finding.message)
    }

    #[test]
    fn deeper_values_are_refused_with_the_name_of_the_feature() {
        let message =
            "values nest deeper than 32 levels; with the feature `deep-recursion`, bpx-schema reads values that nest deeper".to_owned();
        let budget = Budget::for_bytes(Limits::default(), &[]);
        read(&mut Decoder::new(&[], &budget), 31).unwrap();
        let error = read(&mut Decoder::new(&[], &budget), 32).unwrap_err();
        assert_eq!(class(error), (Class::TooDeep, message.clone()));
        write(&mut Encoder::counting(), 31).unwrap();
        assert_eq!(class(write(&mut Encoder::counting(), 32).unwrap_err()), (Class::TooDeep, message));
    }
}
