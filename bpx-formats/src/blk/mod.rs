//! The BLK format (DataBlock) of the Dagor engine, with typed parameters in nested blocks.
//!
//! * [`File`], [`Body`] and [`NameMapFile`] declare the stored bytes.
//! * [`Document`] is a checked body, read through [`BlockRef`], [`ParamRef`] and [`Value`].
//! * [`Builder`] makes a document from parts; [`encode`] writes a file of any kind.
//! * [`NameMap`] and [`Dictionary`] are data that several files share; [`Companions`] holds both for a file that needs
//!   them.
//! * [`Form`] is the form of a file: text, binary, or a name map.
//! * [`text`] is the text form, [`json`] is JSON without loss, and [`friendly`] is JSON in the form of the program
//!   wt_blk.
//! * [`verify`], [`watch`], [`rewrite`], [`write_json`] and [`from_json`] are the functions that every format of this
//!   library has.
//!
//! The legacy forms BBF and BBz are recognized and rejected.

mod access;
mod body;
mod build;
mod check;
mod companions;
mod describe;
mod document;
mod encode;
mod file;
mod form;
mod format;
pub mod friendly;
mod hint;
pub mod json;
mod kind;
mod listen;
mod mum;
mod names;
mod numbered;
mod open;
mod param;
mod parts;
pub(crate) mod registry;
mod shared_frame;
mod sharing;
pub mod text;
mod unpack;
mod value;

pub use self::access::{BlockRef, Blocks, Event, Events, ParamRef, Params};
pub use self::body::{Block, BlockArgs, Body, BodyArgs, Head, Names, NamesArgs, Param, ParamKey};
pub use self::build::Builder;
pub(crate) use self::companions::KnownCompanions;
pub use self::companions::{Companions, Dictionary};
pub use self::document::Document;
pub use self::encode::{EncodeOptions, encode, rewrite};
pub use self::file::{File, Frame, FrameArgs, Inner, InnerArgs, NameList, NameMapFile, SizedFrame};
pub use self::form::{Form, recognize};
pub use self::format::BlkFormat;
pub use self::json::{from_json, write_json};
pub use self::kind::Kind;
pub use self::listen::{verify, watch};
pub use self::names::NameMap;
pub use self::param::ParamType;
pub use self::shared_frame::SharedZstd;
pub use self::value::Value;

#[cfg(test)]
mod tests;
