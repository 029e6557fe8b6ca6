//! Builds the document from blocks: finds the kind, the section and the structure of every table.

use super::forms::block::{Block, Grid};
use super::limit::Allowance;
use super::model::{self, Body, Document, Form, Section, Skipped, Source, Stated, Table, Value};
use super::name::is_identifier;
use super::prose::Sentence;
use super::{
    alike, links, nested, packing, parts, pictures, rules, statements, tables, titles, unexplained, units, unread,
};
use std::collections::{HashMap, HashSet};

/// Builds the document from blocks, until the document takes all of its memory allowance.
pub(super) fn build_document(sources: Vec<Source>, blocks: Vec<Block>, allowance: &mut Allowance) -> Document {
    let mut blocks = tables::split_groups(blocks);
    for block in &mut blocks {
        if let Block::Grid(grid) = block {
            tables::with_header(grid);
        }
    }
    tables::mark_hexadecimal(&mut blocks);
    tables::apply_sentences(&mut blocks);
    let units = units::Units::of(&blocks);
    let document = Document { sources, ..Document::default() };
    let (about, titles) = (String::new(), HashMap::new());
    let (columns, last_header) = (HashSet::new(), Vec::new());
    let listed = Vec::new();
    let mut builder = Builder { document, units, about, titles, last_table: None, last_header, columns, listed };
    for block in blocks {
        let tables = builder.document.tables.len();
        builder.add_block(block);
        if builder.document.tables.get(tables).is_some_and(|new| !allowance.charge_body(&new.body)) {
            break;
        }
    }
    let Builder { mut document, units, columns, listed, .. } = builder;
    document.tables.extend(listed);
    alike::report_alike(&mut document, &columns);
    pictures::assign_pictures(&mut document);
    unexplained::report_unexplained(&mut document, &units.types);
    nested::resolve_sizes(&mut document, &units.types.without_sizes());
    links::link_codes(&mut document);
    statements::add_stated_sizes(&mut document);
    unread::report_unread(&mut document);
    document.stated.sort_by_key(|stated| stated.line);
    document.inconsistencies = rules::check_document(&document);
    document
}

struct Builder {
    document: Document,
    units: units::Units,
    /// The text since the last heading or table.
    about: String,
    /// The number of structures of the section with each title.
    titles: HashMap<String, usize>,
    /// The last table that is not a picture.
    last_table: Option<usize>,
    /// The titles of the columns of the last table with titles.
    last_header: Vec<String>,
    /// The titles of the columns of each structure table.
    columns: HashSet<Vec<String>>,
    /// The values of fields, which cells of structure tables list.
    listed: Vec<Table>,
}

impl Builder {
    fn add_block(&mut self, block: Block) {
        let within = self.document.sections.len().checked_sub(1);
        match block {
            Block::Heading(heading) => {
                self.titles.clear();
                let number = heading.number.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
                self.about.clone_from(&heading.title);
                self.keep_stated_size(heading.line, &heading.title, None);
                let (line, title, depth) = (heading.line, heading.title, heading.depth);
                self.document.sections.push(Section { number, title, line, depth });
            }
            Block::Prose(prose) => {
                for sentence in prose.sentences() {
                    self.about.push(' ');
                    self.about.push_str(sentence.text);
                }
                self.document.prose.push((within, prose));
            }
            Block::Picture(line) => self.document.pictures.push(line),
            Block::Skipped(skipped) => {
                if !packing::is_settled(&self.document, &skipped, within) {
                    self.document.skipped.push(skipped);
                }
            }
            Block::Grid(grid) => {
                self.add_grid(*grid);
                self.about = self.section_title();
            }
            Block::Diagram(diagram) => {
                let of = self.last_structure().filter(|_| diagram.form != Form::Boxes);
                for unit in diagram.rows.iter().flat_map(|row| &row.boxes).filter(|_| diagram.form == Form::Boxes) {
                    let (line, name) = (diagram.line, unit.name.clone());
                    self.document.stated.extend(unit.bits.map(|bits| Stated { line, name, bits, of: None }));
                }
                let structure = of.and_then(|of| self.document.tables.get(of)).map(|of| of.name.clone());
                let name = structure.clone().unwrap_or_else(|| self.section_title());
                if let Some((line, bits)) = diagram.bracket {
                    self.document.stated.push(Stated { line, name: name.clone(), bits, of });
                }
                let (line, form) = (diagram.line, diagram.form);
                // A diagram of boxes, or one without a table before it, is of no structure.
                self.push_table(line, name, structure.unwrap_or_default(), form, (Body::Diagram(*diagram), Vec::new()));
            }
        }
    }

