//! The file of providers of OpenID Connect.

use std::{collections::HashSet, fs, path::Path};

use outbound::OidcProvider;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    provider: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    client_secret: String,
}

/// Reads the providers from a TOML file of `[[provider]]` tables.
///
/// # Errors
/// What is wrong, without the secrets in the file.
pub fn providers(path: &Path) -> Result<Vec<OidcProvider>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn parse(text: &str) -> Result<Vec<OidcProvider>, String> {
    let file: File = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        format!("line {}: {}", before.matches('\n').count() + 1, error.message())
    })?;
    let mut ids = HashSet::new();
    let provider = |entry: Entry| {
        let Entry { id, name, issuer, client_id, client_secret } = entry;
        let provider = OidcProvider::new(&id, &name, &issuer, &client_id, &client_secret)
            .map_err(|(setting, error)| format!("provider {id:?}: {setting} {error}"))?;
        if !ids.insert(id.clone()) {
            return Err(format!("provider {id:?}: there are two with this id"));
        }
        Ok(provider)
    };
    file.provider.into_iter().map(provider).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, issuer: &str) -> String {
        format!(
            "[[provider]]\nid = \"{id}\"\nname = \"Work\"\nissuer = \"{issuer}\"\n\
             client_id = \"forum\"\nclient_secret = \"hush\"\n"
        )
    }

    const ISSUER: &str = "https://id.example/realms/a";

    #[test]
    fn providers_are_read_in_their_order() {
        let text = entry("work", ISSUER) + &entry("my-2", "http://127.0.0.1:4000/oidc");
        let ids: Vec<_> =
            parse(&text).unwrap().iter().map(|one| one.id().as_str().to_owned()).collect();
        assert_eq!(ids, ["work", "my-2"]);
        assert!(parse("").unwrap().is_empty());
    }

    #[test]
    fn what_is_wrong_is_said_without_the_secret() {
        let issuer =
            "issuer must be an https address without ? and #; http is for this machine alone";
        let id = "id must have 1 to 40 of a-z, 0-9 and -";
        let twice = entry("work", ISSUER) + &entry("work", ISSUER);
        let without_secret = entry("work", ISSUER).replace("client_secret = \"hush\"\n", "");
        for (text, problem) in [
            (entry("Work", ISSUER), format!("provider \"Work\": {id}")),
            (entry("", ISSUER), format!("provider \"\": {id}")),
            (entry("work", "http://id.example"), format!("provider \"work\": {issuer}")),
            (entry("work", "id.example"), format!("provider \"work\": {issuer}")),
            (entry("work", "https://id.example/?a"), format!("provider \"work\": {issuer}")),
            (
                entry("work", ISSUER).replace("Work", " "),
                "provider \"work\": name must have 1 to 60 characters".to_owned(),
            ),
            (
                entry("work", ISSUER).replace("hush", ""),
                "provider \"work\": client_secret must not be empty".to_owned(),
            ),
            (twice, "provider \"work\": there are two with this id".to_owned()),
            (without_secret, "line 1: missing field `client_secret`".to_owned()),
        ] {
            assert_eq!(parse(&text).unwrap_err(), problem, "{text}");
        }
        let unknown = parse(&(entry("work", ISSUER) + "client_secrt = \"hush\"\n")).unwrap_err();
        assert!(unknown.starts_with("line 7: unknown field `client_secrt`"), "{unknown}");
        assert!(!parse("[[provider]]\nclient_secret = \"hush").unwrap_err().contains("hush"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let problem = providers(Path::new("/nowhere/oidc.toml")).unwrap_err();
        assert!(problem.starts_with("/nowhere/oidc.toml: "), "{problem}");
    }
}
