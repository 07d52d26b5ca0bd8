//! Pictures as SVG. What to draw is the experiments' business; how it looks is
//! told here once. Colours are Okabe and Ito's, which people of all kinds of
//! sight can tell apart. Every colour has a counterpart for dark screens; the
//! picture carries both, and whoever shows it picks by the reader's wish.

use crate::Result;
use kuva::backend::svg::SvgBackend;
use kuva::plot::colormap::ColorMap;
use kuva::plot::legend::LegendPosition;
use kuva::plot::{BarPlot, Histogram2D, LinePlot, ScatterPlot};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use std::path::Path;
use std::sync::Arc;

const COLOURS: [&str; 5] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#7f7f7f"];
/// The line through a cloud of points.
const FITTED: &str = "#d55e00";
/// From few points to many.
const SHADES: [&str; 7] = [
    "#dce9f6", "#b9d5ea", "#8fbfdd", "#5ea3cd", "#3585bb", "#14639f", "#083a6b",
];

/// What each colour becomes on a dark screen.
const DARK: [(&str, &str); 17] = [
    ("#ffffff", "#14171a"),
    ("white", "#14171a"),
    ("#000000", "#d5dbe1"),
    ("black", "#d5dbe1"),
    ("#cccccc", "#3a4047"),
    ("#0072b2", "#56b4e9"),
    ("#e69f00", "#f0b429"),
    ("#009e73", "#2fc79c"),
    ("#cc79a7", "#e29cc2"),
    ("#d55e00", "#ff8a3d"),
    (SHADES[0], "#1b3b57"),
    (SHADES[1], "#1f4f76"),
    (SHADES[2], "#246595"),
    (SHADES[3], "#2d7bb3"),
    (SHADES[4], "#579fd1"),
    (SHADES[5], "#92c6ea"),
    (SHADES[6], "#d7edff"),
];

/// Cells of a cloud of points, across and up.
const CELLS: (usize, usize) = (64, 48);

/// With more letters than this, the names of bars stand aslant.
const MANY: usize = 60;

/// A picture with one pair of axes.
#[derive(Clone, Debug)]
pub struct Picture {
    /// A line above it.
    pub title: String,
    /// What the horizontal axis counts.
    pub x: String,
    /// What the vertical axis counts.
    pub y: String,
    /// What is drawn.
    pub chart: Chart,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub enum Chart {
    /// Lines from point to point.
    Lines(Vec<Line>),
    /// Outlines of histograms: each point is where a bar begins, and how high
    /// it is.
    Steps(Vec<Line>),
    /// Many points, counted by cells, and a line fitted to them.
    Cloud {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Where the fitted line goes through.
        fitted: Vec<(f64, f64)>,
        /// Whether the vertical axis has the logarithms (to the base of ten)
        /// of what it counts.
        log: bool,
    },
    /// A bar for each name.
    Bars(Vec<(String, f64)>),
    /// Points, each with how far it may lie below and above, and a line to
    /// see them by.
    Points {
        /// Where they are.
        points: Vec<(f64, f64)>,
        /// How far each may lie below and above; none where there is none to
        /// be drawn.
        errors: Vec<(f64, f64)>,
        /// Where the line goes through.
        line: Vec<(f64, f64)>,
    },
}

/// A line with its name in the legend.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name; empty for one of many that need no telling apart.
    pub name: String,
    /// Where it goes through.
    pub points: Vec<(f64, f64)>,
}

impl Picture {
    /// The picture as SVG, for light and dark screens.
    pub fn svg(&self) -> String {
        let (plots, log) = match &self.chart {
            Chart::Lines(lines) => (curves(lines, false), false),
            Chart::Steps(lines) => (curves(lines, true), false),
            Chart::Cloud {
                points,
                fitted,
                log,
            } => (cloud(points, fitted), *log),
            Chart::Bars(bars) => (vec![columns(bars)], false),
            Chart::Points {
                points,
                errors,
                line,
            } => (dots(points, errors, line), false),
        };
        let mut layout = Layout::auto_from_plots(&plots)
            .with_width(760.0)
            .with_height(460.0)
            .with_title(self.title.as_str())
            .with_x_label(self.x.as_str())
            .with_y_label(self.y.as_str())
            .with_legend_position(LegendPosition::OutsideRightTop)
            .with_legend_box(false);
        if matches!(&self.chart, Chart::Bars(bars) if letters(bars) > MANY) {
            layout = layout.with_x_tick_rotate(-30.0);
        }
        if log {
            layout = layout.with_y_tick_format(TickFormat::Custom(Arc::new(power_of_ten)));
        }
        let svg = SvgBackend::new().render_scene(&render_multiple(plots, layout));
        for_both_screens(&svg, &self.title)
    }
}

/// The letters that stand side by side below bars: all have the room of the
/// longest.
fn letters(bars: &[(String, f64)]) -> usize {
    let longest = bars.iter().map(|(name, _)| name.chars().count()).max();
    (longest.unwrap_or(0) + 1) * bars.len()
}