    fn add_grid(&mut self, mut grid: Grid) {
        let caption = self.read_caption(grid.line).map(|(line, text)| (line, text.to_owned()));
        let (line, form, name) = (grid.line, grid.form, grid.name.take());
        let titled = caption.as_ref().map(|(_, text)| text.as_str());
        let titled = titled.or_else(|| self.document.sections.last().map(|section| section.title.as_str()));
        let total = titled.and_then(titles::stated_bits);
        let units = &self.units;
        let context = tables::Context {
            types: &units.types,
            stated: units.stated,
            shown: units.shown,
            about: &self.about,
            own: name.as_deref(),
            total,
        };
        let header = grid.header.clone();
        let lists = tables::value_lists(&grid);
        let value_title = tables::value_title(&grid);
        let (body, open) = tables::read_body(grid, &context);
        if matches!(body, Body::Structure { .. }) && !header.is_empty() {
            self.columns.insert(header.clone());
        }
        let is_unnamed = name.is_none() && caption.is_none();
        let is_set = matches!(body, Body::Enumeration { .. } | Body::Flags { .. });
        let of = Some(()).filter(|()| is_unnamed && is_set).and_then(|()| self.announced_field(line));
        let is_free = name.is_none() && is_set;
        let titled = value_title.filter(|_| is_free).and_then(|title| links::titled_field(&self.document, &title));
        let name = match (name, &caption) {
            (Some(name), _) => name,
            (None, Some((_, caption))) => titles::title_subject(caption),
            (None, None) => self.section_title(),
        };
        let index = self.document.tables.len();
        if let Some((line, caption)) = &caption {
            self.keep_stated_size(*line, caption, Some(index));
        }
        let is_part = is_unnamed || caption.as_ref().is_some_and(|(_, text)| parts::says_continued(text));
        if let Err((body, open)) = self.continue_structure(is_part, header, (body, open)) {
            let name = if matches!(body, Body::Structure { .. }) { self.unique_name(name) } else { name };
            self.push_table(line, name, String::new(), form, (body, open));
            links::link_last_table(&mut self.document.tables, of.or(titled));
        }
        self.add_lists(lists);
    }

    /// Adds the values that cells of the last table list, if the row of each list is one field.
    fn add_lists(&mut self, lists: Vec<(usize, Vec<Value>)>) {
        let Some(index) = self.document.tables.len().checked_sub(1) else { return };
        let Some(table) = self.document.tables.get(index) else { return };
        let Body::Structure { fields, .. } = &table.body else { return };
        for (line, values) in lists {
            let mut found = fields.iter().enumerate().filter(|(_, field)| field.line == line);
            let (Some((at, field)), None) = (found.next(), found.next()) else { continue };
            let body = match tables::listed_body(&field.name, values) {
                Ok(body) => body,
                Err(reason) => {
                    self.document.skipped.push(Skipped::open_part(line, reason));
                    continue;
                }
            };
            self.listed.push(Table {
                line,
                name: field.name.clone(),
                structure: table.name.clone(),
                field: field.name.clone(),
                body,
                open: Vec::new(),
                of: Some((index, at)),
                ..table.clone()
            });
        }
    }

