use crate::Timestamp;

/// The maximum number of items of a page: 1 to 100, by default 50.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(u8);

/// A limit outside of 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be a whole number from 1 to {}.", Limit::MAX)]
pub struct LimitError;

impl Limit {
    pub const MAX: u8 = 100;
    const DEFAULT: u8 = 50;

    /// # Errors
    /// [`LimitError`] outside of 1 to 100.
    pub fn new(limit: u8) -> Result<Self, LimitError> {
        if (1..=Self::MAX).contains(&limit) { Ok(Self(limit)) } else { Err(LimitError) }
    }

    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the number of rows to fetch: one more than the page holds, to detect a next page.
    #[must_use]
    pub fn fetch_size(self) -> i64 {
        i64::from(self.0) + 1
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(Self::DEFAULT)
    }
}

/// A response ends at the item with which its texts have as many bytes: a client that reads slowly
/// occupies memory for all of it.
pub const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

/// A request for the items after the position `after`, or for the first ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest<P> {
    pub limit: Limit,
    pub after: Option<P>,
}

impl<P> Default for PageRequest<P> {
    fn default() -> Self {
        Self { limit: Limit::default(), after: None }
    }
}

/// A page of a list, in order, and the position after which the next page starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T, P> {
    pub items: Vec<T>,
    /// The position of the last item, if more items follow.
    pub next: Option<P>,
}

impl<T, P> Page<T, P> {
    /// Makes a page of `items`, which were fetched with [`Limit::fetch_size`].
    pub fn cut(mut items: Vec<T>, limit: Limit, position: impl FnOnce(&T) -> P) -> Self {
        let more = items.len() > limit.get();
        items.truncate(limit.get());
        let next = if more { items.last().map(position) } else { None };
        Self { items, next }
    }

    /// Like [`Self::cut`], but the page may also end at the item with which it reaches
    /// [`MAX_RESPONSE_BYTES`].
    pub fn cut_by_size(
        mut items: Vec<T>,
        limit: Limit,
        size: impl Fn(&T) -> usize,
        position: impl FnOnce(&T) -> P,
    ) -> Self {
        let fetched = items.len();
        let mut bytes = 0;
        let full = items.iter().position(|item| {
            bytes += size(item);
            bytes >= MAX_RESPONSE_BYTES
        });
        items.truncate(full.map_or(limit.get(), |last| limit.get().min(last + 1)));
        let next = if items.len() < fetched { items.last().map(position) } else { None };
        Self { items, next }
    }

    /// Maps the items of the page.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U, P> {
        Page { items: self.items.into_iter().map(f).collect(), next: self.next }
    }
}

/// A position in a list by time; ties are broken by id in the direction of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByTime {
    pub at: Timestamp,
    pub id: i64,
}

/// A position in a list by falling score; ties are broken by falling id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByScore {
    pub score: i64,
    pub id: i64,
}

/// A position in a list by falling heat; ties are broken by falling id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByHeat {
    pub hot: i64,
    pub id: i64,
}

/// A position in a list by latest activity; ties are broken by falling id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByActivity {
    pub at: Timestamp,
    pub id: i64,
}

/// A position in a list by tier of match, in each tier the newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByTier {
    pub tier: i64,
    pub at: Timestamp,
    pub id: i64,
}

/// A position in a list by unique name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByName(pub String);

/// A position in a list by name; ties are broken by rising id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByNameAndId {
    pub name: String,
    pub id: i64,
}

/// A position in a list by id, rising or falling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ById(pub i64);

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(fetched: i64, limit: u8) -> Page<i64, i64> {
        Page::cut((1..=fetched).collect(), Limit::new(limit).unwrap(), |n| *n)
    }

    #[test]
    fn the_last_page_has_no_next() {
        assert_eq!(cut(3, 3).next, None);
        assert_eq!(cut(0, 3).next, None);
    }

    #[test]
    fn the_next_page_starts_after_the_last_item() {
        let page = cut(4, 3);
        assert_eq!(page.items, [1, 2, 3]);
        assert_eq!(page.next, Some(3));
    }

    #[test]
    fn a_page_ends_where_its_texts_reach_the_size_limit() {
        let page = |sizes: &[usize], limit| {
            Page::cut_by_size(
                sizes.to_vec(),
                Limit::new(limit).unwrap(),
                |size| *size,
                |size| *size,
            )
        };
        let half = MAX_RESPONSE_BYTES / 2;
        assert_eq!(page(&[half, half, 1], 3), Page { items: vec![half, half], next: Some(half) });
        assert_eq!(page(&[half, half], 3), Page { items: vec![half, half], next: None });
        assert_eq!(page(&[3 * half, 1], 3), Page { items: vec![3 * half], next: Some(3 * half) });
        assert_eq!(page(&[1, 2, 3], 2), Page { items: vec![1, 2], next: Some(2) });
    }

    #[test]
    fn a_limit_is_1_to_100_and_50_by_default() {
        assert_eq!(Limit::new(0), Err(LimitError));
        assert_eq!(Limit::new(101), Err(LimitError));
        assert_eq!(Limit::new(100).unwrap().get(), 100);
        assert_eq!(Limit::default().get(), 50);
    }
}
