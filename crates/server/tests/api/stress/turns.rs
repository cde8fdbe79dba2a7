use std::{
    io,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use serde_json::json;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{
    ledger::{LOG_IN, REGISTER},
    reads::{Ask, Stress},
    setup::{Post, WRITERS, World, any},
};
use crate::support::PASSWORD;

/// One in this many requests is aborted by its client.
const KILLED: u32 = 40;

/// The next action of a client: one request, or many concurrent ones.
#[derive(Clone, Copy)]
enum What {
    Read,
    Post,
    PostTwice,
    Edit,
    Delete,
    DeleteWhileFiftyAnswer,
    Reply,
    RemoveReply,
    Restore,
    Hold,
    StormOfVotes,
    Favorite,
    PromoteTwice,
    Demote,
    Ban,
    Leave,
    Message,
    EditMessage,
    ReadAndDeleteMessage,
    RegisterTwice,
    Login,
    BreakOff,
}

/// The relative frequency of each kind. Each password costs a quarter of a second.
const CHANCES: [(What, u32); 22] = [
    (What::Read, 300),
    (What::Post, 120),
    (What::PostTwice, 20),
    (What::Edit, 80),
    (What::Delete, 60),
    (What::DeleteWhileFiftyAnswer, 6),
    (What::Reply, 250),
    (What::RemoveReply, 60),
    (What::Restore, 60),
    (What::Hold, 30),
    (What::StormOfVotes, 70),
    (What::Favorite, 40),
    (What::PromoteTwice, 30),
    (What::Demote, 30),
    (What::Ban, 25),
    (What::Leave, 6),
    (What::Message, 120),
    (What::EditMessage, 40),
    (What::ReadAndDeleteMessage, 70),
    (What::RegisterTwice, 2),
    (What::Login, 3),
    (What::BreakOff, 20),
];

/// One client, with chances of its own.
pub(super) struct Turn<'a> {
    pub(super) stress: &'a Stress,
    pub(super) random: ChaCha8Rng,
    client: u64,
    named: u64,
}

impl<'a> Turn<'a> {
    pub(super) fn new(stress: &'a Stress, seed: u64, client: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(client);
        Self { stress, random, client, named: 0 }
    }

    pub(super) async fn run(mut self) {
        while self.stress.goes_on() {
            self.act().await;
        }
    }

    async fn act(&mut self) {
        match self.draw() {
            What::Read => self.read().await,
            What::Post => self.post().await,
            What::PostTwice => self.post_twice().await,
            What::Edit => self.edit().await,
            What::Delete => self.delete().await,
            What::DeleteWhileFiftyAnswer => self.delete_while_fifty_answer().await,
            What::Reply => self.reply().await,
            What::RemoveReply => self.remove_reply().await,
            What::Restore => self.restore().await,
            What::Hold => self.hold().await,
            What::StormOfVotes => self.storm_of_votes().await,
            What::Favorite => self.favorite().await,
            What::PromoteTwice => self.promote_twice().await,
            What::Demote => self.demote().await,
            What::Ban => self.ban_while_writing().await,
            What::Leave => self.leave_while_writing().await,
            What::Message => self.message().await,
            What::EditMessage => self.edit_message().await,
            What::ReadAndDeleteMessage => self.read_and_delete_message().await,
            What::RegisterTwice => self.register_twice().await,
            What::Login => self.login().await,
            What::BreakOff => self.break_off().await,
        }
    }

    fn draw(&mut self) -> What {
        let all = CHANCES.iter().map(|(_, chance)| chance).sum();
        let mut drawn = self.random.random_range(0..all);
        for (what, chance) in CHANCES {
            if drawn < chance {
                return what;
            }
            drawn -= chance;
        }
        unreachable!("it is below the sum")
    }

    /// The index of a member.
    pub(super) fn anybody(&mut self) -> usize {
        self.random.random_range(0..WRITERS)
    }

    /// A text that no other is.
    pub(super) fn text(&mut self) -> String {
        self.named += 1;
        format!("Said by {} as number {}", self.client, self.named)
    }

    /// An unused name.
    pub(super) fn new_name(&mut self, beginning: &str) -> String {
        self.named += 1;
        format!("{beginning}-{}-{}", self.client, self.named)
    }

    /// One that exists, or existed a moment ago.
    pub(super) fn any_of<T: Copy>(&mut self, list: impl Fn(&World) -> &[T]) -> Option<T> {
        any(list(&self.stress.world.lock().unwrap()), &mut self.random)
    }

    pub(super) fn any_forum(&mut self) -> i64 {
        self.any_of(|world| &world.forums).unwrap()
    }

    pub(super) fn any_post(&mut self) -> Option<Post> {
        self.any_of(|world| &world.posts)
    }

    /// Now and then its client goes away in the midst of it.
    pub(super) fn killable(&mut self, ask: Ask) -> Ask {
        let is_killed = self.random.random_range(0..KILLED) == 0;
        let patience = Duration::from_micros(self.random.random_range(0..6_000));
        ask.killed_after(is_killed.then_some(patience))
    }

    async fn read(&mut self) {
        let forum = self.any_forum();
        let mut paths = vec![
            "/api/posts?limit=20".to_owned(),
            "/api/posts?filter=popularity&limit=20".to_owned(),
            "/api/posts?keyword=said&limit=20".to_owned(),
            format!("/api/forum/{forum}/posts?limit=20"),
            format!("/moderation/forum/{forum}"),
            "/forums?isMostActive=true".to_owned(),
        ];
        if let Some(Post { id, .. }) = self.any_post() {
            paths.extend([format!("/api/posts/{id}"), format!("/api/posts/{id}/replies")]);
        }
        let path = paths.swap_remove(self.random.random_range(0..paths.len()));
        let mut ask = Ask::get("read", path).may_be(&[404]);
        if self.random.random() {
            ask = ask.by(self.anybody());
        }
        let ask = self.killable(ask);
        self.stress.send(ask).await;
    }

    async fn register_twice(&mut self) {
        let name = self.new_name("new");
        let body = json!({"username": name, "password": PASSWORD, "confirmPassword": PASSWORD});
        let ask = Ask::post(REGISTER, "/register", body).may_be(&[400]);
        let answers = self.stress.send_all(vec![ask.clone(), ask.in_tab(1)]).await;
        let mut answers: Vec<_> = answers.iter().flatten().map(|answer| answer.status).collect();
        answers.sort_unstable();
        if answers.len() == 2 && answers != [201, 400] {
            self.stress.ledger.breach(format!("registered twice: {answers:?}"));
        }
    }

    async fn login(&mut self) {
        let who = self.anybody();
        let body = json!({"username": self.stress.members[who].name, "password": PASSWORD});
        self.stress.send(Ask::post(LOG_IN, "/login", body)).await;
    }

    /// Sends the beginning of a request, and nothing after it.
    async fn break_off(&mut self) {
        let sent = Instant::now();
        let request = "POST /api/forum/1/posts HTTP/1.1\r\nHost: forum\r\nContent-Length: 500\r\n\
                       Content-Type: application/json\r\n\r\n{\"title\": \"Half a";
        let end = self.random.random_range(1..request.len());
        self.stress.ledger.sends();
        match self.send_raw(&request.as_bytes()[..end]).await {
            Ok(()) => self.stress.ledger.ended("break off", "killed", sent),
            Err(error) => self.stress.ledger.breach(format!("break off: {error}")),
        }
    }

    async fn send_raw(&self, bytes: &[u8]) -> io::Result<()> {
        let address = self.stress.address.trim_start_matches("http://");
        TcpStream::connect(address).await?.write_all(bytes).await
    }
}
