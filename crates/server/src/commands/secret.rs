use std::{fs, io::Write, os::unix::fs::OpenOptionsExt, path::Path};

use database::DatabaseUrl;
use security::JwtSecret;

use crate::commands::CommandError;

const NAME: &str = "--jwt-secret (POSTUP_JWT_SECRET)";

/// Returns the configured secret; on SQLite by default the one beside the database, created if missing.
pub(super) fn jwt_secret(
    setting: Option<&str>,
    database: &DatabaseUrl,
) -> Result<JwtSecret, CommandError> {
    let bytes = match (setting, database) {
        (Some(secret), _) => secret.as_bytes().to_vec(),
        (None, DatabaseUrl::Sqlite(file)) => kept(Path::new(&format!("{file}.jwt-secret")))?,
        (None, DatabaseUrl::Postgres(_)) => {
            return Err(CommandError::Setting {
                name: NAME,
                reason: "is required with PostgreSQL, and the same for every copy of the server"
                    .to_owned(),
            });
        }
    };
    JwtSecret::new(bytes)
        .map_err(|error| CommandError::Setting { name: NAME, reason: error.to_string() })
}

fn kept(file: &Path) -> Result<Vec<u8>, CommandError> {
    let failed = |source| CommandError::Io { what: file.display().to_string(), source };
    if !file.exists() {
        let secret = hex::encode(rand::random::<[u8; 32]>());
        // Readable only by its owner from the start.
        let mut options = fs::OpenOptions::new();
        let mut created =
            options.write(true).create_new(true).mode(0o600).open(file).map_err(failed)?;
        created.write_all(secret.as_bytes()).map_err(failed)?;
        created.sync_all().map_err(failed)?;
    }
    fs::read(file).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn postgres() -> DatabaseUrl {
        "postgres://db/postup".parse().unwrap()
    }

    #[test]
    fn sqlite_creates_a_private_secret_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("forum.db");
        let url = DatabaseUrl::Sqlite(file.to_str().unwrap().to_owned());
        let first = jwt_secret(None, &url).unwrap();
        assert!(first == jwt_secret(None, &url).unwrap());
        let kept = folder.path().join("forum.db.jwt-secret");
        assert_eq!(fs::metadata(kept).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn postgresql_requires_a_secret() {
        let error = jwt_secret(None, &postgres()).unwrap_err().to_string();
        assert!(error.contains("POSTUP_JWT_SECRET"), "{error}");
    }

    #[test]
    fn a_short_secret_is_refused_and_not_shown() {
        let error = jwt_secret(Some("too short"), &postgres()).unwrap_err().to_string();
        assert!(error.contains("32 bytes") && !error.contains("too short"), "{error}");
    }
}
