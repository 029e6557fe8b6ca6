//! Reads the members of a structure as rows of a table.

use super::aliases::expand_array;
use super::alignment::{self, Alignment};
use super::commented;
use super::declarator;
use super::member::{self, Member};
use super::padding;
use super::row::{MemberRow, member_row};
use super::tokens::{Kind, Token};
use crate::forms::block::{Block, Grid, Row};
use crate::model::{Form, Skipped};
use bpx_model::Endian;
use std::collections::HashMap;

/// The statements of a source that apply to its structures.
pub(super) struct Context<'c> {
    pub constants: &'c HashMap<String, i128>,
    /// The type that each type alias names.
    pub aliases: &'c HashMap<String, String>,
    pub alignment: Alignment,
    /// The byte order that attributes state.
    pub order: Option<Endian>,
    pub name_first: bool,
}

impl Context<'_> {
    /// Returns the alignment of members; the codecs of languages with names first read no padding.
    fn layout(&self) -> Alignment {
        Alignment { most: self.alignment.most.or(self.name_first.then_some(1)), ..self.alignment }
    }
}

/// The largest depth of nested structures; the reader leaves deeper structures open.
const MAX_DEPTH: usize = 16;

/// Reads a structure; `inside` are the tokens between its braces.
pub(super) fn read_structure(
    line: usize,
    name: Option<String>,
    base: &str,
    inside: &[Token<'_>],
    context: &Context<'_>,
) -> Vec<Block> {
    let mut reader = Reader { context, nested: Vec::new(), skipped: Vec::new(), is_code: false };
    let mut rows = Vec::new();
    if !base.is_empty() {
        rows.push(member_row(line, base, "base", "The members of this structure come first."));
    }
    reader.read_members(inside, 0, &mut rows);
    // Reports about a structure without a name belong to no known structure.
    let own = name.clone().unwrap_or_default();
    let skipped =
        |reason: &str, open| Block::Skipped(Skipped { line, name: own.clone(), reason: reason.to_owned(), open });
    if reader.is_code {
        return vec![skipped("a class with functions is part of a program, not a layout of bytes", false)];
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let mut blocks = member_tables((line, name), rows, &context.layout(), context.order, context.aliases);
    blocks.extend(reader.nested.into_iter().map(Block::grid));
    let named = |skipped: Skipped| Block::Skipped(Skipped { name: own.clone(), ..skipped });
    blocks.extend(reader.skipped.into_iter().map(named));
    blocks
}

/// Returns the table of members, and a report about padding that the document leaves open.
pub(super) fn member_tables(
    (line, name): (usize, Option<String>),
    rows: Vec<MemberRow>,
    alignment: &Alignment,
    order: Option<Endian>,
    aliases: &HashMap<String, String>,
) -> Vec<Block> {
    // A report about a structure without a name belongs to no known structure.
    let own = name.clone().unwrap_or_default();
    let (rows, reason) = padding::lay_out(rows, aliases, alignment);
    let reason = reason.map(|reason| Block::Skipped(Skipped { line, name: own, reason, open: true }));
    let grid = Block::grid(Grid { endian: order, ..member_grid(line, name, rows) });
    std::iter::once(grid).chain(reason).collect()
}

/// Creates a table of members. Offsets that attributes state, or with which all comments begin, become a column.
fn member_grid(line: usize, name: Option<String>, members: Vec<MemberRow>) -> Grid {
    let titles = ["Type", "Name", "Notes"].map(str::to_owned).to_vec();
    let mut grid = Grid { line, form: Form::Listing, name, header: titles, ..Grid::default() };
    let places: Vec<_> = members.iter().map(|member| member.offset).collect();
    let mut rows: Vec<Row> = members.into_iter().map(MemberRow::into_row).collect();
    if places.iter().any(Option::is_some) {
        grid.header.insert(0, "Offset".to_owned());
        for (row, place) in rows.iter_mut().zip(places) {
            row.cells.insert(0, place.map_or(String::new(), |place| place.to_string()));
        }
    } else if let Some(offsets) = commented::split_offsets(&rows) {
        grid.header.insert(0, "Offset".to_owned());
        for (row, (text, notes)) in rows.iter_mut().zip(offsets) {
            row.cells.truncate(2);
            row.cells.insert(0, text);
            row.cells.push(notes);
        }
    }
    grid.rows = rows;
    grid
}

/// The tokens before, between and after braces.
type BracedDeclaration<'p, 't> = (&'p [Token<'t>], &'p [Token<'t>], &'p [Token<'t>]);