/// Draws a picture into a file.
pub fn write(path: &Path, picture: &Picture) -> Result<()> {
    crate::report::write(path, &picture.svg())
}

/// The number whose logarithm stands on an axis.
fn power_of_ten(exponent: f64) -> String {
    let number = 10f64.powf(exponent);
    match number {
        n if n >= 1e6 => format!("{:.3} M", n / 1e6).replace(".000", ""),
        n if n >= 10.0 => format!("{n:.0}"),
        n => format!("{n:.2}"),
    }
}

fn curves(lines: &[Line], steps: bool) -> Vec<Plot> {
    let plot = |(line, colour): (&Line, &&str)| {
        let plot = LinePlot::new()
            .with_data(line.points.iter().copied())
            .with_color(*colour)
            .with_stroke_width(2.0);
        let plot = if steps { plot.with_step() } else { plot };
        Plot::Line(match line.name.as_str() {
            "" => plot,
            name => plot.with_legend(name),
        })
    };
    let colours = COLOURS.iter().cycle();
    lines.iter().zip(colours).map(plot).collect()
}

/// The range of an axis, and in how many cells it is cut. Whole numbers get
/// cells that hold equally many of them, or there would be stripes.
fn cells(values: impl Iterator<Item = f64> + Clone, most: usize) -> ((f64, f64), usize) {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return ((0.0, 1.0), 1);
    }
    if values.clone().all(|value| value.fract() == 0.0) {
        let width = ((high - low + 1.0) / most as f64).ceil();
        let count = ((high - low + 1.0) / width).ceil();
        return ((low - 0.5, low - 0.5 + width * count), count as usize);
    }
    let high = if low < high { high } else { low + 1.0 };
    ((low, high), most)
}

fn cloud(points: &[(f64, f64)], fitted: &[(f64, f64)]) -> Vec<Plot> {
    let (xs, across) = cells(points.iter().map(|point| point.0), CELLS.0);
    let (ys, up) = cells(points.iter().map(|point| point.1), CELLS.1);
    let shade = |share: f64| {
        let step = (share * SHADES.len() as f64) as usize;
        SHADES[step.min(SHADES.len() - 1)].to_string()
    };
    let cells = Histogram2D::new()
        .with_data(points.to_vec(), xs, ys, across, up)
        .with_color_map(ColorMap::Custom(Arc::new(shade)))
        .with_log_count();
    let within =
        |point: &&(f64, f64)| (xs.0..=xs.1).contains(&point.0) && (ys.0..=ys.1).contains(&point.1);
    let line = LinePlot::new()
        .with_data(fitted.iter().filter(within).copied())
        .with_color(FITTED)
        .with_stroke_width(2.5);
    vec![Plot::Histogram2d(cells), Plot::Line(line)]
}

fn columns(bars: &[(String, f64)]) -> Plot {
    let bars = bars.iter().map(|(name, value)| (name.as_str(), *value));
    Plot::Bar(BarPlot::new().with_bars(bars).with_color(COLOURS[0]))
}

fn dots(points: &[(f64, f64)], errors: &[(f64, f64)], line: &[(f64, f64)]) -> Vec<Plot> {
    let dots = ScatterPlot::new()
        .with_data(points.iter().copied())
        .with_color(COLOURS[0])
        .with_size(3.0);
    let dots = match errors.is_empty() {
        true => dots,
        false => dots.with_y_err_asymmetric(errors.iter().copied()),
    };
    let line = LinePlot::new()
        .with_data(line.iter().copied())
        .with_color(FITTED)
        .with_stroke_width(1.5);
    vec![Plot::Line(line), Plot::Scatter(dots)]
}

/// Adds the colours for dark screens, a size that follows the page's, and the
/// words that a screen reader says.
fn for_both_screens(svg: &str, title: &str) -> String {
    let Some((head, rest)) = svg.split_once('>') else {
        return svg.to_string();
    };
    let number = |name: &str| {
        let from = head.split_once(&format!(" {name}=\""))?.1;
        Some(from.split_once('"')?.0)
    };
    let (width, height) = (
        number("width").unwrap_or("760"),
        number("height").unwrap_or("460"),
    );
    let rule = |(light, dark): &(&str, &str)| {
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
    };
    let rules: String = DARK.iter().map(rule).collect();
    format!(
        "{head} viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\
         <style>@media (prefers-color-scheme: dark){{{rules}}}</style>{rest}",
        crate::report::escaped(title)
    )
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn cells_hold_equally_many_whole_numbers() {
        let whole = |low: i32, high: i32| cells((low..=high).map(f64::from), 10);
        assert_eq!(whole(1, 10), ((0.5, 10.5), 10));
        assert_eq!(whole(1, 11), ((0.5, 12.5), 6));
        assert_eq!(whole(7, 7), ((6.5, 7.5), 1));
        assert_eq!(cells([0.5, 2.0].into_iter(), 10), ((0.5, 2.0), 10));
        assert_eq!(cells([0.5].into_iter(), 10), ((0.5, 1.5), 10));
        assert_eq!(cells([].into_iter(), 10), ((0.0, 1.0), 1));
    }
}
