use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar, on a terminal only.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// `unit` names what it counts.
    pub(super) fn of(unit: &str) -> Self {
        let template = format!(
            "{{prefix}}{{bar:40}} {{percent:>3}} % · {{pos}} of {{len}} {unit} · {{eta}} left"
        );
        let style = ProgressStyle::with_template(&template);
        Self(ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// Tells what is counted at the moment.
    pub(super) fn name(&self, name: &str) {
        self.0.set_prefix(format!("{name} "));
    }

    /// Sets done and total.
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
