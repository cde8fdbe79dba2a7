use std::collections::HashSet;

use kernel::escape_html;

use super::*;

const CONTENTS: usize = 5 + SecurityAct::ALL.len();

fn sender() -> Sender {
    Sender {
        name: "Tea & <Cake>".to_owned(),
        url: "https://tea.example".to_owned(),
        logo: String::new(),
        accent: "#0055aa".to_owned(),
    }
}

fn entry(title: &str, detail: &str, path: &str) -> Entry {
    let [title, detail, path] = [title, detail, path].map(str::to_owned);
    Entry { title, detail, path }
}

fn unread() -> Content {
    Content::Unread {
        news: vec![
            entry("bob replied to you in “<b>Tea</b>”", "With milk & sugar", "/posts/1#reply-2"),
            entry("You are now an admin", "", "/notifications"),
        ],
        popular: vec![entry("Cake", "Baking", "/posts/3")],
        unsubscribe: "s3cret".to_owned(),
    }
}

fn contents() -> Vec<Content> {
    let at = Timestamp::from_unix_millis(1_700_000_000_000);
    let security = SecurityAct::ALL.map(|act| Content::Security { act, at });
    [
        Content::Confirm { token: "t0ken".to_owned() },
        Content::AddressReplaced,
        Content::AddressRemoved,
        Content::Reset { token: "t0ken".to_owned() },
    ]
    .into_iter()
    .chain(security)
    .chain([unread()])
    .collect()
}

fn letters(language: Language) -> Vec<Letter> {
    let recipient = Recipient { username: "ann_7".to_owned(), language };
    contents().iter().map(|content| Letter::new(sender(), &recipient, content)).collect()
}

#[test]
fn every_language_says_everything_in_its_own_words() {
    let mut subjects = HashSet::new();
    for language in Language::ALL {
        for letter in letters(language) {
            let text = letter.text();
            assert!(text.contains("ann_7") && text.contains("Tea & <Cake>"), "{text}");
            assert!(!text.contains('{') && !letter.subject().contains('{'), "{text}");
            subjects.insert(letter.subject);
        }
    }
    assert_eq!(subjects.len(), CONTENTS * Language::ALL.len());
}

#[test]
fn both_parts_show_the_same() {
    for language in Language::ALL {
        for letter in letters(language) {
            let (text, html) = (letter.text(), letter.html());
            let Letter { greeting, body, action, note, reason, lists, unsubscribe, .. } = &letter;
            let mut all = vec![greeting, body, &action.label, &action.url, note, reason];
            for List { heading, entries } in lists {
                all.extend(heading);
                all.extend(entries.iter().flat_map(|one| [&one.title, &one.detail, &one.path]));
            }
            all.extend(unsubscribe.iter().flat_map(|link| [&link.label, &link.url]));
            for said in all {
                assert!(text.contains(said), "{said} in {text}");
                assert!(html.contains(&escape_html(said)), "{said} in {html}");
            }
        }
    }
}

#[test]
fn a_link_is_of_the_site_and_leads_to_its_screen() {
    let links: Vec<_> =
        letters(Language::ENGLISH).into_iter().map(|letter| letter.action.url).collect();
    assert_eq!(links[0], "https://tea.example/email/confirm?token=t0ken");
    assert_eq!(links[3], "https://tea.example/password/new?token=t0ken");
    let (unread, others) = links[4..].split_last().unwrap();
    assert!(others.iter().all(|link| link == "https://tea.example/settings/security"));
    assert_eq!(unread, "https://tea.example/notifications");
}

#[test]
fn what_is_unread_stands_in_lists() {
    let recipient = Recipient { username: "ann".to_owned(), language: Language::ENGLISH };
    let letter = Letter::new(sender(), &recipient, &unread());
    let text = letter.text();
    assert!(text.contains("* bob replied to you in “<b>Tea</b>”\n  With milk & sugar\n  https://tea.example/posts/1#reply-2\n"), "{text}");
    assert!(
        text.contains("* You are now an admin\n  https://tea.example/notifications\n"),
        "{text}"
    );
    assert!(text.contains("Popular in your favorite forums\n\n* Cake\n"), "{text}");
    assert!(!letter.html().contains("<b>"), "{}", letter.html());
    assert_eq!(letter.unsubscribe(), Some("https://tea.example/mail/unsubscribe?token=s3cret"));
    assert_eq!(letter.subject(), "What is new for you at Tea & <Cake>");
}

#[test]
fn a_mail_of_one_thing_is_called_after_it() {
    let Content::Unread { mut news, unsubscribe, .. } = unread() else { unreachable!() };
    news.truncate(1);
    let recipient = Recipient { username: "ann".to_owned(), language: Language::ENGLISH };
    let content = Content::Unread { news, popular: vec![], unsubscribe };
    let letter = Letter::new(sender(), &recipient, &content);
    assert_eq!(letter.subject(), "bob replied to you in “<b>Tea</b>”");
}

#[test]
fn the_time_of_an_act_is_told_in_utc() {
    let letter = letters(Language::ENGLISH).swap_remove(CONTENTS - 2);
    assert_eq!(letter.body, "This happened to the account ann_7 on 2023-11-14 22:13 UTC.");
}

#[test]
fn names_stay_text_in_html() {
    let html = letters(Language::ENGLISH)[0].html();
    assert!(html.contains("Tea &amp; &lt;Cake&gt;") && !html.contains("<Cake>"), "{html}");
}

#[test]
fn html_loads_nothing_but_the_logo() {
    let recipient = Recipient { username: "ann".to_owned(), language: Language::ENGLISH };
    let logo = "https://tea.example/images/u/1.png".to_owned();
    let with_logo = Sender { logo: logo.clone(), ..sender() };
    let html = Letter::new(with_logo, &recipient, &Content::AddressRemoved).html();
    assert_eq!(html.matches("src=").count(), 1);
    assert!(
        html.contains(&format!("<img src=\"{logo}\" alt=\"Tea &amp; &lt;Cake&gt;\"")),
        "{html}"
    );
    let plain = letters(Language::ENGLISH)[0].html();
    for loaded in ["src=", "url(", "@import", "<script", "<link"] {
        assert!(!plain.contains(loaded), "{loaded}");
    }
}

#[test]
fn arabic_runs_from_right_to_left() {
    let arabic = Language::ALL.into_iter().find(|language| language.is_right_to_left()).unwrap();
    assert!(letters(arabic)[0].html().contains("<html lang=\"ar\" dir=\"rtl\">"));
    assert!(letters(Language::ENGLISH)[0].html().contains("dir=\"ltr\""));
}

#[test]
fn a_name_that_looks_like_a_placeholder_stays() {
    let sender = Sender { name: "{name} {time}".to_owned(), ..sender() };
    let recipient = Recipient { username: "ann".to_owned(), language: Language::ENGLISH };
    let letter = Letter::new(sender, &recipient, &Content::AddressRemoved);
    assert_eq!(letter.subject(), "Your e-mail address at {name} {time} was removed");
}
