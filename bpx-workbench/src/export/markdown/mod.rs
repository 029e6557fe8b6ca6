//! A reference in Markdown.

mod diagram;

use super::text::{about, constraint, count, one_line, plain};
use super::{all_codes::all_codes, names};
use bpx_schema::schema::{
    Algorithm, BitField, Body, Codes, CodesLink, Constraint, Field, Model, Region, Structure, Text, Type,
};
use std::fmt::Write;

/// Returns the page of a schema. Its diagrams are pictures, if there is a function that returns the address of the picture of
/// a structure, and else text.
pub(super) fn page(model: &Model, format: &str, picture: Option<&dyn Fn(&str) -> String>) -> String {
    let mut page = Page { model, picture, text: String::new() };
    page.start(format);
    for structure in model.structures.values() {
        page.structure(structure);
    }
    let codes = all_codes(model);
    if !codes.is_empty() {
        page.line("## Codes\n");
        codes.iter().for_each(|codes| page.codes(codes));
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
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn start(&mut self, format: &str) {
        let root = &self.model.root;
        self.line(&format!("# {format}\n"));
        self.line(&format!(
            "Written by `bpx schema export {format} --target markdown`. A file begins with {}. Numbers are \
            little-endian unless stated otherwise. Offsets and sizes are in bytes.\n",
            link(root)
        ));
        self.line("| structure | size | section | |\n|---|---|---|---|");
        for structure in self.model.structures.values() {
            let size = structure.size.map_or_else(|| "varies".to_owned(), |size| size.to_string());
            let doc = structure.doc.lines().next().unwrap_or("");
            let row = [link(&structure.name), size, cell(&structure.spec), cell(doc)];
            self.line(&format!("| {} |", row.join(" | ")));
        }
        self.line("");
    }

    fn structure(&mut self, structure: &Structure) {
        self.line(&format!("## {}\n", structure.name));
        if !structure.doc.is_empty() {
            self.line(&format!("{}\n", plain(&structure.doc)));
        }
        let size = structure.size.map_or_else(|| "The size varies.".to_owned(), |size| format!("{size} bytes."));
        self.line(&format!("{size}{}\n", section(&structure.doc, &structure.spec)));
        if !structure.params.is_empty() {
            let names = structure.params.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            self.line(&format!("The enclosing structure gives {names}.\n"));
        }
        if let Some(picture) = self.picture {
            self.line(&format!("![Bytes of {}]({})\n", structure.name, picture(&structure.name)));
        } else if let Some(diagram) = diagram::of(self.model, structure) {
            self.line(&format!("```text\n{diagram}```\n"));
        }
        match &structure.body {
            Body::Fields(fields) => self.fields(fields),
            Body::Bits(fields) => self.bits(fields),
            Body::Switch(cases) => {
                self.line("The first case that applies:\n");
                for case in cases.iter() {
                    self.line(&format!("### {} ({})\n", structure.name, case.name));
                    let when = case.when.as_ref();
                    let when = when.map_or_else(|| "Otherwise.".to_owned(), |when| format!("When `{when}`."));
                    let doc = plain(&case.doc);
                    let attempt = if case.attempt.is_empty() {
                        String::new()
                    } else {
                        format!("Bytes that do not form it are read as a later case ({}).", case.attempt)
                    };
                    let about = [when, doc, attempt].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
                    self.line(&format!("{}\n", about.join("\n\n")));
                    if case.fields.is_empty() {
                        self.line("No fields.\n");
                    } else {
                        self.fields(&case.fields);
                    }
                }
            }
        }
        self.rules(structure);
    }

    fn fields(&mut self, fields: &[Field]) {
        self.line("| offset | field | type | count | meaning | rules |\n|---|---|---|---|---|---|");
        for field in fields {
            let ty = match &field.ty {
                Type::Named { link: to, .. } => link(to.name()),
                ty => {
                    let order =
                        field.is_big.as_ref().map(|is_big| format!(" (big-endian if {})", code(&is_big.to_string())));
                    let width = field.width.as_ref().map(|width| format!(" in {} bytes", code(&width.to_string())));
                    [Some(ty.short_name()), width, order].into_iter().flatten().collect()
                }
            };
            let row = [
                field.offset.map_or_else(String::new, |offset| offset.to_string()),
                format!("`{}`{}", cell(&field.name), label(&field.name, &field.label)),
                ty,
                code(&count(field)),
                meaning(field),
                rules_of(field),
            ];
            self.line(&format!("| {} |", row.join(" | ")));
        }
        self.line("");
        for field in fields {
            if let Some(region) = field.region.as_ref() {
                self.region(field, region);
            }
        }
    }

    fn bits(&mut self, fields: &[BitField]) {
        self.line("| place | field | type | width in bits | meaning | rules |\n|---|---|---|---|---|---|");
        for field in fields {
            let row = [
                format!("{}–{}", field.bit, u32::from(field.bit) + u32::from(field.bits) - 1),
                format!("`{}`{}", cell(&field.name), label(&field.name, &field.label)),
                format!("u{}", field.bits),
                field.bits.to_string(),
                [cell(&field.doc), codes_of(field.codes.as_ref())].join(" ").trim().to_owned(),
                rules(&field.constraints),
            ];
            self.line(&format!("| {} |", row.join(" | ")));
        }
        self.line("");
    }

    fn region(&mut self, field: &Field, region: &Region) {
        let each = region.each.as_ref();
        let whose = each.map_or_else(String::new, |each| format!(", for each `entry` of `{each}`"));
        let what = if region.is_in_place() { "How" } else { "Where" };
        let does = if region.is_in_place() { "is stored" } else { "lies" };
        self.line(&format!("{what} `{}` {does}{whose}:\n", field.name));
        let mut say = |what: &str, how: String| self.line(&format!("* {what}: {how}"));
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
            say(&format!("stored as {}", step.transform.name()), when(&step.when, place));
        }
        if let Some(size) = expr(region.content_size.as_ref()) {
            say("size of the content", size);
        }
        for (place, check) in region.checks.iter().enumerate() {
            let names = check.algorithms.iter().map(Algorithm::name).collect::<Vec<_>>().join(" or ");
            say(&format!("{names} in `{}`", check.stored), when(&check.when, place));
        }
        self.line("");
    }

    /// Writes rules across fields, computed members and checksums.
    fn rules(&mut self, structure: &Structure) {
        let mut lines = Vec::new();
        lines.extend(structure.rules.iter().map(|rule| format!("* Rule: {}.", constraint(rule))));
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
            self.line(&format!("{}\n", lines.join("\n")));
        }
    }

    fn codes(&mut self, codes: &Codes) {
        let kind = if codes.flags { "Flags" } else { "Enumeration" };
        self.line(&format!("### {kind} {}\n", codes.name));
        let doc = format!("{}{}", plain(&codes.doc), section(&codes.doc, &codes.spec));
        if !doc.is_empty() {
            self.line(&format!("{doc}\n"));
        }
        self.line("| value | name | meaning |\n|---|---|---|");
        for code in codes.codes.iter() {
            let value = if codes.flags { format!("{:#x}", code.value) } else { code.value.to_string() };
            self.line(&format!("| {value} | `{}` | {} |", cell(&code.name), cell(&code.doc)));
        }
        self.line("");
    }
}

