//! Hashes of passwords that accounts brought along from another system.
//!
//! | stored | of | computed |
//! | --- | --- | --- |
//! | `$2a$…`, `$2b$…`, `$2y$…` | Flarum, Lemmy | bcrypt |
//! | `$nodebb$` and a bcrypt hash | `NodeBB` (`src/password.js`) | bcrypt of the SHA-512 in hexadecimal digits |
//! | `$pbkdf2-sha256$i=…,l=32$salt$digits` | Discourse (`lib/password_hasher.rb`: algorithm, salt, `$`, hash) | PBKDF2 with HMAC-SHA-256, RFC 8018 |
//! | `$argon2id$…`, `$argon2i$…` | PHP | Argon2, RFC 9106, in the PHC string format |
//! | `$H$…`, `$P$…` | phpass | salted MD5, many times |
//! | `$phpbb$` and one of these | `phpBB` | that of the password as its forms read it (`phpbb/request/type_cast_helper.php`) |
//! | `$phpbb$$H\2y$…` | `phpBB` from 3.1, of accounts of 3.0 | bcrypt of the digits of phpass (`phpbb/passwords/manager.php`) |

use std::str::FromStr as _;

use argon2::{
    Argon2,
    password_hash::{PasswordVerifier as _, phc::PasswordHash},
};
use openssl::{
    hash::{MessageDigest, hash},
    memcmp,
    pkcs5::pbkdf2_hmac,
};
use sha2::{Digest as _, Sha512};
use unicode_normalization::UnicodeNormalization as _;

use crate::Bcrypt;

