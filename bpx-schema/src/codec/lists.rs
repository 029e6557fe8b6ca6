//! Reads lists of structures, one after the other.

use super::reach::resolve_static;
use super::{Decode, Decoder};
use crate::report::{Class, Result, Segment};
use crate::schema::Field;
use crate::watch::NodeKind;

impl<'a> Decoder<'a, '_> {
    /// Reads several nested structures.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn list<T: Decode<'a>>(&mut self, field: &Field, count: u64, args: T::Args) -> Result<Vec<T>> {
        self.list_of(field, |d| T::decode_many_from(d, count, args))
    }

    /// Reads a counted list of nested structures whose parameters depend on where each structure begins. Without a
    /// count, reads structures up to the end of the space. `cost` is the number of elements that are searched to find
    /// the parameters of one structure.
    ///
    /// # Errors
    /// Returns the errors of the structure, and `LimitExceeded` when the search for parameters takes too many steps.
    pub fn list_each<T: Decode<'a>>(
        &mut self,
        field: &Field,
        count: Option<u64>,
        cost: u64,
        args: &dyn Fn(&Decoder<'_, '_>) -> Result<T::Args>,
    ) -> Result<Vec<T>> {
        self.list_each_from(field, count, cost, args, |_| {})
    }

    /// Reads nested structures up to the end of the space.
    ///
    /// # Errors
    /// Returns the errors of the structure, and an error when an element takes no bytes.
    pub fn list_to_end<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<Vec<T>> {
        self.list_of(field, |d| d.elements_to_end(|d| T::decode_from(d, args)))
    }

    /// Reads a list like [`list_each`](Self::list_each), and calls `begin` at the beginning of each element.
    pub(super) fn list_each_from<T: Decode<'a>>(
        &mut self,
        field: &Field,
        count: Option<u64>,
        cost: u64,
        args: &dyn Fn(&Decoder<'_, '_>) -> Result<T::Args>,
        mut begin: impl FnMut(&Self),
    ) -> Result<Vec<T>> {
        let one = |d: &mut Self| {
            begin(d);
            d.charge_search(cost)?;
            let args = args(d)?;
            T::decode_from(d, args)
        };
        self.list_of(field, |d| match count {
            Some(count) => d.read_elements(count, one),
            None => d.elements_to_end(one),
        })
    }

    /// Reads the elements of a list. If the list has relations or is a pool, passes the list to the listener.
    pub(super) fn list_of<T: Decode<'a>>(
        &mut self,
        field: &Field,
        read: impl FnOnce(&mut Self) -> Result<Vec<T>>,
    ) -> Result<Vec<T>> {
        let (name, before, at) = (Segment::Field(field.name.clone()), self.rest(), self.location());
        let list = self.read_node(name, NodeKind::Array, Some(T::schema()), Some(field), read)?;
        let bytes = self.read_since(before);
        self.relate_elements(field, (list.len() as u64, at), (T::schema(), bytes), &resolve_static);
        Ok(list)
    }

    /// Reads elements up to the end of the space, one by one.
    ///
    /// # Errors
    /// Returns the error of the first element that fails, and an error when an element takes no bytes.
    pub(crate) fn elements_to_end<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut list = Vec::new();
        if self.remaining() == 0 {
            return Ok(list);
        }
        self.charge_growth::<T>(0, self.remaining())?;
        self.read_level(|d| {
            while d.remaining() > 0 {
                let before = d.remaining();
                let index = list.len() as u64;
                if index > 0 {
                    d.charge_growth::<T>(index, d.remaining())?;
                }
                d.push_element(&mut list, &mut read)?;
                if d.remaining() == before {
                    return Err(
                        d.fault(Class::Inconsistent, "expected an element of at least one byte, found an empty one")
                    );
                }
            }
            Ok(list)
        })
    }

    /// Reads several elements, one by one. Memory is taken while the elements are read.
    ///
    /// # Errors
    /// Returns the error of the first element that fails.
    pub(crate) fn read_elements<T>(
        &mut self,
        count: u64,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (mut list, mut charged) = self.room_for(count)?;
        self.read_level(|d| {
            for index in 0..count {
                // An element has at least a byte; otherwise a large count could take forever.
                if index > d.size() {
                    let message = format!("{count} elements cannot fit into {} bytes", d.size());
                    return Err(d.fault(Class::Truncated, message).in_element(index));
                }
                if index == charged {
                    let more = (count - index).min(Self::AHEAD);
                    d.charge_elements::<T>(more)?;
                    charged += more;
                }
                d.push_element(&mut list, &mut read)?;
            }
            Ok(list)
        })
    }

    /// Number of elements for which memory is charged at once.
    const AHEAD: u64 = 64;

    /// Returns a list with room for its first elements, and the number of elements whose memory is charged. A list that
    /// grows copies its elements, so the list gets room for as many elements as the remaining bytes can hold if an
    /// element takes as many bytes there as in memory. If the limits do not allow this, the list gets room for a few
    /// elements.
    fn room_for<T>(&self, count: u64) -> Result<(Vec<T>, u64)> {
        let size = size_of::<T>().max(1) as u64;
        let (few, many) = (count.min(Self::AHEAD), count.min(self.remaining() / size));
        let mut list = Vec::new();
        if many > few
            && usize::try_from(many).is_ok_and(|many| list.try_reserve_exact(many).is_ok())
            && self.budget().try_charge_memory(many * size)
        {
            return Ok((list, many));
        }
        self.charge_elements::<T>(few)?;
        Ok((Vec::with_capacity(few as usize), few))
    }

    /// Takes memory for the next elements of a list of unknown length, as many elements as a vector adds when it grows.
    pub(crate) fn charge_growth<T>(&self, index: u64, left: u64) -> Result<()> {
        /// Number of elements of the first allocation of a vector.
        const FIRST: u64 = 4;
        let more = match index {
            0 => FIRST,
            FIRST..Self::AHEAD if index.is_power_of_two() => index,
            _ if index.is_multiple_of(Self::AHEAD) => Self::AHEAD,
            _ => return Ok(()),
        };
        self.charge_elements::<T>(left.min(more))
    }

    /// Reads the elements of a list, which are all one level deeper. Depth and stack are checked once for all elements.
    fn read_level<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.descend().map_err(|error| error.in_element(0))?;
        let list = super::stack::with_room(|| read(self));
        self.ascend();
        list
    }

    /// Reads the next element of a list whose level was entered before. The element is put into the list directly,
    /// because [`read_flat_node`](Self::read_flat_node) would copy it once more.
    #[inline]
    fn push_element<T>(&mut self, list: &mut Vec<T>, read: &mut impl FnMut(&mut Self) -> Result<T>) -> Result<()> {
        let index = list.len() as u64;
        if self.is_watched() {
            list.push(self.around_watched(Segment::Index(index), NodeKind::Structure, None, None, read)?);
            return Ok(());
        }
        match read(self) {
            Ok(element) => list.push(element),
            Err(error) => return Err(error.in_element(index)),
        }
        Ok(())
    }

    /// Reads one element of a list.
    pub(crate) fn read_element<T>(&mut self, index: u64, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.read_node(Segment::Index(index), NodeKind::Structure, None, None, read)
    }
}
