use kernel::{
    Act, ById, ImageUrl, InviteId, MadeInvite, PageRequest, RepositoryError, Timestamp, UserId,
};

use crate::{
    DayFigures, NewPage, Page, PageEntry, PageSlug, Registration, SettingsChange, SiteSettings,
};

/// Stores what concerns the whole site.
#[cfg_attr(test, mockall::automock)]
pub trait SiteRepository: Send + Sync {
    /// Returns the settings; those of a new site where none are stored.
    fn settings(&self) -> Result<SiteSettings, RepositoryError>;

    /// Changes the settings and returns them.
    fn change_settings(
        &self,
        change: &SettingsChange,
        act: &Act,
    ) -> Result<SiteSettings, RepositoryError>;

    /// Returns whether this is the address of an uploaded image.
    fn is_uploaded(&self, image: &ImageUrl) -> Result<bool, RepositoryError>;

    /// Returns whether the account has a second step in force.
    fn has_second_step(&self, user: UserId) -> Result<bool, RepositoryError>;

    /// Returns the pages by their titles.
    fn pages(&self) -> Result<Vec<PageEntry>, RepositoryError>;

    fn page(&self, slug: &PageSlug) -> Result<Option<Page>, RepositoryError>;

    /// Adds or replaces a page and returns it; `None` if there are [`Page::MOST`] others.
    fn write_page(&self, page: &NewPage, act: &Act) -> Result<Option<Page>, RepositoryError>;

    /// Returns whether there was such a page.
    fn delete_page(&self, slug: &PageSlug, act: &Act) -> Result<bool, RepositoryError>;

    /// Changes who may register, and nothing else.
    fn set_registration(
        &self,
        registration: Registration,
        act: &Act,
    ) -> Result<(), RepositoryError>;

    /// Stores an invitation by the digest of its code.
    fn insert_invite(
        &self,
        digest: &str,
        until: Timestamp,
        act: &Act,
    ) -> Result<(), RepositoryError>;

    /// Returns whether an invitation with this digest serves at `now`.
    fn has_invite(&self, digest: &str, now: Timestamp) -> Result<bool, RepositoryError>;

    /// Returns the invitations to register that serve at `now`, the newest first.
    fn invites(
        &self,
        now: Timestamp,
        page: &PageRequest<ById>,
    ) -> Result<kernel::Page<MadeInvite, ById>, RepositoryError>;

    /// Ends an invitation to register. Returns whether there was one.
    fn revoke_invite(&self, id: InviteId, act: &Act) -> Result<bool, RepositoryError>;

    /// Deletes the invitations that serve no longer, also those to forums. Returns their number.
    fn delete_expired_invites(&self, now: Timestamp) -> Result<usize, RepositoryError>;

    /// Returns the figures of all days from `first` to `last`, in order.
    fn figures(&self, first: i32, last: i32) -> Result<Vec<DayFigures>, RepositoryError>;

    /// Counts and stores the days after the last stored one, from `first` at the earliest to `last`. Returns their
    /// number.
    fn store_figures(&self, first: i32, last: i32) -> Result<usize, RepositoryError>;
}
