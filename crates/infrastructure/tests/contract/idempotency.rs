use std::time::Duration;

use idempotency::{Claim, Claimed, IdempotencyRepository, StoredAnswer};
use infrastructure::{DbIdempotency, DbMessages, DbUsers};
use kernel::{IdempotencyKey, KeyedRequest, RepositoryError, Timestamp, UserId};
use messages::{
    Block, Message, MessageRepository, MessageText, NewMessage, Participants, WriteOutcome,
};
use users::{DeleteOutcome, UserRepository};

use crate::support::{HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    an_answer_is_given_again_to_the_same_request_alone,
    a_refused_request_leaves_its_key_free,
    answers_are_forgotten_after_a_day_exactly,
    a_request_that_was_given_up_can_be_sent_again,
    what_was_written_is_found_again_by_its_key,
    a_request_whose_key_was_taken_over_writes_nothing,
    one_of_many_at_once_is_done,
    keys_go_with_their_member,
}

const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);

fn keys(db: &TestDb) -> DbIdempotency {
    DbIdempotency(db.database.clone())
}

fn claim(member: UserId, key: &str, fingerprint: i64, at: Timestamp) -> Claim {
    let key = IdempotencyKey::parse(key).unwrap();
    let (forgotten, abandoned) = (at.before(DAY), at.before(MINUTE));
    Claim { member, key, fingerprint, at, forgotten, abandoned }
}

