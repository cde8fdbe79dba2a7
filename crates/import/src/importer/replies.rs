//! Replies, and where they stand below their posts.

use std::collections::HashMap;

use kernel::{PostId, ReplyId};
use replies::{Description, MAX_DEPTH};

use super::{Import, ImportError, Members, texts::Of};
use crate::{Kind, NewReply, Reply, ReplyPlace};

impl Import<'_> {
    pub(super) fn replies(&mut self) -> Result<(), ImportError> {
        self.in_batches(Kind::Reply, self.source.replies()?, Self::store_replies)
    }

    fn store_replies(&mut self, replies: Vec<Reply>) -> Result<(), ImportError> {
        let named = replies.iter().flat_map(|reply| [Some(&reply.id), reply.parent.as_ref()]);
        let named: Vec<&str> = named.flatten().map(String::as_str).collect();
        let mut places = self.destination.reply_places(&named)?;
        let openings = self.destination.openings(&named)?;
        let posts: Vec<&str> = replies.iter().map(|reply| reply.post.as_str()).collect();
        let posts = self.destination.known(Kind::Post, &posts)?;
        let members = self.members(replies.iter().filter_map(|reply| reply.author.as_ref()))?;
        let mut next = self.destination.next_reply()?;
        let mut new = vec![];
        for reply in replies {
            let Some(post) = posts.get(&reply.post).copied().map(PostId) else {
                self.lose(Kind::Reply, "the post is gone", &reply.id);
                continue;
            };
            let is_known = places.contains_key(&reply.id);
            let answered = reply.parent.as_ref().filter(|parent| !openings.contains_key(*parent));
            let (parent, depth) = self.place(&reply.id, answered, post, &places);
            let place = ReplyPlace { id: next, post, parent, depth };
            let Some(row) = self.new_reply(reply, &members, place)? else { continue };
            self.report.carried(Kind::Reply);
            if !is_known {
                next = ReplyId(next.0 + 1);
                places.insert(row.source_id.clone(), place);
                new.push(row);
            }
        }
        Ok(self.destination.insert_replies(&new)?)
    }

    /// Returns a reply as it is stored at a place, and tells how it differs; `None` if its text cannot be stored.
    fn new_reply(
        &mut self,
        reply: Reply,
        members: &Members,
        place: ReplyPlace,
    ) -> Result<Option<NewReply>, ImportError> {
        let at = self.time(Kind::Reply, &reply.id, reply.created_at);
        let author = self.author(Kind::Reply, &reply.id, members, reply.author.as_ref());
        let of = Of { kind: Kind::Reply, id: &reply.id, author, at };
        let text = self.text(of, &reply.text, Description::MAX_CHARS)?;
        let Ok(description) = Description::parse(&text) else {
            self.lose(Kind::Reply, "the text cannot be stored", &reply.id);
            return Ok(None);
        };
        let ReplyPlace { id, post, parent, depth } = place;
        Ok(Some(NewReply {
            source_id: reply.id,
            id,
            post,
            parent,
            depth,
            author,
            description,
            created_at: at,
            edited_at: reply.edited_at.map(|edited| edited.clamp(at, self.now.max(at))),
            hidden_at: reply.is_hidden.then_some(self.now),
        }))
    }

    /// Returns what a reply answers, and its depth. What comes later, or is gone, is not answered: so no circle closes.
    fn place(
        &mut self,
        id: &str,
        parent: Option<&String>,
        post: PostId,
        places: &HashMap<String, ReplyPlace>,
    ) -> (Option<ReplyId>, i16) {
        let Some(parent) = parent else { return (None, 0) };
        let Some(place) = places.get(parent).filter(|place| place.post == post && parent != id)
        else {
            self.change(Kind::Reply, "what it answers is gone: it answers the post", id);
            return (None, 0);
        };
        if place.depth < MAX_DEPTH {
            return (Some(place.id), place.depth + 1);
        }
        self.change(Kind::Reply, "is nested too deep: it stands beside what it answers", id);
        (place.parent, place.depth)
    }
}
