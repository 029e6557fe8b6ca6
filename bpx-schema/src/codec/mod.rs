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
mod early;
mod encoder;
mod fetch;
mod field_ref;
mod fixed;
mod fixed_point;
mod held;
mod held_findings;
mod in_place;
mod known_space;
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
mod shaping;
mod space_size;
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

pub(crate) use self::apart::{ApartFields, ApartHolder, NestedStructures, SealedStructure};
pub use self::arguments::Arguments;
pub use self::assertion::{ReportRelations, SeenValues};
#[cfg(feature = "binrw")]
pub use self::bridge::{bin_read, bin_read_record, bin_write, bin_write_record, order};
pub use self::decoder::{Decoder, Space};
pub use self::digits::{
    Base8, Base10, Base16, Bcd, Decimal, DigitCoding, DigitFilling, Digits, Hex, Nul, NulSpace, Octal, Packed,
    SpacesBefore, SpacesBehind, Zeros,
};
pub use self::early::EarlyFindings;
#[cfg(feature = "interpret")]
pub(crate) use self::early::explains_rules;
pub use self::encoder::Encoder;
pub(crate) use self::encoder::LayoutContext;
#[cfg(feature = "interpret")]
pub(crate) use self::encoder::padding_filled;
pub use self::fetch::{Fetch, HeldBytes, Tally};
pub use self::field_ref::FieldRef;
pub use self::fixed::{Fixed, to_bytes};
pub use self::fixed_point::FixedPoint;
#[cfg(feature = "interpret")]
pub(crate) use self::fixed_point::parts_of;
pub(crate) use self::fixed_point::value_of as fixed_point_value;
pub use self::held::HeldValue;
pub(crate) use self::known_space::{after_rest, write_whole};
pub use self::located::ElementStarts;
pub use self::narrow::{F16, I24, I40, I48, I56, NarrowInt, TooLarge, U24, U40, U48, U56};
#[cfg(feature = "interpret")]
pub(crate) use self::narrow::{no_width, number_bytes};
pub use self::overlaps::Overlaps;
#[cfg(feature = "interpret")]
pub(crate) use self::reach::{AdjacentRecords, chosen_fields};
pub use self::record::{Codec, Decode, DecodeOwned, MemberAccess, Record, explain_record, validate_records};
#[cfg(feature = "interpret")]
pub(crate) use self::region::{FollowOutcome, element_location};
pub use self::region::{RegionArgs, RegionOrigin, Regions, StoredCheck, StoredRegion, affordable_regions};
pub(crate) use self::search::found_elsewhere;
#[cfg(feature = "interpret")]
pub(crate) use self::shaping::{shaping_arguments, shaping_exprs};
pub use self::span::FieldSpan;
#[cfg(feature = "interpret")]
pub(crate) use self::span::LinkResolver;
pub use self::storing::StoringPlan;
#[cfg(feature = "interpret")]
pub(crate) use self::storing::{MadeForm, in_content, misstated_fact, set_fact};
pub(crate) use self::storing::{fitting_bits, fitting_number};
pub use self::stream::{read_records, write_records};
pub use self::sum::seal_sums;
pub(crate) use self::sum::{SumReading, seal_with, set_bit_field, set_number, stated_readings};
#[cfg(feature = "interpret")]
pub(crate) use self::sum::{bit_member, expect_order, member_spans};
pub use self::tag::{FourCc, Tag};
#[cfg(feature = "interpret")]
pub(crate) use self::tags::other_tag;
#[cfg(feature = "interpret")]
pub(crate) use self::text::AnyText;
pub use self::text::{CText, CText16, TerminatedText};
pub use self::totals::Totals;
pub use self::tree::{Tree, TreeBuilder, TreeNode, TreeSlot};
#[cfg(feature = "interpret")]
pub(crate) use self::tree_rule::tree_range;
pub use self::tree_rule::{TreeFault, tree_faults};
pub use self::until::{Counter, ListEnd};
#[cfg(feature = "interpret")]
pub(crate) use self::until::{begins_with, first_terminated, lacks_last, misplaced_last};
pub use self::varint::{
    Leb, LikeUtf8, MarkedVint, MostFirst, SignedLeb, SizeFirst, SizeKept, Sleb, Uleb, Utf8Number, Varint, VarintCoding,
    Vint, Vlq, Zigzag, Zigzagged, value_of as varint_value, varint_size, write_varint,
};
#[cfg(feature = "interpret")]
pub(crate) use self::varint::{unfit_varint, varint_sizes};
pub use self::view::{View, ViewIter};
