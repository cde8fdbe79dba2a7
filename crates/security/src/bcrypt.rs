use kernel::RepositoryError;
use users::{Password, PasswordHasher};

use crate::foreign_hashes;

/// Hashes passwords with bcrypt. Also verifies those of other systems.
#[derive(Clone, Copy, Debug)]
pub struct Bcrypt {
    cost: u32,
}

impl Bcrypt {
    /// The cost for real passwords: about a quarter of a second of work.
    pub const COST: u32 = 12;
    /// The highest cost that operators may choose and that `postup check` accepts in a stored hash: some four seconds of
    /// work.
    pub const MAX_COST: u32 = 16;

    /// `cost` is the binary logarithm of the rounds, 4 to 31.
    #[must_use]
    pub const fn new(cost: u32) -> Self {
        Self { cost }
    }
}

/// Returns whether bcrypt reads all of a password.
const fn is_whole(password: &str) -> bool {
    password.len() <= Password::MAX_BYTES
}

impl PasswordHasher for Bcrypt {
    fn hash(&self, password: &Password) -> Result<String, RepositoryError> {
        bcrypt::hash(password.as_str(), self.cost)
            .map_err(|error| RepositoryError::Failed(error.into()))
    }

    fn verify(&self, password: &str, hash: &str) -> bool {
        let fits = foreign_hashes::verify(password, hash);
        fits && (is_whole(password) || foreign_hashes::bcrypt_cost(hash).is_none())
    }

    fn renewed(&self, password: &str, hash: &str) -> Result<Option<String>, RepositoryError> {
        let is_up_to_date = foreign_hashes::bcrypt_cost(hash).is_some_and(|cost| cost >= self.cost);
        if is_up_to_date || !is_whole(password) {
            return Ok(None);
        }
        let renewed = bcrypt::hash(password, self.cost);
        renewed.map(Some).map_err(|error| RepositoryError::Failed(error.into()))
    }

    /// Fixed salt and digest: computing a real hash would cost as much as a login.
    fn dummy_hash(&self) -> String {
        format!("$2b${:02}${:.<53}", self.cost, "")
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha512};

    use super::*;

    const QUICK: Bcrypt = Bcrypt::new(4);

    fn hash(password: &str) -> String {
        QUICK.hash(&Password::parse(password, password).unwrap()).unwrap()
    }

    #[test]
    fn a_password_matches_its_own_hash_only() {
        let hash = hash("long enough");
        assert!(QUICK.verify("long enough", &hash));
        assert!(!QUICK.verify("long enough!", &hash));
    }

    #[test]
    fn hashes_of_others_and_of_a_lower_cost_are_renewed() {
        let foreign = "$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0";
        assert!(QUICK.verify("test12345", foreign));
        let renewed = QUICK.renewed("test12345", foreign).unwrap().unwrap();
        assert!(renewed.starts_with("$2b$04$") && QUICK.verify("test12345", &renewed));
        assert_eq!(QUICK.renewed("test12345", &renewed).unwrap(), None);
        assert!(Bcrypt::new(5).renewed("test12345", &renewed).unwrap().is_some());
    }

    #[test]
    fn all_72_bytes_count_and_longer_passwords_never_match() {
        let longest = "a".repeat(72);
        let hash = hash(&longest);
        assert!(QUICK.verify(&longest, &hash));
        assert!(!QUICK.verify(&format!("{}b", "a".repeat(71)), &hash));
        assert!(!QUICK.verify(&format!("{longest}b"), &hash));
    }

    #[test]
    fn longer_passwords_of_other_systems_match_and_keep_their_hash() {
        let long = "a".repeat(73);
        // Computed with `hashlib` of Python.
        let digits = "5e43b022a7d292c420ed8fcd861b995db3b0212ff93497597245000c9df5a9c1";
        let wrapped = hex::encode(Sha512::digest(&long));
        let nodebb = format!("$nodebb${}", bcrypt::hash(wrapped, 4).unwrap());
        let pbkdf2 = format!("$pbkdf2-sha256$i=1,l=32$salt${digits}");
        for hash in [pbkdf2, nodebb] {
            assert!(QUICK.verify(&long, &hash), "{hash}");
            assert!(!QUICK.verify(&long[1..], &hash), "{hash}");
            assert_eq!(QUICK.renewed(&long, &hash).unwrap(), None, "{hash}");
        }
    }

    #[test]
    fn the_dummy_hash_has_the_same_cost() {
        let parts: bcrypt::HashParts = QUICK.dummy_hash().parse().unwrap();
        assert_eq!(parts.get_cost(), 4);
        assert!(bcrypt::verify("anything", &QUICK.dummy_hash()).is_ok_and(|fits| !fits));
    }
}