const NODEBB: &str = "$nodebb$";
const PHPBB: &str = "$phpbb$";
const PHPBB_COMBINED: &str = "$H\\2y$";
const PBKDF2: &str = "$pbkdf2-sha256$";
const ARGON2: [&str; 2] = ["$argon2id$", "$argon2i$"];
/// Ten times what Discourse takes.
const MAX_ITERATIONS: usize = 6_000_000;
/// In KiB: four times what PHP takes.
const MAX_ARGON2_MEMORY: u32 = 256 * 1024;
const MAX_ARGON2_PASSES: u32 = 16;
/// Binary logarithm of the rounds of MD5.
const MAX_MD5_COST: usize = 20;
/// The digits of phpass, the least first.
const ITOA64: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A stored hash, with bounded work to verify a password.
enum Stored<'a> {
    Bcrypt(&'a str),
    NodeBb(&'a str),
    Pbkdf2 { iterations: usize, salt: &'a str, digits: &'a str },
    Argon2(Box<PasswordHash>),
    Phpass { cost: usize, salt: &'a str, digits: &'a str },
    PhpBb(Box<Stored<'a>>),
    PhpBbCombined { cost: usize, salt: &'a str, bcrypt: String },
}

/// Returns whether a password can be verified with the stored hash, in bounded time.
#[must_use]
pub fn is_usable_hash(stored: &str) -> bool {
    parse(stored).is_some()
}

/// Returns the cost of a hash of bcrypt alone.
pub(crate) fn bcrypt_cost(stored: &str) -> Option<u32> {
    bcrypt::HashParts::from_str(stored).ok().map(|parts| parts.get_cost())
}

fn parse(stored: &str) -> Option<Stored<'_>> {
    // PostgreSQL stores no NUL.
    if !stored.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    let bcrypt = |hash| bcrypt_cost(hash).is_some_and(|cost| cost <= Bcrypt::MAX_COST);
    if let Some(hash) = stored.strip_prefix(NODEBB) {
        return bcrypt(hash).then_some(Stored::NodeBb(hash));
    }
    if let Some(rest) = stored.strip_prefix(PBKDF2) {
        let (parameters, rest) = rest.split_once('$')?;
        let (salt, digits) = rest.split_once('$')?;
        let iterations = parameters.strip_prefix("i=")?.strip_suffix(",l=32")?.parse().ok()?;
        let fits = (1..=MAX_ITERATIONS).contains(&iterations)
            && (1..=64).contains(&salt.len())
            && digits.len() == 64;
        return fits.then_some(Stored::Pbkdf2 { iterations, salt, digits });
    }
    if let Some(rest) = stored.strip_prefix(PHPBB) {
        let inner = match rest.strip_prefix(PHPBB_COMBINED) {
            Some(rest) => combined(rest),
            // Once: it could nest for ever.
            None if rest.starts_with(PHPBB) => None,
            None => parse(rest),
        };
        return inner.map(|inner| Stored::PhpBb(Box::new(inner)));
    }
    if ARGON2.iter().any(|prefix| stored.starts_with(prefix)) {
        return argon2(stored).map(|hash| Stored::Argon2(Box::new(hash)));
    }
    if let Some(rest) = stored.strip_prefix("$H$").or_else(|| stored.strip_prefix("$P$")) {
        let (cost, salt) = phpass_settings(rest.get(..9)?)?;
        let digits = rest.get(9..)?;
        return (digits.len() == 22).then_some(Stored::Phpass { cost, salt, digits });
    }
    bcrypt(stored).then_some(Stored::Bcrypt(stored))
}

fn phpass_settings(settings: &str) -> Option<(usize, &str)> {
    let cost = ITOA64.iter().position(|digit| Some(digit) == settings.as_bytes().first())?;
    (7..=MAX_MD5_COST).contains(&cost).then_some((cost, settings.get(1..)?))
}

/// Reads the settings of phpass and of bcrypt, and the digits: `9IQRaTwmf$10\salt$digits`.
fn combined(rest: &str) -> Option<Stored<'_>> {
    let (phpass, rest) = rest.split_once('$')?;
    let (cost, salt) = phpass_settings(phpass).filter(|(_, salt)| salt.len() == 8)?;
    let (settings, digits) = rest.split_once('$')?;
    let bcrypt = format!("$2y${}{digits}", settings.replace('\\', "$"));
    let fits = bcrypt_cost(&bcrypt).is_some_and(|cost| cost <= Bcrypt::MAX_COST);
    fits.then_some(Stored::PhpBbCombined { cost, salt, bcrypt })
}

fn argon2(stored: &str) -> Option<PasswordHash> {
    let hash = PasswordHash::new(stored).ok()?;
    let number = |name| hash.params.get_decimal(name).unwrap_or(u32::MAX);
    let fits = number("m") <= MAX_ARGON2_MEMORY
        && number("t") <= MAX_ARGON2_PASSES
        && number("p") <= 16
        && hash.salt.is_some()
        && hash.hash.is_some();
    fits.then_some(hash)
}

/// Returns whether the password matches the stored hash.
pub(crate) fn verify(password: &str, stored: &str) -> bool {
    parse(stored).is_some_and(|stored| matches(password, &stored))
}

fn matches(password: &str, stored: &Stored<'_>) -> bool {
    match stored {
        Stored::Bcrypt(hash) => bcrypt::verify(password, hash).unwrap_or(false),
        Stored::NodeBb(hash) => {
            bcrypt::verify(hex::encode(Sha512::digest(password)), hash).unwrap_or(false)
        }
        Stored::Pbkdf2 { iterations, salt, digits } => {
            let mut key = [0; 32];
            let (password, salt, digest) =
                (password.as_bytes(), salt.as_bytes(), MessageDigest::sha256());
            pbkdf2_hmac(password, salt, *iterations, digest, &mut key).is_ok()
                && same(&hex::encode(key), digits)
        }
        Stored::Argon2(hash) => {
            Argon2::default().verify_password(password.as_bytes(), &**hash).is_ok()
        }
        Stored::Phpass { cost, salt, digits } => {
            phpass(password, *cost, salt).is_some_and(|computed| same(&computed, digits))
        }
        Stored::PhpBb(hash) => matches(&as_phpbb_reads(password), hash),
        Stored::PhpBbCombined { cost, salt, bcrypt } => phpass(password, *cost, salt)
            .is_some_and(|digits| bcrypt::verify(digits, bcrypt).unwrap_or(false)),
    }
}

/// Returns a text as the forms of `phpBB` read it: without spaces around, in the normalization form C, and with entities.
fn as_phpbb_reads(text: &str) -> String {
    let text = text.replace('\0', "").replace("\r\n", "\n").replace('\r', "\n");
    // The characters that PHP trims.
    let text = text.trim_matches([' ', '\t', '\n', '\u{b}']).nfc().collect::<String>();
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && memcmp::eq(one.as_bytes(), other.as_bytes())
}

/// Returns the digits of phpass (`crypt_private` in `PasswordHash.php` 0.5).
fn phpass(password: &str, cost: usize, salt: &str) -> Option<String> {
    let md5 = |bytes: &[u8]| hash(MessageDigest::md5(), bytes).ok();
    let mut digest = md5(&[salt.as_bytes(), password.as_bytes()].concat())?;
    for _ in 0..1_u64 << cost {
        digest = md5(&[&digest, password.as_bytes()].concat())?;
    }
    Some(digest.chunks(3).map(phpass_digits).collect())
}

/// Writes up to three bytes as digits of six bits, the least first.
fn phpass_digits(bytes: &[u8]) -> String {
    let number = bytes.iter().rev().fold(0_usize, |number, byte| number << 8 | usize::from(*byte));
    (0..=bytes.len()).map(|place| char::from(ITOA64[number >> (6 * place) & 63])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes with their passwords, and where these are published.
    fn known() -> Vec<(&'static str, String)> {
        let bcrypt = |password: &str| bcrypt::hash(password, 4).unwrap();
        let wrapped = hex::encode(Sha512::digest("correct horse"));
        vec![
            // The tests of jBCrypt.
            ("abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i".to_owned()),
            ("abc", "$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i".to_owned()),
            ("correct horse", format!("$nodebb${}", bcrypt(&wrapped))),
            // RFC 7914, section 11, has two others; this is of the list that RFC 6070 became for SHA-256.
            (
                "password",
                "$pbkdf2-sha256$i=4096,l=32$salt$c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a".to_owned(),
            ),
            // The tests of the reference implementation of Argon2.
            (
                "password",
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc".to_owned(),
            ),
            (
                "password",
                "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA".to_owned(),
            ),
            // The tests of phpass.
            ("test12345", "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0".to_owned()),
            ("test12345", "$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0".to_owned()),
        ]
    }

    #[test]
    fn known_passwords_match_their_hashes_and_no_others() {
        for (password, hash) in known() {
            assert!(is_usable_hash(&hash), "{hash}");
            assert!(verify(password, &hash), "{hash}");
            assert!(!verify("password1", &hash) && !verify("", &hash), "{hash}");
        }
    }

    #[test]
    fn phpbb_hashed_what_its_forms_read() {
        for (typed, read) in [
            ("Tom & \"Jerry\" <3>", "Tom &amp; &quot;Jerry&quot; &lt;3&gt;"),
            (" it's &amp; \t", "it's &amp;amp;"),
            ("e\u{301}\u{0}", "é"),
        ] {
            let hash = bcrypt::hash(read, 4).unwrap();
            assert!(verify(typed, &format!("$phpbb${hash}")), "{typed}");
            assert!(!verify(typed, &hash), "{typed}");
        }
        assert!(verify("test12345", "$phpbb$$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"));
    }

    #[test]
    fn phpbb_hashed_the_hashes_of_its_older_version() {
        // `crypt` of the digits that are above.
        let bcrypt = bcrypt::hash("eRo7ud9Fh4E2PdI0S3r.L0", 4).unwrap();
        let (settings, digits) = bcrypt[4..].split_at(25);
        let combined = format!("$phpbb$$H\\2y$9IQRaTwmf${}${digits}", settings.replace('$', "\\"));
        assert!(is_usable_hash(&combined) && verify("test12345", &combined), "{combined}");
        assert!(!verify("test12346", &combined));
        for damaged in [combined.replace("9IQ", "zIQ"), combined.replace("04\\", "17\\")] {
            assert!(!is_usable_hash(&damaged) && !verify("test12345", &damaged), "{damaged}");
        }
    }

    #[test]
    fn hashes_of_unbounded_work_are_refused() {
        for hash in [
            "",
            "$nodebb$",
            "$2b$17$.....................................................",
            "$nodebb$2b$17$.....................................................",
            "$pbkdf2-sha256$i=4000000000,l=32$salt$00",
            "$pbkdf2-sha256$i=0,l=32$salt$00",
            "$pbkdf2-sha256$i=1,l=64$salt$00",
            "$argon2id$v=19$m=4000000,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=65536,t=9999,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=65536,t=2,p=1",
            "$H$zIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0",
            "$H$9é",
            "$phpbb$",
            &"$phpbb$".repeat(100_000),
            "$phpbb$$H\\2y$9IQRaTwmf",
            "$H$9IQRaTwm\0eRo7ud9Fh4E2PdI0S3r.L0",
            "md5",
        ] {
            assert!(!is_usable_hash(hash) && !verify("", hash), "{hash}");
        }
    }
}
