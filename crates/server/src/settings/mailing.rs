//! Settings of the mail that the site sends.

use std::time::Duration;

use clap::Args;
use outbound::{MailFrom, SmtpRelay};
use url::Url;
use users::{EmailAddress, EmailAddressError};

use super::web_url;

#[derive(Args, Debug)]
pub struct Mailing {
    /// The relay that sends the site's mail: `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…` where TLS begins with the
    /// connection; with --mail-from and --public-url. Connections are encrypted, but on this machine only with
    /// `?tls=required`. Without it the site sends no mail
    #[arg(long, env = "POSTUP_SMTP_URL", hide_env_values = true, requires_all = ["mail_from", "public_url"])]
    pub smtp_url: Option<SmtpRelay>,
    /// The sender of the site's mail: an address, or `NAME <ADDRESS>`; by default it is called as the site
    #[arg(long, env = "POSTUP_MAIL_FROM")]
    pub mail_from: Option<MailFrom>,
    /// The address that people know the forum by: the API document, mails and all pages, feeds and the sitemap name it, and
    /// passkeys are bound to it
    #[arg(long, env = "POSTUP_PUBLIC_URL", value_parser = web_url)]
    pub public_url: Option<Url>,
}

/// When mails about notifications go out.
#[derive(Args, Clone, Copy, Debug)]
pub struct Pace {
    /// How long a notification is unread before it is mailed, such as 5m
    #[arg(long, env = "POSTUP_MAIL_DELAY", default_value = "5m", value_parser = humantime::parse_duration)]
    pub mail_delay: Duration,
    /// The least time between two such mails to a member
    #[arg(long, env = "POSTUP_MAIL_PAUSE", default_value = "10m", value_parser = humantime::parse_duration)]
    pub mail_pause: Duration,
}

#[derive(Args, Debug)]
pub struct MailTest {
    /// Where to send a mail
    #[arg(value_parser = address)]
    pub address: EmailAddress,
    #[command(flatten)]
    pub mailing: Mailing,
}

fn address(text: &str) -> Result<EmailAddress, EmailAddressError> {
    EmailAddress::parse(text)
}