    /// Adds the fields of a table that goes on with the last table to that table; otherwise returns the table.
    fn continue_structure(
        &mut self,
        is_part: bool,
        header: Vec<String>,
        read: tables::ReadTable,
    ) -> Result<(), tables::ReadTable> {
        let same = !header.is_empty() && self.last_header == header;
        self.last_header = header;
        let within = self.document.sections.len().checked_sub(1);
        let said = self.about.strip_prefix(&*self.section_title()).unwrap_or(&self.about);
        let is_clear = same && is_part && !parts::states_condition(said);
        match self.document.tables.last_mut().filter(|last| is_clear && last.within == within) {
            Some(last) => parts::append_part(last, read),
            None => Err(read),
        }
    }

    fn push_table(
        &mut self,
        line: usize,
        name: String,
        structure: String,
        form: Form,
        (body, open): tables::ReadTable,
    ) {
        let within = self.document.sections.len().checked_sub(1);
        // Before the first heading, a table is in no section.
        let section = self.document.sections.last().map(|section| section.label().to_owned()).unwrap_or_default();
        if !matches!(body, Body::Diagram(_)) {
            self.last_table = Some(self.document.tables.len());
        }
        self.document.tables.push(Table {
            line,
            section,
            name,
            structure,
            field: String::new(),
            form,
            body,
            open,
            within,
            of: None,
        });
    }

    /// Returns the title of the current section; an empty text before the first heading.
    fn section_title(&self) -> String {
        self.document.sections.last().map(|section| titles::title_subject(&section.title)).unwrap_or_default()
    }

    /// Reads the line right above a table, if the line names the table; the line may state the size too:
    /// `Header - 24 bytes`.
    fn read_caption(&self, line: usize) -> Option<(usize, &str)> {
        let (within, prose) = self.document.prose.last()?;
        let (at, text) = prose.last_line()?;
        let near = *within == self.document.sections.len().checked_sub(1) && at + 2 >= line;
        let free = self.document.tables.last().is_none_or(|table| table.line < at);
        let named = || {
            is_identifier(&titles::title_subject(text))
                && titles::title_subject(text).len() > 1
                && !text.ends_with(['.', ':', ';', ','])
        };
        (near && free && named()).then_some((at, text))
    }

    /// Returns the place of the field of the last structure whose values a table at this line lists, as the sentence
    /// right before the table says: `The flags are:`.
    fn announced_field(&self, line: usize) -> Option<(usize, usize)> {
        let (within, prose) = self.document.prose.last()?;
        let sentence = prose.sentences().last()?;
        let near = prose.last_line().is_some_and(|(at, _)| at + 2 >= line);
        let index = self.last_structure().filter(|_| near)?;
        let table = self.document.tables.get(index)?;
        let Body::Structure { fields, .. } = &table.body else { return None };
        let is_here = *within == table.within && table.line < sentence.line;
        links::announced_field(sentence, fields).filter(|_| is_here).map(|field| (index, field))
    }

    /// Returns a name that no other structure of the section has.
    fn unique_name(&mut self, name: String) -> String {
        let name = match self.titles.get(&name) {
            Some(same) => format!("{name} #{}", same + 1),
            None => name,
        };
        let count = self.titles.entry(model::unnumbered_name(&name).to_owned()).or_default();
        *count += 1;
        name
    }

    /// Returns the structure that a picture after the last table shows.
    fn last_structure(&self) -> Option<usize> {
        let within = self.document.sections.len().checked_sub(1);
        let index = self.last_table?;
        let table = self.document.tables.get(index)?;
        (table.within == within && matches!(table.body, Body::Structure { .. })).then_some(index)
    }

    /// Records the size that a title states.
    fn keep_stated_size(&mut self, line: usize, title: &str, of: Option<usize>) {
        if let [quantity] = (Sentence { line, text: title }).quantities().as_slice() {
            self.document.stated.push(Stated { line, name: titles::title_subject(title), bits: quantity.bits, of });
        }
    }
}
