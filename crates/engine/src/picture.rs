//! Pictures of levels and solutions: a few shapes, written as SVG.

use std::fmt::Write;

/// Colours that are told apart well, the first ones best. Whoever draws with
/// them writes a letter beside, so that colour is never the only sign.
const PALETTE: [&str; 24] = [
    "#d62728", "#1f77b4", "#2ca02c", "#f2c014", "#9467bd", "#ff7f0e", "#17becf", "#e377c2",
    "#8c564b", "#7f7f7f", "#0b3c8c", "#b5cf2f", "#8b0000", "#5fd3bc", "#f4a6a0", "#556b2f",
    "#6a0dad", "#c49c94", "#00755e", "#ff4fa3", "#a0c4ff", "#b8860b", "#2f4f4f", "#c7b3e5",
];

/// A colour of the palette, which goes round.
pub fn colour(index: usize) -> &'static str {
    PALETTE[index % PALETTE.len()]
}

/// How a shape is painted.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// The colour inside.
    pub fill: Option<String>,
    /// The colour of the line.
    pub stroke: Option<String>,
    /// The width of the line.
    pub width: f64,
    /// Whether ends and corners are round.
    pub round: bool,
    /// From 0 (not there) to 1; 0 stands for 1 as well, since nobody draws
    /// what is not there.
    pub opacity: f64,
}

impl Style {
    /// Filled, without a line.
    pub fn fill(colour: &str) -> Style {
        Style {
            fill: Some(colour.into()),
            ..Style::default()
        }
    }

    /// A line, not filled.
    pub fn stroke(colour: &str, width: f64) -> Style {
        Style {
            stroke: Some(colour.into()),
            width,
            ..Style::default()
        }
    }

    /// The same with a line around it.
    pub fn edge(mut self, colour: &str, width: f64) -> Style {
        self.stroke = Some(colour.into());
        self.width = width;
        self
    }

    /// The same with round ends and corners.
    pub fn rounded(mut self) -> Style {
        self.round = true;
        self
    }

    /// The same, seen through.
    pub fn faded(mut self, opacity: f64) -> Style {
        self.opacity = opacity;
        self
    }

    fn attributes(&self) -> String {
        let mut text = format!(" fill=\"{}\"", self.fill.as_deref().unwrap_or("none"));
        // Writing to a string cannot fail.
        if let Some(stroke) = &self.stroke {
            let _ = write!(
                text,
                " stroke=\"{stroke}\" stroke-width=\"{}\"",
                short(self.width)
            );
        }
        if self.round {
            text.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        }
        if self.opacity > 0.0 && self.opacity < 1.0 {
            let _ = write!(text, " opacity=\"{}\"", short(self.opacity));
        }
        text
    }
}

/// A number with at most two decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A picture under way. Lengths are in pixels.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    body: String,
}

impl Picture {
    /// An empty picture.
    pub fn new(width: f64, height: f64) -> Picture {
        Picture {
            width,
            height,
            body: String::new(),
        }
    }

