//! The lines of `reads.txt`.

use std::collections::BTreeSet;

/// What a call names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Forum,
    Post,
    Reply,
    Report,
    /// The caller.
    Caller,
    Other,
}

/// Who of those who may read the closed forum must find it in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    Readers,
    Signed,
    Moderators,
    None,
}

/// A line of the table.
pub(super) struct Row {
    /// Whether it answers as for a visitor, whoever asks.
    pub(super) is_document: bool,
    pub(super) path: &'static str,
    pub(super) about: About,
    pub(super) shows: Shows,
    pub(super) queries: Vec<&'static str>,
}

impl About {
    /// Whether it is in the closed forum.
    pub(super) fn is_closed(self) -> bool {
        match self {
            Self::Forum | Self::Post | Self::Reply | Self::Report => true,
            Self::Caller | Self::Other => false,
        }
    }
}

pub(super) fn rows() -> Vec<Row> {
    let lines = include_str!("reads.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.skip(1).map(row).collect()
}

fn row(line: &'static str) -> Row {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [call, about, shows, queries] = fields[..] else { panic!("four columns: {line}") };
    let (method, path) = call.split_once(' ').unwrap();
    let queries: Vec<_> = queries.split_whitespace().collect();
    Row {
        is_document: method == "DOC",
        path,
        about: match about {
            "forum" => About::Forum,
            "post" => About::Post,
            "reply" => About::Reply,
            "report" => About::Report,
            "self" => About::Caller,
            "-" => About::Other,
            _ => panic!("about what? {line}"),
        },
        shows: match shows {
            "readers" => Shows::Readers,
            "signed" => Shows::Signed,
            "moderators" => Shows::Moderators,
            "none" => Shows::None,
            _ => panic!("shows whom? {line}"),
        },
        queries: if queries.is_empty() { vec![""] } else { queries },
    }
}

#[test]
fn the_table_lists_every_get() {
    let document = serde_json::to_value(api::document()).unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    let gets: BTreeSet<_> = paths
        .filter(|(_, item)| item.get("get").is_some())
        .map(|(path, _)| path.as_str())
        .collect();
    let rows = rows();
    let listed: BTreeSet<_> =
        rows.iter().filter(|row| !row.is_document).map(|row| row.path).collect();
    assert_eq!(
        gets.difference(&listed).collect::<Vec<_>>(),
        Vec::<&&str>::new(),
        "reads.txt has no line for these"
    );
    assert_eq!(
        listed.difference(&gets).collect::<Vec<_>>(),
        Vec::<&&str>::new(),
        "there is no such GET"
    );
}
