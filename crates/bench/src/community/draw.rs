//! Random texts, threads and votes.

use std::collections::HashSet;

use kernel::Vote;
use rand::{Rng, RngExt};
use serde::Deserialize;

use super::Community;

/// The number of replies to the hottest post.
const HOT_REPLIES: i64 = 500;
/// The maximum depth of a reply; 0 is the top level.
pub(super) const MAX_DEPTH: i16 = 7;

/// A reply without its text.
#[derive(Clone, Copy)]
pub(super) struct ReplyDraft {
    pub(super) post: i64,
    /// The index of its parent in the list of drafts.
    pub(super) parent: Option<usize>,
    pub(super) depth: i16,
    pub(super) at: i64,
}

impl Community {
    pub(super) fn text(&self, random: &mut impl Rng, words: std::ops::Range<usize>) -> String {
        let count = random.random_range(words);
        let mut text = String::new();
        for nth in 0..count {
            let word = &self.words[random.random_range(0..self.words.len())];
            if nth > 0 {
                text.push_str(if nth % 12 == 0 { ". " } else { " " });
            }
            if nth % 12 == 0 {
                text.extend(word.chars().next().map(|first| first.to_ascii_uppercase()));
                text.push_str(&word[1..]);
            } else {
                text.push_str(word);
            }
        }
        text
    }

    /// Draws the replies; a parent comes before its children.
    pub(super) fn draft_replies(&self, random: &mut impl Rng) -> Vec<ReplyDraft> {
        let hot_post = self.posts() / 2;
        let mut last_of_post: Vec<Option<u32>> = vec![None; self.posts() as usize + 1];
        let mut drafts: Vec<ReplyDraft> = Vec::with_capacity(self.replies() as usize);
        for number in 0..self.replies() {
            let post =
                if number < HOT_REPLIES { hot_post } else { random.random_range(1..=self.posts()) };
            let last = last_of_post[post as usize].map(|index| index as usize);
            // Most reply to the previous one, or to its parent.
            let parent = match random.random_range(0..10) {
                0..=2 => None,
                3..=7 => last,
                _ => last.and_then(|last| drafts[last].parent),
            };
            let parent = parent.filter(|parent| drafts[*parent].depth < MAX_DEPTH);
            let earliest =
                parent.map_or(self.posted_at(post).unix_millis(), |parent| drafts[parent].at);
            let left = (self.now.unix_millis() - earliest).max(2);
            drafts.push(ReplyDraft {
                post,
                parent,
                depth: parent.map_or(0, |parent| drafts[parent].depth + 1),
                at: earliest + 1 + (left as f64 * 0.3 * random.random::<f64>()) as i64,
            });
            last_of_post[post as usize] = u32::try_from(drafts.len() - 1).ok();
        }
        drafts
    }

    /// Draws `count` distinct votes on the ids 1 to `targets`.
    pub(super) fn draw_votes(
        &self,
        random: &mut impl Rng,
        targets: i64,
        count: i64,
    ) -> impl Iterator<Item = (i64, i64, Vote)> {
        let mut drawn = HashSet::with_capacity(count as usize);
        let members = self.members();
        let mut left = count;
        std::iter::from_fn(move || {
            while left > 0 {
                let popularity: f64 = random.random();
                let target = (popularity * popularity * targets as f64) as i64 + 1;
                // Spreads popular ones over all ages.
                let target = target * 7_919 % targets + 1;
                let member = random.random_range(1..=members);
                if drawn.insert((target, member)) {
                    left -= 1;
                    let vote = if random.random_range(0..5) == 0 { Vote::Down } else { Vote::Up };
                    return Some((target, member, vote));
                }
            }
            None
        })
    }
}

/// The forums of `postup demo`, the source of the words.
const DEMO_FORUMS: [&str; 12] = [
    include_str!("../../../server/demo/forums/01-gardening.toml"),
    include_str!("../../../server/demo/forums/02-home-cooking.toml"),
    include_str!("../../../server/demo/forums/03-board-games.toml"),
    include_str!("../../../server/demo/forums/04-cycling.toml"),
    include_str!("../../../server/demo/forums/05-retro-computing.toml"),
    include_str!("../../../server/demo/forums/06-birdwatching.toml"),
    include_str!("../../../server/demo/forums/07-books.toml"),
    include_str!("../../../server/demo/forums/08-rust-programming.toml"),
    include_str!("../../../server/demo/forums/09-photography.toml"),
    include_str!("../../../server/demo/forums/10-repair-cafe.toml"),
    include_str!("../../../server/demo/forums/11-language-learning.toml"),
    include_str!("../../../server/demo/forums/12-town-square.toml"),
];

#[derive(Deserialize)]
struct DemoForum {
    post: Vec<DemoPost>,
}

#[derive(Deserialize)]
struct DemoPost {
    description: String,
}

/// Returns the distinct plain words of the demo's posts.
pub(super) fn vocabulary() -> Result<Vec<String>, toml::de::Error> {
    let mut words = vec![];
    for file in DEMO_FORUMS {
        let forum: DemoForum = toml::from_str(file)?;
        for post in forum.post {
            let parts = post.description.split(|c: char| !c.is_ascii_alphabetic());
            let plain = parts.filter(|word| (2..=12).contains(&word.len()));
            words.extend(plain.map(str::to_ascii_lowercase));
        }
    }
    words.sort();
    words.dedup();
    Ok(words)
}