    /// Lines of text, as they stand, in letters of equal width.
    pub fn of_text(text: &str) -> Picture {
        let (line_height, letter, edge) = (20.0, 9.7, 12.0);
        let longest = text.lines().map(|line| line.chars().count()).max();
        let width = longest.unwrap_or(0) as f64 * letter + 2.0 * edge;
        let height = text.lines().count() as f64 * line_height + 2.0 * edge;
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, &Style::fill("#ffffff"));
        for (index, line) in text.lines().enumerate() {
            let y = edge + (index as f64 + 0.75) * line_height;
            let _ = writeln!(
                picture.body,
                "<text x=\"{}\" y=\"{}\" font-family=\"monospace\" font-size=\"16\" xml:space=\"preserve\">{}</text>",
                short(edge),
                short(y),
                escaped(line)
            );
        }
        picture
    }

    /// A rectangle; where the style is round, with corners in proportion.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, style: &Style) {
        let corner = match style.round {
            true => width.min(height) / 8.0,
            false => 0.0,
        };
        self.rounded_rect((x, y), (width, height), corner, style);
    }

    /// A rectangle at a point, of a width and height, with corners rounded by
    /// this radius.
    pub fn rounded_rect(&mut self, at: (f64, f64), size: (f64, f64), corner: f64, style: &Style) {
        let corner = match corner > 0.0 {
            true => format!(" rx=\"{}\"", short(corner)),
            false => String::new(),
        };
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{corner}{}/>",
            short(at.0),
            short(at.1),
            short(size.0),
            short(size.1),
            style.attributes()
        );
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, style: &Style) {
        let _ = writeln!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            short(x),
            short(y),
            short(radius),
            style.attributes()
        );
    }

    /// A line through points; with a fill, the shape between them.
    pub fn line(&mut self, points: &[(f64, f64)], style: &Style) {
        let points: Vec<_> = points
            .iter()
            .map(|&(x, y)| format!("{},{}", short(x), short(y)))
            .collect();
        let _ = writeln!(
            self.body,
            "<polyline points=\"{}\"{}/>",
            points.join(" "),
            style.attributes()
        );
    }

    /// Text around a point.
    pub fn text(&mut self, x: f64, y: f64, size: f64, text: &str, style: &Style) {
        self.anchored(x, y, size, text, "middle", style);
    }

    /// Text that starts at a point and is centred on its height.
    pub fn label(&mut self, x: f64, y: f64, size: f64, text: &str, style: &Style) {
        self.anchored(x, y, size, text, "start", style);
    }

    fn anchored(&mut self, x: f64, y: f64, size: f64, text: &str, anchor: &str, style: &Style) {
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"{anchor}\"{}>{}</text>",
            short(x),
            // A capital letter is about 0.7 of its font size high.
            short(y + 0.35 * size),
            short(size),
            style.attributes(),
            escaped(text)
        );
    }

    /// A shape that is drawn around the origin, moved to a point and scaled.
    /// `outline` is the `d` attribute of an SVG path.
    pub fn shape(&mut self, outline: &str, x: f64, y: f64, scale: f64, style: &Style) {
        let _ = writeln!(
            self.body,
            "<path d=\"{}\" transform=\"translate({},{}) scale({})\"{}/>",
            escaped(outline),
            short(x),
            short(y),
            short(scale),
            style.attributes()
        );
    }

    /// Another picture with its top left corner here, as a group that programs
    /// can find: `class` says what kind of thing it is, `name` which one. Both
    /// may occur many times in a picture, as `id` could not.
    pub fn place_named(&mut self, other: &Picture, x: f64, y: f64, class: &str, name: &str) {
        let _ = writeln!(
            self.body,
            "<g class=\"{}\" data-name=\"{}\" transform=\"translate({},{})\">\n{}</g>",
            escaped(class),
            escaped(name),
            short(x),
            short(y),
            other.body
        );
    }

    /// Another picture with its top left corner here.
    pub fn place(&mut self, other: &Picture, x: f64, y: f64) {
        let _ = writeln!(
            self.body,
            "<g transform=\"translate({},{})\">\n{}</g>",
            short(x),
            short(y),
            other.body
        );
    }

    /// Pictures in rows of so many, with a gap between them.
    pub fn rows(pictures: &[Picture], columns: usize, gap: f64) -> Picture {
        let columns = columns.clamp(1, pictures.len().max(1));
        let width = pictures.iter().map(|p| p.width).fold(0.0, f64::max);
        let height = pictures.iter().map(|p| p.height).fold(0.0, f64::max);
        let lines = pictures.len().div_ceil(columns) as f64;
        let mut all = Picture::new(
            (width + gap) * columns as f64 - gap,
            ((height + gap) * lines - gap).max(0.0),
        );
        for (index, picture) in pictures.iter().enumerate() {
            let x = (index % columns) as f64 * (width + gap);
            let y = (index / columns) as f64 * (height + gap);
            all.place(picture, x, y);
        }
        all
    }

    /// The picture as a file of SVG.
    pub fn to_svg(&self) -> String {
        let (width, height) = (short(self.width), short(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
            self.body
        )
    }
}

/// The height of a caption's letters on a sheet, and of the strip it stands in.
const CAPTION: f64 = 13.0;
const CAPTION_STRIP: f64 = 24.0;
/// The gap between pictures on a sheet, and around them.
const SHEET_GAP: f64 = 20.0;
/// A letter's width in parts of its font size: an upper bound for what captions
/// usually hold, since nobody measures fonts here.
const LETTER: f64 = 0.62;

