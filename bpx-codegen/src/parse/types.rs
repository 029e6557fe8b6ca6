//! Determines the encodings of Rust types.

use super::borrowed::{borrowed_type, without_lifetimes};
use bpx_model::{DigitFill, DigitForm, DigitKind, VarintForm};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Error, Expr, GenericArgument, PathArguments, PathSegment, Result, Type};

/// The type of a field, or of each of its elements.
#[derive(Clone)]
pub(crate) enum StoredKind {
    /// A number of `size` bytes. If Rust has no type for the size, the runtime has one.
    Number { rust: Type, size: usize, signed: bool, float: bool, form: NumberForm },
    /// A variable-length number of at most `bits` bits.
    Varint { bits: u8, form: VarintForm },
    /// A text up to a NUL, which has two bytes if the text is wide.
    CText { wide: bool },
    /// Another declared structure.
    Named(Type),
}

/// The encoding of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    /// Binary digits in a byte order.
    Binary,
    /// Digits, either as ASCII characters or two in each byte.
    Digits(DigitForm),
    /// Binary digits, of which the given number lie after the point.
    FixedPoint(u8),
}

/// The shape of a field.
pub(crate) enum FieldShape {
    One(StoredKind),
    /// `[T; N]`; nested arrays are flattened.
    Array(StoredKind, TokenStream),
    /// `Vec<T>`
    List(StoredKind),
    /// `Regions<T>`
    Regions(Type),
}

impl FieldShape {
    /// Returns the type of one element; `None` for regions.
    pub(crate) fn kind(&self) -> Option<&StoredKind> {
        match self {
            Self::One(kind) | Self::Array(kind, _) | Self::List(kind) => Some(kind),
            Self::Regions(_) => None,
        }
    }
}

