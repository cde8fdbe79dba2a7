use kernel::RepositoryError;
use users::{Password, PasswordHasher};

/// Hashes passwords with bcrypt.
#[derive(Clone, Copy, Debug)]
pub struct Bcrypt {
    cost: u32,
}

impl Bcrypt {
    /// The cost for real passwords: about a quarter of a second of work.
    pub const COST: u32 = 12;
    /// The highest cost that `postup check` accepts in a stored hash: some four seconds of work.
    pub const MAX_COST: u32 = 16;

    /// `cost` is the binary logarithm of the rounds, 4 to 31.
    #[must_use]
    pub const fn new(cost: u32) -> Self {
        Self { cost }
    }
}

impl PasswordHasher for Bcrypt {
    fn hash(&self, password: &Password) -> Result<String, RepositoryError> {
        bcrypt::hash(password.as_str(), self.cost)
            .map_err(|error| RepositoryError::Failed(error.into()))
    }

    fn verify(&self, password: &str, hash: &str) -> bool {
        let fits = bcrypt::verify(password, hash).unwrap_or(false);
        fits && password.len() <= Password::MAX_BYTES
    }

    /// Fixed salt and digest: computing a real hash would cost as much as a login.
    fn dummy_hash(&self) -> String {
        format!("$2b${:02}${:.<53}", self.cost, "")
    }
}

#[cfg(test)]
mod tests {
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
    fn all_72_bytes_count_and_longer_passwords_never_match() {
        let longest = "a".repeat(72);
        let hash = hash(&longest);
        assert!(QUICK.verify(&longest, &hash));
        assert!(!QUICK.verify(&format!("{}b", "a".repeat(71)), &hash));
        assert!(!QUICK.verify(&format!("{longest}b"), &hash));
    }

    #[test]
    fn the_dummy_hash_has_the_same_cost() {
        let parts: bcrypt::HashParts = QUICK.dummy_hash().parse().unwrap();
        assert_eq!(parts.get_cost(), 4);
        assert!(bcrypt::verify("anything", &QUICK.dummy_hash()).is_ok_and(|fits| !fits));
    }
}