/// A page of pictures in a grid with the given number of columns (at least
/// one), each with a caption above it. All cells have the size of the largest
/// picture; smaller pictures are centred across and stand at the top. Pictures
/// hold no `id` attributes, so any number of them can share a page.
pub fn sheet(pictures: &[(String, Picture)], columns: usize) -> Picture {
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    let largest = |side: fn(&Picture) -> f64| {
        let sides = pictures.iter().map(|(_, picture)| side(picture));
        sides.fold(0.0, f64::max)
    };
    let (width, height) = (largest(|p| p.width), largest(|p| p.height));
    let (pitch_x, pitch_y) = (width + SHEET_GAP, height + CAPTION_STRIP + SHEET_GAP);
    let mut page = Picture::new(
        columns as f64 * pitch_x + SHEET_GAP,
        rows as f64 * pitch_y + SHEET_GAP,
    );
    page.rect(0.0, 0.0, page.width, page.height, &Style::fill("#ffffff"));
    for (index, (caption, picture)) in pictures.iter().enumerate() {
        let x = SHEET_GAP + (index % columns) as f64 * pitch_x;
        let y = SHEET_GAP + (index / columns) as f64 * pitch_y;
        let size = caption_size(caption, width);
        let ink = Style::fill("#222222");
        page.text(
            x + width / 2.0,
            y + CAPTION_STRIP / 2.0,
            size,
            caption,
            &ink,
        );
        let centred = x + (width - picture.width) / 2.0;
        page.place(picture, centred, y + CAPTION_STRIP);
    }
    page
}

/// The font size at which a caption keeps within a width, down to a third of
/// the usual one.
fn caption_size(caption: &str, width: f64) -> f64 {
    let letters = caption.chars().count().max(1) as f64;
    (width / (letters * LETTER)).clamp(CAPTION / 3.0, CAPTION)
}

/// Text as XML has it; letters that XML forbids become the sign for such.
fn escaped(text: &str) -> String {
    let forbidden = |c: char| match c {
        '\t' | '\n' | '\r' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => c.is_control(),
    };
    let text = text.replace(forbidden, "\u{fffd}");
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_a_picture() {
        let svg = Picture::of_text("a <b> & \"c\"").to_svg();
        assert!(
            svg.contains(">a &lt;b&gt; &amp; &quot;c&quot;</text>"),
            "{svg}"
        );
        let svg = Picture::of_text("a\0b\u{1b}c\u{ffff}").to_svg();
        let text = ">a\u{fffd}b\u{fffd}c\u{fffd}</text>";
        assert!(svg.contains(text), "{svg:?}");
    }

    #[test]
    fn rows_make_room_for_every_picture() {
        let one = Picture::new(10.0, 20.0);
        let all = Picture::rows(&[one.clone(), one.clone(), one], 2, 5.0);
        assert_eq!((all.width, all.height), (25.0, 45.0));
    }

    #[test]
    fn a_sheet_has_a_cell_for_every_picture_and_keeps_captions_inside() {
        let sized = |width, height| {
            let mut picture = Picture::new(width, height);
            picture.rect(0.0, 0.0, width, height, &Style::fill("#abcdef"));
            picture
        };
        let pictures = [
            ("a & b".to_string(), sized(100.0, 50.0)),
            ("x".repeat(20), sized(60.0, 80.0)),
            (String::new(), sized(10.0, 10.0)),
        ];
        let page = sheet(&pictures, 2);
        // Two cells of 100 x (80 + 24) a row and a gap of 20 around each.
        assert_eq!((page.width, page.height), (260.0, 268.0));
        let svg = page.to_svg();
        // The second picture is centred in its cell, the third starts a row.
        for part in ["a &amp; b", "translate(160,44)", "translate(65,168)"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("#abcdef").count(), 3);
        assert!(caption_size(&pictures[1].0, 100.0) * 20.0 * LETTER <= 100.0);
        // No columns are one column, no pictures an empty page.
        assert_eq!(sheet(&pictures, 0).height, 3.0 * 124.0 + 20.0);
        assert!(sheet(&[], 3).to_svg().ends_with("</svg>\n"));
    }

    #[test]
    fn colours_of_the_palette_differ() {
        for a in 0..PALETTE.len() {
            for b in 0..a {
                assert_ne!(colour(a), colour(b));
            }
        }
    }
}