/// Returns the section of the specification, unless the documentation names it.
fn section(doc: &str, spec: &str) -> String {
    if spec.is_empty() || about(doc, spec) == one_line(doc) { String::new() } else { format!(" Section {spec}.") }
}

/// Returns a text that stays in its cell.
fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", cell(text)) }
}

fn link(name: &str) -> String {
    format!("[{name}](#{})", name.to_lowercase())
}

/// Returns the specification's spelling, if it differs.
fn label(name: &str, label: &str) -> String {
    if label.is_empty() || names::snake(label) == name { String::new() } else { format!(" ({})", cell(label)) }
}

fn codes_of(codes: Option<&CodesLink>) -> String {
    codes.map_or_else(String::new, |codes| {
        let codes = codes.get();
        let kind = if codes.flags { "Flags" } else { "Enumeration" };
        let anchor = format!("{kind}-{}", codes.name).to_lowercase();
        format!("{kind} [{}](#{anchor}).", codes.name)
    })
}

fn meaning(field: &Field) -> String {
    let mut parts = vec![cell(&field.doc), codes_of(field.codes.as_ref())];
    if let Some(when) = &field.when {
        let otherwise = field.otherwise.map_or_else(String::new, |value| format!(", else {value}"));
        parts.push(format!("Present when `{}`{otherwise}.", cell(&when.to_string())));
    }
    if let Type::Named { args, .. } = &field.ty
        && !args.is_empty()
    {
        let args = args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        parts.push(format!("Given `{}`.", cell(&args)));
    }
    if let Some(derived) = &field.derived {
        parts.push(format!("Computed: `{}`.", cell(&derived.to_string())));
    }
    if field.children {
        parts.push("The children of a node.".to_owned());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn rules_of(field: &Field) -> String {
    let constraints = field.constraints.iter().map(constraint);
    let pool = field.pool.iter().map(|pool| format!("is `{}`", pool.name));
    let related = field.relations.iter().map(|relation| format!("`{relation}`"));
    cell(&constraints.chain(pool).chain(related).collect::<Vec<_>>().join("; "))
}

fn rules(constraints: &[Constraint]) -> String {
    cell(&constraints.iter().map(constraint).collect::<Vec<_>>().join("; "))
}

/// Describes the condition of one of several alternatives, of which the first whose condition holds applies.
fn when(condition: &bpx_schema::schema::Expr, place: usize) -> String {
    match (condition, place) {
        (bpx_schema::schema::Expr::Bool(true), 0) => "always".to_owned(),
        (bpx_schema::schema::Expr::Bool(true), _) => "otherwise".to_owned(),
        (condition, _) => format!("when `{condition}`"),
    }
}
