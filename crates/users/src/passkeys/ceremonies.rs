use kernel::RepositoryError;

use super::PasskeyKey;

/// What begins a ceremony.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunCeremony {
    /// The options for the browser, in JSON.
    pub options: String,
    /// The challenge among them, in base64url.
    pub challenge: String,
    /// What the end of the ceremony needs.
    pub state: String,
}

/// What an answer of a device claims, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyResponse {
    /// In base64url.
    pub challenge: String,
    /// The [`PasskeyKey::credential`].
    pub credential: String,
}

/// The server's part in the two ceremonies of W3C Web Authentication, Level 3. `origin` is that of the request, `response`
/// the JSON of the browser's `toJSON()`.
#[cfg_attr(test, mockall::automock)]
pub trait PasskeyCeremonies: Send + Sync {
    /// Returns whether the forum has an address that browsers make passkeys for: a name with https, or one of loopback.
    fn are_possible(&self) -> bool;

    /// Begins to make a passkey for a member of `site`, beside the `existing` ones of the account. `None` if passkeys are
    /// not possible at `origin`.
    fn begin_creation(
        &self,
        origin: &str,
        site: &str,
        username: &str,
        existing: &[PasskeyKey],
    ) -> Result<Option<BegunCeremony>, RepositoryError>;

    /// Returns the new key; `None` if the answer is not one to `state`.
    fn finish_creation(&self, origin: &str, state: &str, response: &str) -> Option<PasskeyKey>;

    /// Begins a sign-in, for which the device chooses the account. `None` if passkeys are not possible at `origin`.
    fn begin_sign_in(&self, origin: &str) -> Result<Option<BegunCeremony>, RepositoryError>;

    /// Reads which challenge is answered, and by which passkey; `None` if it is no answer.
    fn read(&self, response: &str) -> Option<PasskeyResponse>;

    /// Returns the [`PasskeyKey::public_key`] after a sign-in, whose counter went on; `None` if the answer is not one to
    /// `state` by `key`, or its counter went back.
    fn finish_sign_in(
        &self,
        origin: &str,
        state: &str,
        response: &str,
        key: &PasskeyKey,
    ) -> Option<String>;

    /// Returns a key that nobody has, to compare in the place of an unknown one: that takes as long.
    fn decoy(&self, credential: &str) -> PasskeyKey;
}
