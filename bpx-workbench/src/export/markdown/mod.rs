//! Writes a reference in Markdown.

mod diagram;

use super::text::{constraint_text, count_text, doc_with_section, one_line, plain_doc};
use super::{all_codes::all_codes, names};
use bpx_schema::schema::{
    Algorithm, BitField, Body, Codes, CodesLink, Constraint, Field, Model, Region, Structure, Text, Type,
};
use std::fmt::Write;

/// Returns the page of a schema. With `picture`, a function that returns the address of a structure's picture, the
/// diagrams of the page are pictures, otherwise text.
pub(super) fn schema_page(model: &Model, format: &str, picture: Option<&dyn Fn(&str) -> String>) -> String {
    let mut page = Page { model, picture, text: String::new() };
    page.write_start(format);
    for structure in model.structures.values() {
        page.write_structure(structure);
    }
    let codes = all_codes(model);
    if !codes.is_empty() {
        page.add_line("## Codes\n");
        codes.iter().for_each(|codes| page.write_codes(codes));
    }
    page.text.truncate(page.text.trim_end().len());
    page.text.push('\n');
    page.text
}

struct Page<'m> {
    model: &'m Model,
    picture: Option<&'m dyn Fn(&str) -> String>,
    text: String,
}

impl Page<'_> {
    fn add_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn write_start(&mut self, format: &str) {
        let root = &self.model.root;
        self.add_line(&format!("# {format}\n"));
        self.add_line(&format!(
            "Written by `bpx schema export {format} --target markdown`. A file begins with {}. Numbers are \
            little-endian unless stated otherwise. Offsets and sizes are in bytes.\n",
            name_link(root)
        ));
        self.add_line("| structure | size | section | |\n|---|---|---|---|");
        for structure in self.model.structures.values() {
            let size = structure.size.map_or_else(|| "varies".to_owned(), |size| size.to_string());
            let doc = structure.doc.lines().next().unwrap_or("");
            let row = [name_link(&structure.name), size, table_cell(&structure.spec), table_cell(doc)];
            self.add_line(&format!("| {} |", row.join(" | ")));
        }
        self.add_line("");
    }

    fn write_structure(&mut self, structure: &Structure) {
        self.add_line(&format!("## {}\n", structure.name));
        if !structure.doc.is_empty() {
            self.add_line(&format!("{}\n", plain_doc(&structure.doc)));
        }
        let size = structure.size.map_or_else(|| "The size varies.".to_owned(), |size| format!("{size} bytes."));
        self.add_line(&format!("{size}{}\n", section_text(&structure.doc, &structure.spec)));
        if !structure.params.is_empty() {
            let names = structure.params.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            self.add_line(&format!("The enclosing structure passes {names}.\n"));
        }
        if let Some(picture) = self.picture {
            self.add_line(&format!("![Bytes of {}]({})\n", structure.name, picture(&structure.name)));
        } else if let Some(diagram) = diagram::of(self.model, structure) {
            self.add_line(&format!("```text\n{diagram}```\n"));
        }
        match &structure.body {
            Body::Fields(fields) => self.write_fields(fields),
            Body::Bits(fields) => self.write_bits(fields),
            Body::Switch(cases) => {
                self.add_line("The first case that applies:\n");
                for case in cases.iter() {
                    self.add_line(&format!("### {} ({})\n", structure.name, case.name));
                    let when = case.when.as_ref();
                    let when = when.map_or_else(|| "Otherwise.".to_owned(), |when| format!("When `{when}`."));
                    let doc = plain_doc(&case.doc);
                    let attempt = if case.attempt.is_empty() {
                        String::new()
                    } else {
                        format!(
                            "For bytes that do not form this case, a reader tries the later cases ({}).",
                            case.attempt
                        )
                    };
                    let about = [when, doc, attempt].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
                    self.add_line(&format!("{}\n", about.join("\n\n")));
                    if case.fields.is_empty() {
                        self.add_line("No fields.\n");
                    } else {
                        self.write_fields(&case.fields);
                    }
                }
            }
        }
        self.write_rules(structure);
    }

    fn write_fields(&mut self, fields: &[Field]) {
        self.add_line("| offset | field | type | count | meaning | rules |\n|---|---|---|---|---|---|");
        for field in fields {
            let ty = match &field.ty {
                Type::Named { link: to, .. } => name_link(to.name()),
                ty => {
                    let order = field
                        .is_big
                        .as_ref()
                        .map(|is_big| format!(" (big-endian if {})", code_span(&is_big.to_string())));
                    let width =
                        field.width.as_ref().map(|width| format!(" in {} bytes", code_span(&width.to_string())));
                    [Some(ty.short_name()), width, order].into_iter().flatten().collect()
                }
            };
            let row = [
                field.offset.map_or_else(String::new, |offset| offset.to_string()),
                format!("`{}`{}", table_cell(&field.name), differing_label(&field.name, &field.label)),
                ty,
                code_span(&count_text(field)),
                field_meaning(field),
                rules_of(field),
            ];
            self.add_line(&format!("| {} |", row.join(" | ")));
        }
        self.add_line("");
        for field in fields {
            if let Some(region) = field.region.as_ref() {
                self.write_region(field, region);
            }
        }
    }

    fn write_bits(&mut self, fields: &[BitField]) {
        self.add_line("| place | field | type | width in bits | meaning | rules |\n|---|---|---|---|---|---|");
        for field in fields {
            let row = [
                format!("{}–{}", field.bit, u32::from(field.bit) + u32::from(field.bits) - 1),
                format!("`{}`{}", table_cell(&field.name), differing_label(&field.name, &field.label)),
                format!("u{}", field.bits),
                field.bits.to_string(),
                [table_cell(&field.doc), codes_of(field.codes.as_ref())].join(" ").trim().to_owned(),
                rules_text(&field.constraints),
            ];
            self.add_line(&format!("| {} |", row.join(" | ")));
        }
        self.add_line("");
    }

    fn write_region(&mut self, field: &Field, region: &Region) {
        let each = region.each.as_ref();
        let whose = each.map_or_else(String::new, |each| format!(", for each `entry` of `{each}`"));
        let what = if region.is_in_place() { "How" } else { "Where" };
        let does = if region.is_in_place() { "is stored" } else { "lies" };
        self.add_line(&format!("{what} `{}` {does}{whose}:\n", field.name));
        let mut say = |what: &str, how: String| self.add_line(&format!("* {what}: {how}"));
        let expr = |expr: Option<&bpx_schema::schema::Expr>| expr.map(|expr| format!("`{expr}`"));
        if let Some(at) = expr(region.at.as_ref()) {
            say("offset", at);
        }
        if let Some(search) = &region.search {
            say("offset", format!("`{search}`"));
        }
        if let Some(size) = expr(region.size.as_ref()) {
            say("stored size", size);
        }
        if region.self_ending {
            say("stored size", "the stream ends by itself".to_owned());
        }
        if let Some(joined) = &region.joined {
            say("parts", format!("`{}` of each `entry` of `{}`, one after the other", joined.bytes, joined.array));
        }
        for (place, step) in region.steps.iter().enumerate() {
            say(&format!("stored as {}", step.transform.name()), condition_text(&step.when, place));
        }
        if let Some(size) = expr(region.content_size.as_ref()) {
            say("size of the content", size);
        }
        for (place, check) in region.checks.iter().enumerate() {
            let names = check.algorithms.iter().map(Algorithm::name).collect::<Vec<_>>().join(" or ");
            say(&format!("{names} in `{}`", check.stored), condition_text(&check.when, place));
        }
        self.add_line("");
    }

    /// Writes rules across fields, computed members and checksums.
    fn write_rules(&mut self, structure: &Structure) {
        let mut lines = Vec::new();
        lines.extend(structure.rules.iter().map(|rule| format!("* Rule: {}.", constraint_text(rule))));
        for derived in structure.derived.iter() {
            let rule = derived.rule.as_ref().map_or_else(String::new, |rule| format!(" (`{}`)", rule.code));
            lines.push(format!("* Computed: `{}` is `{}`{rule}.", derived.target.join("."), derived.value));
        }
        let list = |paths: &[bpx_schema::schema::List<Text>]| {
            paths.iter().map(|path| format!("`{}`", path.join("."))).collect::<Vec<_>>().join(", ")
        };
        for sum in structure.sums.iter() {
            let ranges = sum.ranges().map(|(first, last)| match last {
                Some(last) => format!("from `{first}` to `{last}`"),
                None => format!("from `{first}` to the end of the file"),
            });
            let mut line = format!(
                "* Checksum: `{}` is the {} of the bytes {}",
                sum.stored.join("."),
                sum.algorithm.name(),
                ranges.collect::<Vec<_>>().join(", then ")
            );
            for (what, paths) in
                [("without", &sum.skip), ("perhaps also without", &sum.or_skip), ("perhaps zeros for", &sum.or_zero)]
            {
                if !paths.is_empty() {
                    let _ = write!(line, ", {what} {}", list(paths));
                }
            }
            for filled in sum.fill.iter() {
                let _ = write!(line, ", with the byte {:#04x} for each of `{}`", filled.byte, filled.member.join("."));
            }
            lines.push(format!("{line} (`{}`).", sum.code));
        }
        if !lines.is_empty() {
            self.add_line(&format!("{}\n", lines.join("\n")));
        }
    }

    fn write_codes(&mut self, codes: &Codes) {
        let kind = if codes.flags { "Flags" } else { "Enumeration" };
        self.add_line(&format!("### {kind} {}\n", codes.name));
        let doc = format!("{}{}", plain_doc(&codes.doc), section_text(&codes.doc, &codes.spec));
        if !doc.is_empty() {
            self.add_line(&format!("{doc}\n"));
        }
        self.add_line("| value | name | meaning |\n|---|---|---|");
        for code in codes.codes.iter() {
            let value = if codes.flags { format!("{:#x}", code.value) } else { code.value.to_string() };
            self.add_line(&format!("| {value} | `{}` | {} |", table_cell(&code.name), table_cell(&code.doc)));
        }
        self.add_line("");
    }
}

