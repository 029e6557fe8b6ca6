use super::{Node, Operator, Tree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Ident, Lit, Member, Result};

impl Parse for Tree {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        Self::of(&input.parse()?)
    }
}

impl Tree {
    fn of(expr: &Expr) -> Result<Self> {
        let node = match expr {
            Expr::Lit(literal) => literal_node(&literal.lit)?,
            Expr::Path(path) => path_node(&path.path),
            Expr::Field(_) => Node::Path(member_path(expr)?),
            Expr::Paren(inner) => return Self::of(&inner.expr),
            Expr::Group(inner) => return Self::of(&inner.expr),
            // A cast narrows, and narrowing is checked where the value is stored.
            Expr::Cast(cast) => return Self::of(&cast.expr),
            Expr::Reference(inner) => return Self::of(&inner.expr),
            Expr::Unary(unary) => match unary.op {
                syn::UnOp::Not(_) => Node::Not(Box::new(Self::of(&unary.expr)?)),
                syn::UnOp::Neg(_) => Node::Neg(Box::new(Self::of(&unary.expr)?)),
                // binrw hands earlier fields to expressions by reference.
                syn::UnOp::Deref(_) => return Self::of(&unary.expr),
                _ => return Err(not_an_expression(expr)),
            },
            Expr::Binary(binary) => {
                let op = Operator::parse(&binary.op)?;
                Node::Binary(op, Box::new(Self::of(&binary.left)?), Box::new(Self::of(&binary.right)?))
            }
            Expr::MethodCall(call) => method_node(call)?,
            Expr::Call(call) => call_node(call)?,
            Expr::If(branch) => {
                let no = branch.else_branch.as_ref().map(|(_, no)| &**no);
                let no = no.ok_or_else(|| Error::new_spanned(expr, "an `if` that yields a value needs an `else`"))?;
                Node::If(
                    Box::new(Self::of(&branch.cond)?),
                    Box::new(Self::block(&branch.then_branch)?),
                    Box::new(Self::of(no)?),
                )
            }
            Expr::Block(block) => return Self::block(&block.block),
            Expr::Closure(_) => {
                return Err(Error::new_spanned(
                    expr,
                    "a closure is opaque to the schema: use an expression over fields",
                ));
            }
            Expr::Index(_) => {
                return Err(Error::new_spanned(expr, "an element of an array is not known to the schema"));
            }
            _ => return Err(not_an_expression(expr)),
        };
        Ok(Self { tokens: expr.to_token_stream(), node })
    }

    fn block(block: &syn::Block) -> Result<Self> {
        match &*block.stmts {
            [syn::Stmt::Expr(expr, None)] => Self::of(expr),
            _ => Err(Error::new_spanned(block, "a branch is a single expression")),
        }
    }
}

fn not_an_expression(expr: &Expr) -> Error {
    Error::new_spanned(
        expr,
        "not an expression that the schema can hold: use numbers, fields, parameters, constants, operators, \
         `x.len()`, `sum(x.member)`, `find(x.key == value, x.member)`, `remaining`, `if a { b } else { c }`",
    )
}

fn literal_node(literal: &Lit) -> Result<Node> {
    match literal {
        Lit::Int(value) => value.base10_parse().map(Node::Int).map_err(|_| {
            // All ones and the like: the same bits, with a sign.
            let signed = value.base10_parse::<u64>().map(u64::cast_signed);
            let advice = signed.map_or_else(
                |_| String::new(),
                |signed| format!(": declare the field as `i64`, and compare it with {signed}"),
            );
            let message = format!("`{value}` is too large, as the schema holds numbers of 64 bits with a sign{advice}");
            Error::new_spanned(value, message)
        }),
        Lit::Byte(value) => Ok(Node::Int(i64::from(value.value()))),
        Lit::Bool(value) => Ok(Node::Int(i64::from(value.value()))),
        Lit::ByteStr(bytes) => Err(Error::new_spanned(bytes, byte_string_advice(&bytes.value()))),
        other => Err(Error::new_spanned(other, "only whole numbers have a place in an expression")),
    }
}

/// What to do instead of comparing bytes: a tag of a few bytes is a number.
fn byte_string_advice(bytes: &[u8]) -> String {
    let only = "only whole numbers have a place in an expression";
    let mut number = [0; 8];
    let (Some(place), Some(ty)) = (number.get_mut(..bytes.len()), number_type(bytes.len())) else {
        return format!("{only}; bytes that are always the same are a signature: `#[schema(magic = b\"..\")]`");
    };
    place.copy_from_slice(bytes);
    let little = u64::from_le_bytes(number);
    let big = u64::from_be_bytes(number) >> (64 - 8 * bytes.len().max(1));
    format!(
        "{only}: declare the tag as `{ty}`, and compare it with {little:#x} (little-endian) or {big:#x} (big-endian)"
    )
}

