//! Parses the Rust expressions that the language supports.

use super::tree::{ExprTree, PartSource};
use crate::parse::naming::name_of;
use bpx_model::{Binary, Expr as Node, Fold, Text, Unary};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{BinOp, Error, Expr, Ident, Lit, Member, Result};

impl Parse for ExprTree {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut sources = Vec::new();
        let expr = SourceCollector(&mut sources).parse_part(&input.parse()?)?;
        Ok(Self { expr, sources })
    }
}

/// Collects the sources of the parts of an expression.
struct SourceCollector<'s>(&'s mut Vec<PartSource>);

impl SourceCollector<'_> {
    fn parse_part(&mut self, expr: &Expr) -> Result<Node> {
        match expr {
            Expr::Paren(inner) => return self.parse_part(&inner.expr),
            Expr::Group(inner) => return self.parse_part(&inner.expr),
            // A cast narrows, and narrowing is checked where the value is stored.
            Expr::Cast(cast) => {
                refuse_float(cast)?;
                return self.parse_part(&cast.expr);
            }
            Expr::Reference(inner) => return self.parse_part(&inner.expr),
            // binrw passes earlier fields to expressions by reference.
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => return self.parse_part(&unary.expr),
            Expr::Block(block) => return self.parse_part(single_expr(&block.block)?),
            _ => {}
        }
        let place = self.0.len();
        self.0.push(PartSource { tokens: expr.to_token_stream(), names: Vec::new() });
        let mut names = Vec::new();
        let node = self.parse_node(expr, &mut names)?;
        if let Some(source) = self.0.get_mut(place) {
            source.names = names;
        }
        Ok(node)
    }

    fn parse_node(&mut self, expr: &Expr, names: &mut Vec<Ident>) -> Result<Node> {
        Ok(match expr {
            Expr::Lit(literal) => literal_node(&literal.lit)?,
            Expr::Path(path) if path.path.segments.first().is_some_and(|first| first.ident == "Self") => {
                let message = "expected a constant beside the type, `const SIZE: usize = 4;`, found a constant of \
                    the type, which is not known here";
                return Err(Error::new_spanned(path, message));
            }
            Expr::Path(path) => path_node(&path.path, names),
            Expr::Field(field) if is_of_element(&field.base) => self.parse_element(expr, names)?,
            Expr::Field(_) => Node::Path(member_path(expr, names)?.into()),
            Expr::Index(_) => self.parse_element(expr, names)?,
            Expr::Unary(unary) => {
                let op = match unary.op {
                    syn::UnOp::Not(_) => Unary::Not,
                    syn::UnOp::Neg(_) => Unary::Neg,
                    _ => return Err(not_an_expression(expr)),
                };
                Node::Unary(op, vec![self.parse_part(&unary.expr)?].into())
            }
            Expr::Binary(binary) => {
                let op = binary_operator(&binary.op)?;
                Node::Binary(op, vec![self.parse_part(&binary.left)?, self.parse_part(&binary.right)?].into())
            }
            Expr::MethodCall(call) => method_node(call, names)?,
            Expr::Call(call) => self.parse_call(call, names)?,
            Expr::If(branch) => {
                let no = branch.else_branch.as_ref().map(|(_, no)| &**no);
                let no = no.ok_or_else(|| Error::new_spanned(expr, "an `if` that yields a value needs an `else`"))?;
                let yes = single_expr(&branch.then_branch)?;
                Node::If(vec![self.parse_part(&branch.cond)?, self.parse_part(yes)?, self.parse_part(no)?].into())
            }
            Expr::Closure(_) => {
                return Err(Error::new_spanned(
                    expr,
                    "the schema cannot hold a closure: use an expression over fields",
                ));
            }
            _ => return Err(not_an_expression(expr)),
        })
    }

    /// Parses `table[i].member`, `last(table).member`
    fn parse_element(&mut self, expr: &Expr, names: &mut Vec<Ident>) -> Result<Node> {
        let (mut members, mut base) = (Vec::new(), expr);
        while let Expr::Field(field) = base {
            members.push(named_member(field)?);
            base = &field.base;
        }
        let (array, index) = match base {
            Expr::Index(element) => (member_path(&element.expr, names)?, self.parse_part(&element.index)?),
            Expr::Call(call) => self.parse_last(call, names)?,
            _ => return Err(not_an_expression(expr)),
        };
        members.reverse();
        let names_of_members: Vec<Text> = members.iter().map(name_text).collect();
        names.append(&mut members);
        Ok(Node::Element(array.into(), vec![index].into(), names_of_members.into()))
    }

    /// Parses `last(table)`, and returns the array and the index of its last element.
    fn parse_last(&mut self, call: &syn::ExprCall, names: &mut Vec<Ident>) -> Result<(Vec<Text>, Node)> {
        let is_last = matches!(&*call.func, Expr::Path(path) if path.path.is_ident("last"));
        let argument = if is_last && call.args.len() == 1 { call.args.first() } else { None };
        let argument = argument.ok_or_else(|| {
            Error::new_spanned(
                call,
                "expected the name of a list in `last(list)`, which means the last element of the list",
            )
        })?;
        let array = member_path(argument, names)?;
        for names in [Vec::new(), names.clone(), Vec::new()] {
            self.0.push(PartSource { tokens: call.to_token_stream(), names });
        }
        let operands = vec![Node::Len(array.clone().into()), Node::Int(1)];
        Ok((array, Node::Binary(Binary::Sub, operands.into())))
    }

    fn parse_call(&mut self, call: &syn::ExprCall, names: &mut Vec<Ident>) -> Result<Node> {
        let name = match &*call.func {
            // No function of the language has a path of several names.
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
            _ => String::new(),
        };
        if name == "find" {
            return self.parse_find(call, names);
        }
        if let (Some(fold), Some(array), Some(of_each), 2) = (
            Fold::ALL.into_iter().find(|fold| fold.name() == name),
            call.args.first(),
            call.args.get(1),
            call.args.len(),
        ) {
            return Ok(Node::Fold(fold, member_path(array, names)?.into(), vec![self.parse_part(of_each)?].into()));
        }
        let argument = if call.args.len() == 1 { call.args.first() } else { None };
        match (name.as_str(), argument) {
            ("size_of", Some(argument)) => Ok(Node::SizeOf(measured_name(argument)?)),
            ("offset_of", Some(argument)) => Ok(Node::OffsetOf(measured_name(argument)?)),
            ("count", _) => Err(Error::new_spanned(
                call,
                "expected a condition, `count(list, entry.member == value)`, which counts the elements for which the \
                    condition holds; the number of all elements is `list.len()`",
            )),
            ("last", Some(_)) => self.parse_element(&Expr::Call(call.clone()), names),
            ("len", Some(argument)) => Ok(Node::Len(member_path(argument, names)?.into())),
            ("float", Some(argument)) => Ok(Node::Unary(Unary::Float, vec![self.parse_part(argument)?].into())),
            ("int", Some(argument)) => Ok(Node::Unary(Unary::Int, vec![self.parse_part(argument)?].into())),
            ("sum", Some(argument)) => {
                let mut path = member_path(argument, names)?;
                let member = path.pop().filter(|_| !path.is_empty());
                let member = member.ok_or_else(|| {
                    Error::new_spanned(
                        call,
                        "expected `sum(array.member)`, which is the sum of a member over all elements",
                    )
                })?;
                Ok(Node::Sum(path.into(), member))
            }
            ("", _) => Err(Error::new_spanned(
                call,
                format!("the schema cannot hold a call of this function; known functions: {FUNCTIONS}"),
            )),
            (other, _) => Err(Error::new_spanned(
                call,
                format!(
                    "the schema cannot hold a call of `{other}(..)`; known functions: {FUNCTIONS}; for a rule that \
                        is a Rust function, use `#[schema(custom = {other})]`"
                ),
            )),
        }
    }

    /// Parses `find(array.key == value, array.member)`
    fn parse_find(&mut self, call: &syn::ExprCall, names: &mut Vec<Ident>) -> Result<Node> {
        let wrong = || {
            let message = "expected `find(array.key == value, array.member)`, which is a member of the first element \
                with that key, or 0 without such an element";
            Error::new_spanned(call, message)
        };
        let arguments: Vec<_> = call.args.iter().collect();
        let [Expr::Binary(test), member] = &*arguments else { return Err(wrong()) };
        if binary_operator(&test.op)? != Binary::Eq {
            return Err(wrong());
        }
        let (mut array, mut other) = (member_path(&test.left, names)?, member_path(member, &mut Vec::new())?);
        let (key, member_name) = (array.pop(), other.pop());
        let (Some(key), Some(member_name)) = (key, member_name) else { return Err(wrong()) };
        if array.is_empty() || array != other {
            return Err(wrong());
        }
        let mut last = Vec::new();
        member_path(member, &mut last)?;
        names.extend(last.pop());
        Ok(Node::Find(array.into(), key, vec![self.parse_part(&test.right)?].into(), member_name))
    }
}

