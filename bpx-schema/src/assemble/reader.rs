use super::assemble_checked;
use crate::Algorithms;
use crate::budget::Budget;
use crate::codec::{Codec, DecodeOwned, Decoder};
use crate::interpret::check_schema;
use crate::json::JsonRef;
use crate::limits::Limits;
use crate::report::Result;
use crate::schema::{Model, Structure};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

/// Reads values of one type from JSON. The schema of the type is checked once in each process.
#[derive(Debug)]
pub struct JsonReader<T> {
    model: Arc<Model>,
    ignored: &'static [&'static str],
    value: PhantomData<fn() -> T>,
}

impl<T: Codec> JsonReader<T> {
    /// Creates a reader for the schema of the type.
    ///
    /// # Errors
    /// Returns an error when the schema is invalid, because two structures have the same name.
    pub fn new() -> Result<Self> {
        Ok(Self { model: checked_model(T::schema())?, ignored: &[], value: PhantomData })
    }

    /// Ignores members with these names where a structure does not have them, such as comments for readers.
    #[must_use]
    pub fn with_ignored_members(mut self, names: &'static [&'static str]) -> Self {
        self.ignored = names;
        self
    }

    /// Returns the value that [`ToJson::write_json`](crate::json::ToJson::write_json) describes.
    ///
    /// # Errors
    /// Returns an error when a part is missing, unknown or of the wrong kind. The error has the path in the JSON, and
    /// states what was expected there.
    pub fn read(&self, json: JsonRef<'_>, args: T::Args) -> Result<T>
    where
        T: DecodeOwned,
    {
        let bytes = self.assemble_bytes(json, args)?;
        T::decode(&mut Decoder::new(&bytes, &Budget::new(Limits::default(), bytes.len() as u64)), args)
    }

    /// Returns the bytes of the value that [`ToJson::write_json`](crate::json::ToJson::write_json) describes.
    ///
    /// # Errors
    /// Returns the errors of [`Self::read`].
    pub fn assemble_bytes(&self, json: JsonRef<'_>, args: T::Args) -> Result<Vec<u8>> {
        assemble_checked(
            &self.model,
            &Algorithms::only_declared(),
            self.ignored,
            &T::schema().name,
            json,
            args.as_ref(),
        )
    }
}

/// Returns the checked model of a declaration. The check runs once for each declaration, because checking takes longer
/// than reading a small value, and a program has few declarations.
fn checked_model(schema: &'static Structure) -> Result<Arc<Model>> {
    /// The checked models, by the addresses of the declarations.
    static KNOWN: Mutex<BTreeMap<usize, Arc<Model>>> = Mutex::new(BTreeMap::new());
    // A model is added as a whole.
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let address = std::ptr::from_ref(schema).addr();
    if let Some(model) = known().get(&address) {
        return Ok(Arc::clone(model));
    }
    let model = Arc::new(Model::from_root(schema));
    check_schema(&model)?;
    known().insert(address, Arc::clone(&model));
    Ok(model)
}

/// Reads values from JSON. Every structure whose values do not borrow bytes implements the trait.
pub trait FromJson: DecodeOwned {
    /// Returns the value that [`ToJson::to_json`](crate::json::ToJson::to_json) describes.
    ///
    /// # Errors
    /// Returns an error when a part is missing, unknown or of the wrong kind. The error has the path in the JSON, and
    /// states what was expected there.
    fn from_json(json: JsonRef<'_>, args: Self::Args) -> Result<Self> {
        JsonReader::new()?.read(json, args)
    }
}

impl<T: DecodeOwned> FromJson for T {}