/// Returns the shape of a type, and whether it is optional.
pub(crate) fn shape_of_type(ty: &Type) -> Result<(FieldShape, bool)> {
    if matches!(ty, Type::Path(path) if path.path.is_ident("Option")) {
        return Err(Error::new_spanned(ty, "missing type of an `Option`: `Option<u32>`"));
    }
    if let Some(inner) = generic_argument(ty, "Option") {
        let (shape, optional) = shape_of_type(inner)?;
        if optional {
            return Err(Error::new_spanned(
                ty,
                "expected at most one `Option`, because a nested `Option` has no encoding",
            ));
        }
        return Ok((shape, true));
    }
    if let Some(inner) = generic_argument(ty, "Box")
        && let Ok(named @ StoredKind::Named(_)) = kind_of_type(inner)
    {
        return Ok((FieldShape::One(named), false));
    }
    if let Some(inner) = generic_argument(ty, "Vec") {
        if let Type::Array(array) = inner {
            let message = "an array in a list is not supported: declare the element as a record, `#[derive(Record)] \
                struct Row { values: [f32; 3] }`";
            return Err(Error::new_spanned(array, message));
        }
        return Ok((FieldShape::List(kind_of_type(inner)?), false));
    }
    if borrowed_type(ty)?.is_some() {
        let rust = syn::parse_quote!(u8);
        return Ok((
            FieldShape::List(StoredKind::Number {
                rust,
                size: 1,
                signed: false,
                float: false,
                form: NumberForm::Binary,
            }),
            false,
        ));
    }
    if let Some(inner) = generic_argument(ty, "Regions") {
        return Ok((FieldShape::Regions(inner.clone()), false));
    }
    if let Some(len) = tag_size(ty)? {
        return Ok((FieldShape::Array(kind_of_type(&syn::parse_quote!(u8))?, quote!(#len)), false));
    }
    if let Type::Array(array) = ty {
        let (element, len) = flatten_array(array)?;
        return Ok((FieldShape::Array(kind_of_type(element)?, len), false));
    }
    Ok((FieldShape::One(kind_of_type(ty)?), false))
}

/// Returns the number of bytes of `Tag<N>` or `FourCc`.
pub(super) fn tag_size(ty: &Type) -> Result<Option<Literal>> {
    let Type::Path(path) = present_type(ty) else { return Ok(None) };
    let Some(last) = path.path.segments.last() else { return Ok(None) };
    let size = match (&*last.ident.to_string(), &*generic_arguments(last)) {
        ("FourCc", []) => Some(4),
        ("Tag", [size]) => literal_number(size).filter(|size| *size > 0),
        ("Tag", [_, ..]) | ("FourCc", _) => None,
        _ => return Ok(None),
    };
    match size {
        Some(size) => Ok(Some(Literal::usize_unsuffixed(size))),
        None => Err(Error::new_spanned(ty, "expected `Tag<N>`, a tag of `N` bytes, or `FourCc`, a tag of 4 bytes")),
    }
}

/// Returns the element type and the total length of nested arrays.
fn flatten_array(array: &syn::TypeArray) -> Result<(&Type, TokenStream)> {
    let len = &array.len;
    if let Expr::Lit(literal) = len
        && let syn::Lit::Int(number) = &literal.lit
        && number.base10_parse::<u64>()? == 0
    {
        return Err(Error::new_spanned(len, "expected an array of at least one element"));
    }
    match &*array.elem {
        Type::Array(inner) => {
            let (element, inner_len) = flatten_array(inner)?;
            Ok((element, quote!((#len) * (#inner_len))))
        }
        element => Ok((element, quote!(#len))),
    }
}

/// Returns the type of a value that may be absent.
pub(crate) fn present_type(ty: &Type) -> &Type {
    generic_argument(ty, "Option").unwrap_or(ty)
}

/// Returns whether a value, which may be optional, is boxed.
pub(crate) fn is_boxed(ty: &Type) -> bool {
    generic_argument(present_type(ty), "Box").is_some()
}

/// Returns the number of elements of an array, which may be optional, if the lengths of all nested arrays are literals.
pub(crate) fn known_len(ty: &Type) -> Option<usize> {
    if let Ok(Some(len)) = tag_size(ty) {
        return len.to_string().parse().ok();
    }
    let Type::Array(array) = present_type(ty) else {
        return Some(1);
    };
    let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) = &array.len else {
        return None;
    };
    known_len(&array.elem)?.checked_mul(len.base10_parse().ok()?)
}

fn kind_of_type(ty: &Type) -> Result<StoredKind> {
    let Type::Path(path) = ty else {
        return Err(Error::new_spanned(
            ty,
            "expected a type that a field of a file can have: integers, floats, arrays, other declared structures, \
                and in a #[structure] also Vec, Option, CText, Uleb",
        ));
    };
    let Some(last) = path.path.segments.last() else {
        return Err(Error::new_spanned(ty, "expected the path of a type, found an empty path"));
    };
    let name = last.ident.to_string();
    if let Some(form) = VarintForm::ALL.into_iter().find(|form| form.name() == name) {
        return varint_kind(ty, form);
    }
    let number = |size, signed, float| {
        Ok(StoredKind::Number { rust: ty.clone(), size, signed, float, form: NumberForm::Binary })
    };
    let message = match name.as_str() {
        "u8" => return number(1, false, false),
        "u16" => return number(2, false, false),
        "u32" => return number(4, false, false),
        "u64" => return number(8, false, false),
        "i8" => return number(1, true, false),
        "i16" => return number(2, true, false),
        "i32" => return number(4, true, false),
        "i64" => return number(8, true, false),
        "U24" => return number(3, false, false),
        "U40" => return number(5, false, false),
        "U48" => return number(6, false, false),
        "U56" => return number(7, false, false),
        "I24" => return number(3, true, false),
        "I40" => return number(5, true, false),
        "I48" => return number(6, true, false),
        "I56" => return number(7, true, false),
        "F16" => return number(2, true, true),
        "f32" => return number(4, true, true),
        "f64" => return number(8, true, true),
        "CText" => return Ok(StoredKind::CText { wide: false }),
        "CText16" => return Ok(StoredKind::CText { wide: true }),
        "Octal" | "Decimal" | "Hex" | "Bcd" => return digits_kind(ty, last, &name),
        "FixedPoint" => return fixed_point(ty, last),
        "u24" | "u40" | "u48" | "u56" | "i24" | "i40" | "i48" | "i56" | "f16" => {
            let message = format!("Rust has no such type: declare `{}` of the runtime", name.to_uppercase());
            return Err(Error::new_spanned(ty, message));
        }
        "usize" | "isize" => "the size of this type depends on the machine: use u32 or u64",
        "bool" => "`bool` cannot keep a byte that is neither 0 nor 1: declare `u8` with `#[schema(one_of(0, 1))]`",
        "char" => "a character has no size on disk: declare u8, u32 or CText",
        "String" => "a text must either end with a NUL (`CText`) or have a count (`Vec<u8>` with `#[schema(utf8)]`)",
        "u128" | "i128" => "numbers have at most 8 bytes here: declare `[u64; 2]` or `[u8; 16]`",
        "Vec" if generic_argument(ty, "Vec").is_none() => "missing type of the elements of a `Vec`: `Vec<u8>`",
        "Vec" => "a list in a list is not supported: declare the inner list as a #[structure] of its own",
        "Box" => {
            "expected one declared structure in a box, `Box<Node>` or `Option<Box<Node>>`; a list needs no box, \
                `Vec<Node>`"
        }
        "Rc" | "Arc" => "a value in a file has one owner: use `Box`, or a tree with `#[schema(children)]`",
        "Option" => {
            "an element of a list cannot be absent: declare the element as a #[structure] with an optional field"
        }
        "HashMap" | "BTreeMap" => "a map does not keep the order of the file: declare a `Vec` of entries",
        "FourCc" => TAGS,
        "Tag" if !generic_arguments(last).is_empty() => TAGS,
        "Tree" => return Ok(StoredKind::Named(ty.clone())),
        _ if matches!(last.arguments, PathArguments::AngleBracketed(_)) => {
            if let Some(named) = without_lifetimes(path) {
                return Ok(StoredKind::Named(named));
            }
            "generic structures are not supported: declare one structure for each type"
        }
        _ => return Ok(StoredKind::Named(ty.clone())),
    };
    Err(Error::new_spanned(ty, message))
}

/// Returns the kind of a number of variable length.
fn varint_kind(ty: &Type, form: VarintForm) -> Result<StoredKind> {
    let name = form.name();
    let width = generic_argument(ty, name).map(|width| quote!(#width).to_string());
    let sign = if form.is_signed() { 'i' } else { 'u' };
    let bits = width.as_deref().and_then(|width| width.strip_prefix(sign)).and_then(|bits| bits.parse().ok());
    if let Some(bits @ (16 | 32 | 64)) = bits {
        return Ok(StoredKind::Varint { bits, form });
    }
    let [first, second, third] = [16, 32, 64].map(|bits| format!("`{name}<{sign}{bits}>`"));
    Err(Error::new_spanned(
        ty,
        format!("expected a variable-length number of 16, 32 or 64 bits: {first}, {second} or {third}"),
    ))
}

/// Returns the kind of a number in digits, `Octal<12>` or `Octal<12, Nul>`.
fn digits_kind(ty: &Type, written: &PathSegment, name: &str) -> Result<StoredKind> {
    let all = [DigitKind::Octal, DigitKind::Decimal, DigitKind::Hex, DigitKind::Bcd];
    let fills =
        [DigitFill::Zeros, DigitFill::Nul, DigitFill::NulSpace, DigitFill::SpacesBefore, DigitFill::SpacesBehind];
    let arguments = generic_arguments(written);
    let form = all.into_iter().find(|one| one.name() == name).and_then(|digits| {
        let fill = match arguments.get(1) {
            None => DigitFill::Zeros,
            Some(GenericArgument::Type(Type::Path(fill))) if digits != DigitKind::Bcd => {
                let fill = &fill.path.segments.last()?.ident;
                fills.into_iter().find(|one| fill == one.name())?
            }
            Some(_) => return None,
        };
        Some(DigitForm { digits, fill })
    });
    let size = arguments.first().and_then(|size| literal_number(size));
    match (form, size) {
        (Some(form), Some(size)) if arguments.len() <= 2 && form.max_digits(size).is_some() => {
            let form = NumberForm::Digits(form);
            Ok(StoredKind::Number { rust: ty.clone(), size, signed: false, float: false, form })
        }
        _ if name == "Bcd" => Err(Error::new_spanned(
            ty,
            "expected `Bcd<N>` of 1 to 8 bytes with two decimal digits each, such as `Bcd<4>`",
        )),
        _ => {
            let fills: Vec<_> = fills.iter().map(|fill| format!("`{}`", fill.name())).collect();
            let message = format!(
                "expected `{name}<N>`, a number of 1 to {} bytes with room for a digit; the word after `N`, as in \
                    `{name}<N, Nul>`, states how a writer fills the bytes without digits, one of {}",
                DigitForm::MAX_SIZE,
                fills.join(", ")
            );
            Err(Error::new_spanned(ty, message))
        }
    }
}

/// Returns the kind of a fixed-point number, `FixedPoint<i32, 16>`.
fn fixed_point(ty: &Type, written: &PathSegment) -> Result<StoredKind> {
    let arguments = generic_arguments(written);
    let [GenericArgument::Type(whole), fraction] = &*arguments else {
        return Err(Error::new_spanned(ty, FIXED_POINT));
    };
    let (
        Ok(StoredKind::Number { size: size @ (1 | 2 | 4), signed, float: false, form: NumberForm::Binary, .. }),
        Some(fraction),
    ) = (kind_of_type(whole), literal_number(fraction))
    else {
        return Err(Error::new_spanned(ty, FIXED_POINT));
    };
    match u8::try_from(fraction) {
        Ok(bits) if fraction <= 8 * size => {
            let form = NumberForm::FixedPoint(bits);
            Ok(StoredKind::Number { rust: ty.clone(), size, signed, float: true, form })
        }
        _ => Err(Error::new_spanned(ty, FIXED_POINT)),
    }
}

const TAGS: &str = "lists of tags are not supported: declare the element as a record, `#[derive(Record)] struct Entry { tag: FourCc }`";

const FIXED_POINT: &str = "expected a fixed-point number `FixedPoint<T, BITS>`, such as `FixedPoint<i32, 16>`: `T` \
    is u8, u16, u32, i8, i16 or i32, because no float holds every value of a wider number, and `BITS`, the number of \
    bits after the point, is at most the number of all bits";

/// Returns the generic arguments of a type.
fn generic_arguments(written: &PathSegment) -> Vec<&GenericArgument> {
    match &written.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        PathArguments::None | PathArguments::Parenthesized(_) => Vec::new(),
    }
}

/// Returns a whole number that is written as a literal.
fn literal_number(argument: &GenericArgument) -> Option<usize> {
    match argument {
        GenericArgument::Const(Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. })) => {
            number.base10_parse().ok()
        }
        _ => None,
    }
}

/// Returns `T` of `Name<T>`.
fn generic_argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

impl StoredKind {
    /// Returns whether the number is a byte, so that a list of such numbers is raw bytes.
    pub(crate) fn is_byte(&self) -> bool {
        matches!(self, Self::Number { size: 1, signed: false, form: NumberForm::Binary, .. })
    }

    /// Returns whether the number has a size for which Rust has no type.
    pub(crate) fn is_narrow(&self) -> bool {
        matches!(
            self,
            Self::Number { form: NumberForm::Digits(_) | NumberForm::FixedPoint(_), .. }
                | Self::Number { size: 3 | 5 | 6 | 7, .. }
                | Self::Number { size: 2, float: true, .. }
        )
    }

    /// Returns whether the number is a fixed-point number.
    pub(crate) fn is_fixed_point(&self) -> bool {
        matches!(self, Self::Number { form: NumberForm::FixedPoint(_), .. })
    }

    /// Returns the form of the digits of a number, if it has digits.
    pub(crate) fn digit_form(&self) -> Option<DigitForm> {
        match self {
            Self::Number { form: NumberForm::Digits(form), .. } => Some(*form),
            _ => None,
        }
    }

    /// Returns whether the byte order matters.
    pub(crate) fn has_order(&self) -> bool {
        matches!(self, Self::Number { size: 2.., .. }) && self.digit_form().is_none()
    }
}
