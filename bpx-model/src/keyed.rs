use super::{Code, List};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// An element of a [`KeyedList`] list, which a search finds by its number or name.
pub trait KeyedElement: Clone + 'static {
    /// The type of the element's number.
    type Number: Ord + Copy;
    /// Returns the number of the element.
    fn number(&self) -> Self::Number;
    /// Returns the bits of the element's number.
    fn bits(&self) -> u64;
    /// Returns the name of the element, if the element has a name.
    fn name(&self) -> Option<&str>;
}

impl KeyedElement for i64 {
    type Number = Self;

    fn number(&self) -> Self {
        *self
    }

    fn bits(&self) -> u64 {
        self.cast_unsigned()
    }

    fn name(&self) -> Option<&str> {
        None
    }
}

impl KeyedElement for Code {
    type Number = u64;

    fn number(&self) -> u64 {
        self.value
    }

    fn bits(&self) -> u64 {
        self.value
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
}

/// A list with an index for searches. The list is constant in compiled code, and owned in a schema from a file.
#[derive(Clone)]
pub struct KeyedList<T: KeyedElement> {
    list: List<T>,
    index: KeyedIndex,
}

/// The index of a list.
#[derive(Clone)]
enum KeyedIndex {
    /// No index. A search compares one element after the other.
    None,
    /// An index of a list with ascending numbers, for binary search, with the union of the numbers' bits.
    Rising(u64),
    /// Two lists of indexes of elements, one in the order of numbers and one in the order of names, with the union of
    /// the numbers' bits.
    Places { numbers: Vec<u32>, names: Vec<u32>, bits: u64 },
}

impl KeyedList<i64> {
    /// Creates a list of declared numbers.
    #[must_use]
    pub const fn from_numbers(list: &'static [i64]) -> Self {
        let (mut rising, mut bits, mut rest, mut last) = (true, 0, list, i64::MIN);
        while let [first, after @ ..] = rest {
            rising &= last <= *first;
            bits |= first.cast_unsigned();
            (last, rest) = (*first, after);
        }
        Self { list: List::Borrowed(list), index: if rising { KeyedIndex::Rising(bits) } else { KeyedIndex::None } }
    }
}

impl KeyedList<Code> {
    /// Creates a list of declared codes.
    #[must_use]
    pub const fn from_codes(list: &'static [Code]) -> Self {
        let (mut rising, mut bits, mut rest, mut last) = (true, 0, list, 0);
        while let [first, after @ ..] = rest {
            rising &= last <= first.value;
            bits |= first.value;
            (last, rest) = (first.value, after);
        }
        Self { list: List::Borrowed(list), index: if rising { KeyedIndex::Rising(bits) } else { KeyedIndex::None } }
    }
}

impl<T: KeyedElement> KeyedList<T> {
    /// Returns the first element with the number `number`.
    #[must_use]
    pub fn find(&self, number: T::Number) -> Option<&T> {
        match &self.index {
            KeyedIndex::None => self.list.iter().find(|one| one.number() == number),
            KeyedIndex::Rising(_) => {
                let first = self.list.partition_point(|one| one.number() < number);
                self.list.get(first).filter(|one| one.number() == number)
            }
            KeyedIndex::Places { numbers, .. } => self.find_first(numbers, |one| one.number().cmp(&number)),
        }
    }

    /// Returns all elements with the number `number`, in the order of the list.
    pub fn find_all(&self, number: T::Number) -> impl Iterator<Item = &T> {
        let at = |place: &u32| self.list.get(usize::try_from(*place).ok()?);
        let (one_by_one, places): (&[T], &[u32]) = match &self.index {
            KeyedIndex::None => (&self.list, &[]),
            KeyedIndex::Rising(_) => {
                let (_, rest) = self.list.split_at(self.list.partition_point(|one| one.number() < number));
                (rest.split_at(rest.partition_point(|one| one.number() == number)).0, &[])
            }
            KeyedIndex::Places { numbers, .. } => {
                let is = |place: &u32, wanted: fn(Ordering) -> bool| {
                    at(place).is_some_and(|one| wanted(one.number().cmp(&number)))
                };
                let (_, rest) = numbers.split_at(numbers.partition_point(|place| is(place, Ordering::is_lt)));
                (&[], rest.split_at(rest.partition_point(|place| is(place, Ordering::is_eq))).0)
            }
        };
        one_by_one.iter().filter(move |one| one.number() == number).chain(places.iter().filter_map(at))
    }

    /// Returns the first element with the name `name`.
    #[must_use]
    pub fn find_by_name(&self, name: &str) -> Option<&T> {
        match &self.index {
            KeyedIndex::None | KeyedIndex::Rising(_) => self.list.iter().find(|one| one.name() == Some(name)),
            KeyedIndex::Places { names, .. } => self.find_first(names, |one| one.name().cmp(&Some(name))),
        }
    }

    /// Returns the union of the bits of all numbers.
    #[must_use]
    pub fn union_of_bits(&self) -> u64 {
        match &self.index {
            KeyedIndex::None => self.list.iter().fold(0, |bits, one| bits | one.bits()),
            KeyedIndex::Rising(bits) | KeyedIndex::Places { bits, .. } => *bits,
        }
    }

    /// Returns the elements for changes, and drops the index. Later searches compare one element after the other.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        self.index = KeyedIndex::None;
        self.list.to_mut()
    }

    fn find_first(&self, places: &[u32], compare: impl Fn(&T) -> Ordering) -> Option<&T> {
        let at = |place: &u32| self.list.get(usize::try_from(*place).ok()?);
        let first = places.partition_point(|place| at(place).is_some_and(|one| compare(one).is_lt()));
        at(places.get(first)?).filter(|one| compare(one).is_eq())
    }
}