/// The functions of the language of expressions, for messages.
const FUNCTIONS: &str = "`len(x)`, `sum(x.member)`, `sum(x, ..)`, `count(x, ..)`, `find(x.key == value, x.member)`, \
                         `last(x)`, `float(x)`, `int(x)`, `size_of(x)`, `offset_of(x)`";

/// Returns the name of a field of the structure, or `self`; an error for other expressions.
fn measured_name(expr: &Expr) -> Result<Text> {
    let name = if let Expr::Path(path) = expr { path.path.get_ident() } else { None };
    let message = "expected a field of this structure, `size_of(body)`, or the structure itself, `size_of(self)`";
    name.map(|name| name_of(name).into()).ok_or_else(|| Error::new_spanned(expr, message))
}

/// Returns the only expression of a block.
fn single_expr(block: &syn::Block) -> Result<&Expr> {
    match &*block.stmts {
        [syn::Stmt::Expr(expr, None)] => Ok(expr),
        _ => Err(Error::new_spanned(block, "expected exactly one expression in the branch of an `if`")),
    }
}

/// Rejects casts to floats, because such a cast would convert the number and not narrow it.
fn refuse_float(cast: &syn::ExprCast) -> Result<()> {
    let target = cast.ty.to_token_stream().to_string();
    match target.as_str() {
        "f32" | "f64" => {
            Err(Error::new_spanned(cast, "expected `float(..)` for a conversion to a float, found a cast"))
        }
        _ => Ok(()),
    }
}

