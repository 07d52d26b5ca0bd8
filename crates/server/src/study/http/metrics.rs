//! Numbers about the server, as text that Prometheus reads.

use crate::study::store::Code;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The ends of the histogram's parts, in seconds.
const PARTS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0,
];

/// What is counted while the server runs.
pub(crate) struct Metrics {
    started: Instant,
    asked: Mutex<BTreeMap<(String, &'static str), Asked>>,
    refused: Mutex<BTreeMap<&'static str, u64>>,
    /// Plays that were kept.
    pub(crate) plays: AtomicU64,
    /// Ratings that were kept.
    pub(crate) ratings: AtomicU64,
    /// Players who agreed.
    pub(crate) consents: AtomicU64,
    /// Levels that were said to be solved and were not.
    pub(crate) false_solves: AtomicU64,
}

/// Requests of one route and method.
#[derive(Default)]
struct Asked {
    by_status: BTreeMap<u16, u64>,
    by_part: [u64; PARTS.len()],
    count: u64,
    seconds: f64,
}

/// What is looked up when the numbers are asked for.
pub(crate) struct Gauges {
    /// Players in the database.
    pub(crate) players: u64,
    /// Jobs that wait for the writer.
    pub(crate) queue: u64,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        Metrics {
            started: Instant::now(),
            asked: Mutex::default(),
            refused: Mutex::default(),
            plays: AtomicU64::new(0),
            ratings: AtomicU64::new(0),
            consents: AtomicU64::new(0),
            false_solves: AtomicU64::new(0),
        }
    }

    /// A request was answered.
    pub(crate) fn answered(
        &self,
        route: &str,
        method: &'static str,
        status: u16,
        taken: Duration,
        refused: Option<Code>,
    ) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = asked.entry((route.to_string(), method)).or_default();
        let seconds = taken.as_secs_f64();
        *asked.by_status.entry(status).or_default() += 1;
        asked.count += 1;
        asked.seconds += seconds;
        if let Some(part) = PARTS.iter().position(|end| seconds <= *end) {
            asked.by_part[part] += 1;
        }
        if let Some(code) = refused {
            let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            *refused.entry(code.name()).or_default() += 1;
        }
    }

    /// All numbers, in the text format 0.0.4.
    pub(crate) fn text(&self, gauges: &Gauges) -> String {
        let mut text = String::new();
        self.write_asked(&mut text);
        head(
            &mut text,
            "refused_total",
            "counter",
            "Requests refused, by code.",
        );
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        for (code, count) in refused.iter() {
            let _ = writeln!(text, "stumper_refused_total{{code=\"{code}\"}} {count}");
        }
        drop(refused);
        for (name, count, help) in [
            ("plays_total", &self.plays, "Plays kept since the start."),
            (
                "ratings_total",
                &self.ratings,
                "Ratings kept since the start.",
            ),
            (
                "consents_total",
                &self.consents,
                "Consents kept since the start.",
            ),
            (
                "false_solves_total",
                &self.false_solves,
                "Levels said to be solved that were not.",
            ),
        ] {
            head(&mut text, name, "counter", help);
            let _ = writeln!(text, "stumper_{name} {}", count.load(Ordering::Relaxed));
        }
        head(&mut text, "players", "gauge", "Players in the database.");
        let _ = writeln!(text, "stumper_players {}", gauges.players);
        head(
            &mut text,
            "writer_queue",
            "gauge",
            "Jobs that wait for the database.",
        );
        let _ = writeln!(text, "stumper_writer_queue {}", gauges.queue);
        head(
            &mut text,
            "uptime_seconds",
            "gauge",
            "Seconds since the start.",
        );
        let uptime = self.started.elapsed().as_secs_f64();
        let _ = writeln!(text, "stumper_uptime_seconds {uptime:.3}");
        text
    }

    fn write_asked(&self, text: &mut String) {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        head(text, "requests_total", "counter", "Requests answered.");
        for ((route, method), asked) in asked.iter() {
            for (status, count) in &asked.by_status {
                let _ = writeln!(
                    text,
                    "stumper_requests_total{{route=\"{route}\",method=\"{method}\",\
                     status=\"{status}\"}} {count}"
                );
            }
        }
        let name = "request_seconds";
        head(text, name, "histogram", "Seconds from head to answer.");
        for ((route, method), asked) in asked.iter() {
            let labels = format!("route=\"{route}\",method=\"{method}\"");
            let mut below = 0;
            for (end, count) in PARTS.iter().zip(asked.by_part) {
                below += count;
                let _ = writeln!(
                    text,
                    "stumper_{name}_bucket{{{labels},le=\"{end}\"}} {below}"
                );
            }
            let (count, seconds) = (asked.count, asked.seconds);
            let _ = writeln!(
                text,
                "stumper_{name}_bucket{{{labels},le=\"+Inf\"}} {count}"
            );
            let _ = writeln!(text, "stumper_{name}_sum{{{labels}}} {seconds:.6}");
            let _ = writeln!(text, "stumper_{name}_count{{{labels}}} {count}");
        }
    }
}

/// One more of them.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP stumper_{name} {help}");
    let _ = writeln!(text, "# TYPE stumper_{name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written() {
        let metrics = Metrics::new();
        let ms = Duration::from_millis;
        metrics.answered("/api/next", "POST", 200, ms(3), None);
        metrics.answered("/api/next", "POST", 200, ms(300), None);
        metrics.answered("/api/next", "POST", 404, ms(9000), Some(Code::NotFound));
        count(&metrics.plays);
        let text = metrics.text(&Gauges {
            players: 7,
            queue: 2,
        });
        let labels = "route=\"/api/next\",method=\"POST\"";
        for line in [
            &format!("stumper_requests_total{{{labels},status=\"200\"}} 2"),
            &format!("stumper_requests_total{{{labels},status=\"404\"}} 1"),
            &format!("stumper_request_seconds_bucket{{{labels},le=\"0.0025\"}} 0"),
            &format!("stumper_request_seconds_bucket{{{labels},le=\"0.005\"}} 1"),
            &format!("stumper_request_seconds_bucket{{{labels},le=\"5\"}} 2"),
            &format!("stumper_request_seconds_bucket{{{labels},le=\"+Inf\"}} 3"),
            &format!("stumper_request_seconds_sum{{{labels}}} 9.303000"),
            "stumper_refused_total{code=\"not-found\"} 1",
            "stumper_plays_total 1",
            "stumper_players 7",
            "stumper_writer_queue 2",
            "# TYPE stumper_request_seconds histogram",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
    }
}