/// Sorts indexes of elements; indexes with equal keys keep their order. The compiler compiles this function once for
/// all types of keys.
fn sort_places(mut places: Vec<u32>, compare: &dyn Fn(&u32, &u32) -> Ordering) -> Vec<u32> {
    places.sort_by(compare);
    places
}

impl<T: KeyedElement> From<Vec<T>> for KeyedList<T> {
    fn from(list: Vec<T>) -> Self {
        let Ok(count) = u32::try_from(list.len()) else { return Self { list: list.into(), index: KeyedIndex::None } };
        let at = |place: &u32| usize::try_from(*place).ok().and_then(|place| list.get(place));
        let number = |place: &u32| at(place).map(KeyedElement::number);
        let name = |place: &u32| at(place).and_then(KeyedElement::name);
        let numbers = sort_places((0..count).collect(), &|one, other| number(one).cmp(&number(other)));
        let named = (0..count).filter(|place| name(place).is_some());
        let names = sort_places(named.collect(), &|one, other| name(one).cmp(&name(other)));
        let bits = list.iter().fold(0, |bits, one| bits | one.bits());
        Self { list: list.into(), index: KeyedIndex::Places { numbers, names, bits } }
    }
}

impl<T: KeyedElement> FromIterator<T> for KeyedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        iter.into_iter().collect::<Vec<_>>().into()
    }
}

impl<T: KeyedElement> std::ops::Deref for KeyedList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<T: KeyedElement + PartialEq> PartialEq for KeyedList<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<T: KeyedElement + Eq> Eq for KeyedList<T> {}

impl<T: KeyedElement + Hash> Hash for KeyedList<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

impl<T: KeyedElement + std::fmt::Debug> std::fmt::Debug for KeyedList<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.list.fmt(f)
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{KeyedElement, KeyedList};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl<T: KeyedElement + Serialize> Serialize for KeyedList<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.list.serialize(serializer)
        }
    }

    impl<'de, T: KeyedElement + Deserialize<'de>> Deserialize<'de> for KeyedList<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Vec::deserialize(deserializer).map(Self::from)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    const fn code(name: &'static str, value: u64) -> Code {
        Code { name: Text::Borrowed(name), value, doc: Text::Borrowed("") }
    }

    /// Checks searches in lists of these elements, with every kind of index.
    fn assert_finds(list: &'static [Code], keyed: &KeyedList<Code>) {
        for number in 0..12 {
            assert!(keyed.find_all(number).eq(list.iter().filter(|code| code.value == number)), "{number} in {list:?}");
            assert_eq!(keyed.find(number), list.iter().find(|code| code.value == number), "{number} in {list:?}");
        }
        for name in ["a", "b", "c", "d", "", "z"] {
            assert_eq!(keyed.find_by_name(name), list.iter().find(|code| code.name == name), "`{name}` in {list:?}");
        }
        assert_eq!(keyed.union_of_bits(), list.iter().fold(0, |bits, code| bits | code.value));
        assert_eq!(&**keyed, list);
    }

    #[test]
    fn elements_are_found_as_one_by_one() {
        const RISING: &[Code] = &[code("b", 1), code("a", 1), code("a", 4), code("c", 9)];
        const MIXED: &[Code] = &[code("d", 9), code("a", 1), code("b", 9), code("a", 4), code("c", 0), code("c", 4)];
        for list in [&[], RISING, MIXED] {
            assert_finds(list, &KeyedList::from_codes(list));
            assert_finds(list, &KeyedList::from(list.to_vec()));
        }
        assert!(
            matches!(KeyedList::from_codes(RISING).index, KeyedIndex::Rising(13)),
            "{:b}",
            KeyedList::from_codes(RISING).union_of_bits()
        );
        assert!(matches!(KeyedList::from_codes(MIXED).index, KeyedIndex::None));
    }

    #[test]
    fn numbers_have_no_names_and_may_be_negative() {
        const LIST: &[i64] = &[-5, -5, 0, 7];
        for list in
            [KeyedList::from_numbers(LIST), KeyedList::from(LIST.to_vec()), KeyedList::from_numbers(&[7, -5, 0])]
        {
            assert_eq!(
                [-6, -5, 0, 1, 7, 8].map(|number| list.find(number).is_some()),
                [false, true, true, false, true, false]
            );
            assert_eq!((list.find_by_name(""), list.union_of_bits()), (None, (-5_i64).cast_unsigned() | 7));
        }
    }

    #[test]
    fn what_was_changed_is_found() {
        let mut list = KeyedList::from(vec![code("a", 3), code("b", 1)]);
        list.to_mut().push(code("c", 2));
        list.to_mut()[0].value = 8;
        assert_eq!(list.find(2), Some(&code("c", 2)));
        assert_eq!((list.find(3), list.find(8), list.union_of_bits()), (None, Some(&code("a", 8)), 11));
    }

    /// A linear search through this many elements would take minutes.
    #[test]
    fn long_lists_are_searched_by_halves() {
        let count = 100_000_u64;
        let list: KeyedList<Code> =
            (0..count).rev().map(|n| Code { name: format!("n{n}").into(), ..code("", n) }).collect();
        for number in 0..count {
            assert_eq!(list.find(number).map(|code| code.value), Some(number));
            assert_eq!(list.find_by_name(&format!("n{number}")).map(|code| code.value), Some(number));
        }
        assert_eq!(list.find(count), None);
    }
}
