use crate::budget::MemoryAccount;

/// A JSON value without parts.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum JsonLeaf<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number that fits into 64 bits with a sign.
    Int(i64),
    /// A whole number that is too large for [`Int`](Self::Int).
    UInt(u64),
    /// A finite number that is not stored as a whole number, such as one with a fraction.
    Float(f64),
    /// A text.
    Text(&'a str),
    /// Bytes, which become a text of hexadecimal digits.
    Hex(&'a [u8]),
}

/// Takes JSON in the order of its text.
///
/// The calls must form one value: every member of an object begins with its [`key`](Self::key), and each array or
/// object must be closed. The sink keeps its errors, and the owner of the sink reports them at the end.
pub trait JsonSink {
    /// Begins an object.
    fn open_object(&mut self);
    /// Begins an array.
    fn open_array(&mut self);
    /// Ends the object or array that was opened last.
    fn close(&mut self);
    /// Begins a member of the innermost open object; the value of the member follows.
    fn key(&mut self, key: &str);
    /// Writes a value without parts.
    fn leaf(&mut self, leaf: JsonLeaf<'_>);

    /// Returns the account for the memory of the written values, if the sink has an account. Values that are read for
    /// the sink share the account.
    fn memory(&self) -> Option<MemoryAccount> {
        None
    }

    /// Writes a text.
    fn text(&mut self, text: &str) {
        self.leaf(JsonLeaf::Text(text));
    }

    /// Writes a member whose value has no parts.
    fn member(&mut self, key: &str, leaf: JsonLeaf<'_>) {
        self.key(key);
        self.leaf(leaf);
    }

    /// Writes a whole number as a text of digits, because other readers of JSON would round a large number.
    fn write_int_text(&mut self, number: i128) {
        self.text(&number.to_string());
    }

    /// Writes an object with one member, whose value has no parts.
    fn write_wrapped(&mut self, key: &str, leaf: JsonLeaf<'_>) {
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
