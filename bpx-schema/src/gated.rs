//! Defines the macros that generated code calls for parts that need a feature. There is a macro for each built-in
//! algorithm and encoding, one for bit fields, and one for binrw's traits. The error of a macro names the missing
//! feature.

#[cfg(feature = "zlib")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_zlib {
    () => {
        $crate::transform::Zlib
    };
}
#[cfg(not(feature = "zlib"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_zlib {
    () => {
        ::core::compile_error!("enable the feature `zlib` of bpx-schema to use `zlib`")
    };
}

#[cfg(feature = "deflate")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_deflate {
    () => {
        $crate::transform::Deflate
    };
}
#[cfg(not(feature = "deflate"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_deflate {
    () => {
        ::core::compile_error!("enable the feature `deflate` of bpx-schema to use `deflate`")
    };
}

#[cfg(feature = "gzip")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_gzip {
    () => {
        $crate::transform::Gzip
    };
}
#[cfg(not(feature = "gzip"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_gzip {
    () => {
        ::core::compile_error!("enable the feature `gzip` of bpx-schema to use `gzip`")
    };
}

#[cfg(feature = "xz")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_xz {
    () => {
        $crate::transform::Xz
    };
}
#[cfg(not(feature = "xz"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_xz {
    () => {
        ::core::compile_error!("enable the feature `xz` of bpx-schema to use `xz`")
    };
}

#[cfg(feature = "lzma")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_lzma {
    () => {
        $crate::transform::Lzma
    };
}
#[cfg(not(feature = "lzma"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_lzma {
    () => {
        ::core::compile_error!("enable the feature `lzma` of bpx-schema to use `lzma`")
    };
}

#[cfg(feature = "zstd")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_zstd {
    () => {
        $crate::transform::Zstd
    };
}
#[cfg(not(feature = "zstd"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_zstd {
    () => {
        ::core::compile_error!("enable the feature `zstd` of bpx-schema to use `zstd`")
    };
}

#[cfg(feature = "lz4")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_lz4 {
    () => {
        $crate::transform::Lz4
    };
}
#[cfg(not(feature = "lz4"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_lz4 {
    () => {
        ::core::compile_error!("enable the feature `lz4` of bpx-schema to use `lz4`")
    };
}

#[cfg(feature = "lz4")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_lz4_block {
    () => {
        $crate::transform::Lz4Block
    };
}
#[cfg(not(feature = "lz4"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_lz4_block {
    () => {
        ::core::compile_error!("enable the feature `lz4` of bpx-schema to use `lz4_block`")
    };
}

#[cfg(feature = "bzip2")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_bzip2 {
    () => {
        $crate::transform::Bzip2
    };
}
#[cfg(not(feature = "bzip2"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_bzip2 {
    () => {
        ::core::compile_error!("enable the feature `bzip2` of bpx-schema to use `bzip2`")
    };
}

#[cfg(feature = "crc32")]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_crc32 {
    () => {
        $crate::checksum::Crc32
    };
}
#[cfg(not(feature = "crc32"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __algorithm_crc32 {
    () => {
        ::core::compile_error!("enable the feature `crc32` of bpx-schema to use `crc32`")
    };
}

#[cfg(feature = "encodings")]
#[doc(hidden)]
#[macro_export]
macro_rules! __encoding_shift_jis {
    () => {
        $crate::schema::Encoding::ShiftJis
    };
}
#[cfg(not(feature = "encodings"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __encoding_shift_jis {
    () => {
        ::core::compile_error!("enable the feature `encodings` of bpx-schema to use `shift-jis`")
    };
}

/// Sets the bits of a field that a specifier of modular-bitfield describes. Generated code calls this macro.
#[cfg(feature = "bits")]
#[doc(hidden)]
#[macro_export]
macro_rules! __set_bits {
    ($specifier:ident, $($argument:expr),*) => {
        $crate::rt::set_bits::<$crate::rt::specifiers::$specifier, _>($($argument),*)
    };
}
#[cfg(not(feature = "bits"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __set_bits {
    ($($code:tt)*) => {
        ::core::compile_error!("enable the feature `bits` of bpx-schema to use bit fields")
    };
}

pub use crate::{
    __algorithm_bzip2 as bzip2, __algorithm_crc32 as crc32, __algorithm_deflate as deflate, __algorithm_gzip as gzip,
    __algorithm_lz4 as lz4, __algorithm_lz4_block as lz4_block, __algorithm_lzma as lzma, __algorithm_xz as xz,
    __algorithm_zlib as zlib, __algorithm_zstd as zstd, __encoding_shift_jis as shift_jis, __set_bits as set_bits,
};

/// Implements binrw's traits for a type. The parameters are a tuple, as in binrw. Generated code calls this macro.
#[cfg(feature = "binrw")]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_traits {
    (record $name:ident, $order:ident, $size:expr) => {
        $crate::__binrw_traits! {
            $name, $order, (), $crate::rt::bin_read_record::<Self, _, { $size }>,
            $crate::rt::bin_write_record::<Self, _, { $size }>
        }
    };
    (structure $name:ident, $order:ident, ($($param:ident: $ty:ty),*)) => {
        $crate::__binrw_traits! {
            $name, $order, ($($param: $ty),*), $crate::rt::bin_read::<Self, _>, $crate::rt::bin_write::<Self, _>
        }
    };
    ($name:ident, $order:ident, ($($param:ident: $ty:ty),*), $read:expr, $write:expr) => {
        impl $crate::rt::binrw::meta::ReadEndian for $name {
            const ENDIAN: $crate::rt::binrw::meta::EndianKind = $crate::rt::order::$order;
        }
        impl $crate::rt::binrw::meta::WriteEndian for $name {
            const ENDIAN: $crate::rt::binrw::meta::EndianKind = $crate::rt::order::$order;
        }
        impl $crate::rt::binrw::BinRead for $name {
            type Args<'a> = ($($ty,)*);
            fn read_options<R: $crate::rt::binrw::io::Read + $crate::rt::binrw::io::Seek>(
                reader: &mut R,
                _: $crate::rt::binrw::Endian,
                ($($param,)*): Self::Args<'_>,
            ) -> $crate::rt::binrw::BinResult<Self> {
                $read(reader, [$($crate::rt::value(&$param)),*])
            }
        }
        impl $crate::rt::binrw::BinWrite for $name {
            type Args<'a> = ($($ty,)*);
            fn write_options<W: $crate::rt::binrw::io::Write + $crate::rt::binrw::io::Seek>(
                &self,
                writer: &mut W,
                _: $crate::rt::binrw::Endian,
                ($($param,)*): Self::Args<'_>,
            ) -> $crate::rt::binrw::BinResult<()> {
                $write(self, writer, [$($crate::rt::value(&$param)),*])
            }
        }
    };
}

/// Implements nothing, because the feature `binrw` is disabled.
#[cfg(not(feature = "binrw"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_traits {
    ($($declared:tt)*) => {};
}
