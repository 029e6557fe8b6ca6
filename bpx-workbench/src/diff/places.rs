//! Caches the indexes of names in lists that are searched often.

use bpx_schema::schema::Text;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Number of elements below which lists are searched without a cache.
const FEW: usize = 16;

/// The indexes of names in each long list, by the address of the list.
#[derive(Default)]
pub(super) struct Places<'m> {
    known: RefCell<HashMap<*const (), Rc<HashMap<&'m str, usize>>>>,
}

impl<'m> Places<'m> {
    /// Returns the index of the first element with a name.
    pub(super) fn place_of<T>(&self, list: &'m [T], name: &str, name_of: impl Fn(&'m T) -> &'m Text) -> Option<usize> {
        if list.len() < FEW {
            return list.iter().position(|one| name_of(one) == name);
        }
        let mut known = self.known.borrow_mut();
        let places = known.entry(list.as_ptr().cast()).or_insert_with(|| {
            let mut places = HashMap::with_capacity(list.len());
            for (place, one) in list.iter().enumerate() {
                places.entry(&**name_of(one)).or_insert(place);
            }
            Rc::new(places)
        });
        places.get(name).copied()
    }
}
