//! Room on the stack for recursion whose depth a limit bounds.

/// Runs a step of a recursion; when the stack of the thread is nearly used up, on a new piece of stack.
///
/// The bound on depth alone does not protect a thread with a small stack: a level of a large declaration takes many
/// kilobytes in a build without optimisation.
pub(crate) fn with_room<T>(step: impl FnOnce() -> T) -> T {
    /// Bytes that one level may take.
    const LEVEL: usize = 128 << 10;
    /// Bytes of a new piece.
    const PIECE: usize = 2 << 20;
    stacker::maybe_grow(LEVEL, PIECE, step)
}
