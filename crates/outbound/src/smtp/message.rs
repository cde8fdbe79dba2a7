use std::time::{Duration, SystemTime};

use ::mail::{Mail, SendError};
use lettre::{
    Address, Message,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};

use super::relay::MailFrom;

/// Says that nobody wrote it by hand (RFC 3834): no vacation notice answers it.
const AUTO_SUBMITTED: HeaderName = HeaderName::new_from_ascii_str("Auto-Submitted");
/// Where and how to end such mails (RFC 2369 and RFC 8058).
const LIST_UNSUBSCRIBE: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe");
const LIST_UNSUBSCRIBE_POST: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe-Post");

/// Returns a mail as it goes over the wire, which is ASCII, and its recipient.
pub(super) fn written(mail: &Mail, from: &MailFrom) -> Result<(Vec<u8>, Address), SendError> {
    let refused = |error: &dyn std::error::Error| SendError::MessageRefused(error.to_string());
    let to: Address = mail.to.parse().map_err(|error| refused(&error))?;
    let since_epoch = Duration::from_millis(mail.written_at.unix_millis().unsigned_abs());
    let mut builder = Message::builder();
    if let Some(thread) = &mail.thread {
        builder = builder.references(format!("<{thread}>"));
    }
    let mut message = builder
        .from(from.called(&mail.from_name))
        .to(Mailbox::new(None, to.clone()))
        .subject(mail.subject.as_str())
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(SystemTime::UNIX_EPOCH + since_epoch)
        .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
        .map_err(|error| refused(&error))?;
    let mut set = |name, value: &str| {
        message.headers_mut().insert_raw(HeaderValue::new(name, value.to_owned()));
    };
    set(AUTO_SUBMITTED, "auto-generated");
    if let Some(address) = &mail.unsubscribe {
        set(LIST_UNSUBSCRIBE, &format!("<{address}>"));
        set(LIST_UNSUBSCRIBE_POST, "List-Unsubscribe=One-Click");
    }
    Ok((message.formatted(), to))
}

#[cfg(test)]
mod tests {
    use kernel::Timestamp;

    use super::*;

    fn mail() -> Mail {
        Mail {
            to: "ann@x.org".to_owned(),
            from_name: "Äpfel & Tee".to_owned(),
            message_id: "1700000000000.7@tea.example".to_owned(),
            written_at: Timestamp::from_unix_millis(1_700_000_000_000),
            subject: "Grüße 東京".to_owned(),
            text: "Grüße\n.\nfrom".to_owned(),
            html: "<p>Grüße</p>".to_owned(),
            thread: Some("post-7@tea.example".to_owned()),
            unsubscribe: Some("https://tea.example/mail/unsubscribe?token=1.2.3".to_owned()),
        }
    }

    fn shown(mail: &Mail) -> String {
        let from = "forum@tea.example".parse().unwrap();
        String::from_utf8(written(mail, &from).unwrap().0).unwrap()
    }

    #[test]
    fn a_mail_has_the_headers_that_programs_expect() {
        let shown = shown(&mail());
        for header in [
            "Message-ID: <1700000000000.7@tea.example>\r\n",
            "Date: Tue, 14 Nov 2023 22:13:20 +0000\r\n",
            "To: ann@x.org\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "References: <post-7@tea.example>\r\n",
            "List-Unsubscribe: <https://tea.example/mail/unsubscribe?token=1.2.3>\r\n",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
            "Content-Type: multipart/alternative;",
            "MIME-Version: 1.0\r\n",
        ] {
            assert!(shown.contains(header), "{header} in {shown}");
        }
        assert!(shown.contains("<forum@tea.example>\r\n"), "{shown}");
    }

    #[test]
    fn every_byte_is_ascii() {
        assert!(shown(&mail()).is_ascii());
    }

    #[test]
    fn a_subject_brings_no_header() {
        let shown = shown(&Mail { subject: "a\r\nBcc: eve@x.org".to_owned(), ..mail() });
        assert!(!shown.contains("\r\nBcc:"), "{shown}");
    }
}
