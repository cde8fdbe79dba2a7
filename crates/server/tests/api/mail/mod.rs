//! Mail by SMTP, to a relay that takes, refuses, hangs and drops it.

mod relay;

use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::{Command, Output},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use kernel::Timestamp;
use mail::{Mail, Mailer, SendError};
use outbound::Smtp;
use serde_json::json;

use self::relay::{Relay, certificate};
use crate::support::{PASSWORD, TestOptions};

fn smtp(port: u16, from: &str) -> Smtp {
    let url = format!("smtp://127.0.0.1:{port}");
    Smtp::new(url.parse().unwrap(), from.parse().unwrap(), "forum.example").unwrap()
}

fn mail(to: &str) -> Mail {
    Mail {
        to: format!("{to}@x.org"),
        from_name: "Tea".to_owned(),
        message_id: "1.2@forum.example".to_owned(),
        written_at: Timestamp::from_unix_millis(1_700_000_000_000),
        subject: "Grüße".to_owned(),
        text: "Grüße\n.\nA line".to_owned(),
        html: "<p>Grüße</p>".to_owned(),
        thread: None,
        unsubscribe: None,
    }
}

#[test]
fn mails_arrive_over_one_connection() {
    let mut relay = Relay::start("plain", None);
    let smtp = smtp(relay.port, "forum@tea.example");
    let peers: Vec<_> = ["ann", "bob"]
        .map(|to| {
            smtp.send(&mail(to)).unwrap();
            let taken = relay.mail();
            assert_eq!(taken["from"], "forum@tea.example");
            assert_eq!(
                (&taken["to"], &taken["hello"]),
                (&json!([format!("{to}@x.org")]), &json!("forum.example"))
            );
            let content = taken["content"].as_str().unwrap();
            assert!(content.contains("Message-ID: <1.2@forum.example>"), "{content}");
            assert!(content.contains("From: Tea <forum@tea.example>"), "{content}");
            taken["peer"].clone()
        })
        .into();
    assert_eq!(peers[0], peers[1]);
}

#[test]
fn a_refusal_says_whether_to_try_again() {
    let relay = Relay::start("plain", None);
    let sent = smtp(relay.port, "forum@tea.example");
    let result = |to| sent.send(&mail(to)).unwrap_err();
    let SendError::Temporary(why) = result("later") else { panic!("not temporary") };
    assert!(why.contains("451") || why.contains("try again later"), "{why}");
    let SendError::RecipientRefused(why) = result("refused") else { panic!("not the recipient") };
    assert!(why.contains("no such user"), "{why}");
    let SendError::MessageRefused(why) = result("spam") else { panic!("not the message") };
    assert!(why.contains("looks like spam"), "{why}");
    // The operator has to set another sender.
    let refused = smtp(relay.port, "nobody@tea.example").send(&mail("ann"));
    assert!(matches!(refused, Err(SendError::Temporary(why)) if why.contains("unknown sender")));
}

#[test]
fn a_lost_connection_is_made_again() {
    let mut relay = Relay::start("plain", None);
    let smtp = smtp(relay.port, "forum@tea.example");
    smtp.send(&mail("ann")).unwrap();
    assert!(matches!(smtp.send(&mail("drop")), Err(SendError::Temporary(_))));
    smtp.send(&mail("bob")).unwrap();
    assert_ne!(relay.mail()["peer"], relay.mail()["peer"]);
    drop(relay);
    assert!(matches!(smtp.send(&mail("ann")), Err(SendError::Temporary(_))));
}

/// How long a mail takes that fails.
fn failing(smtp: &Smtp, to: &str) -> Duration {
    let start = Instant::now();
    assert!(matches!(smtp.send(&mail(to)), Err(SendError::Temporary(_))), "{to}");
    start.elapsed()
}

#[test]
fn a_relay_that_hangs_holds_a_mail_for_half_a_minute() {
    let relay = Relay::start("plain", None);
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let hanging = smtp(relay.port, "forum@tea.example");
    let unanswered = smtp(silent.local_addr().unwrap().port(), "forum@tea.example");
    let (connecting, in_a_mail) = thread::scope(|scope| {
        let in_a_mail = scope.spawn(|| failing(&hanging, "hang"));
        (failing(&unanswered, "ann"), in_a_mail.join().unwrap())
    });
    assert!((10..15).contains(&connecting.as_secs()), "{connecting:?}");
    assert!((30..35).contains(&in_a_mail.as_secs()), "{in_a_mail:?}");
}

fn mail_test(url: &str, trusted: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_postup"));
    command
        .args(["mail-test", "ann@x.org"])
        .env("POSTUP_SMTP_URL", url)
        .env("POSTUP_MAIL_FROM", "The forum <forum@tea.example>")
        .env("POSTUP_PUBLIC_URL", "https://tea.example");
    if let Some(trusted) = trusted {
        command.env("SSL_CERT_FILE", trusted);
    }
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_connection_is_encrypted_to_a_relay_that_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = folder.path().join("relay.pem");
    fs::write(&trusted, certificate()).unwrap();
    for (encryption, scheme, query) in [("starttls", "smtp", "?tls=required"), ("tls", "smtps", "")]
    {
        let mut relay = Relay::start(encryption, Some(&trusted));
        let url = format!("{scheme}://forum:p%2Fss@localhost:{}/{query}", relay.port);
        let sent = mail_test(&url, Some(&trusted));
        assert!(sent.status.success(), "{}", said(&sent));
        assert!(said(&sent).contains("took the mail to ann@x.org over"), "{}", said(&sent));
        let taken = relay.mail();
        assert_eq!((&taken["encrypted"], &taken["signedIn"]), (&json!(true), &json!(true)));
        let unknown = mail_test(&url, None);
        assert!(
            !unknown.status.success() && said(&unknown).contains("certificate"),
            "{}",
            said(&unknown)
        );
        let wrong = mail_test(&url.replace("p%2Fss", "geheim"), Some(&trusted));
        assert!(said(&wrong).contains("refused the name or the password"), "{}", said(&wrong));
        assert!(!said(&wrong).contains("geheim"), "{}", said(&wrong));
    }
}

#[test]
fn a_relay_that_does_not_encrypt_gets_nothing() {
    let relay = Relay::start("plain", None);
    let refused = mail_test(&format!("smtp://localhost:{}?tls=required", relay.port), None);
    assert!(!refused.status.success() && said(&refused).contains("STARTTLS"), "{}", said(&refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_comes_from_the_call_to_the_mailbox() {
    let mut relay = Relay::start("plain", None);
    let mailer = Arc::new(smtp(relay.port, "forum@tea.example"));
    let app = TestOptions::default().mailer(mailer).spawn().await;
    let ann = app.member("ann").await;
    let body = json!({"email": "ann@x.org", "password": PASSWORD});
    assert_eq!(ann.put(&format!("/api/user/{}/email", ann.id), body).await.status, 202);
    let taken = relay.mail();
    let content = taken["content"].as_str().unwrap();
    assert!(content.contains("https://forum.example/email/confirm?token="), "{content}");
    assert!(content.contains("Subject: Confirm your e-mail address for POST-UP"), "{content}");
}
