//! Expressions as trees: parsed once, then emitted as code and as data from the same tree.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Ident, Lit, Member, Result};

/// An expression.
#[derive(Clone)]
pub(crate) struct Tree {
    /// As written, for messages that point at it.
    tokens: TokenStream,
    pub(crate) node: Node,
}

#[derive(Clone)]
pub(crate) enum Node {
    Int(i64),
    Const(syn::Path),
    Path(Vec<Ident>),
    Len(Vec<Ident>),
    Sum(Vec<Ident>, Ident),
    /// Array, key, value of the key, member.
    Find(Vec<Ident>, Ident, Box<Tree>, Ident),
    Remaining,
    Size,
    Position,
    Not(Box<Tree>),
    Neg(Box<Tree>),
    Binary(&'static str, Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
}

/// What an expression yields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Yields {
    Number,
    Truth,
}

/// Names that an expression may use.
#[derive(Clone)]
pub(crate) struct Scope {
    names: Vec<String>,
}

impl Scope {
    pub(crate) fn with_params(names: impl Iterator<Item = String>) -> Self {
        Self { names: names.collect() }
    }

    pub(crate) fn add(&mut self, name: impl Into<String>) {
        self.names.push(name.into());
    }

    pub(crate) fn knows(&self, name: &Ident) -> bool {
        self.names.iter().any(|known| name == known)
    }

    /// Says which names are known instead of this one.
    pub(crate) fn unknown(&self, name: &str) -> String {
        let known = match &*self.names {
            [] => "no field stands before".to_owned(),
            names => format!("known here: `{}`", names.join("`, `")),
        };
        format!(
            "`{name}` is not known here; an expression sees parameters and the fields that were read before ({known})"
        )
    }
}

/// Operators: as written, as the schema names them, and whether they yield a truth value.
const OPERATORS: &[(&str, &str, bool)] = &[
    ("+", "Add", false),
    ("-", "Sub", false),
    ("*", "Mul", false),
    ("/", "Div", false),
    ("%", "Rem", false),
    ("&", "And", false),
    ("|", "Or", false),
    ("^", "Xor", false),
    ("<<", "Shl", false),
    (">>", "Shr", false),
    ("==", "Eq", true),
    ("!=", "Ne", true),
    ("<", "Lt", true),
    ("<=", "Le", true),
    (">", "Gt", true),
    (">=", "Ge", true),
    ("&&", "Both", true),
    ("||", "Either", true),
];

