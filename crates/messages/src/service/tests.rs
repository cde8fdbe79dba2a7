use kernel::{Role, TextError, Timestamp};

use super::*;
use crate::repository::MockMessageRepository;

const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

const ANN: UserId = UserId(1);
const BOB: UserId = UserId(2);
const EVE: UserId = UserId(3);

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

fn messages(repository: MockMessageRepository) -> Messages {
    Messages::new(Arc::new(repository), Arc::new(FixedClock))
}

fn ann() -> Actor {
    Actor { id: ANN, role: Role::User }
}

fn text(text: &str) -> MessageText {
    MessageText::parse(text).unwrap()
}

fn message() -> Message {
    Message {
        id: MessageId(5),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>\n".to_owned(),
        sender: ANN,
        sender_name: "ann".to_owned(),
        sent_at: NOW,
        edited: false,
        read: false,
    }
}

#[test]
fn a_message_has_1_to_5000_characters() {
    assert_eq!(MessageText::parse(" \n"), Err(TextError::Blank));
    assert!(MessageText::parse(&"ä".repeat(5_000)).is_ok());
    assert_eq!(MessageText::parse(&"ä".repeat(5_001)), Err(TextError::TooLong { max: 5_000 }));
}

#[test]
fn a_new_message_has_its_sender() {
    let mut repository = MockMessageRepository::new();
    repository
        .expect_insert()
        .withf(|new| {
            new.participants == Participants { sender: ANN, recipient: BOB }
                && new.text.as_str() == "Hello"
                && new.sent_at == NOW
        })
        .return_once(|_| Ok(WriteOutcome::Written(message())));
    let sent = messages(repository).send(&ann(), Peer(BOB), text(" Hello "), None).unwrap();
    assert_eq!(sent, message());
}

#[test]
fn messages_to_oneself_are_refused() {
    let refused =
        messages(MockMessageRepository::new()).send(&ann(), Peer(ANN), text("Hello"), None);
    assert!(matches!(refused, Err(MessageError::MessageToSelf)));
}

#[test]
fn a_missing_peer_is_not_found() {
    let mut repository = MockMessageRepository::new();
    repository.expect_is_user().returning(|id| Ok(id == BOB));
    let messages = messages(repository);
    assert_eq!(messages.peer(BOB).unwrap(), Peer(BOB));
    assert!(matches!(messages.peer(EVE), Err(MessageError::NoSuchUser)));
}

/// A peer with messages exists.
#[test]
fn an_empty_chat_checks_that_the_peer_exists() {
    let mut repository = MockMessageRepository::new();
    repository.expect_is_user().times(1).withf(|id| *id == EVE).returning(|_| Ok(false));
    repository.expect_between().returning(|_, peer, _| {
        let items = if peer == BOB { vec![message()] } else { vec![] };
        Ok(Page { items, next: None })
    });
    let (messages, page) = (messages(repository), PageRequest::default());
    assert_eq!(messages.chat(&ann(), BOB, &page).unwrap().items, [message()]);
    let missing = messages.chat(&ann(), EVE, &page);
    assert!(matches!(missing, Err(MessageError::NoSuchUser)));
}

#[test]
fn lists_belong_to_the_actor() {
    let mut repository = MockMessageRepository::new();
    repository
        .expect_contacts()
        .withf(|owner, _| *owner == ANN)
        .return_once(|_, _| Ok(Page { items: vec![], next: None }));
    repository
        .expect_between()
        .withf(|one, other, _| (*one, *other) == (ANN, BOB))
        .return_once(|_, _, _| Ok(Page { items: vec![message()], next: None }));
    let messages = messages(repository);
    let page = PageRequest::default();
    assert!(messages.contacts(&ann(), &page).unwrap().items.is_empty());
    assert_eq!(messages.chat(&ann(), BOB, &page).unwrap().items, [message()]);
}

/// Asks for a message from Ann to Bob.
fn find(asker: UserId, peer: UserId) -> Result<FoundMessage, MessageError> {
    let mut repository = MockMessageRepository::new();
    repository
        .expect_participants()
        .return_once(|_| Ok(Some(Participants { sender: ANN, recipient: BOB })));
    messages(repository).find(asker, peer, MessageId(5))
}