fn answer() -> StoredAnswer {
    StoredAnswer { status: 201, body: r#"{"id":1}"#.to_owned() }
}

fn an_answer_is_given_again_to_the_same_request_alone(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let first = claim(ann, "a", 7, T0);
    assert_eq!(keys(db).claim(&first).unwrap(), Claimed::New);
    assert_eq!(keys(db).claim(&first).unwrap(), Claimed::Running);
    let another = claim(ann, "a", 8, T0);
    assert_eq!(keys(db).claim(&another).unwrap(), Claimed::ByAnother);
    keys(db).answer(&first, &answer()).unwrap();
    assert_eq!(keys(db).claim(&first).unwrap(), Claimed::Answered(answer()));
    assert_eq!(keys(db).claim(&another).unwrap(), Claimed::ByAnother);
    for new in [claim(bob, "a", 7, T0), claim(ann, "A", 7, T0)] {
        assert_eq!(keys(db).claim(&new).unwrap(), Claimed::New);
    }
}

fn a_refused_request_leaves_its_key_free(db: &TestDb) {
    let ann = db.add_user("ann");
    let refused = claim(ann, "a", 7, T0);
    assert_eq!(keys(db).claim(&refused).unwrap(), Claimed::New);
    keys(db).release(&refused).unwrap();
    assert_eq!(keys(db).claim(&claim(ann, "a", 8, T0)).unwrap(), Claimed::New);
}

fn answers_are_forgotten_after_a_day_exactly(db: &TestDb) {
    let ann = db.add_user("ann");
    let end = T0.after(DAY);
    let last = Timestamp::from_unix_millis(end.unix_millis() - 1);
    let first = claim(ann, "a", 7, T0);
    keys(db).claim(&first).unwrap();
    keys(db).answer(&first, &answer()).unwrap();
    assert_eq!(keys(db).delete_forgotten(last.before(DAY)).unwrap(), 0);
    assert_eq!(keys(db).claim(&claim(ann, "a", 7, last)).unwrap(), Claimed::Answered(answer()));
    assert_eq!(keys(db).claim(&claim(ann, "a", 8, end)).unwrap(), Claimed::New);
    assert_eq!(keys(db).delete_forgotten(end).unwrap(), 1);
    assert_eq!(keys(db).delete_forgotten(end).unwrap(), 0);
}

fn a_request_that_was_given_up_can_be_sent_again(db: &TestDb) {
    let ann = db.add_user("ann");
    keys(db).claim(&claim(ann, "a", 7, T0)).unwrap();
    let end = T0.after(MINUTE);
    let last = Timestamp::from_unix_millis(end.unix_millis() - 1);
    assert_eq!(keys(db).claim(&claim(ann, "a", 7, last)).unwrap(), Claimed::Running);
    assert_eq!(keys(db).claim(&claim(ann, "a", 7, end)).unwrap(), Claimed::New);
}

/// Sends a message by a request that has claimed its key.
fn send(
    db: &TestDb,
    claim: &Claim,
    recipient: UserId,
) -> Result<WriteOutcome<Message>, RepositoryError> {
    let participants = Participants { sender: claim.member, recipient };
    let text = MessageText::parse("Hello").unwrap();
    let request = Some(KeyedRequest { key: claim.key.clone(), claimed_at: claim.at });
    let message = NewMessage { participants, text, sent_at: T0, request };
    DbMessages(db.database.clone()).insert(&message)
}

fn what_was_written_is_found_again_by_its_key(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let lost = claim(ann, "a", 7, T0);
    assert_eq!(keys(db).claim(&lost).unwrap(), Claimed::New);
    let WriteOutcome::Written(message) = send(db, &lost, bob).unwrap() else { panic!("refused") };
    // As if the answer of the database to the commit had been lost.
    keys(db).release(&lost).unwrap();
    let again = claim(ann, "a", 7, T0.after(DAY / 2));
    assert_eq!(keys(db).claim(&again).unwrap(), Claimed::Written(message.id.0));
    assert_eq!(keys(db).claim(&claim(ann, "a", 8, T0)).unwrap(), Claimed::ByAnother);
    keys(db).answer(&again, &answer()).unwrap();
    assert_eq!(keys(db).claim(&again).unwrap(), Claimed::Answered(answer()));

    DbMessages(db.database.clone()).block(Block { owner: bob, peer: ann }, T0).unwrap();
    let refused = claim(ann, "b", 7, T0);
    assert_eq!(keys(db).claim(&refused).unwrap(), Claimed::New);
    assert!(matches!(send(db, &refused, bob).unwrap(), WriteOutcome::Blocked(_)));
    keys(db).release(&refused).unwrap();
    assert_eq!(keys(db).claim(&refused).unwrap(), Claimed::New);
}

fn a_request_whose_key_was_taken_over_writes_nothing(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let (slow, again) = (claim(ann, "a", 7, T0), claim(ann, "a", 7, T0.after(MINUTE)));
    assert_eq!(keys(db).claim(&slow).unwrap(), Claimed::New);
    assert_eq!(keys(db).claim(&again).unwrap(), Claimed::New);
    let refused = send(db, &slow, bob);
    assert!(matches!(refused, Err(RepositoryError::Unavailable(_))), "{refused:?}");
    keys(db).release(&slow).unwrap();
    keys(db).answer(&slow, &answer()).unwrap();
    assert_eq!(keys(db).claim(&again).unwrap(), Claimed::Running);
    assert!(matches!(send(db, &again, bob), Ok(WriteOutcome::Written(_))));
    assert_eq!(db.number("SELECT count(*) AS n FROM messages"), 1);
}

fn one_of_many_at_once_is_done(db: &TestDb) {
    let ann = db.add_user("ann");
    let claimed = sixteen_at_once(|_| keys(db).claim(&claim(ann, "a", 7, T0)).unwrap());
    assert_eq!(claimed.iter().filter(|one| **one == Claimed::New).count(), 1);
    assert_eq!(claimed.iter().filter(|one| **one == Claimed::Running).count(), 15);
}

fn keys_go_with_their_member(db: &TestDb) {
    let ann = db.add_user("ann");
    keys(db).claim(&claim(ann, "a", 7, T0)).unwrap();
    let left = DbUsers(db.database.clone()).delete(ann, HASH, T0).unwrap();
    assert_eq!(left, DeleteOutcome::Deleted);
    assert_eq!(db.number("SELECT count(*) AS n FROM idempotency_keys"), 0);
}
