//! Reads and writes adjacent fields of fixed size with one bounds check.

use super::{Codec, Decode, Decoder, Encoder};
use crate::report::Result;

impl<'a> Decoder<'a, '_> {
    /// Returns the next `N` bytes, which contain adjacent fields of fixed size, if the bytes exist and no listener gets
    /// each field separately; `alone` states that a listener gets each field even if the listener wants no leaves.
    /// Otherwise, the caller reads the fields [one by one](Self::read_fixed), which reports each field.
    #[inline]
    #[must_use]
    pub fn peek_run<const N: usize>(&self, alone: bool) -> Option<&'a [u8; N]> {
        if self.hears_fields(alone) { None } else { self.rest().first_chunk() }
    }

    /// Skips the bytes of a [run](Self::peek_run).
    #[inline]
    pub fn skip_run<const N: usize>(&mut self) {
        if let Some((_, rest)) = self.rest().split_first_chunk::<N>() {
            self.set_rest(rest);
        }
    }

    /// Reads several structures at once, as [`peek_run`](Self::peek_run) does for adjacent fields. All fields of the structures
    /// have a fixed size. `read` returns a structure and whether its rules hold. If a rule does not hold and there is a
    /// listener, the function returns `None`, and the caller reads the structures one by one.
    #[inline]
    pub fn run_many<const N: usize, T>(
        &mut self,
        count: u64,
        alone: bool,
        read: impl Fn(&[u8; N]) -> (T, bool),
    ) -> Option<Vec<T>> {
        if self.hears_fields(alone) || self.check_level().is_err() {
            return None;
        }
        let size = usize::try_from(count).ok()?.checked_mul(N)?;
        let (bytes, rest) = self.rest().split_at_checked(size)?;
        self.charge_elements::<T>(count).ok()?;
        let elements = bytes.as_chunks::<N>().0.iter();
        let list = if self.is_watched() {
            let mut sound = true;
            let list: Vec<T> = elements
                .map(|bytes| {
                    let (value, holds) = read(bytes);
                    sound &= holds;
                    value
                })
                .collect();
            if !sound {
                self.give_back_elements::<T>(count);
                return None;
            }
            list
        } else {
            elements.map(|bytes| read(bytes).0).collect()
        };
        self.set_rest(rest);
        Some(list)
    }

    /// Reads several values, one by one.
    ///
    /// # Errors
    /// Returns the error of the first value that fails.
    pub fn read_each<T: Decode<'a>>(&mut self, count: u64, args: T::Args) -> Result<Vec<T>> {
        self.read_elements(count, |d| T::decode_from(d, args))
    }
}

impl Encoder<'_> {
    /// Writes adjacent fields of fixed size into `N` bytes, initially zero.
    #[inline]
    pub fn write_run<const N: usize>(&mut self, fill: impl FnOnce(&mut [u8; N])) {
        self.write_or_count(N, |out| {
            let mut bytes = [0; N];
            fill(&mut bytes);
            out.extend_from_slice(&bytes);
        });
    }

    /// Writes several structures at once, as [`write_run`](Self::write_run) does for adjacent fields. All fields of the structures
    /// have a fixed size. Returns false, and writes nothing, if the limits forbid the depth.
    #[inline]
    pub fn run_many<const N: usize, T>(&mut self, values: &[T], fill: impl Fn(&T, &mut [u8; N])) -> bool {
        if self.check_level().is_err() {
            return false;
        }
        // An encoder that only counts has no bytes to fill.
        let place = self.push_zeros(values.len() * N).unwrap_or_default();
        for (value, place) in values.iter().zip(place.as_chunks_mut::<N>().0) {
            let mut bytes = [0; N];
            fill(value, &mut bytes);
            *place = bytes;
        }
        true
    }

    /// Writes several values, one by one.
    ///
    /// # Errors
    /// Returns the error of the first value that fails; the path has the number of the value.
    pub fn write_each<T: Codec>(&mut self, values: &[T], args: T::Args) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        // All of them have the same depth, which is checked once.
        let mut index = 0;
        let written = self.write_level(|e| {
            for value in values {
                value.encode(e, args)?;
                index += 1;
            }
            Ok(())
        });
        written.map_err(|error| error.in_element(index))
    }
}
