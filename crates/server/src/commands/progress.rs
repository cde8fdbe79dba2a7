use indicatif::{ProgressBar, ProgressStyle};

/// A bar that shows how much of a long work is done; on a terminal alone.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// `unit` is what is counted.
    pub(super) fn of(unit: &str) -> Self {
        let template =
            format!("{{bar:40}} {{percent:>3}} % · {{pos}} of {{len}} {unit} · {{eta}} left");
        let style = ProgressStyle::with_template(&template);
        Self(ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// So much is done, of so much in all.
    pub(super) fn set(&self, done: u64, all: u64) {
        self.0.set_length(all);
        self.0.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