fn number_type(size: usize) -> Option<&'static str> {
    Some(match size {
        1 => "u8",
        2 => "u16",
        4 => "u32",
        8 => "u64",
        _ => return None,
    })
}

/// A lower-case name is a field or a parameter; anything else is a constant.
fn path_node(path: &syn::Path) -> Node {
    let Some(name) = path.get_ident() else {
        return Node::Const(path.clone());
    };
    match name.to_string() {
        text if text == "remaining" => Node::Remaining,
        text if text == "size" => Node::Size,
        text if text == "position" => Node::Position,
        _ if name.unraw().to_string().chars().any(|c| c.is_ascii_lowercase()) => Node::Path(vec![name.clone()]),
        _ => Node::Const(path.clone()),
    }
}

fn member_path(expr: &Expr) -> Result<Vec<Ident>> {
    match expr {
        Expr::Field(field) => {
            let Member::Named(member) = &field.member else {
                return Err(Error::new_spanned(expr, "members have names here"));
            };
            let mut path = member_path(&field.base)?;
            path.push(member.clone());
            Ok(path)
        }
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => Ok(vec![name.clone()]),
            None => Err(Error::new_spanned(expr, "a member of a constant is not known to the schema")),
        },
        Expr::Paren(inner) => member_path(&inner.expr),
        _ => Err(Error::new_spanned(
            expr,
            "only fields have members here; an element of an array is not known to the schema",
        )),
    }
}

fn method_node(call: &syn::ExprMethodCall) -> Result<Node> {
    match call.method.to_string().as_str() {
        "len" if call.args.is_empty() => Ok(Node::Len(member_path(&call.receiver)?)),
        other => {
            let bits = if call.args.is_empty() && member_path(&call.receiver).is_ok() {
                "; a bit field is not known to an expression: declare the bits as an integer, and compare with `&` and \
                 a mask"
            } else {
                ""
            };
            let message = format!("`.{other}()` is opaque to the schema; of methods, only `.len()` is known{bits}");
            Err(Error::new_spanned(call, message))
        }
    }
}

fn call_node(call: &syn::ExprCall) -> Result<Node> {
    let name = match &*call.func {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
        _ => String::new(),
    };
    if name == "find" {
        return find_node(call);
    }
    let argument = if call.args.len() == 1 { call.args.first() } else { None };
    match (name.as_str(), argument) {
        ("len", Some(argument)) => Ok(Node::Len(member_path(argument)?)),
        ("sum", Some(argument)) => {
            let mut path = member_path(argument)?;
            let member = path.pop().filter(|_| !path.is_empty());
            let member = member
                .ok_or_else(|| Error::new_spanned(call, "`sum(array.member)` sums a member over all elements"))?;
            Ok(Node::Sum(path, member))
        }
        // Conversions that cannot fail say nothing to a tree of wide integers.
        ("", _) => {
            Err(Error::new_spanned(call, "a function is opaque to the schema; known: `len(x)`, `sum(x.member)`"))
        }
        (other, _) => Err(Error::new_spanned(
            call,
            format!(
                "`{other}(..)` is opaque to the schema; known: `len(x)`, `sum(x.member)`; for a rule in Rust use `#[schema(custom = {other})]`"
            ),
        )),
    }
}

/// `find(array.key == value, array.member)`
fn find_node(call: &syn::ExprCall) -> Result<Node> {
    let wrong = || {
        let message = "`find(array.key == value, array.member)` is a member of the first element with that key, or 0";
        Error::new_spanned(call, message)
    };
    let split = |expr: &Expr| {
        let mut path = member_path(expr)?;
        let member = path.pop().filter(|_| !path.is_empty()).ok_or_else(wrong)?;
        Ok::<_, Error>((path, member))
    };
    let arguments: Vec<_> = call.args.iter().collect();
    let [Expr::Binary(test), member] = &*arguments else { return Err(wrong()) };
    if Operator::parse(&test.op)? != Operator::Eq {
        return Err(wrong());
    }
    let ((path, key), (same, member)) = (split(&test.left)?, split(member)?);
    if path != same {
        return Err(wrong());
    }
    Ok(Node::Find(path, key, Box::new(Tree::of(&test.right)?), member))
}