/// Returns the operator of the language of expressions.
fn binary_operator(op: &BinOp) -> Result<Binary> {
    Ok(match op {
        BinOp::Add(_) => Binary::Add,
        BinOp::Sub(_) => Binary::Sub,
        BinOp::Mul(_) => Binary::Mul,
        BinOp::Div(_) => Binary::Div,
        BinOp::Rem(_) => Binary::Rem,
        BinOp::BitAnd(_) => Binary::And,
        BinOp::BitOr(_) => Binary::Or,
        BinOp::BitXor(_) => Binary::Xor,
        BinOp::Shl(_) => Binary::Shl,
        BinOp::Shr(_) => Binary::Shr,
        BinOp::Eq(_) => Binary::Eq,
        BinOp::Ne(_) => Binary::Ne,
        BinOp::Lt(_) => Binary::Lt,
        BinOp::Le(_) => Binary::Le,
        BinOp::Gt(_) => Binary::Gt,
        BinOp::Ge(_) => Binary::Ge,
        BinOp::And(_) => Binary::Both,
        BinOp::Or(_) => Binary::Either,
        _ => return Err(Error::new_spanned(op, "an expression cannot assign")),
    })
}

fn not_an_expression(expr: &Expr) -> Error {
    Error::new_spanned(
        expr,
        "expected an expression that the schema can hold: use numbers, texts, byte strings, fields, parameters, \
            constants, operators, `x[i]`, `x.len()`, `sum(x.member)`, `find(x.key == value, x.member)`, `float(x)`, \
            `int(x)`, `remaining`, `if a { b } else { c }`",
    )
}

