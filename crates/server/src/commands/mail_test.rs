//! `postup mail-test ADDRESS`

use infrastructure::SystemClock;
use kernel::Clock;
use mail::{Mail, Mailer};
use tokio::task::spawn_blocking;

use crate::{
    commands::{CommandError, mailing::mailer},
    settings::MailTest,
};

/// Sends a mail at once and says what became of it.
pub(super) async fn mail_test(settings: MailTest) -> Result<(), CommandError> {
    // It waits for a server of others.
    let sent = spawn_blocking(move || send(&settings)).await;
    sent.unwrap_or_else(|error| Err(CommandError::Refused(error.to_string())))
}

fn send(settings: &MailTest) -> Result<(), CommandError> {
    let Some((mailer, host)) = mailer(&settings.mailing)? else {
        let reason = "is not set: this site sends no mail".to_owned();
        return Err(CommandError::Setting { name: "--smtp-url (POSTUP_SMTP_URL)", reason });
    };
    let (to, now) = (settings.address.as_str().to_owned(), SystemClock.now());
    let said = format!("This is a test. The forum at {host} can send mail.");
    let mail = Mail {
        from_name: "POST-UP".to_owned(),
        message_id: format!("{}.test@{host}", now.unix_millis()),
        written_at: now,
        subject: format!("A test from {host}"),
        html: format!("<p>{said}</p>"),
        text: said,
        to,
        thread: None,
        unsubscribe: None,
    };
    mailer.send(&mail).map_err(|error| CommandError::Refused(format!("Not sent: {error}.")))?;
    tell(&mail.to);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(to: &str) {
    println!(
        "The mail server took the mail to {to} over. If it does not arrive, ask that server why, and"
    );
    println!("check SPF and DKIM of the sender's domain.");
}
