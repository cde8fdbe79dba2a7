use std::str::FromStr;

use kernel::{ForumId, Limit, PostId, UserId};

/// A request's database work and its member.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) what: What,
    pub(crate) member: Option<UserId>,
}

#[derive(Debug)]
pub(crate) enum What {
    Read(Read),
    Write(Write),
}

#[derive(Debug)]
pub(crate) enum Read {
    Popular(Limit),
    OfForum(ForumId, Limit),
    Post(PostId),
    Thread(PostId),
    SearchPosts(String, Limit),
    SearchForums(String, Limit),
    Contacts,
    Chat(UserId),
}

#[derive(Debug)]
pub(crate) enum Write {
    Reply(PostId),
    Vote(PostId, Way),
    Message(UserId),
    /// Only the password of a registration, which takes nearly all the time.
    Register,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Up,
    Down,
}

impl Call {
    /// `line` is a command, its arguments, and after a tab the member.
    ///
    /// # Errors
    /// When the line is invalid.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let (call, member) = line.split_once('\t').ok_or_else(|| format!("no member: {line}"))?;
        let member: i64 = number(member)?;
        let mut words = call.split(' ');
        let word = words.next().unwrap_or_default();
        let mut next = || words.next().ok_or_else(|| format!("too short: {line}"));
        let what = match word {
            "popular" => What::Read(Read::Popular(limit(next()?)?)),
            "forum" => What::Read(Read::OfForum(ForumId(number(next()?)?), limit(next()?)?)),
            "post" => What::Read(Read::Post(PostId(number(next()?)?))),
            "thread" => What::Read(Read::Thread(PostId(number(next()?)?))),
            "search" => What::Read(Read::SearchPosts(next()?.to_owned(), limit(next()?)?)),
            "search-forums" => What::Read(Read::SearchForums(next()?.to_owned(), limit(next()?)?)),
            "contacts" => What::Read(Read::Contacts),
            "chat" => What::Read(Read::Chat(UserId(number(next()?)?))),
            "reply" => What::Write(Write::Reply(PostId(number(next()?)?))),
            "vote" => What::Write(Write::Vote(PostId(number(next()?)?), way(next()?)?)),
            "message" => What::Write(Write::Message(UserId(number(next()?)?))),
            "register" => What::Write(Write::Register),
            _ => return Err(format!("no such call: {word}")),
        };
        Ok(Self { what, member: (member > 0).then_some(UserId(member)) })
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

fn limit(text: &str) -> Result<Limit, String> {
    Limit::new(number(text)?).map_err(|error| error.to_string())
}

fn way(text: &str) -> Result<Way, String> {
    match text {
        "up" => Ok(Way::Up),
        "down" => Ok(Way::Down),
        _ => Err(format!("neither up nor down: {text}")),
    }
}
