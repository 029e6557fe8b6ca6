use super::param::NAME_TAG;
use super::parts::Place;
use super::{Document, Param, ParamType, Value};
use bpx_schema::codec::ViewIter;

/// A block of a document.
#[derive(Debug, Clone, Copy)]
pub struct BlockRef<'a> {
    document: &'a Document,
    place: &'a Place,
}

/// A parameter of a block.
#[derive(Debug, Clone, Copy)]
pub struct ParamRef<'a> {
    document: &'a Document,
    param: Param,
}

impl<'a> BlockRef<'a> {
    pub(super) fn new(document: &'a Document, place: &'a Place) -> Self {
        Self { document, place }
    }

    /// Returns the name of the block, if it has one. Most roots have no name.
    #[must_use]
    pub fn name(self) -> Option<&'a [u8]> {
        self.document.name(self.name_index()?)
    }

    /// Returns the number of the block's name, if the block has a name.
    pub(super) fn name_index(self) -> Option<usize> {
        self.place.name_number().map(|name| name as usize)
    }

    /// Returns the parameters of the block, in order.
    #[must_use]
    pub fn params(self) -> Params<'a> {
        Params { document: self.document, params: self.document.params_of(self.place).iter() }
    }

    /// Returns the child blocks, in order.
    #[must_use]
    pub fn children(self) -> Blocks<'a> {
        Blocks { document: self.document, places: self.document.children_of(self.place).iter() }
    }

    /// Returns the value of the first parameter with this name.
    #[must_use]
    pub fn get(self, name: &[u8]) -> Option<Value<'a>> {
        self.params().find(|param| param.name() == name).map(ParamRef::value)
    }

    /// Returns the first child block with this name.
    #[must_use]
    pub fn child(self, name: &[u8]) -> Option<BlockRef<'a>> {
        self.children().find(|block| block.name() == Some(name))
    }

    /// Returns the events of the block and of all blocks below it, in order, without recursion.
    #[must_use]
    pub fn events(self) -> Events<'a> {
        let only = std::slice::from_ref(self.place).iter();
        Events { open: Vec::new(), next: Blocks { document: self.document, places: only } }
    }
}

impl<'a> ParamRef<'a> {
    /// Returns the name of the parameter.
    #[inline]
    #[must_use]
    pub fn name(self) -> &'a [u8] {
        self.document.name(self.name_index()).unwrap_or(&[])
    }

    #[inline]
    pub(super) fn name_index(self) -> usize {
        self.param.key.name() as usize
    }

    /// Returns the number of the name that a string value refers to.
    #[inline]
    pub(super) fn string_name(self) -> Option<usize> {
        let is_name = self.param.key.kind() == ParamType::String as u8 && self.param.value & NAME_TAG != 0;
        is_name.then_some((self.param.value & !NAME_TAG) as usize)
    }

    /// Returns the value of the parameter.
    #[inline]
    #[must_use]
    pub fn value(self) -> Value<'a> {
        self.document.value_of(self.param)
    }
}

/// Parameters of a block.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    document: &'a Document,
    params: ViewIter<'a, Param>,
}

impl<'a> Iterator for Params<'a> {
    type Item = ParamRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<ParamRef<'a>> {
        let param = self.params.next()?;
        Some(ParamRef { document: self.document, param })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.params.size_hint()
    }
}

impl ExactSizeIterator for Params<'_> {}

/// The child blocks of a block.
#[derive(Debug, Clone)]
pub struct Blocks<'a> {
    document: &'a Document,
    places: std::slice::Iter<'a, Place>,
}

impl<'a> Iterator for Blocks<'a> {
    type Item = BlockRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<BlockRef<'a>> {
        let place = self.places.next()?;
        Some(BlockRef { document: self.document, place })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for Blocks<'_> {}

/// A step of a walk over blocks.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// A block begins.
    Open(BlockRef<'a>),
    /// The block that was opened last ends.
    Close(BlockRef<'a>),
}

/// A walk over a block and all blocks below it.
#[derive(Debug, Clone)]
pub struct Events<'a> {
    open: Vec<(BlockRef<'a>, Blocks<'a>)>,
    next: Blocks<'a>,
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(block) = self.next.next() {
            let siblings = std::mem::replace(&mut self.next, block.children());
            self.open.push((block, siblings));
            return Some(Event::Open(block));
        }
        let (block, siblings) = self.open.pop()?;
        self.next = siblings;
        Some(Event::Close(block))
    }
}
