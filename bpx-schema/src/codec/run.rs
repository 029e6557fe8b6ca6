//! Reads and writes adjacent fields of fixed size with one bounds check.

use super::{Codec, Decode, Decoder, Encoder};
use crate::report::Result;
use crate::schema::{Endian, Field, Offset};

impl<'a> Decoder<'a, '_> {
    /// Takes the next `N` bytes, which contain adjacent fields of fixed size. If a listener gets each field, reports each
    /// field; `alone` states that a listener gets each field even if the listener wants no leaves. `order` is the byte
    /// order of fields whose byte order a value decides.
    ///
    /// # Errors
    /// `Truncated` when the bytes end before the last field; the fields before the end are reported.
    #[inline]
    pub fn take_run<const N: usize>(
        &mut self,
        fields: &'static [Field],
        order: Option<Endian>,
        alone: bool,
    ) -> Result<&'a [u8; N]> {
        match self.rest().split_first_chunk() {
            Some((run, rest)) if !self.hears_fields(alone) => {
                self.set_rest(rest);
                Ok(run)
            }
            _ => {
                let run = self.take_each(fields, order)?;
                // The fields have as many bytes.
                run.first_chunk().ok_or_else(|| self.truncated_fault(N as u64))
            }
        }
    }

    /// Reports the fields of a [run](Self::take_run) that was taken, if they are not reported yet.
    #[cold]
    pub fn report_run(&mut self, fields: &'static [Field], order: Option<Endian>, alone: bool, run: &'a [u8]) {
        if self.hears_fields(alone) {
            return;
        }
        let (mut rest, mut at) = (run, self.position().saturating_sub(run.len() as u64));
        for field in fields {
            let Some((bytes, after)) = rest.split_at_checked(size_in_run(field)) else { return };
            self.report_numbers(field, order_in_run(field, order), bytes, self.location_of(at));
            (rest, at) = (after, at.saturating_add(bytes.len() as u64));
        }
    }

    /// Takes and reports fields one by one, and returns the bytes of all.
    #[cold]
    fn take_each(&mut self, fields: &'static [Field], order: Option<Endian>) -> Result<&'a [u8]> {
        let whole = self.rest();
        let mut size = 0;
        for field in fields {
            let at = self.location();
            let bytes = self.take(size_in_run(field) as u64).map_err(|error| error.in_field(&field.name))?;
            self.report_numbers(field, order_in_run(field, order), bytes, at);
            size += bytes.len();
        }
        Ok(whole.get(..size).unwrap_or(whole))
    }

    /// Reads several structures at once, as [`take_run`](Self::take_run) does for adjacent fields. All fields of the structures
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

/// Returns the size in bytes of a field in a run, which is a number or a fixed number of numbers.
fn size_in_run(field: &Field) -> usize {
    let size = (Offset::from(field.ty.fixed_size()) * field.fixed_len()).get();
    size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0)
}

/// Returns the byte order of a field in a run; `order` is the order that a value decides.
fn order_in_run(field: &Field, order: Option<Endian>) -> Endian {
    order.filter(|_| field.is_big.is_some()).unwrap_or(field.ty.endian())
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
