//! Gives the elements of a list to an expression.

use std::borrow::Cow;

/// A list or an array whose elements an expression sums, counts or searches. An absent list has no elements.
pub trait Elements {
    /// The type of an element.
    type Element;

    /// Returns the elements.
    fn elements(&self) -> &[Self::Element];
}

impl<T> Elements for [T] {
    type Element = T;

    #[inline]
    fn elements(&self) -> &[T] {
        self
    }
}

impl Elements for str {
    type Element = u8;

    #[inline]
    fn elements(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<T, const N: usize> Elements for [T; N] {
    type Element = T;

    #[inline]
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T> Elements for Vec<T> {
    type Element = T;

    #[inline]
    fn elements(&self) -> &[T] {
        self
    }
}

impl<E: Elements + ToOwned + ?Sized> Elements for Cow<'_, E> {
    type Element = E::Element;

    #[inline]
    fn elements(&self) -> &[E::Element] {
        (**self).elements()
    }
}

impl<E: Elements + ?Sized> Elements for &E {
    type Element = E::Element;

    #[inline]
    fn elements(&self) -> &[E::Element] {
        (**self).elements()
    }
}

impl<E: Elements> Elements for Option<E> {
    type Element = E::Element;

    #[inline]
    fn elements(&self) -> &[E::Element] {
        self.as_ref().map_or(&[], Elements::elements)
    }
}

/// Returns the elements of a list; no elements if the list is absent.
#[inline]
pub fn elements<E: Elements + ?Sized>(list: &E) -> &[E::Element] {
    list.elements()
}
