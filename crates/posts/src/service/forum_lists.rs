//! The lists of a forum, which start with its pinned posts.

use kernel::{
    ByActivity, ByHeat, ByScore, ByTime, ForumId, Limit, Page, PageRequest, Reader, RepositoryError,
};

use super::Posts;
use crate::{AfterPinned, Post, PostError, Selection};

type PinnedFirst<P> = Result<Page<Post, AfterPinned<P>>, PostError>;

impl Posts {
    /// Returns the posts of a forum, newest first after the pinned ones.
    pub fn newest_in(
        &self,
        forum: ForumId,
        reader: Reader,
        page: &PageRequest<AfterPinned<ByTime>>,
    ) -> PinnedFirst<ByTime> {
        self.pinned_first((forum, reader), page, |selection, page| {
            self.repository.newest(selection, page)
        })
    }

    /// Returns the posts of a forum, the highest score first after the pinned ones.
    pub fn most_popular_in(
        &self,
        forum: ForumId,
        reader: Reader,
        page: &PageRequest<AfterPinned<ByScore>>,
    ) -> PinnedFirst<ByScore> {
        self.pinned_first((forum, reader), page, |selection, page| {
            self.repository.most_popular(selection, page)
        })
    }

    /// Returns the posts of a forum, the hottest first after the pinned ones.
    pub fn hottest_in(
        &self,
        forum: ForumId,
        reader: Reader,
        page: &PageRequest<AfterPinned<ByHeat>>,
    ) -> PinnedFirst<ByHeat> {
        self.pinned_first((forum, reader), page, |selection, page| {
            self.repository.hottest(selection, page)
        })
    }

    /// Returns the posts of a forum, that with the latest reply first after the pinned ones.
    pub fn latest_active_in(
        &self,
        forum: ForumId,
        reader: Reader,
        page: &PageRequest<AfterPinned<ByActivity>>,
    ) -> PinnedFirst<ByActivity> {
        self.pinned_first((forum, reader), page, |selection, page| {
            self.repository.latest_active(selection, page)
        })
    }

    /// Puts the pinned posts before the `others`, of which each page leaves them out.
    fn pinned_first<P: Copy>(
        &self,
        (forum, reader): (ForumId, Reader),
        page: &PageRequest<AfterPinned<P>>,
        others: impl FnOnce(&Selection, &PageRequest<P>) -> Result<Page<Post, P>, RepositoryError>,
    ) -> PinnedFirst<P> {
        let (mut items, without) = if let Some(after) = &page.after {
            (vec![], after.pinned.clone())
        } else {
            let mut pinned = self.repository.pinned(forum, reader, self.clock.now())?;
            pinned.truncate(page.limit.get());
            let ids = pinned.iter().map(|post| post.id).collect();
            (pinned, ids)
        };
        let room = page.limit.get() - items.len();
        let request = PageRequest {
            // Where the pinned ones fill the page, one tells whether more follow.
            limit: Limit::new(room.max(1) as u8).unwrap_or_default(),
            after: page.after.as_ref().and_then(|after| after.others),
        };
        let selection = Selection { reader, forum: Some(forum), without, ..Selection::default() };
        let found = self.current(others(&selection, &request)?);
        let pinned = selection.without;
        if room == 0 {
            let more = !found.items.is_empty();
            return Ok(Page { items, next: more.then_some(AfterPinned { pinned, others: None }) });
        }
        items.extend(found.items);
        let next = found.next.map(|others| AfterPinned { pinned, others: Some(others) });
        Ok(Page { items, next })
    }
}
