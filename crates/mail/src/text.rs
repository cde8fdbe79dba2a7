use crate::{Letter, letter::List};

impl Letter {
    /// Returns the part for programs that show no HTML.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { sender, greeting, body, action, note, reason, .. } = self;
        let lists: String = self.lists.iter().map(|list| self.list(list)).collect();
        let (name, url) = (&sender.name, &sender.url);
        let unsubscribe = self.unsubscribe.as_ref();
        let unsubscribe = unsubscribe.map(|link| format!("{}: {}\n", link.label, link.url));
        format!(
            "{greeting}\n\n{body}\n\n{lists}{}:\n{}\n\n{note}\n\n-- \n{name} · {url}\n{reason}\n{}",
            action.label,
            action.url,
            unsubscribe.unwrap_or_default()
        )
    }

    fn list(&self, list: &List) -> String {
        let mut lines = vec![];
        if let Some(heading) = &list.heading {
            lines.extend([heading.clone(), String::new()]);
        }
        for entry in &list.entries {
            lines.push(format!("* {}", entry.title));
            if !entry.detail.is_empty() {
                lines.push(format!("  {}", entry.detail));
            }
            lines.extend([format!("  {}{}", self.sender.url, entry.path), String::new()]);
        }
        lines.join("\n") + "\n"
    }
}
