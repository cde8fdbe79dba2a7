use kernel::{Reader, Role, Vote};

use super::*;
use crate::repository::{MockNotificationRepository, MockReaderRepository};

const ANN: Actor = Actor { id: UserId(1), role: Role::User };
const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

fn service(
    notifications: MockNotificationRepository,
    reader: MockReaderRepository,
) -> Notifications {
    Notifications::new(Arc::new(notifications), Arc::new(reader), Arc::new(FixedClock))
}

#[test]
fn a_notification_of_another_is_not_found() {
    let mut repository = MockNotificationRepository::new();
    repository
        .expect_mark_read()
        .withf(|user, reader, id, _, _| {
            (*user, *reader, *id) == (ANN.id, Reader::Insider(ANN.id), NotificationId(7))
        })
        .return_once(|_, _, _, _, _| Ok(false));
    let service = service(repository, MockReaderRepository::new());
    let ann = Member { id: ANN.id, role: ANN.role, ban: None, since: NOW };
    let marked = service.mark_read(&ann, NotificationId(7), None);
    assert!(matches!(marked, Err(NotificationError::NotFound)), "{marked:?}");
}

#[test]
fn members_with_nothing_unread_have_zeros() {
    let mut repository = MockNotificationRepository::new();
    let one = Unread { user: UserId(2), notifications: 3, messages: 1, reports: 0 };
    repository.expect_unread().return_once(move |_, _| Ok(vec![one]));
    let service = service(repository, MockReaderRepository::new());
    let nothing = Unread { user: UserId(1), notifications: 0, messages: 0, reports: 0 };
    assert_eq!(service.unread(&[UserId(1), UserId(2)]).unwrap(), [nothing, one]);
}

#[test]
fn notifications_are_kept_for_90_days() {
    let retention = NotificationRetention::at(NOW);
    assert_eq!(NOW.since(retention.start).as_secs(), 90 * 24 * 60 * 60);
}

#[test]
fn posts_without_a_row_are_normal_and_unvisited() {
    let mut reader = MockReaderRepository::new();
    let muted = ReaderState {
        post: PostId(2),
        vote: Some(Vote::Up),
        watch: WatchLevel::Muted,
        new_replies: Some(4),
        saved: true,
    };
    reader.expect_states().return_once(move |_, _| Ok(vec![muted]));
    let service = service(MockNotificationRepository::new(), reader);
    let states = service.reader_states(ANN.id, &[PostId(1), PostId(2)]).unwrap();
    let unseen = ReaderState {
        post: PostId(1),
        vote: None,
        watch: WatchLevel::Normal,
        new_replies: None,
        saved: false,
    };
    assert_eq!(states, [unseen, muted]);
}

#[test]
fn a_visit_is_stored_once_a_minute() {
    let mut reader = MockReaderRepository::new();
    reader
        .expect_visit()
        .withf(|_, _, now, unless| now.since(*unless).as_secs() == 60)
        .return_once(|_, _, _, _| Ok(None));
    let visited = service(MockNotificationRepository::new(), reader).visit(&ANN, PostId(1));
    assert!(matches!(visited, Err(NotificationError::NoSuchPost)), "{visited:?}");
}
