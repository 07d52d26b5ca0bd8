//! Pictures of lines, as SVG files. What to draw is the verbs' business; how
//! it looks is told here once: the colours are two of Okabe and Ito's, which
//! people of all kinds of sight can tell apart.

use crate::{Error, Result};
use kuva::backend::svg::SvgBackend;
use kuva::plot::LinePlot;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use std::path::Path;

const COLOURS: [&str; 4] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7"];

/// Lines in one pair of axes.
pub struct Picture {
    /// A line above it.
    pub title: String,
    /// What the horizontal axis counts.
    pub x: String,
    /// What the vertical axis counts.
    pub y: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line with its name in the legend.
pub struct Line {
    /// Its name; empty for one of many that need no telling apart.
    pub name: String,
    /// Where it goes through.
    pub points: Vec<(f64, f64)>,
}

/// Draws a picture into a file.
pub fn write(path: &Path, picture: &Picture) -> Result<()> {
    let written = std::fs::write(path, svg(picture));
    written.map_err(|error| Error::Io(format!("cannot write to {}", path.display()), error))
}

fn svg(picture: &Picture) -> String {
    let plot = |(line, colour): (&Line, &&str)| {
        let plot = LinePlot::new()
            .with_data(line.points.iter().copied())
            .with_color(*colour)
            .with_stroke_width(2.0);
        Plot::Line(match line.name.as_str() {
            // One of many that need no telling apart.
            "" => plot,
            name => plot.with_legend(name),
        })
    };
    let lines = picture.lines.iter().zip(COLOURS.iter().cycle());
    let plots: Vec<Plot> = lines.map(plot).collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_title(picture.title.as_str())
        .with_x_label(picture.x.as_str())
        .with_y_label(picture.y.as_str());
    SvgBackend.render_scene(&render_multiple(plots, layout))
}

/// Makes the folder for pictures, if it is not there.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| {
        Error::Io(
            format!("cannot make the folder {}", folder.display()),
            error,
        )
    })
}
