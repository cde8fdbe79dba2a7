//! Prints how long texts take to render: `cargo run --release -p markup --example speed`.
#![expect(clippy::print_stdout, reason = "prints its figures")]

use std::time::{Duration, Instant};

use kernel::UserId;
use markup::{Members, render};

const DENSE: &str = "## What I *tried*\n\nSee [the manual](https://example.org/manual \"Manual\") and **ask @ann**, \
    or `grep -r`:\n\n- [x] clean the `filter`\n- [ ] ||replace|| the ~~pump~~ :smile:\n\n> A quote with *emphasis* \
    and https://example.org/a?b=c\n\n| part | price |\n| :--- | ---: |\n| pump | 30 |\n\n![a](/images/u/abc.webp)\n\n";
const PROSE: &str = "The seedlings came up after nine days, and most of them lean towards the window. I turn the \
    tray twice a day and water from below.\n\nIs it too early to prick them out?\n\n";
const CODE: &str = "fn main() {\n    let total: u64 = (1..=10).map(|n| n * n).sum(); // squares\n    \
    println!(\"{total}\");\n}\n";

/// Returns the least time of many: what else the machine does adds to the others.
fn time(source: &str, members: &Members) -> Duration {
    let once = || {
        let start = Instant::now();
        let rendered = render(source, members);
        assert!(!rendered.failed && !rendered.html.is_empty());
        start.elapsed()
    };
    (0..200).map(|_| once()).min().unwrap_or_default()
}

fn repeated(part: &str, chars: usize) -> String {
    part.chars().cycle().take(chars).collect()
}

fn main() {
    let members: Members = [(UserId(1), "ann".to_owned())].into_iter().collect();
    let code = |chars| format!("```rust\n{}\n```", repeated(CODE, chars));
    let mut texts = vec![];
    for (name, part) in [("prose", PROSE), ("dense", DENSE)] {
        for chars in [1_000, 20_000] {
            texts.push((format!("{name}, {chars} characters"), repeated(part, chars)));
        }
    }
    for chars in [1_000, 4_000, 20_000] {
        texts.push((format!("code, {chars} characters"), code(chars)));
    }
    for part in [
        ">", "- ", "*a _b ", "[", "![", "||", "`", "<", "@a ", "a@b.c ", "|-|\n", "~", "<!--", "&",
        "\\", ":a:",
    ] {
        texts.push((format!("{part:?}, 20000 characters"), repeated(part, 20_000)));
    }
    texts.push(("links nested".to_owned(), "[".repeat(10_000) + &"](a)".repeat(2_500)));
    for (name, text) in texts {
        println!("{:>10.1} µs  {name}", time(&text, &members).as_secs_f64() * 1e6);
    }
}
