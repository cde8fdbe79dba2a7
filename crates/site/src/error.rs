use kernel::RepositoryError;

use crate::Page;

/// An error of a use case of the site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error("Only admins may do this.")]
    NotAnAdmin,
    #[error("Nobody can sign up here at the moment.")]
    RegistrationClosed,
    #[error("You need a valid invitation to sign up here.")]
    InviteRequired,
    /// `field` is the setting that names it.
    #[error("Must be the address of an uploaded image.")]
    NotUploaded { field: &'static str },
    #[error("Set up a second step for your own account first.")]
    NoSecondStep,
    #[error("There is no such invitation, or it has ended.")]
    NoSuchInvite,
    #[error("There is no such page.")]
    NoSuchPage,
    #[error("A site has at most {} pages. Delete one before you add another.", Page::MOST)]
    TooManyPages,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