#[test]
fn both_participants_find_their_message() {
    assert!(find(ANN, BOB).is_ok());
    assert!(find(BOB, ANN).is_ok());
}

#[test]
fn a_message_is_not_found_under_another_peer() {
    for (asker, peer) in [(ANN, EVE), (ANN, ANN), (BOB, EVE), (BOB, BOB)] {
        assert!(matches!(find(asker, peer), Err(MessageError::NotFound)), "{asker} {peer}");
    }
}

#[test]
fn a_message_does_not_exist_for_strangers() {
    for peer in [ANN, BOB, EVE] {
        assert!(matches!(find(EVE, peer), Err(MessageError::NotFound)), "{peer}");
    }
}

#[test]
fn a_missing_message_is_not_found() {
    let mut repository = MockMessageRepository::new();
    repository.expect_participants().return_once(|_| Ok(None));
    let found = messages(repository).find(ANN, BOB, MessageId(5));
    assert!(matches!(found, Err(MessageError::NotFound)));
}

#[test]
fn editing_returns_the_new_message() {
    let mut repository = MockMessageRepository::new();
    repository
        .expect_edit()
        .withf(|id, text| *id == MessageId(5) && text.as_str() == "Bye")
        .return_once(|_, _| Ok(Some(WriteOutcome::Written(Message { edited: true, ..message() }))));
    assert!(messages(repository).edit(SentMessage(MessageId(5)), &text("Bye")).unwrap().edited);
}

#[test]
fn marking_as_read_returns_the_new_message() {
    let mut repository = MockMessageRepository::new();
    repository.expect_mark_read().return_once(|_, _| Ok(Some(Message { read: true, ..message() })));
    assert!(messages(repository).mark_read(ReceivedMessage(MessageId(5)), None).unwrap().read);
}

#[test]
fn several_messages_are_marked_together() {
    let mut repository = MockMessageRepository::new();
    repository
        .expect_mark_read()
        .withf(|id, from| (*id, *from) == (MessageId(5), Some(MessageId(3))))
        .return_once(|_, _| Ok(Some(Message { read: true, ..message() })));
    let received = ReceivedMessage(MessageId(5));
    assert!(messages(repository).mark_read(received, Some(MessageId(3))).unwrap().read);
}

#[test]
fn a_message_deleted_meanwhile_is_not_found() {
    let mut repository = MockMessageRepository::new();
    repository.expect_edit().return_once(|_, _| Ok(None));
    repository.expect_delete().return_once(|_, _| Ok(false));
    repository.expect_mark_read().return_once(|_, _| Ok(None));
    let messages = messages(repository);
    let (sent, received) = (SentMessage(MessageId(5)), ReceivedMessage(MessageId(5)));
    assert!(matches!(messages.edit(sent, &text("Bye")), Err(MessageError::NotFound)));
    assert!(matches!(messages.delete(sent), Err(MessageError::NotFound)));
    assert!(matches!(messages.mark_read(received, None), Err(MessageError::NotFound)));
}

#[test]
fn blocker_and_blocked_get_different_messages() {
    let told = |blocked| {
        let mut repository = MockMessageRepository::new();
        repository.expect_insert().return_once(move |_| Ok(WriteOutcome::Blocked(blocked)));
        repository.expect_edit().return_once(move |_, _| Ok(Some(WriteOutcome::Blocked(blocked))));
        let messages = messages(repository);
        let sent = messages.send(&ann(), Peer(BOB), text("Hello"), None).unwrap_err().to_string();
        let edited =
            messages.edit(SentMessage(MessageId(5)), &text("Hello")).unwrap_err().to_string();
        assert_eq!(sent, edited);
        sent
    };
    assert!(told(BlockedBy::Sender).contains("Unblock them"));
    assert_eq!(told(BlockedBy::Recipient), "This person does not accept messages from you.");
}

#[test]
fn blocking_oneself_is_refused() {
    let refused = messages(MockMessageRepository::new()).block(&ann(), Peer(ANN));
    assert!(matches!(refused, Err(MessageError::BlockSelf)));
}
