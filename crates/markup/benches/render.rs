//! How long texts take to render: `cargo bench -p markup`. Prints the median of many runs.

use std::{
    hint::black_box,
    io::{self, Write as _},
    time::{Duration, Instant},
};

use markup::{Members, render};

const RUNS: usize = 400;

const PROSE: &str =
    "The quick brown fox jumps over the lazy dog, and the dog does not mind at all. ";
const DENSE: &str = "*a* **b** `c` ~~d~~ [e](https://e.example \"t\") ||f|| :smile: https://g.example\n\n- [x] h\n\n";
const RUST: &str = "/// Says hello.\npub fn greet(name: &str, times: usize) -> Result<String, Error> {\n    let mut \
    greeting = String::new(); // empty\n    for i in 0..times {\n        greeting.push_str(&format!(\"Hello, {name} {i}!\"));\n    }\n    \
    Ok(greeting)\n}\n\n";
const SCRIPT: &str = "// Counts words.\nexport async function count(text, options = {}) {\n  const words = text.split(/\\s+/);\n  \
    if (options.unique === true) return new Set(words).size;\n  return words.length * 1.5 + `${text}`.length;\n}\n\n";
const HTML: &str =
    "<!-- list -->\n<ul class=\"items\" id='x'>\n  <li data-n=\"1\">one &amp; two</li>\n</ul>\n";

fn main() -> io::Result<()> {
    let texts = [
        ("1 KB of prose", repeated(PROSE, 1_000)),
        ("1 KB of dense markup", repeated(DENSE, 1_000)),
        ("1 KB of plain code", code("", RUST, 1_000)),
        ("1 KB of Rust", code("rust", RUST, 1_000)),
        ("1 KB of JavaScript", code("js", SCRIPT, 1_000)),
        ("1 KB of HTML", code("html", HTML, 1_000)),
        ("4 KB of Rust", code("rust", RUST, 4_000)),
        ("20 KB of prose", repeated(PROSE, 20_000)),
        ("20 KB of dense markup", repeated(DENSE, 20_000)),
        ("20 KB of open quotes", repeated("> ", 20_000)),
        ("20 KB of open emphasis", repeated("*a _b ", 20_000)),
    ];
    for (name, text) in texts {
        let micros = median(&text).as_secs_f64() * 1e6;
        writeln!(io::stdout(), "{name:24} {micros:9.1} µs")?;
    }
    Ok(())
}

fn repeated(text: &str, length: usize) -> String {
    text.chars().cycle().take(length).collect()
}

fn code(language: &str, text: &str, length: usize) -> String {
    format!("```{language}\n{}\n```\n", repeated(text, length))
}

fn median(text: &str) -> Duration {
    let members = Members::default();
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            black_box(render(black_box(text), &members));
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}
