use crate::budget::MemoryAccount;

/// A value of JSON without parts.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum JsonLeaf<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number that fits into 64 bits with a sign.
    Int(i64),
    /// A whole number beyond [`Int`](Self::Int).
    UInt(u64),
    /// A finite number with a fraction or an exponent.
    Float(f64),
    /// A text.
    Text(&'a str),
    /// Bytes, as a text of hexadecimal digits.
    Hex(&'a [u8]),
}

/// Takes JSON in the order of its text.
///
/// The calls must form one value: every member of an object begins with its [`key`](Self::key), and every array and
/// object that is opened is closed. Errors are kept, and reported at the end by the owner of the sink.
pub trait JsonSink {
    /// Begins an object.
    fn open_object(&mut self);
    /// Begins an array.
    fn open_array(&mut self);
    /// Ends the object or array that was opened last.
    fn close(&mut self);
    /// Begins a member of the object that is open; its value follows.
    fn key(&mut self, key: &str);
    /// Takes a value without parts.
    fn leaf(&mut self, leaf: JsonLeaf<'_>);

    /// Returns the account for the memory of the written values, if the sink has one. Values that are read for the sink
    /// share the account.
    fn memory(&self) -> Option<MemoryAccount> {
        None
    }

    /// Takes a text.
    fn text(&mut self, text: &str) {
        self.leaf(JsonLeaf::Text(text));
    }

    /// Writes a member without parts.
    fn member(&mut self, key: &str, leaf: JsonLeaf<'_>) {
        self.key(key);
        self.leaf(leaf);
    }

    /// Writes a whole number as a text of digits, because other readers of JSON would round it.
    fn digits(&mut self, number: i128) {
        self.text(&number.to_string());
    }

    /// Writes an object with one member without parts.
    fn wrapped(&mut self, key: &str, leaf: JsonLeaf<'_>) {
        self.open_object();
        self.member(key, leaf);
        self.close();
    }
}

impl<S: JsonSink + ?Sized> JsonSink for &mut S {
    fn open_object(&mut self) {
        (**self).open_object();
    }

    fn open_array(&mut self) {
        (**self).open_array();
    }

    fn close(&mut self) {
        (**self).close();
    }

    fn key(&mut self, key: &str) {
        (**self).key(key);
    }

    fn leaf(&mut self, leaf: JsonLeaf<'_>) {
        (**self).leaf(leaf);
    }

    fn memory(&self) -> Option<MemoryAccount> {
        (**self).memory()
    }
}
