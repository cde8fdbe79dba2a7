use std::{net::IpAddr, str::FromStr};

use lettre::{Address, message::Mailbox, transport::smtp::authentication::Credentials};
use percent_encoding::percent_decode_str;
use url::Url;

/// The server that takes mails over and brings them on their way.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpRelay {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) credentials: Option<Credentials>,
}

/// Hides the password from logs.
impl std::fmt::Debug for SmtpRelay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SmtpRelay({}:{}, {:?})", self.host, self.port, self.encryption)
    }
}

/// When a connection becomes encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encryption {
    /// Never: the relay is on this machine.
    None,
    /// By a command, before anything is said.
    StartTls,
    FromTheStart,
}

/// What is wrong with a setting of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailSettingError {
    #[error(
        "must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, on this machine with ?tls=required to encrypt"
    )]
    Url,
    #[error("must be an e-mail address, or NAME <ADDRESS>")]
    From,
}

impl FromStr for SmtpRelay {
    type Err = MailSettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::of(text).ok_or(MailSettingError::Url)
    }
}

impl SmtpRelay {
    fn of(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let host = url.host_str().filter(|host| !host.is_empty())?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let is_here = host == "localhost"
            || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let encryption = match (url.scheme(), url.query()) {
            ("smtps", None) => Encryption::FromTheStart,
            ("smtp", None) if is_here => Encryption::None,
            ("smtp", None | Some("tls=required")) => Encryption::StartTls,
            _ => return None,
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return None;
        }
        // Submission (RFC 6409, RFC 8314); a relay on this machine is its mail server.
        let port = url.port().unwrap_or(match encryption {
            Encryption::None => 25,
            Encryption::StartTls => 587,
            Encryption::FromTheStart => 465,
        });
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(String::from).ok();
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (user, password) => {
                Some(Credentials::new(decoded(user)?, decoded(password.unwrap_or_default())?))
            }
        };
        Some(Self { host, port, encryption, credentials })
    }
}

/// The sender of all mails: an address, and perhaps a name. Without one, it is called as the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFrom(Mailbox);

impl FromStr for MailFrom {
    type Err = MailSettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|_| MailSettingError::From)
    }
}

impl MailFrom {
    pub(super) fn address(&self) -> Address {
        self.0.email.clone()
    }

    pub(super) fn called(&self, name: &str) -> Mailbox {
        let name = self.0.name.clone().unwrap_or_else(|| name.to_owned());
        Mailbox::new(Some(name), self.address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relay(text: &str) -> Option<(String, u16, Encryption)> {
        let relay = text.parse::<SmtpRelay>().ok()?;
        Some((relay.host, relay.port, relay.encryption))
    }

    #[test]
    fn mail_leaves_the_machine_encrypted() {
        for (text, host, port, encryption) in [
            ("smtp://mail.example", "mail.example", 587, Encryption::StartTls),
            ("smtp://mail.example:25", "mail.example", 25, Encryption::StartTls),
            ("smtp://mail.example/?tls=required", "mail.example", 587, Encryption::StartTls),
            ("smtps://a:b@mail.example", "mail.example", 465, Encryption::FromTheStart),
            ("smtp://localhost", "localhost", 25, Encryption::None),
            ("smtp://127.0.0.1:2525", "127.0.0.1", 2525, Encryption::None),
            ("smtp://[::1]", "::1", 25, Encryption::None),
            ("smtp://127.0.0.1:2525?tls=required", "127.0.0.1", 2525, Encryption::StartTls),
        ] {
            assert_eq!(relay(text), Some((host.to_owned(), port, encryption)), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_no_relay() {
        for text in [
            "",
            "mail.example",
            "http://mail.example",
            "smtp://",
            "smtp://mail.example?tls=none",
            "smtp://mail.example/path",
            "smtps://mail.example?tls=required",
            "smtp://mail.example#a",
        ] {
            assert_eq!(relay(text), None, "{text}");
        }
    }

    #[test]
    fn names_and_passwords_are_decoded_and_not_shown() {
        let relay: SmtpRelay = "smtp://ann%40x.org:p%C3%A4ss%2Fword@mail.example".parse().unwrap();
        let credentials = Credentials::new("ann@x.org".to_owned(), "päss/word".to_owned());
        assert_eq!(relay.credentials, Some(credentials));
        assert_eq!(format!("{relay:?}"), "SmtpRelay(mail.example:587, StartTls)");
    }

    #[test]
    fn a_sender_without_a_name_is_called_as_the_site() {
        let called = |text: &str| text.parse::<MailFrom>().unwrap().called("Tea").name;
        assert_eq!(called("forum@x.org").as_deref(), Some("Tea"));
        assert_eq!(called("The forum <forum@x.org>").as_deref(), Some("The forum"));
        assert_eq!("forum".parse::<MailFrom>(), Err(MailSettingError::From));
    }
}
