use std::cell::RefCell;

use crate::{Members, Rendered, mentioned_names, render};

/// A text that was rendered before its write, for a thread that must not spend the time.
#[derive(Clone, Debug)]
pub struct Prepared {
    source: String,
    names: Vec<String>,
    members: Members,
    rendered: Rendered,
}

thread_local! {
    /// What this thread need not render.
    static PREPARED: RefCell<Option<Prepared>> = const { RefCell::new(None) };
}

impl Prepared {
    /// Renders a text; `members` finds those who bear one of its names.
    ///
    /// # Errors
    /// Those of `members`, which is not asked where no name is.
    pub fn new<E>(
        source: &str,
        members: impl FnOnce(&[String]) -> Result<Members, E>,
    ) -> Result<Self, E> {
        let names = mentioned_names(source);
        let members = if names.is_empty() { Members::default() } else { members(&names)? };
        let rendered = render(source, &members);
        Ok(Self { source: source.to_owned(), names, members, rendered })
    }

    pub(crate) fn into_rendered(self) -> Rendered {
        self.rendered
    }

    /// Runs `work`, during which [`mentioned_names`] of this text and [`render`] with the same members return at
    /// once what they returned before.
    pub fn during<T>(self, work: impl FnOnce() -> T) -> T {
        let _forget = ForgetOnDrop;
        PREPARED.set(Some(self));
        work()
    }
}

/// Also where the work panics.
struct ForgetOnDrop;

impl Drop for ForgetOnDrop {
    fn drop(&mut self) {
        PREPARED.set(None);
    }
}

pub(crate) fn prepared_names(source: &str) -> Option<Vec<String>> {
    PREPARED.with_borrow(|prepared| {
        let prepared = prepared.as_ref().filter(|prepared| prepared.source == source)?;
        Some(prepared.names.clone())
    })
}

pub(crate) fn prepared_text(source: &str, members: &Members) -> Option<Rendered> {
    PREPARED.with_borrow(|prepared| {
        let prepared = prepared.as_ref().filter(|prepared| prepared.source == source)?;
        (prepared.members == *members).then(|| prepared.rendered.clone())
    })
}

#[cfg(test)]
mod tests {
    use kernel::UserId;

    use super::*;

    /// What only a member of this name makes a mention.
    const SOURCE: &str = "Hello @ann";

    fn ann(id: i64) -> Members {
        Members::from_iter([(UserId(id), "ann".to_owned())])
    }

    /// Prepared with other HTML than `render` makes.
    fn marked() -> Prepared {
        let mut prepared = Prepared::new(SOURCE, |_| Ok::<_, ()>(ann(1))).unwrap();
        "marked".clone_into(&mut prepared.rendered.html);
        prepared
    }

    #[test]
    fn prepared_text_is_not_rendered_again() {
        let prepared = marked();
        prepared.during(|| {
            assert_eq!(mentioned_names(SOURCE), ["ann"]);
            assert_eq!(render(SOURCE, &ann(1)).html, "marked");
        });
        assert_ne!(render(SOURCE, &ann(1)).html, "marked");
    }

    #[test]
    fn prepared_text_serves_no_other_text_or_members() {
        let prepared = marked();
        prepared.during(|| {
            assert_eq!(mentioned_names("@bob"), ["bob"]);
            assert_eq!(render("Hello", &Members::default()).html, "<p>Hello</p>\n");
            assert_eq!(render(SOURCE, &Members::default()).html, "<p>Hello @ann</p>\n");
            assert_eq!(render(SOURCE, &ann(2)).mentions, [UserId(2)]);
        });
    }
}