/// Words that are no names of fields, and what they mean.
const WORDS: &[(&str, &str)] = &[
    ("remaining", "the bytes left in the space"),
    ("size", "the size of the space in bytes"),
    ("position", "the offset of the next byte in the space"),
];

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
                _ => return Self::of(&unary.expr),
            },
            Expr::Binary(binary) => {
                let symbol = operator(&binary.op)?;
                Node::Binary(symbol, Box::new(Self::of(&binary.left)?), Box::new(Self::of(&binary.right)?))
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
            _ => {
                return Err(Error::new_spanned(
                    expr,
                    "not an expression that the schema can hold: use numbers, fields, parameters, constants, operators, \
                     `x.len()`, `sum(x.member)`, `find(x.key == value, x.member)`, `remaining`, `if a { b } else { c }`",
                ));
            }
        };
        Ok(Self { tokens: expr.to_token_stream(), node })
    }

    fn block(block: &syn::Block) -> Result<Self> {
        match &*block.stmts {
            [syn::Stmt::Expr(expr, None)] => Self::of(expr),
            _ => Err(Error::new_spanned(block, "a branch is a single expression")),
        }
    }

    /// An error that points at the expression.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new_spanned(&self.tokens, message)
    }

    /// Refuses names that are not known, and numbers where a truth value is needed.
    pub(crate) fn check(&self, scope: &Scope, wanted: Yields) -> Result<()> {
        match &self.node {
            Node::Path(path) | Node::Len(path) | Node::Sum(path, _) => {
                let first = path.first().map(ToString::to_string).unwrap_or_default();
                if !scope.names.contains(&first) {
                    return Err(self.error(scope.unknown(&first)));
                }
            }
            Node::Find(path, _, wanted, _) => {
                let first = path.first().map(ToString::to_string).unwrap_or_default();
                if !scope.names.contains(&first) {
                    return Err(self.error(scope.unknown(&first)));
                }
                wanted.check(scope, Yields::Number)?;
            }
            Node::Remaining | Node::Size | Node::Position => {
                let word = self.tokens.to_string();
                if scope.names.contains(&word) {
                    return Err(self.error(format!(
                        "`{word}` in an expression is a word of its own ({}), which hides the field of that name: \
                         give the field another name",
                        WORDS.iter().find(|(name, _)| *name == word).map_or("", |(_, meaning)| meaning)
                    )));
                }
            }
            Node::Not(inner) => inner.check(scope, Yields::Truth)?,
            Node::Neg(inner) => inner.check(scope, Yields::Number)?,
            Node::Binary(symbol, a, b) => {
                let inner = if matches!(*symbol, "&&" | "||") { Yields::Truth } else { Yields::Number };
                a.check(scope, inner)?;
                b.check(scope, inner)?;
            }
            Node::If(condition, yes, no) => {
                condition.check(scope, Yields::Truth)?;
                yes.check(scope, wanted)?;
                no.check(scope, wanted)?;
                return Ok(());
            }
            Node::Int(_) | Node::Const(_) => {}
        }
        match (self.yields(), wanted) {
            (Yields::Number, Yields::Truth) => {
                Err(self.error("a condition is a comparison, and this is a number: did you mean `.. != 0`?"))
            }
            (Yields::Truth, Yields::Number) => Err(self.error("a number is needed here, and this is a comparison")),
            _ => Ok(()),
        }
    }

    fn yields(&self) -> Yields {
        match &self.node {
            Node::Not(_) => Yields::Truth,
            Node::Binary(symbol, ..) if compares(symbol) => Yields::Truth,
            _ => Yields::Number,
        }
    }

    /// Whether the value depends on the bytes around, which a writer does not have.
    pub(crate) fn needs_space(&self) -> bool {
        match &self.node {
            Node::Remaining | Node::Size | Node::Position => true,
            Node::Not(inner) | Node::Neg(inner) | Node::Find(_, _, inner, _) => inner.needs_space(),
            Node::Binary(_, a, b) => a.needs_space() || b.needs_space(),
            Node::If(a, b, c) => a.needs_space() || b.needs_space() || c.needs_space(),
            _ => false,
        }
    }

    /// The arrays that are searched.
    pub(crate) fn searched<'t>(&'t self, found: &mut Vec<&'t [Ident]>) {
        match &self.node {
            Node::Find(path, _, inner, _) => {
                found.push(path);
                inner.searched(found);
            }
            Node::Not(inner) | Node::Neg(inner) => inner.searched(found),
            Node::Binary(_, a, b) => [a, b].into_iter().for_each(|one| one.searched(found)),
            Node::If(a, b, c) => [a, b, c].into_iter().for_each(|one| one.searched(found)),
            _ => {}
        }
    }

    /// Rust code of type `Option<i128>`: none when a computation has no result.
    pub(crate) fn code(&self) -> TokenStream {
        if let Some(number) = self.number() {
            return quote!(Some(#number));
        }
        if let Node::Binary(symbol, a, b) = &self.node {
            let op = variant(symbol);
            return match (a.number(), b.number()) {
                (Some(a), Some(b)) => quote!(rt::Binary::#op.apply(#a, #b)),
                _ => {
                    let (a, b) = (a.value(), b.value());
                    quote!((|| rt::Binary::#op.apply(#a, #b))())
                }
            };
        }
        let value = self.value();
        quote!((|| Some(#value))())
    }

    /// Rust code of type `Option<bool>`.
    pub(crate) fn holds(&self) -> TokenStream {
        match self.truth() {
            Some(truth) => quote!(Some(#truth)),
            None => {
                let code = self.code();
                quote!(#code.map(|value| value != 0))
            }
        }
    }

    /// Rust code of type `bool`, inside of a decoder.
    pub(crate) fn condition(&self, label: &str) -> TokenStream {
        self.truth().unwrap_or_else(|| {
            let code = self.code();
            quote!(rt::condition(__d, #code, #label)?)
        })
    }

    /// Rust code of type `bool`, inside of an encoder: whether it holds for sure.
    pub(crate) fn wanted(&self) -> TokenStream {
        self.truth().unwrap_or_else(|| {
            let code = self.code();
            quote!(#code.is_some_and(|value| value != 0))
        })
    }

    /// Rust code of type `u64`, inside of a decoder.
    pub(crate) fn count(&self, label: &str) -> TokenStream {
        if let Node::Int(value) = &self.node {
            let literal = Literal::i64_unsuffixed(*value);
            return quote!(#literal);
        }
        let code = self.code();
        quote!(rt::count(__d, #code, #label)?)
    }

    /// Rust code of type `i128`, inside of a decoder.
    pub(crate) fn argument(&self, label: &str) -> TokenStream {
        self.number().unwrap_or_else(|| {
            let code = self.code();
            quote!(rt::argument(__d, #code, #label)?)
        })
    }

    /// Rust code of type `i128`, inside of an encoder.
    pub(crate) fn write_argument(&self, label: &str) -> TokenStream {
        self.number().unwrap_or_else(|| {
            let code = self.code();
            quote!(rt::write_argument(__e, #code, #label)?)
        })
    }

    /// Rust code of type `i128`, of an expression that always has a value.
    fn number(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Int(value) => {
                let literal = Literal::i64_unsuffixed(*value);
                quote!(#literal)
            }
            Node::Const(path) => quote!(#path as i128),
            Node::Path(path) => quote!(rt::int(&#(#path).*)),
            Node::Len(path) => quote!(#(#path).*.len() as i128),
            Node::Remaining => quote!(i128::from(__d.remaining())),
            Node::Size => quote!(i128::from(__d.size())),
            Node::Position => quote!(i128::from(__d.position())),
            Node::Binary(symbol @ ("&" | "|" | "^"), a, b) => {
                let (op, a, b) = (punctuation(symbol), a.operand()?, b.operand()?);
                quote!(#a #op #b)
            }
            Node::If(condition, yes, no) => {
                let (condition, yes, no) = (condition.truth()?, yes.number()?, no.number()?);
                quote!(if #condition { #yes } else { #no })
            }
            Node::Not(_) | Node::Binary(..) => {
                let truth = self.truth()?;
                quote!(i128::from(#truth))
            }
            Node::Find(path, key, wanted, member) => {
                let wanted = wanted.number()?;
                quote!(rt::find(&#(#path).*, #wanted, |one| (rt::int(&one.#key), rt::int(&one.#member))))
            }
            Node::Sum(..) | Node::Neg(_) => return None,
        })
    }

    /// Rust code of type `bool`, of a comparison that always has a value.
    fn truth(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Not(inner) => {
                let inner = inner.truth()?;
                quote!(!(#inner))
            }
            Node::Binary(symbol @ ("&&" | "||"), a, b) => {
                let (op, a, b) = (punctuation(symbol), a.nested(symbol)?, b.nested(symbol)?);
                quote!(#a #op #b)
            }
            Node::Binary(symbol, a, b) if compares(symbol) => {
                let (op, a, b) = (punctuation(symbol), a.operand()?, b.operand()?);
                quote!(#a #op #b)
            }
            _ => return None,
        })
    }

    /// As [`Self::number`], in parentheses where an operator would take it apart.
    fn operand(&self) -> Option<TokenStream> {
        let number = self.number()?;
        Some(match &self.node {
            Node::Const(_) | Node::Len(_) | Node::Binary("&" | "|" | "^", ..) | Node::If(..) => quote!((#number)),
            _ => number,
        })
    }

    /// As [`Self::truth`], in parentheses where another operator would take it apart.
    fn nested(&self, outer: &str) -> Option<TokenStream> {
        let truth = self.truth()?;
        Some(match &self.node {
            Node::Binary(inner @ ("&&" | "||"), ..) if *inner != outer => quote!((#truth)),
            _ => truth,
        })
    }

    /// Rust code of type `i128`, inside of a function that returns an option.
    fn value(&self) -> TokenStream {
        if let Some(number) = self.number() {
            return number;
        }
        match &self.node {
            Node::Sum(path, member) => quote! {
                #(#path).*.iter().try_fold(0_i128, |sum, one| sum.checked_add(rt::int(&one.#member)))?
            },
            Node::Find(path, key, wanted, member) => {
                let wanted = wanted.value();
                quote!(rt::find(&#(#path).*, #wanted, |one| (rt::int(&one.#key), rt::int(&one.#member))))
            }
            Node::Not(inner) => {
                let inner = inner.value();
                quote!(i128::from(#inner == 0))
            }
            Node::Neg(inner) => {
                let inner = inner.value();
                quote!(i128::checked_neg(#inner)?)
            }
            Node::Binary(symbol, a, b) => {
                let (op, a, b) = (variant(symbol), a.value(), b.value());
                quote!(rt::Binary::#op.apply(#a, #b)?)
            }
            Node::If(condition, yes, no) => {
                let (condition, yes, no) = (condition.value(), yes.value(), no.value());
                quote!(if #condition != 0 { #yes } else { #no })
            }
            _ => TokenStream::new(),
        }
    }

    /// Rust code of type `i128` for a twin; none when it is about positions.
    #[cfg(feature = "pretty")]
    pub(crate) fn twin_value(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Int(value) => {
                let literal = Literal::i64_unsuffixed(*value);
                quote!(#literal)
            }
            Node::Const(path) => {
                // Twins have no modules.
                let segments = path.segments.iter().map(|segment| &segment.ident);
                let own = segments.skip_while(|name| name.to_string().starts_with(|c: char| c.is_ascii_lowercase()));
                quote!(h::int(&#(#own)::*))
            }
            Node::Path(path) => quote!(h::int(&#(#path).*)),
            Node::Len(path) => quote!(h::len(&#(#path).*)),
            Node::Sum(path, member) => quote!(#(#path).*.iter().map(|one| h::int(&one.#member)).sum::<i128>()),
            Node::Find(path, key, wanted, member) => {
                let wanted = wanted.twin_operand()?;
                quote!(#(#path).*.iter().find(|one| h::int(&one.#key) == #wanted).map_or(0, |one| h::int(&one.#member)))
            }
            Node::Remaining | Node::Size | Node::Position => return None,
            Node::Neg(inner) => {
                let inner = inner.twin_operand()?;
                quote!(-#inner)
            }
            Node::Binary(symbol, a, b) if !compares(symbol) => {
                let (op, a, b) = (punctuation(symbol), a.twin_operand()?, b.twin_operand()?);
                quote!(#a #op #b)
            }
            Node::Not(_) | Node::Binary(..) => {
                let truth = self.twin_truth()?;
                quote!(i128::from(#truth))
            }
            Node::If(condition, yes, no) => {
                let (condition, yes, no) = (condition.twin_truth()?, yes.twin_value()?, no.twin_value()?);
                quote!(if #condition { #yes } else { #no })
            }
        })
    }

    /// Rust code of type `bool` for a twin; none when it is about positions.
    #[cfg(feature = "pretty")]
    pub(crate) fn twin_truth(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Not(inner) => {
                let inner = inner.twin_truth()?;
                quote!(!(#inner))
            }
            Node::Binary(symbol @ ("&&" | "||"), a, b) => {
                let side = |tree: &Self| {
                    let truth = tree.twin_truth()?;
                    let other = matches!(&tree.node, Node::Binary(inner @ ("&&" | "||"), ..) if inner != symbol);
                    Some(if other { quote!((#truth)) } else { truth })
                };
                let (op, a, b) = (punctuation(symbol), side(a)?, side(b)?);
                quote!(#a #op #b)
            }
            Node::Binary(symbol, a, b) if compares(symbol) => {
                let (op, a, b) = (punctuation(symbol), a.twin_operand()?, b.twin_operand()?);
                quote!(#a #op #b)
            }
            _ => {
                let value = self.twin_operand()?;
                quote!(#value != 0)
            }
        })
    }

    /// As [`Self::twin_value`], in parentheses where an operator would take it apart.
    #[cfg(feature = "pretty")]
    fn twin_operand(&self) -> Option<TokenStream> {
        let value = self.twin_value()?;
        Some(if matches!(self.node, Node::Binary(..) | Node::If(..) | Node::Neg(_)) { quote!((#value)) } else { value })
    }

    /// The same expression as data.
    pub(crate) fn schema(&self) -> TokenStream {
        let list = |items: &[TokenStream]| quote!(Borrowed(&[#(#items),*]));
        let names = |path: &[Ident]| {
            let names = path.iter().map(ToString::to_string);
            quote!(Borrowed(&[#(Borrowed(#names)),*]))
        };
        match &self.node {
            Node::Int(value) => {
                let value = Literal::i64_unsuffixed(*value);
                quote!(rt::Expr::Int(#value))
            }
            Node::Const(path) => {
                let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                quote!(rt::Expr::Const(Borrowed(#name), #path as i64))
            }
            Node::Path(path) => {
                let path = names(path);
                quote!(rt::Expr::Path(#path))
            }
            Node::Len(path) => {
                let path = names(path);
                quote!(rt::Expr::Len(#path))
            }
            Node::Sum(path, member) => {
                let (path, member) = (names(path), member.to_string());
                quote!(rt::Expr::Sum(#path, Borrowed(#member)))
            }
            Node::Find(path, key, wanted, member) => {
                let (path, key, member) = (names(path), key.to_string(), member.to_string());
                let operands = list(&[wanted.schema()]);
                quote!(rt::Expr::Find(#path, Borrowed(#key), #operands, Borrowed(#member)))
            }
            Node::Remaining => quote!(rt::Expr::Remaining),
            Node::Size => quote!(rt::Expr::Size),
            Node::Position => quote!(rt::Expr::Position),
            Node::Not(inner) => {
                let operands = list(&[inner.schema()]);
                quote!(rt::Expr::Unary(rt::Unary::Not, #operands))
            }
            Node::Neg(inner) => {
                let operands = list(&[inner.schema()]);
                quote!(rt::Expr::Unary(rt::Unary::Neg, #operands))
            }
            Node::Binary(symbol, a, b) => {
                let (op, operands) = (variant(symbol), list(&[a.schema(), b.schema()]));
                quote!(rt::Expr::Binary(rt::Binary::#op, #operands))
            }
            Node::If(condition, yes, no) => {
                let operands = list(&[condition.schema(), yes.schema(), no.schema()]);
                quote!(rt::Expr::If(#operands))
            }
        }
    }
}

fn literal_node(literal: &Lit) -> Result<Node> {
    match literal {
        Lit::Int(value) => value.base10_parse().map(Node::Int),
        Lit::Byte(value) => Ok(Node::Int(i64::from(value.value()))),
        Lit::Bool(value) => Ok(Node::Int(i64::from(value.value()))),
        other => Err(Error::new_spanned(other, "only whole numbers have a place in an expression")),
    }
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
        text if text.chars().any(|c| c.is_ascii_lowercase()) => Node::Path(vec![name.clone()]),
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
        other => Err(Error::new_spanned(
            call,
            format!("`.{other}()` is opaque to the schema; of methods, only `.len()` is known"),
        )),
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
    if operator(&test.op)? != "==" {
        return Err(wrong());
    }
    let ((path, key), (same, member)) = (split(&test.left)?, split(member)?);
    if path != same {
        return Err(wrong());
    }
    Ok(Node::Find(path, key, Box::new(Tree::of(&test.right)?), member))
}

fn operator(op: &syn::BinOp) -> Result<&'static str> {
    let text = quote!(#op).to_string();
    let known = OPERATORS.iter().find(|(symbol, ..)| *symbol == text).map(|(symbol, ..)| *symbol);
    known.ok_or_else(|| Error::new_spanned(op, "an expression cannot assign"))
}

fn compares(symbol: &str) -> bool {
    OPERATORS.iter().any(|(known, _, truth)| *known == symbol && *truth)
}

/// The operator in Rust.
fn punctuation(symbol: &str) -> TokenStream {
    symbol.parse().unwrap_or_default()
}

fn variant(symbol: &str) -> Ident {
    let name = OPERATORS.iter().find(|(s, ..)| *s == symbol).map_or("Add", |(_, name, _)| name);
    Ident::new(name, Span::call_site())
}
