use crate::Letter;

impl Letter {
    /// Returns the part for programs that show no HTML.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { sender, greeting, body, action, note, reason, .. } = self;
        let (name, url) = (&sender.name, &sender.url);
        format!(
            "{greeting}\n\n{body}\n\n{}:\n{}\n\n{note}\n\n-- \n{name} · {url}\n{reason}\n",
            action.label, action.url
        )
    }
}