fn literal_node(literal: &Lit) -> Result<Node> {
    match literal {
        Lit::Int(value) => value.base10_parse().map(Node::Int).map_err(|_| {
            // Such a number may be meant as bits. The same bits with a sign are a number that fits.
            let signed = value.base10_parse::<u64>().map(u64::cast_signed);
            let advice = signed.map_or_else(
                |_| String::new(),
                |signed| format!(": declare the field as `i64`, and compare the field with {signed}"),
            );
            let message =
                format!("`{value}` is too large, because the schema holds numbers of 64 bits with a sign{advice}");
            Error::new_spanned(value, message)
        }),
        Lit::Float(value) => match value.base10_parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Node::Float(number)),
            _ => Err(Error::new_spanned(value, "the number is too large for a float of 64 bits")),
        },
        Lit::Byte(value) => Ok(Node::Int(i64::from(value.value()))),
        Lit::Bool(value) => Ok(Node::Bool(value.value())),
        Lit::ByteStr(bytes) => Ok(Node::Bytes(bytes.value().into())),
        Lit::Str(text) => Ok(Node::Text(text.value().into())),
        Lit::Char(value) if value.value().is_ascii() => {
            Err(Error::new_spanned(value, format!("expected a byte, `b{0}`, found the character {0}", quote!(#value))))
        }
        other => Err(Error::new_spanned(other, "expected a number, a text or a byte string in an expression")),
    }
}

/// Returns a word of the language for the name of a word, a field or a parameter for another name in lower case, and a
/// constant for any other path.
fn path_node(path: &syn::Path, names: &mut Vec<Ident>) -> Node {
    let constant = || {
        // A path has at least one segment.
        let name = path.segments.last().map(|last| name_of(&last.ident)).unwrap_or_default();
        Node::Const(name.into(), 0)
    };
    let Some(name) = path.get_ident() else { return constant() };
    match name.to_string().as_str() {
        "remaining" => Node::Remaining,
        "size" => Node::Size,
        "position" => Node::Position,
        _ if name_of(name).chars().any(|c| c.is_ascii_lowercase()) => {
            names.push(name.clone());
            Node::Path(vec![name_text(name)].into())
        }
        _ => constant(),
    }
}

fn name_text(name: &Ident) -> Text {
    name_of(name).into()
}

/// Returns whether an expression names a member of an array's element.
fn is_of_element(expr: &Expr) -> bool {
    match expr {
        Expr::Index(_) | Expr::Call(_) => true,
        Expr::Field(field) => is_of_element(&field.base),
        _ => false,
    }
}

fn named_member(field: &syn::ExprField) -> Result<Ident> {
    match &field.member {
        Member::Named(member) => Ok(member.clone()),
        Member::Unnamed(_) => Err(Error::new_spanned(field, "expected a member with a name, found a number")),
    }
}

/// Returns the names of `field.member`.
fn member_path(expr: &Expr, names: &mut Vec<Ident>) -> Result<Vec<Text>> {
    Ok(match expr {
        Expr::Field(field) => {
            let mut path = member_path(&field.base, names)?;
            let member = named_member(field)?;
            path.push(name_text(&member));
            names.push(member);
            path
        }
        Expr::Path(path) => {
            let name = path.path.get_ident();
            let name = name.ok_or_else(|| {
                Error::new_spanned(
                    expr,
                    "expected a field before a member, found a constant, whose members the schema does not know",
                )
            })?;
            names.push(name.clone());
            vec![name_text(name)]
        }
        Expr::Paren(inner) => member_path(&inner.expr, names)?,
        Expr::Index(_) => {
            return Err(Error::new_spanned(
                expr,
                "expected the name of a list, found an element, `list[i]`: an expression can use the single members of \
                    an element, but no list in it; let a member of the element state the number that is needed",
            ));
        }
        _ => {
            return Err(Error::new_spanned(
                expr,
                "expected a field before a member or an element, found another expression",
            ));
        }
    })
}

fn method_node(call: &syn::ExprMethodCall, names: &mut Vec<Ident>) -> Result<Node> {
    match call.method.to_string().as_str() {
        "len" if is_of_element(&call.receiver) => Err(Error::new_spanned(
            &call.receiver,
            "expected a list of this structure or of `entry` before `.len()`, found a list in an element: let the \
                element state the length in a member, or sum the lengths in all elements, `sum(rows, entry.text.len())`",
        )),
        "len" if call.args.is_empty() => Ok(Node::Len(member_path(&call.receiver, names)?.into())),
        other => {
            let bits = if call.args.is_empty() && member_path(&call.receiver, &mut Vec::new()).is_ok() {
                "; a bit field is a member: write its name without `()`"
            } else {
                ""
            };
            let message =
                format!("the schema cannot hold a call of `.{other}()`; the only known method is `.len()`{bits}");
            Err(Error::new_spanned(call, message))
        }
    }
}
