//! Reads the letters and the drawn lines of each page, with their positions.

use crate::nesting::Nesting;
use hayro_interpret::font::Glyph;
use hayro_interpret::{BlendMode, CacheKey, ClipPath, Context, Device, GlyphDrawMode, Image, InterpreterSettings};
use hayro_interpret::{InterpreterWarning, PageExt, Paint, PathDrawMode, SoftMask, interpret_page};
use hayro_syntax::Pdf;
use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A letter. Positions are in points from the left and the top of the page.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    pub c: char,
    pub start: f64,
    pub end: f64,
    /// The position of the baseline.
    pub base: f64,
    pub size: f64,
    /// The end of the letter's drawing, as a fraction of the size.
    pub drawn: Option<f64>,
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub letters: Vec<Letter>,
    /// Vertical lines.
    pub bars: Vec<Rect>,
    /// Horizontal lines.
    pub rules: Vec<Rect>,
    /// Horizontal lines that are as short as a letter.
    pub dashes: Vec<Rect>,
}

/// The largest number of letters and drawn lines in a document.
const MOST: usize = 8 << 20;

/// The largest depth of nested PDF forms.
const NESTED: usize = 64;

/// The largest width of a drawn line, in points.
const THICK: f64 = 3.0;

/// The largest length of a drawn line that may be a letter, in points.
const SHORT: f64 = 20.0;

/// The largest empty space of a letter beside its drawing, as a fraction of the size.
const BESIDE: f64 = 0.12;

/// The width of a letter whose drawing is unknown, as a fraction of the size.
const WIDE: f64 = 0.5;

/// A letter that the font does not name.
const UNKNOWN: char = '\u{fffd}';

/// Returns the letters and drawn lines of each page.
pub(super) fn read_pages(pdf: &Pdf) -> Result<Vec<Page>, String> {
    let lost = Arc::new(AtomicBool::new(false));
    let sink = Arc::clone(&lost);
    let settings = InterpreterSettings {
        warning_sink: Arc::new(move |warning| {
            sink.fetch_or(matches!(warning, InterpreterWarning::UnsupportedFont), Ordering::Relaxed);
        }),
        render_annotations: false,
        ..InterpreterSettings::default()
    };
    let mut reader = Reader::default();
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let mut draw = |turn: Affine| {
            let side = width.max(height);
            let all = Rect::new(0.0, 0.0, side, side);
            let mut context = Context::new(turn * page.initial_transform(true), all, pdf.xref(), settings.clone());
            reader.turned = [0, 0];
            interpret_page(page, &mut context, &mut reader);
            reader.drawings.clear();
            reader.depth = Nesting::NONE;
            (std::mem::take(&mut reader.page), reader.turned)
        };
        let (upright, [up, down]) = draw(Affine::IDENTITY);
        // A wide table can be turned on its page.
        pages.push(if up.max(down) <= upright.letters.len() {
            upright
        } else if up > down {
            draw(Affine::new([0.0, 1.0, -1.0, 0.0, height, 0.0])).0
        } else {
            draw(Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, width])).0
        });
    }
    let letters = || pages.iter().flat_map(|page| &page.letters);
    let (count, unknown) = (letters().count(), letters().filter(|letter| letter.c == UNKNOWN).count());
    if lost.load(Ordering::Relaxed) || unknown > 0 && 20 * unknown >= count {
        return Err("a file with a font that does not name its letters".to_owned());
    }
    if reader.count >= MOST {
        return Err(format!("a file with more than {MOST} letters"));
    }
    if count == 0 {
        return Err("a file without letters, such as one with pictures of pages".to_owned());
    }
    narrow_letters(&mut pages);
    Ok(pages)
}

/// A reader of pages, which collects their letters and drawn lines.
#[derive(Default)]
struct Reader {
    page: Page,
    /// The ends of the drawings of letters on the current page.
    drawings: HashMap<u128, Option<f64>>,
    /// The number of letters on the current page whose lines go up, and the number of letters whose lines go down.
    turned: [usize; 2],
    depth: Nesting,
    count: usize,
}

impl Reader {
    /// Returns the end of a letter's drawing, as a fraction of the size.
    fn drawn_end(&mut self, glyph: &Glyph<'_>) -> Option<f64> {
        let Glyph::Outline(glyph) = glyph else { return None };
        let find = || {
            let area = glyph.outline().bounding_box();
            (area.width() > 0.0).then_some(area.x1 / 1000.0)
        };
        *self.drawings.entry(glyph.identifier().cache_key()).or_insert_with(find)
    }

