//! What must leave the site is carried: at least once, by one copy at a time.

use std::{
    env,
    io::{BufRead, BufReader, Write, stdout},
    process::{Command, Stdio},
    sync::{
        Arc, Barrier,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use database::{
    Carrier, Channel, Database, DatabaseUrl, DeliveryRunner, Due, NewDelivery, Outcome,
    WaitingDeliveries, enqueue,
};
use kernel::{Clock, Timestamp, UserId};
use parking_lot::Mutex;

use crate::{
    outbox::{PATIENCE, StoppedClock, stopped_clock, wait_for},
    support::{T0, TestDb, contract, postgres, sqlite},
};

contract! {
    a_delivery_is_carried_once_among_copies,
    a_key_waits_once_and_is_due_at_its_earliest,
    what_is_stored_again_while_it_is_carried_comes_again,
    a_failed_delivery_is_tried_for_a_day,
    a_receiver_that_asks_for_more_time_gets_it,
    a_receiver_that_asks_for_ages_is_tried_after_a_day,
    a_refused_delivery_is_given_up,
    a_delivery_can_come_again_at_a_time,
    one_that_hangs_holds_up_no_other,
    a_panic_is_tried_again,
    a_stopped_runner_ends_what_is_at_hand_and_leaves_the_rest,
    deliveries_go_with_their_account,
}

/// How long something takes that must not happen: no longer than the queue takes to look twice.
const A_LOOK: Duration = Duration::from_millis(1_200);

type Deliver = dyn Fn(&Due) -> Outcome + Send + Sync;

struct By {
    lanes: usize,
    deliver: Box<Deliver>,
}

impl Carrier for By {
    fn channel(&self) -> Channel {
        Channel::Mail
    }

    fn lanes(&self) -> usize {
        self.lanes
    }

    fn deliver(&self, due: &Due) -> Outcome {
        (self.deliver)(due)
    }
}

fn carried_by(
    database: &Database,
    clock: &Arc<StoppedClock>,
    lanes: usize,
    deliver: impl Fn(&Due) -> Outcome + Send + Sync + 'static,
) -> DeliveryRunner {
    let clock: Arc<dyn Clock> = clock.clone();
    let carrier = By { lanes, deliver: Box::new(deliver) };
    database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap()
}

/// Carries all, and tells what came.
fn telling(
    database: &Database,
    clock: &Arc<StoppedClock>,
    outcome: impl Fn(&Due) -> Outcome + Send + Sync + 'static,
) -> (DeliveryRunner, Receiver<Due>) {
    let (tell, told) = channel();
    let tell: Mutex<Sender<Due>> = Mutex::new(tell);
    let runner = carried_by(database, clock, 2, move |due| {
        tell.lock().send(due.clone()).unwrap();
        outcome(due)
    });
    (runner, told)
}

fn at(seconds: u64) -> Timestamp {
    T0.after(Duration::from_secs(seconds))
}

fn store(db: &TestDb, key: &str, due_at: Timestamp) {
    store_of(db, None, key, due_at);
}

fn store_of(db: &TestDb, user: Option<UserId>, key: &str, due_at: Timestamp) {
    let (channel, data) = (Channel::Mail, "what");
    let delivery = NewDelivery { channel, user, key, data, now: T0, due_at };
    db.database.write(|conn, _| enqueue(conn, &delivery)).unwrap();
}

fn waiting(db: &TestDb) -> i64 {
    db.number("SELECT count(*) AS n FROM deliveries")
}

fn due_at(db: &TestDb) -> i64 {
    db.number("SELECT due_at AS n FROM deliveries")
}

fn is_empty(db: &TestDb) {
    wait_for("the end", PATIENCE, || waiting(db) == 0);
}

fn retry(why: &str) -> Outcome {
    Outcome::Retry { why: why.to_owned(), after: None }
}

fn a_delivery_is_carried_once_among_copies(db: &TestDb) {
    const ALL: usize = 200;
    for number in 0..ALL {
        store(db, &number.to_string(), T0);
    }
    let clock = stopped_clock();
    let other = Database::open(db.url()).unwrap();
    let (first, told) = telling(&db.database, &clock, |_| Outcome::Delivered);
    let (second, told_other) = telling(&other, &clock, |_| Outcome::Delivered);
    is_empty(db);
    drop((first, second));
    let mut keys: Vec<_> = told.iter().chain(told_other.iter()).map(|due| due.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), ALL);
}

fn a_key_waits_once_and_is_due_at_its_earliest(db: &TestDb) {
    for seconds in [300, 60, 600] {
        store(db, "post 1", at(seconds));
    }
    assert_eq!((waiting(db), due_at(db)), (1, at(60).unix_millis()));
    let clock = stopped_clock();
    let (_runner, told) = telling(&db.database, &clock, |_| Outcome::Delivered);
    assert!(told.recv_timeout(A_LOOK).is_err(), "too early");
    clock.advance(Duration::from_mins(1));
    let due = told.recv_timeout(PATIENCE).unwrap();
    assert_eq!((due.key.as_str(), due.data.as_str(), due.attempts), ("post 1", "what", 0));
    is_empty(db);
}

fn what_is_stored_again_while_it_is_carried_comes_again(db: &TestDb) {
    store(db, "post 1", T0);
    let (begun, end) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let (in_begun, in_end) = (Arc::clone(&begun), Arc::clone(&end));
    let (tell, told) = channel();
    let runner = carried_by(&db.database, &stopped_clock(), 1, move |due| {
        in_begun.wait();
        in_end.wait();
        tell.send(due.id).unwrap();
        Outcome::Delivered
    });
    begun.wait();
    store(db, "post 1", T0);
    end.wait();
    begun.wait();
    end.wait();
    let first = told.recv_timeout(PATIENCE).unwrap();
    assert_eq!(told.recv_timeout(PATIENCE).unwrap(), first);
    is_empty(db);
    drop(runner);
    assert!(told.recv().is_err(), "a third time");
}

fn a_failed_delivery_is_tried_for_a_day(db: &TestDb) {
    store(db, "post 1", T0);
    let clock = stopped_clock();
    let start = || telling(&db.database, &clock, |_| retry("closed"));
    let (mut runner, mut told) = start();
    let first = told.recv_timeout(PATIENCE).unwrap();
    let mut waits = vec![];
    let mut tries = 1;
    loop {
        wait_for("the end of the try", PATIENCE, || {
            waiting(db) == 0
                || db.number(
                    "SELECT CAST(coalesce(max(attempts), 0) AS BIGINT) AS n FROM deliveries",
                ) == tries
        });
        if waiting(db) == 0 {
            break;
        }
        let wait = Duration::from_millis((due_at(db) - clock.now().unix_millis()) as u64);
        waits.push(wait.as_secs() / 60);
        clock.advance(wait);
        drop(runner);
        // A start looks at once.
        (runner, told) = start();
        let due = told.recv_timeout(PATIENCE).unwrap();
        assert_eq!((due.id, i64::from(due.attempts)), (first.id, tries));
        tries += 1;
    }
    assert_eq!(waits, [1, 5, 20, 60, 180, 180, 180, 180, 180, 180, 180, 180]);
    let figures = runner.figures();
    let given_up = || figures.all().iter().map(|(_, seen)| seen.given_up).sum::<u64>();
    wait_for("the figures", PATIENCE, || given_up() == 1);
}

fn a_receiver_that_asks_for_more_time_gets_it(db: &TestDb) {
    store(db, "a", T0);
    let clock = stopped_clock();
    let after = Some(Duration::from_hours(2));
    let (_runner, told) =
        telling(&db.database, &clock, move |_| Outcome::Retry { why: "busy".to_owned(), after });
    told.recv_timeout(PATIENCE).unwrap();
    wait_for("the wait", PATIENCE, || due_at(db) == at(7_200).unix_millis());
}

fn a_receiver_that_asks_for_ages_is_tried_after_a_day(db: &TestDb) {
    for (key, seconds) in [("a", u64::MAX), ("b", 9_223_372_036_854_776), ("c", 1_000_000_000)] {
        db.run("DELETE FROM deliveries");
        store(db, key, T0);
        let after = Some(Duration::from_secs(seconds));
        let busy = move |_: &Due| Outcome::Retry { why: "busy".to_owned(), after };
        let (_runner, told) = telling(&db.database, &stopped_clock(), busy);
        told.recv_timeout(PATIENCE).unwrap();
        wait_for("the wait", PATIENCE, || due_at(db) == at(86_400).unix_millis());
    }
}

fn a_refused_delivery_is_given_up(db: &TestDb) {
    store(db, "a", T0);
    let refused = |_: &Due| Outcome::GivenUp { why: "no such address".to_owned() };
    let (_runner, told) = telling(&db.database, &stopped_clock(), refused);
    told.recv_timeout(PATIENCE).unwrap();
    is_empty(db);
}

fn a_delivery_can_come_again_at_a_time(db: &TestDb) {
    store(db, "weekly", T0);
    let clock = stopped_clock();
    let (_runner, told) = telling(&db.database, &clock, |due| {
        if due.created_at == T0 { Outcome::Again { at: at(604_800) } } else { retry("closed") }
    });
    told.recv_timeout(PATIENCE).unwrap();
    wait_for("the next", PATIENCE, || due_at(db) == at(604_800).unix_millis());
    clock.advance(Duration::from_hours(168));
    assert_eq!(told.recv_timeout(PATIENCE).unwrap().key, "weekly");
    // A failure a week after the first is no reason to give it up.
    wait_for("another try", PATIENCE, || due_at(db) == at(604_860).unix_millis());
}

fn one_that_hangs_holds_up_no_other(db: &TestDb) {
    for key in ["hangs", "b", "c", "d", "e"] {
        store(db, key, T0);
    }
    let end = Arc::new(Barrier::new(2));
    let in_end = Arc::clone(&end);
    let (runner, told) = telling(&db.database, &stopped_clock(), move |due| {
        if due.key == "hangs" {
            in_end.wait();
        }
        Outcome::Delivered
    });
    wait_for("the others", PATIENCE, || waiting(db) == 1);
    assert_eq!(told.try_iter().count(), 5);
    let (figures, hanging) =
        (runner.figures(), WaitingDeliveries { waiting: 1, ..Default::default() });
    wait_for("the figures", PATIENCE, || figures.all() == [(Channel::Mail, hanging)]);
    end.wait();
    is_empty(db);
}

fn a_panic_is_tried_again(db: &TestDb) {
    store(db, "a", T0);
    let clock = stopped_clock();
    let (_runner, told) = telling(&db.database, &clock, |due| {
        assert!(due.attempts > 0, "the first try panics");
        Outcome::Delivered
    });
    told.recv_timeout(PATIENCE).unwrap();
    wait_for("the wait", PATIENCE, || due_at(db) == at(60).unix_millis());
    clock.advance(Duration::from_mins(1));
    told.recv_timeout(PATIENCE).unwrap();
    is_empty(db);
}

fn a_stopped_runner_ends_what_is_at_hand_and_leaves_the_rest(db: &TestDb) {
    const ALL: i64 = 40;
    for number in 0..ALL {
        store(db, &number.to_string(), T0);
    }
    let (begun, end) = (Arc::new(Barrier::new(3)), Arc::new(Barrier::new(3)));
    let (in_begun, in_end) = (Arc::clone(&begun), Arc::clone(&end));
    let (runner, told) = telling(&db.database, &stopped_clock(), move |due| {
        if due.id <= 2 {
            in_begun.wait();
            in_end.wait();
        }
        Outcome::Delivered
    });
    begun.wait();
    let claimed =
        format!("SELECT count(*) AS n FROM deliveries WHERE due_at > {}", T0.unix_millis());
    wait_for("the next claim", PATIENCE, || db.number(&claimed) == 4);
    let stopped = thread::spawn(move || drop(runner));
    end.wait();
    stopped.join().unwrap();
    assert_eq!(told.iter().count() as i64 + waiting(db), ALL);
    assert_eq!(db.number(&claimed), 0, "others wait for a lease");
}

/// Names the database from which a child process of the test carries deliveries until it is killed.
const CARRY_AT: &str = "POSTUP_TEST_CARRY_AT";

/// Carries one, and is killed before it can say so.
fn carry_until_killed(url: &str) {
    let database = Database::open(&url.parse().unwrap()).unwrap();
    let _runner = carried_by(&database, &stopped_clock(), 1, |due| {
        stdout().write_all(format!("carried {}\n", due.id).as_bytes()).unwrap();
        loop {
            thread::park();
        }
    });
    loop {
        thread::park();
    }
}

fn a_delivery_of_a_killed_process_comes_once_more(db: fn() -> TestDb, test: &str) {
    if let Ok(url) = env::var(CARRY_AT) {
        return carry_until_killed(&url);
    }
    let db = db();
    store(&db, "a", T0);
    let (DatabaseUrl::Postgres(place) | DatabaseUrl::Sqlite(place)) = db.url();
    let scheme = if place.contains("://") { "" } else { "sqlite://" };
    let mut child = Command::new(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env(CARRY_AT, format!("{scheme}{place}"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ids = lines
        .map_while(Result::ok)
        .filter_map(|line| line.rsplit_once("carried ").and_then(|(_, id)| id.parse::<i64>().ok()));
    let first = ids.next().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let clock = stopped_clock();
    let (_runner, told) = telling(&db.database, &clock, |_| Outcome::Delivered);
    assert!(told.recv_timeout(A_LOOK).is_err(), "the other may still carry it");
    clock.advance(Due::LEASE);
    assert_eq!(told.recv_timeout(PATIENCE).unwrap().id, first);
    is_empty(&db);
}

#[test]
fn a_delivery_of_a_killed_process_comes_once_more_on_sqlite() {
    let test = "deliveries::a_delivery_of_a_killed_process_comes_once_more_on_sqlite";
    a_delivery_of_a_killed_process_comes_once_more(sqlite, test);
}

#[test]
fn a_delivery_of_a_killed_process_comes_once_more_on_postgres() {
    let test = "deliveries::a_delivery_of_a_killed_process_comes_once_more_on_postgres";
    a_delivery_of_a_killed_process_comes_once_more(postgres, test);
}

fn deliveries_go_with_their_account(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    store_of(db, Some(ann), "a", T0);
    store_of(db, Some(bob), "b", T0);
    db.run(&format!("DELETE FROM users WHERE id = {ann}"));
    assert_eq!(waiting(db), 1);
    assert_eq!(db.number("SELECT user_id AS n FROM deliveries"), bob.0);
}
