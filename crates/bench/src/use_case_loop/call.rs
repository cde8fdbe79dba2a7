use std::str::FromStr;

use kernel::{ForumId, Limit, PostId, UserId, VoteCommand};

/// A use case and the member who calls it.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) operation: Operation,
    pub(crate) member: Option<UserId>,
}

#[derive(Debug)]
pub(crate) enum Operation {
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
    Vote(PostId, VoteCommand),
    Message(UserId),
    /// Only hashes the password, which takes nearly all of a registration.
    Register,
}

impl Call {
    /// Parses a line: use case, arguments, tab, member.
    ///
    /// # Errors
    /// When the line is invalid.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let (call, member) = line.split_once('\t').ok_or_else(|| format!("no member: {line}"))?;
        let member: i64 = number(member)?;
        let mut words = call.split(' ');
        let word = words.next().unwrap_or_default();
        let mut next = || words.next().ok_or_else(|| format!("too short: {line}"));
        let operation = match word {
            "popular" => Operation::Read(Read::Popular(limit(next()?)?)),
            "forum" => Operation::Read(Read::OfForum(ForumId(number(next()?)?), limit(next()?)?)),
            "post" => Operation::Read(Read::Post(PostId(number(next()?)?))),
            "thread" => Operation::Read(Read::Thread(PostId(number(next()?)?))),
            "search" => Operation::Read(Read::SearchPosts(next()?.to_owned(), limit(next()?)?)),
            "search-forums" => {
                Operation::Read(Read::SearchForums(next()?.to_owned(), limit(next()?)?))
            }
            "contacts" => Operation::Read(Read::Contacts),
            "chat" => Operation::Read(Read::Chat(UserId(number(next()?)?))),
            "reply" => Operation::Write(Write::Reply(PostId(number(next()?)?))),
            "vote" => {
                Operation::Write(Write::Vote(PostId(number(next()?)?), vote_command(next()?)?))
            }
            "message" => Operation::Write(Write::Message(UserId(number(next()?)?))),
            "register" => Operation::Write(Write::Register),
            _ => return Err(format!("unknown use case: {word}")),
        };
        Ok(Self { operation, member: (member > 0).then_some(UserId(member)) })
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("not a number: {text}"))
}

fn limit(text: &str) -> Result<Limit, String> {
    Limit::new(number(text)?).map_err(|error| error.to_string())
}

fn vote_command(text: &str) -> Result<VoteCommand, String> {
    match text {
        "up" => Ok(VoteCommand::Upvote),
        "down" => Ok(VoteCommand::Downvote),
        _ => Err(format!("neither up nor down: {text}")),
    }
}