    fn add_rule(&mut self, area: Rect) {
        self.count += 1;
        if self.count < MOST && area.width() <= THICK && area.height() > THICK {
            self.page.bars.push(area);
        } else if self.count < MOST && area.height() <= THICK && area.width() <= SHORT {
            self.page.dashes.push(area);
            self.page.rules.push(area);
        } else if self.count < MOST && area.height() <= THICK {
            self.page.rules.push(area);
        }
    }
}

impl<'a> Device<'a> for Reader {
    fn set_soft_mask(&mut self, _: Option<SoftMask<'a>>) {}
    fn set_blend_mode(&mut self, _: BlendMode) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_transparency_group(&mut self) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: Affine) {}

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.depth.open_bracket();
        if self.depth.outer_count() >= NESTED {
            // A form that draws itself would overflow the stack: only this limit ends the reading.
            resume_unwind(Box::new("forms are nested too deeply"));
        }
    }

    fn pop_clip_path(&mut self) {
        self.depth.close_bracket();
    }

    fn draw_path(&mut self, path: &BezPath, transform: Affine, _: &Paint<'a>, mode: &PathDrawMode) {
        // A filled piece of a path can be a line; of a piece that is drawn, each part is one.
        let drawn = matches!(mode, PathDrawMode::Stroke(_));
        let mut piece: Option<Rect> = None;
        let mut last = Point::ZERO;
        for element in path.elements() {
            let begins = matches!(element, PathEl::MoveTo(_));
            if begins && let Some(area) = piece.take() {
                self.add_rule(area);
            }
            let Some(point) = element.end_point().map(|point| transform * point) else { continue };
            if drawn && !begins {
                self.add_rule(Rect::from_points(last, point));
            } else if !drawn {
                piece = Some(piece.map_or(Rect::from_points(point, point), |area| area.union_pt(point)));
            }
            last = point;
        }
        if let Some(area) = piece {
            self.add_rule(area);
        }
    }

    fn draw_glyph(&mut self, glyph: &Glyph<'a>, page: Affine, own: Affine, _: &Paint<'a>, _: &GlyphDrawMode) {
        self.count += 1;
        let place = page * own;
        let origin = place * Point::ZERO;
        let (along, up) = (place * Point::new(1000.0, 0.0) - origin, place * Point::new(0.0, 1000.0) - origin);
        let size = up.hypot();
        // Letters that are not upright are not part of lines.
        let upright = along.x > 0.0 && along.y.abs() <= 0.05 * along.x && up.y < 0.0;
        let [goes_up, goes_down] = &mut self.turned;
        *goes_up += usize::from(along.y < 0.0 && along.x.abs() <= 0.05 * -along.y);
        *goes_down += usize::from(along.y > 0.0 && along.x.abs() <= 0.05 * along.y);
        if self.count >= MOST || !upright || !origin.is_finite() || !(0.5..1000.0).contains(&size) {
            return;
        }
        let c = glyph.as_unicode().unwrap_or(UNKNOWN);
        let drawn = self.drawn_end(glyph);
        let width = if c.is_whitespace() { 0.0 } else { drawn.map_or(WIDE, |end| end + BESIDE) };
        self.page.letters.push(Letter {
            c,
            start: origin.x,
            end: origin.x + width * along.x,
            base: origin.y,
            size,
            drawn,
        });
    }
}

/// Reduces the width of each letter to the smallest distance to the next letter, for documents whose fonts do not state
/// widths.
fn narrow_letters(pages: &mut [Page]) {
    let key = |letter: &Letter| (letter.c, letter.drawn.map(f64::to_bits));
    let mut steps = HashMap::new();
    for page in pages.iter() {
        for (letter, next) in page.letters.iter().zip(page.letters.iter().skip(1)) {
            let step = (next.start - letter.start) / letter.size;
            // The next one may be in another line, or the same one, drawn again.
            if step > 0.1 && (next.base - letter.base).abs() < 0.1 * letter.size {
                let least = steps.entry(key(letter)).or_insert(step);
                *least = least.min(step);
            }
        }
    }
    for letter in pages.iter_mut().flat_map(|page| &mut page.letters) {
        if let Some(step) = steps.get(&key(letter)) {
            let width = letter.drawn.map_or(*step, |drawn| step.max(drawn)) * letter.size;
            letter.end = letter.end.min(letter.start + width);
        }
    }
}