/// Returns the section of the specification; an empty text if the documentation already names the section.
fn section_text(doc: &str, spec: &str) -> String {
    if spec.is_empty() || doc_with_section(doc, spec) == one_line(doc) {
        String::new()
    } else {
        format!(" Section {spec}.")
    }
}

/// Returns a text without characters that would end a cell of a table.
fn table_cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

fn code_span(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", table_cell(text)) }
}

fn name_link(name: &str) -> String {
    format!("[{name}](#{})", name.to_lowercase())
}

/// Returns the spelling of the specification, if it differs from the name.
fn differing_label(name: &str, label: &str) -> String {
    if label.is_empty() || names::snake_case(label) == name {
        String::new()
    } else {
        format!(" ({})", table_cell(label))
    }
}

fn codes_of(codes: Option<&CodesLink>) -> String {
    codes.map_or_else(String::new, |codes| {
        let codes = codes.get();
        let kind = if codes.flags { "Flags" } else { "Enumeration" };
        let anchor = format!("{kind}-{}", codes.name).to_lowercase();
        format!("{kind} [{}](#{anchor}).", codes.name)
    })
}

fn field_meaning(field: &Field) -> String {
    let mut parts = vec![table_cell(&field.doc), codes_of(field.codes.as_ref())];
    if let Some(when) = &field.when {
        let otherwise = field.otherwise.map_or_else(String::new, |value| format!(", else {value}"));
        parts.push(format!("Present when `{}`{otherwise}.", table_cell(&when.to_string())));
    }
    if let Type::Named { args, .. } = &field.ty
        && !args.is_empty()
    {
        let args = args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        parts.push(format!("Given `{}`.", table_cell(&args)));
    }
    if let Some(derived) = &field.derived {
        parts.push(format!("Computed: `{}`.", table_cell(&derived.to_string())));
    }
    if field.children {
        parts.push("The children of a node.".to_owned());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn rules_of(field: &Field) -> String {
    let constraints = field.constraints.iter().map(constraint_text);
    let pool = field.pool.iter().map(|pool| format!("is `{}`", pool.name));
    let related = field.relations.iter().map(|relation| format!("`{relation}`"));
    table_cell(&constraints.chain(pool).chain(related).collect::<Vec<_>>().join("; "))
}

fn rules_text(constraints: &[Constraint]) -> String {
    table_cell(&constraints.iter().map(constraint_text).collect::<Vec<_>>().join("; "))
}

/// Describes the condition of one of several alternatives, of which the first one whose condition holds applies.
fn condition_text(condition: &bpx_schema::schema::Expr, place: usize) -> String {
    match (condition, place) {
        (bpx_schema::schema::Expr::Bool(true), 0) => "always".to_owned(),
        (bpx_schema::schema::Expr::Bool(true), _) => "otherwise".to_owned(),
        (condition, _) => format!("when `{condition}`"),
    }
}
