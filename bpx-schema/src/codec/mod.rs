//! The runtime of generated code: decoders, encoders, records, views.

mod apart;
mod arguments;
mod aside;
mod assertion;
mod bits;
#[cfg(feature = "binrw")]
mod bridge;
mod columns;
mod computed;
mod decoder;
mod digits;
mod encoder;
mod fetch;
mod field_ref;
mod fixed;
mod fixed_point;
mod held;
mod in_place;
mod lists;
mod located;
mod narrow;
mod omitted;
mod overlaps;
mod prepaid;
mod reach;
mod record;
mod region;
mod region_read;
mod relate;
pub mod rt;
mod run;
mod search;
#[cfg(feature = "bits")]
mod set_bits;
mod span;
pub(crate) mod stack;
mod storing;
mod stream;
mod sum;
mod tag;
mod tags;
mod text;
mod totals;
mod tree;
mod tree_rule;
mod unread;
mod until;
mod varint;
mod view;

pub(crate) use self::apart::{Apart, Holder, Nested, Sealed};
pub use self::arguments::Arguments;
pub use self::assertion::{Relations, Seen};
#[cfg(feature = "binrw")]
pub use self::bridge::{bin_read, bin_read_record, bin_write, bin_write_record, order};
pub use self::decoder::{Decoder, Space};
pub use self::digits::{
    Base8, Base10, Base16, Bcd, Decimal, DigitCoding, Digits, Filling, Hex, Nul, NulSpace, Octal, Packed, SpacesBefore,
    SpacesBehind, Zeros,
};
pub use self::encoder::Encoder;
pub(crate) use self::encoder::Laid;
#[cfg(feature = "interpret")]
pub(crate) use self::encoder::padding_filled;
pub use self::fetch::{Fetch, HeldBytes, Tally};
pub use self::field_ref::FieldRef;
pub use self::fixed::{Fixed, to_bytes};
pub use self::fixed_point::FixedPoint;
#[cfg(feature = "interpret")]
pub(crate) use self::fixed_point::parts_of;
pub(crate) use self::fixed_point::value_of as fixed_point_value;
pub use self::held::Held;
pub use self::located::Starts;
pub use self::narrow::{F16, I24, I40, I48, I56, Narrow, TooLarge, U24, U40, U48, U56};
#[cfg(feature = "interpret")]
pub(crate) use self::narrow::{no_width, number_bytes};
pub use self::overlaps::Overlaps;
#[cfg(feature = "interpret")]
pub(crate) use self::reach::{Records, chosen_fields};
pub use self::record::{Codec, Decode, DecodeOwned, Members, Record, explain, validate_records};
#[cfg(feature = "interpret")]
pub(crate) use self::region::{Followed, element_location};
pub use self::region::{Origin, RegionArgs, Regions, Stored, StoredCheck, affordable};
pub(crate) use self::search::found_elsewhere;
pub use self::span::FieldSpan;
pub use self::storing::Storing;
#[cfg(feature = "interpret")]
pub(crate) use self::storing::{Made, in_content, misstated, set_fact};
pub(crate) use self::storing::{fitting, fitting_bits};
pub use self::stream::{read_records, write_records};
pub use self::sum::seal;
pub(crate) use self::sum::{Reading, seal_with, set_bit_field, set_number, stated_readings};
#[cfg(feature = "interpret")]
pub(crate) use self::sum::{Resolve, bit_member, expect_order, member_spans};
pub use self::tag::{FourCc, Tag};
#[cfg(feature = "interpret")]
pub(crate) use self::tags::other_tag;
#[cfg(feature = "interpret")]
pub(crate) use self::text::AnyText;
pub use self::text::{CText, CText16, Terminated};
pub use self::totals::Totals;
pub use self::tree::{Slot, Tree, TreeBuilder, TreeNode};
#[cfg(feature = "interpret")]
pub(crate) use self::tree_rule::tree_range;
pub use self::tree_rule::{TreeFault, tree_faults};
pub use self::until::{Counter, End};
#[cfg(feature = "interpret")]
pub(crate) use self::until::{begins_with, first_terminated, lacks_last, misplaced};
pub use self::varint::{
    Leb, LikeUtf8, MarkedVint, MostFirst, SignedLeb, SizeFirst, SizeKept, Sleb, Uleb, Utf8Number, Varint, VarintCoding,
    Vint, Vlq, Zigzag, Zigzagged, shortest as varint_size, value_of as varint_value, write as write_varint,
};
#[cfg(feature = "interpret")]
pub(crate) use self::varint::{sizes as varint_sizes, unfit as unfit_varint};
pub use self::view::{View, ViewIter};
