//! The lines of the screen.

use std::fmt::{self, Display};

/// What was seen, in order.
#[derive(Debug, Default)]
pub(super) struct Report(Vec<Line>);

#[derive(Debug)]
struct Line {
    verdict: Verdict,
    part: &'static str,
    said: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Fine,
    /// It works; there is something to do all the same.
    Advice,
    Fault,
}

impl Report {
    pub(super) fn fine(&mut self, part: &'static str, said: impl Display) {
        self.add(Verdict::Fine, part, said);
    }

    pub(super) fn advice(&mut self, part: &'static str, said: impl Display) {
        self.add(Verdict::Advice, part, said);
    }

    pub(super) fn fault(&mut self, part: &'static str, said: impl Display) {
        self.add(Verdict::Fault, part, said);
    }

    /// Returns how many faults there are.
    pub(super) fn faults(&self) -> usize {
        self.0.iter().filter(|line| line.verdict == Verdict::Fault).count()
    }

    fn add(&mut self, verdict: Verdict, part: &'static str, said: impl Display) {
        self.0.push(Line { verdict, part, said: said.to_string() });
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Line { verdict, part, said } in &self.0 {
            let verdict = match verdict {
                Verdict::Fine => "ok",
                Verdict::Advice => "advice",
                Verdict::Fault => "FAULT",
            };
            writeln!(f, "{verdict:<7}{part:<11}{said}")?;
        }
        Ok(())
    }
}

/// Bytes as people read them, such as `1.5 GB`.
pub(super) fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    let (mut value, mut unit) = (count as f64 / 1000.0, 0);
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_stand_out_and_are_counted() {
        let mut report = Report::default();
        report.fine("schema", "0069");
        report.advice("backups", "none");
        report.fault("disk", "is full");
        assert_eq!(report.faults(), 1);
        let shown = "ok     schema     0069\nadvice backups    none\nFAULT  disk       is full\n";
        assert_eq!(report.to_string(), shown);
    }

    #[test]
    fn sizes_have_one_digit_after_the_point() {
        let sizes = [
            (0, "0.0 kB"),
            (1_500, "1.5 kB"),
            (999_999, "1.0 MB"),
            (2_000_000_000_000_000, "2000.0 TB"),
        ];
        for (count, shown) in sizes {
            assert_eq!(bytes(count), shown);
        }
    }
}
