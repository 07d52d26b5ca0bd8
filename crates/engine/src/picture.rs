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

    /// A rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, style: &Style) {
        let corner = match style.round {
            true => format!(" rx=\"{}\"", short(width.min(height) / 8.0)),
            false => String::new(),
        };
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{corner}{}/>",
            short(x),
            short(y),
            short(width),
            short(height),
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
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\"{}>{}</text>",
            short(x),
            // A capital letter is about 0.7 of its font size high.
            short(y + 0.35 * size),
            short(size),
            style.attributes(),
            escaped(text)
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

fn escaped(text: &str) -> String {
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
    }

    #[test]
    fn rows_make_room_for_every_picture() {
        let one = Picture::new(10.0, 20.0);
        let all = Picture::rows(&[one.clone(), one.clone(), one], 2, 5.0);
        assert_eq!((all.width, all.height), (25.0, 45.0));
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
