use std::{fmt, str::FromStr};

/// The kind and the address of a database. Its debug output hides it: it may hold a password.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The path of the file.
    Sqlite(String),
    /// A URL for libpq.
    Postgres(String),
}

/// An unknown database URL, or one that libpq would misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseUrlError {
    #[error("must be sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME")]
    UnknownKind,
    /// libpq would misread a part of the password and print it in the error.
    #[error(
        "has a sign in its user or password, or a space, that must be percent-encoded, such as %40 for @"
    )]
    NotEncoded,
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    /// Only the scheme decides: a mistyped PostgreSQL URL must not become an SQLite file of that name.
    fn from_str(url: &str) -> Result<Self, Self::Err> {
        match url.split_once("://") {
            Some(("sqlite", file)) if !file.is_empty() => Ok(Self::Sqlite(file.to_owned())),
            Some(("postgres" | "postgresql", rest)) if !rest.is_empty() => {
                if is_encoded(rest) {
                    Ok(Self::Postgres(url.to_owned()))
                } else {
                    Err(DatabaseUrlError::NotEncoded)
                }
            }
            _ => Err(DatabaseUrlError::UnknownKind),
        }
    }
}

/// Returns whether user and password are unambiguous, and all percent-encoding is valid.
fn is_encoded(rest: &str) -> bool {
    let authority = rest.find(['/', '?']).map_or(rest, |end| &rest[..end]);
    let at_signs = |text: &str| text.matches('@').count();
    let mut encoded = rest.split('%').skip(1).map(|token| token.get(..2).unwrap_or_default());
    at_signs(authority) <= 1
        && at_signs(rest) == at_signs(authority)
        && !rest.contains(char::is_whitespace)
        && encoded.all(|token| {
            token != "00"
                && token.len() == 2
                && token.chars().all(|digit| digit.is_ascii_hexdigit())
        })
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => f.debug_tuple("Sqlite").field(file).finish(),
            Self::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_selects_the_database() {
        let sqlite = |file: &str| Ok(DatabaseUrl::Sqlite(file.to_owned()));
        assert_eq!("sqlite://postup.db".parse(), sqlite("postup.db"));
        assert_eq!("sqlite:///var/lib/postup.db".parse(), sqlite("/var/lib/postup.db"));
        for url in [
            "postgres://me@db/postup",
            "postgresql://me:a%40b%2fc@db:5432/postup?sslmode=require",
            "postgres:///postup?host=/run/postgresql&user=me&password=p%25",
        ] {
            assert_eq!(url.parse(), Ok(DatabaseUrl::Postgres(url.to_owned())));
        }
    }

    #[test]
    fn a_mistyped_url_is_refused() {
        for url in ["postup.db", "postgres:nobody", "sqlite://", "mysql://me@db/postup", ""] {
            assert_eq!(url.parse::<DatabaseUrl>(), Err(DatabaseUrlError::UnknownKind), "{url}");
        }
    }

    #[test]
    fn an_ambiguous_password_in_a_url_is_refused() {
        for password in ["a@b", "a/b@c", "a?b", "a%zz", "a%2", "a%00", "a b"] {
            let url = format!("postgres://me:{password}@db/postup");
            assert_eq!(url.parse::<DatabaseUrl>(), Err(DatabaseUrlError::NotEncoded), "{url}");
        }
    }

    #[test]
    fn debug_output_hides_the_password() {
        let url: DatabaseUrl = "postgres://me:secret@db/postup".parse().unwrap();
        assert!(!format!("{url:?}").contains("secret"));
    }
}
