//! Reads use the views without hidden rows. The files that use the tables are listed, each with its reason.

use std::{fs, path::Path};

/// Each may see hidden posts and the replies to them.
const SEES_HIDDEN: [(&str, &str); 45] = [
    ("author_counts.rs", "locks and counts texts that are about to be hidden"),
    ("exports/mod.rs", "takes all along to another forum"),
    ("exports/texts.rs", "takes all along to another forum"),
    ("forums/mod.rs", "counts the shown posts of a deleted forum"),
    ("images/audience.rs", "moderators see what is hidden, authors what is held"),
    ("imports/known.rs", "finds what an earlier run stored"),
    ("imports/mod.rs", "asks whether a forum is empty"),
    ("imports/texts.rs", "writes"),
    ("maintenance/bulk/recount.rs", "counts all rows"),
    ("maintenance/bulk/rows.rs", "writes"),
    ("maintenance/check/ranks.rs", "checks all rows"),
    ("maintenance/check/rendered.rs", "checks all rows"),
    ("maintenance/check/rows.rs", "checks all rows"),
    ("maintenance/check/texts.rs", "checks all rows"),
    ("counters.rs", "counters within a post"),
    ("database/locks/rows.rs", "locks"),
    ("moderation_log/writes.rs", "reads the author for the public log"),
    ("notifications/deleted_forum.rs", "tells authors of held texts, too"),
    ("notifications/producer/acts.rs", "tells authors what was hidden"),
    ("notifications/reader.rs", "counts replies of posts that the caller sees"),
    ("notifications/written.rs", "the author of a parent in a post that is shown"),
    ("posts/held.rs", "held texts, for their authors and moderators"),
    ("posts/moderated.rs", "writes"),
    ("posts/removal.rs", "hides and restores"),
    ("posts/votes.rs", "writes"),
    ("posts/writes.rs", "writes"),
    ("ranks.rs", "writes"),
    ("replies/held.rs", "held texts, for their authors and moderators"),
    ("replies/removal.rs", "hides and restores"),
    ("replies/votes.rs", "writes"),
    ("replies/writes.rs", "writes"),
    ("undecided_reports.rs", "deletes held texts with their author"),
    ("reports/rows.rs", "moderators see what they removed"),
    ("database/schema.rs", "declares the tables"),
    ("search/bounds.rs", "the ids of a time"),
    ("search/words.rs", "forgets the words of hidden texts"),
    ("reports/same_author.rs", "filters what is hidden itself"),
    ("site/figures.rs", "numbers of replies, for admins"),
    ("maintenance/migrations/rules/cases.rs", "statements that a migration may not have"),
    ("maintenance/outdated_texts/mod.rs", "renders texts that can be restored"),
    ("maintenance/outdated_texts/updates.rs", "writes"),
    ("texts/revisions.rs", "moderators see what they removed"),
    ("users/deletion.rs", "writes"),
    ("users/mention_links.rs", "renders texts that can be restored"),
    ("database/locks/writing.rs", "locks"),
];
/// The author's own.
const EXPORT: &str = "users/export/mod.rs";

fn sources(folder: &Path, found: &mut Vec<(String, String)>, root: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found, root);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}

fn names_a_table(source: &str) -> bool {
    let words: Vec<&str> =
        source.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').collect();
    let in_sql = |pair: &[&str]| {
        ["FROM", "JOIN", "UPDATE", "INTO"].contains(&pair[0])
            && ["posts", "replies"].contains(&pair[1])
    };
    words.windows(2).any(in_sql)
        || words.iter().any(|word| ["stored_posts", "stored_replies"].contains(word))
}

#[test]
fn only_listed_files_see_what_is_hidden() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut below) = (vec![], vec![]);
    sources(&root.join("src"), &mut files, &root.join("src"));
    let database = root.join("../database/src");
    sources(&database, &mut below, &database);
    files.extend(below.into_iter().map(|(name, text)| (format!("database/{name}"), text)));
    assert!(files.len() > 100, "{}", files.len());
    let listed: Vec<&str> = SEES_HIDDEN.into_iter().map(|(file, _)| file).chain([EXPORT]).collect();
    let mut seeing: Vec<&str> = files
        .iter()
        .filter(|(_, source)| names_a_table(source))
        .map(|(name, _)| name.as_str())
        .collect();
    seeing.sort_unstable();
    let unlisted: Vec<_> = seeing.iter().filter(|file| !listed.contains(file)).collect();
    assert!(
        unlisted.is_empty(),
        "read shown_posts and shown_replies, or give a reason: {unlisted:?}"
    );
    let needless: Vec<_> = listed.iter().filter(|file| !seeing.contains(file)).collect();
    assert!(needless.is_empty(), "{needless:?}");
}
