//! Writes values of declared types as JSON.

use super::{DocBuilder, JsonDoc, JsonSink, JsonWatch};
use crate::budget::Budget;
use crate::codec::{Codec, Decoder, write_whole};
use crate::limits::Limits;
use crate::report::{Location, Result};

/// Writes a value as JSON, without loss. The JSON has no regions, because their bytes are not part of the value.
///
/// Every [`Codec`] implements this trait. `FromJson` (feature `interpret`) is the inverse.
pub trait ToJson: Codec {
    /// Returns the value as a JSON document.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::encode`], and `LimitExceeded` when the document takes more memory than the limits
    /// allow.
    fn to_json(&self, args: Self::Args) -> Result<JsonDoc> {
        let budget = Budget::default();
        let mut doc = DocBuilder::new(&budget);
        self.write_json(args, &mut doc)?;
        doc.finish().map_err(|exceeded| exceeded.fault_at(Location::default()))
    }

    /// Writes the value to a sink, in the form of [`Self::to_json`].
    ///
    /// # Errors
    /// Returns the errors of [`Codec::encode`].
    fn write_json(&self, args: Self::Args, sink: &mut dyn JsonSink) -> Result<()> {
        let mut bytes = Vec::new();
        #[allow(clippy::redundant_closure_for_method_calls)] // The method is for one lifetime, the closure for all.
        write_whole(&mut bytes, (self, args), |e| e.without_regions())?;
        let budget = Budget::new(Limits::default(), bytes.len() as u64);
        Self::write_json_of(Decoder::new(&bytes, &budget).without_regions(), args, sink)
    }

    /// Writes a value as JSON while the decoder reads the value.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::decode`]; the sink may have received a part of the JSON.
    fn write_json_of(decoder: Decoder<'_, '_>, args: Self::Args, sink: &mut dyn JsonSink) -> Result<()> {
        let mut json = JsonWatch::new(sink);
        Self::traverse(&mut decoder.with_watch(&mut json), args)?;
        json.finish();
        Ok(())
    }
}

impl<T: Codec> ToJson for T {}
