use std::fs;

use kernel::{ForumId, NotificationId, PostId, ReplyId, Timestamp, UserId, Visibility};

use super::*;
use crate::{ForumReference, Person, PostReference};

fn notification(kind: Kind, act: Option<ModerationAct>) -> Notification {
    let person = |id, username: &str| Person {
        id: UserId(id),
        username: username.to_owned(),
        image: String::new(),
    };
    Notification {
        id: NotificationId(1),
        kind,
        act,
        reason: None,
        count: 1,
        actors: vec![person(2, "bob"), person(3, "eve")],
        forum: Some(ForumReference {
            id: ForumId(4),
            topic: "Gardening".to_owned(),
            visibility: Visibility::Public,
        }),
        post: Some(PostReference { id: PostId(5), title: "{names} and {topic}".to_owned() }),
        reply: Some(ReplyId(6)),
        excerpt: String::new(),
        watch: None,
        updated_at: Timestamp::from_unix_millis(0),
        read: false,
    }
}

fn all() -> Vec<Notification> {
    let acts = ModerationAct::ALL.map(|act| notification(Kind::Moderation, Some(act)));
    let kinds = [Kind::Reply, Kind::Mention, Kind::WatchedPost, Kind::WatchedForum];
    kinds.map(|kind| notification(kind, None)).into_iter().chain(acts).collect()
}

#[test]
fn a_sentence_names_people_place_and_number() {
    let one = notification(Kind::Reply, None);
    let english = |notification: &Notification| notification.sentence(Language::ENGLISH);
    assert_eq!(english(&one), "bob, eve replied to you in “{names} and {topic}”");
    let four = Notification { count: 4, ..one };
    assert_eq!(english(&four), "4 replies to you in “{names} and {topic}”: bob, eve");
    let gone = Notification { post: None, actors: vec![], ..notification(Kind::Mention, None) };
    assert_eq!(english(&gone), "Someone mentioned you in a removed post");
    let untitled = Notification { post: None, ..notification(Kind::WatchedForum, None) };
    assert_eq!(english(&untitled), "bob, eve posted in Gardening");
    let report = notification(Kind::Report, Some(ModerationAct::ReportRejected));
    assert_eq!(english(&report), "Your report was rejected");
    let banned = notification(Kind::Moderation, Some(ModerationAct::BannedFromForum));
    let german = Language::parse("de").unwrap();
    assert_eq!(banned.sentence(german), "Du bist in Gardening gesperrt");
}

#[test]
fn every_language_has_a_sentence_of_its_own_for_everything() {
    let mut sentences = vec![];
    for language in Language::ALL {
        for notification in all() {
            for count in [1, 7] {
                let said = Notification { count, ..notification.clone() }.sentence(language);
                let said = said.replace("{names} and {topic}", "");
                assert!(!said.contains(['{', '}']), "{said}");
                sentences.push((count, said));
            }
        }
    }
    let count = sentences.len();
    sentences.sort_unstable();
    sentences.dedup();
    assert_eq!(sentences.len(), count);
}

/// The catalogs of the screens hold these words, too.
#[test]
fn screens_say_the_same() {
    for language in Language::ALL.into_iter().filter(|language| *language != Language::ENGLISH) {
        let catalogs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/src/locales/");
        let catalog = fs::read_to_string(format!("{catalogs}{}.po", language.tag())).unwrap();
        let words = Words::of(language);
        for act in ModerationAct::ALL.into_iter().filter(|act| *act != ModerationAct::ForumDeleted)
        {
            let said = format!("msgstr \"{}\"\n", words.of_act(act, 1));
            assert!(catalog.contains(&said), "{} lacks {said}", language.tag());
        }
    }
}

#[test]
fn a_path_leads_to_what_happened() {
    let of = |act| notification(Kind::Moderation, Some(act)).path();
    assert_eq!(notification(Kind::Reply, None).path(), "/posts/5#reply-6");
    let post = Notification { reply: None, ..notification(Kind::WatchedForum, None) };
    assert_eq!(post.path(), "/posts/5");
    assert_eq!(of(ModerationAct::PasskeyAdded), "/settings/security");
    assert_eq!(of(ModerationAct::ReplyRemoved), "/modlog?forum=4");
    let forum = Notification { post: None, reply: None, ..notification(Kind::Moderation, None) };
    assert_eq!(forum.path(), "/forums/4");
    assert_eq!(Notification { forum: None, ..forum }.path(), "/notifications");
}
