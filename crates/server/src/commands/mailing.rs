//! What sends mail by the settings.

use std::sync::Arc;

use notifications::MailPace;
use outbound::Smtp;

use crate::{
    commands::CommandError,
    settings::{self, Pace},
    wiring::Mailing,
};

/// Returns how the site sends mail; `None` if it sends none.
pub(super) fn mailing(
    settings: &settings::Mailing,
    pace: Pace,
) -> Result<Option<Mailing>, CommandError> {
    let pace = MailPace { delay: pace.mail_delay, pause: pace.mail_pause };
    let mailer = mailer(settings)?.map(|(mailer, _)| Arc::new(mailer));
    Ok(mailer.zip(settings.public_url.clone()).map(|(mailer, public_url)| Mailing {
        mailer,
        public_url,
        pace,
    }))
}

/// Returns what sends mail, and what the site calls itself; `None` if it sends none.
pub(super) fn mailer(settings: &settings::Mailing) -> Result<Option<(Smtp, String)>, CommandError> {
    let settings::Mailing { smtp_url, mail_from, public_url } = settings;
    let (Some(relay), Some(from), Some(url)) = (smtp_url, mail_from, public_url) else {
        return Ok(None);
    };
    let host = url.host_str().unwrap_or_default().to_owned();
    let failed = |source| CommandError::Io { what: "mail".to_owned(), source };
    let mailer = Smtp::new(relay.clone(), from.clone(), &host).map_err(failed)?;
    Ok(Some((mailer, host)))
}