struct Reader<'c> {
    context: &'c Context<'c>,
    nested: Vec<Grid>,
    skipped: Vec<Skipped>,
    /// Whether the structure has functions.
    is_code: bool,
}

impl Reader<'_> {
    fn read_members(&mut self, inside: &[Token<'_>], depth: usize, rows: &mut Vec<MemberRow>) {
        for member in member::split_members(inside) {
            if member.is_conditional {
                let reason = "the members depend on conditions of the preprocessor".to_owned();
                self.skipped.push(Skipped::open_part(member.line, reason));
            } else {
                self.read_member(&member, depth, rows);
            }
        }
    }

    fn read_member(&mut self, member: &Member<'_>, depth: usize, rows: &mut Vec<MemberRow>) {
        let first = rows.len();
        self.read_unplaced(member, depth, rows);
        let align = alignment::stated_bytes(member.attributes());
        let own = rows.get_mut(first..).unwrap_or(&mut []);
        if align.is_some_and(|align| align.is_none() || own.len() != 1) {
            let reason = "a member has an alignment of its own, which is not understood".to_owned();
            self.skipped.push(Skipped::open_part(member.line, reason));
        }
        for row in own.iter_mut() {
            row.ty = expand_array(&row.ty, self.context.aliases).unwrap_or_else(|| std::mem::take(&mut row.ty));
            row.align = align.flatten();
        }
        own.first_mut().into_iter().for_each(|row| row.offset = alignment::field_offset(member.attributes()));
    }

    fn read_unplaced(&mut self, member: &Member<'_>, depth: usize, rows: &mut Vec<MemberRow>) {
        let tokens = member.layout_tokens();
        let Some((head, inside, after)) = super::tokens::split_braced(&tokens) else {
            match declarator::read_declarators(&tokens, self.context) {
                declarator::FoundDeclarators::Members(found) => {
                    rows.extend(found.into_iter().map(|(ty, name)| member_row(member.line, &ty, &name, &member.notes)));
                }
                declarator::FoundDeclarators::Function => self.is_code = true,
                declarator::FoundDeclarators::Unclear => {
                    rows.push(member_row(member.line, "", "unclear", "This member is not understood."));
                }
                declarator::FoundDeclarators::Nothing => {}
            }
            return;
        };
        let after = after.unwrap_or(&[]);
        let words: Vec<_> = head.iter().filter_map(Token::as_word).collect();
        match words.as_slice() {
            ["struct", tag @ ..] if depth < MAX_DEPTH && tag.len() <= 1 => {
                self.read_inner_structure(member, tag.first().copied(), inside, after, depth, rows);
            }
            [name, .., "struct"] | [name, .., "struct", _] if member.names_first && depth < MAX_DEPTH => {
                // `pots: packed struct (u32) {` has no name of its own.
                let tag = head.last().and_then(Token::as_word).filter(|tag| *tag != "struct");
                self.read_inline(member, tag.unwrap_or(name), (head, inside, after), depth, rows);
            }
            ["union" | "struct", ..] => {
                let name = after.iter().find_map(Token::as_word).or(words.get(1).copied()).unwrap_or("union");
                let notes = format!("One of several members. {}", member.notes);
                rows.push(member_row(member.line, "union", name, &notes));
            }
            ["enum", tag @ ..] => {
                // The values are those of the field that the enumeration declares.
                let name = after.iter().find_map(Token::as_word).or(tag.first().copied()).map(ToOwned::to_owned);
                let blocks =
                    super::enumeration::read_enumeration(member.line, name.clone(), inside, self.context.constants);
                let grids = blocks
                    .into_iter()
                    .filter_map(|block| if let Block::Grid(grid) = block { Some(*grid) } else { None });
                self.nested.extend(grids);
                let base = head.iter().skip_while(|token| !token.is_sign(':')).find_map(Token::as_word);
                if let Some(field) = after.iter().find_map(Token::as_word) {
                    rows.push(member_row(
                        member.line,
                        base.or(name.as_deref()).unwrap_or("enum"),
                        field,
                        &member.notes,
                    ));
                }
            }
            _ if head.iter().any(|token| token.is_sign('(')) => self.is_code = true,
            // A default value in braces.
            _ if head.last().is_some_and(|token| token.is_sign('=')) || !words.is_empty() => {
                if let declarator::FoundDeclarators::Members(found) = declarator::read_declarators(head, self.context) {
                    rows.extend(found.into_iter().map(|(ty, name)| member_row(member.line, &ty, &name, &member.notes)));
                }
            }
            _ => {}
        }
    }

    /// Adds the table of a structure within the structure, with the padding that the source states for all structures.
    fn push_nested(&mut self, line: usize, name: &str, rows: Vec<MemberRow>) {
        let alignment = Alignment { most: self.context.layout().most, ..Alignment::default() };
        let is_placed = rows.iter().any(|row| row.offset.is_some() || row.align.is_some());
        let (rows, why) = if alignment.is_stated() || is_placed {
            padding::lay_out(rows, self.context.aliases, &alignment)
        } else {
            (rows, None)
        };
        self.skipped.extend(why.map(|why| Skipped::open_part(line, why)));
        self.nested.push(member_grid(line, Some(name.to_owned()), rows));
    }

    /// Reads a member whose type declares a structure: `pots: Vec<struct Pot { .. }>`.
    fn read_inline(
        &mut self,
        member: &Member<'_>,
        tag: &str,
        braced: BracedDeclaration<'_, '_>,
        depth: usize,
        rows: &mut Vec<MemberRow>,
    ) {
        let (head, inside, after) = braced;
        let mut own = Vec::new();
        self.read_members(inside, depth + 1, &mut own);
        if !own.is_empty() {
            self.push_nested(member.line, tag, own);
        }
        let outside: Vec<_> = head.iter().take_while(|token| token.as_word() != Some("struct")).copied().collect();
        let of_type = head.iter().find(|token| token.as_word() == Some(tag)).into_iter().copied();
        let is_kept = |token: &Token<'_>| token.as_word() != Some("packed");
        let tokens: Vec<_> = outside.into_iter().filter(is_kept).chain(of_type).chain(after.iter().copied()).collect();
        if let declarator::FoundDeclarators::Members(found) = declarator::read_declarators(&tokens, self.context) {
            rows.extend(found.into_iter().map(|(ty, name)| member_row(member.line, &ty, &name, &member.notes)));
        }
    }

    /// Reads a structure within another structure; the members of an inner structure without a name become members of
    /// the outer structure.
    fn read_inner_structure(
        &mut self,
        member: &Member<'_>,
        tag: Option<&str>,
        inside: &[Token<'_>],
        after: &[Token<'_>],
        depth: usize,
        rows: &mut Vec<MemberRow>,
    ) {
        let field = after.iter().find_map(Token::as_word);
        // Where names come first, a structure without a name of a field is a member.
        let field = field.or(tag.filter(|_| member.names_first));
        let Some(name) = tag.or(field) else { return self.read_members(inside, depth + 1, rows) };
        let mut own = Vec::new();
        self.read_members(inside, depth + 1, &mut own);
        if !own.is_empty() {
            self.push_nested(member.line, name, own);
        }
        if let Some(field) = field {
            let dims: String = after
                .iter()
                .skip_while(|token| !token.is_sign('['))
                .filter(|token| !token.is_sign(';'))
                .map(token_text)
                .collect();
            rows.push(member_row(member.line, &format!("{name}{dims}"), field, &member.notes));
        }
    }
}

/// Returns the source text of a token; empty for a comment.
pub(super) fn token_text(token: &Token<'_>) -> String {
    match token.kind {
        Kind::Word(word) => word.to_owned(),
        Kind::Quote(quote) => quote.to_owned(),
        Kind::Sign(sign) => sign.to_string(),
        Kind::Comment(_) => String::new(),
    }
}

/// Returns the source text of tokens in a line, with a space between tokens that are apart in the source.
pub(super) fn source_text(tokens: &[Token<'_>]) -> String {
    let mut written = String::new();
    let mut end = None;
    for token in tokens {
        let text = token_text(token);
        if end.is_some_and(|end| end != token.column) {
            written.push(' ');
        }
        written.push_str(&text);
        end = Some(token.column + text.len());
    }
    written
}
