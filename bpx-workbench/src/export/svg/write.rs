//! Writes the text of a drawing.

use super::figures::Figure;
use super::grid::{Cell, HEIGHT, LEFT, WIDTH};
use super::parts::Part;
use super::regions::{self, Arrow, REGION_LEFT, REGION_WIDTH, RegionBox};
use bpx_schema::dump::escape_markup;
use bpx_schema::schema::memory_size;
use std::fmt::Write;

/// Width of the drawing in its units.
const SHEET: u64 = REGION_LEFT + REGION_WIDTH + 20;
/// Height of the title of a figure, including the numbers of the columns below the title, in units of the drawing.
const HEAD: u64 = 66;
/// Space below a figure in units of the drawing.
const FOOT: u64 = 30;

/// Returns an SVG document with all figures.
pub(super) fn write_document(figures: &[Figure], format: &str) -> String {
    let whole = figures.iter().map(figure_height).sum::<u64>() + 20;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SHEET} {whole}\" width=\"{SHEET}\" \
         height=\"{whole}\" role=\"img\" \
         aria-labelledby=\"title desc\">\n<title id=\"title\">{name}</title>\n<desc id=\"desc\">Layout of the structures \
         of {name}, with bytes and bits to scale.</desc>\n<style>\n{style}</style>\n{marker}\n",
        name = escape_markup(format),
        style = include_str!("style.css"),
        marker = "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
                  orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" class=\"solid\"/></marker></defs>",
    );
    let mut top = 10;
    for one in figures {
        write_figure(&mut out, one, top);
        top += figure_height(one);
    }
    out.push_str("</svg>\n");
    out
}

fn figure_height(figure: &Figure) -> u64 {
    HEAD + figure.grid.height.max(regions::lower_end(&figure.regions)) + FOOT
}

/// Writes a figure, whose top is `top` below the upper edge of the drawing.
fn write_figure(out: &mut String, figure: &Figure, top: u64) {
    let title = escape_markup(&figure.title);
    let _ = writeln!(out, "<g transform=\"translate(0 {top})\" role=\"group\" aria-label=\"{title}\">");
    if !figure.doc.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape_markup(&figure.doc));
    }
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"20\" class=\"name\">{title}</text>");
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"37\" class=\"dim\">{}</text>", escape_markup(&figure.subtitle));
    if figure.parts.is_empty() {
        let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{}\" class=\"dim\">no bytes here</text>", HEAD - 8);
    } else {
        write_columns(out, figure);
    }
    let _ = writeln!(out, "<g transform=\"translate(0 {HEAD})\">");
    for (y, offset) in &figure.grid.labels {
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" class=\"number end\">{offset}</text>", LEFT - 8, y + 21);
    }
    for one in &figure.grid.cells {
        if let Some(part) = figure.parts.get(one.part) {
            write_cell(out, one, part, figure.unit);
        }
    }
    figure.arrows.iter().for_each(|one| write_arrow(out, one));
    figure.regions.iter().for_each(|one| write_region(out, one));
    out.push_str("</g>\n</g>\n");
}

/// Writes the numbers of the columns above the rows.
fn write_columns(out: &mut String, figure: &Figure) {
    let columns = figure.grid.columns;
    let scale = WIDTH / columns;
    for column in 0..columns {
        let x = LEFT + column * scale + scale / 2;
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" class=\"number middle\">{column}</text>", HEAD - 8);
    }
}

/// Writes a box with its name and type, as far as they fit. The title of the box has the whole text.
fn write_cell(out: &mut String, cell: &Cell, part: &Part, unit: &str) {
    let class = match (cell.units, cell.is_optional, part.is_reserved) {
        (None, ..) => "open",
        (_, true, _) => "optional",
        (.., true) => "reserved",
        _ => "field",
    };
    let size = match cell.units {
        Some(1) => format!("1 {unit}"),
        Some(units) => format!("{units} {unit}s"),
        None => "size varies".to_owned(),
    };
    let name = if part.name.is_empty() { "unused" } else { &*part.name };
    let doc = if part.doc.is_empty() { String::new() } else { format!(". {}", part.doc) };
    let _ = write!(out, "<g><title>{}</title>", escape_markup(&format!("{name}: {}, {size}{doc}", part.kind)));
    let Cell { x, y, width, .. } = *cell;
    match cell.units {
        // Open at the right end.
        None => {
            let (right, bottom) = (x + width, y + HEIGHT);
            let _ = write!(out, "<path class=\"{class}\" d=\"M{right} {y}H{x}V{bottom}H{right}\"/>");
        }
        Some(units) => {
            let scale = if cell.is_to_scale { "" } else { " data-cut=\"true\"" };
            let name = escape_markup(&part.name);
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" data-field=\"{name}\" \
                 data-units=\"{units}\"{scale}/>"
            );
        }
    }
    let (first, second) = match (cell.is_first, cell.is_to_scale || cell.units.is_none()) {
        (true, _) => (part.name.clone(), part.kind.clone()),
        (false, true) => (format!("({name})"), String::new()),
        (false, false) => (format!("({name})"), format!("… {size} …")),
    };
    let middle = x + width / 2;
    if second.is_empty() || first.is_empty() {
        let text = if first.is_empty() { &second } else { &first };
        write_line(out, (middle, y + 21), width, "", text);
    } else {
        write_line(out, (middle, y + 15), width, "", &first);
        write_line(out, (middle, y + 28), width, " small", &second);
    }
    out.push_str("</g>\n");
}

/// Writes a centred line, and cuts a text that does not fit.
fn write_line(out: &mut String, (x, y): (u64, u64), width: u64, class: &str, text: &str) {
    // Characters of the font are at most 7.3 units wide, and small ones 6.1.
    let tenths = if class.is_empty() { 73 } else { 61 };
    let room = memory_size((width - width.min(6)) * 10 / tenths);
    let shown = if text.chars().count() > room {
        let mut cut: String = text.chars().take(room).collect();
        cut.pop();
        if cut.is_empty() { String::new() } else { format!("{cut}…") }
    } else {
        text.to_owned()
    };
    if !shown.is_empty() {
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" class=\"middle{class}\">{}</text>", escape_markup(&shown));
    }
}

fn write_region(out: &mut String, region: &RegionBox) {
    let RegionBox { name, kind, doc, y, height } = region;
    let _ = write!(out, "<g><title>{}</title>", escape_markup(&format!("{name}: {doc}")));
    let _ = write!(
        out,
        "<rect class=\"region\" x=\"{REGION_LEFT}\" y=\"{y}\" width=\"{REGION_WIDTH}\" height=\"{height}\" rx=\"6\"/>"
    );
    let middle = REGION_LEFT + REGION_WIDTH / 2;
    write_line(out, (middle, y + 15), REGION_WIDTH, "", name);
    write_line(out, (middle, y + 28), REGION_WIDTH, " small", kind);
    out.push_str("</g>\n");
}

fn write_arrow(out: &mut String, arrow: &Arrow) {
    let Arrow { fact, from: (x, y), lane, turn, to } = arrow;
    let _ = writeln!(
        out,
        "<path class=\"arrow\" marker-end=\"url(#head)\" d=\"M{x} {y}V{lane}H{turn}V{to}H{REGION_LEFT}\"><title>{fact}</title>\
         </path><text x=\"{}\" y=\"{}\" class=\"tiny end\">{fact}</text>",
        REGION_LEFT - 10,
        to - 2,
    );
}
