use kernel::RepositoryError;

/// An error of a use case of the site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error("Only admins may do this.")]
    NotAnAdmin,
    #[error("Nobody can sign up here at the moment.")]
    RegistrationClosed,
    #[error("You need a valid invitation to sign up here.")]
    InviteRequired,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
