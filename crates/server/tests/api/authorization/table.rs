use std::fmt;

use reqwest::Method;

/// The role of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Anonymous,
    Banned,
    User,
    Author,
    OtherModerator,
    Moderator,
    Admin,
}

const EVERYBODY: [Who; 7] = [
    Who::Anonymous,
    Who::Banned,
    Who::User,
    Who::Author,
    Who::OtherModerator,
    Who::Moderator,
    Who::Admin,
];

/// The owner of the requested object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Own,
    Others,
    Missing,
    /// The call is about nothing.
    None,
}

/// A line of the table.
pub(crate) struct Row {
    pub(crate) method: Method,
    /// With its parameters in braces, and a query.
    pub(crate) path: String,
    pub(super) about: String,
    pub(super) cells: Vec<Cell>,
    /// The scope that an API token needs: about one's own and about another's. None where none serves.
    token: Option<[String; 2]>,
    refusals: Vec<(u16, String)>,
    pub(crate) body: Option<String>,
}

/// One trial.
pub(super) struct Cell {
    pub(super) who: Who,
    pub(super) which: Which,
    status: u16,
}

/// What an answer was, as far as the table says it.
#[derive(PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) status: u16,
    /// Of a refusal.
    pub(super) code: Option<String>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status, self.code.as_deref().unwrap_or_default())
    }
}

impl Row {
    /// Its name in the document.
    pub(super) fn call(&self) -> String {
        let path = self.path.split('?').next().unwrap();
        format!("{} {path}", self.method)
    }

    /// Returns the scope that an API token needs; `None` where none serves.
    pub(super) fn scope(&self, which: Which) -> Option<&str> {
        let [own, others] = self.token.as_ref()?;
        Some(if which == Which::Own { own } else { others })
    }

    /// Returns the cells of somebody.
    pub(super) fn cells_of(&self, who: Who) -> impl Iterator<Item = &Cell> + Clone {
        self.cells.iter().filter(move |cell| cell.who == who)
    }

    pub(super) fn wanted(&self, cell: &Cell) -> Outcome {
        let named = self.refusals.iter().find(|(status, _)| *status == cell.status);
        let code = match (cell.status, cell.who) {
            (200..=399, _) => None,
            (401, _) => Some(named.map_or("unauthorized", |(_, code)| code.as_str())),
            (404, _) => Some("not-found"),
            (403, Who::Banned) => Some("banned"),
            (status, _) => {
                let Some((_, code)) = named else { panic!("{}: {status} is what?", self.call()) };
                Some(code.as_str())
            }
        };
        Outcome { status: cell.status, code: code.map(str::to_owned) }
    }
}

/// The lines of the table, without comments and its head.
pub(crate) fn rows() -> Vec<Row> {
    let lines = include_str!("table.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.skip(1).map(row).collect()
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.splitn(12, '|').map(str::trim).collect();
    assert!(fields.len() >= 11, "a line has 11 columns, or 12 with a body: {line}");
    let (method, path) = fields[0].split_once(' ').unwrap();
    let cells = fields[2..9].iter().zip(EVERYBODY).flat_map(|(cell, who)| cells(cell, who, line));
    let refusals = fields[10].split(", ").filter_map(|refusal| refusal.split_once(' '));
    Row {
        method: method.parse().unwrap(),
        path: path.to_owned(),
        about: fields[1].to_owned(),
        cells: cells.collect(),
        token: token(fields[9], line),
        refusals: refusals
            .map(|(status, code)| (status.parse().unwrap(), code.to_owned()))
            .collect(),
        body: fields.get(11).filter(|body| !body.is_empty()).map(|body| (*body).to_owned()),
    }
}

fn token(words: &str, line: &str) -> Option<[String; 2]> {
    let words: Vec<&str> = words.split_whitespace().collect();
    match words[..] {
        ["none"] => None,
        [one] => Some([one, one].map(str::to_owned)),
        [own, others, "-"] => Some([own, others].map(str::to_owned)),
        _ => panic!("a token has one scope or three: {line}"),
    }
}

/// The trials of a cell, without what cannot be.
fn cells(cell: &str, who: Who, line: &str) -> Vec<Cell> {
    let statuses: Vec<&str> = cell.split_whitespace().collect();
    let which: &[Which] = match statuses.len() {
        1 => &[Which::None],
        3 => &[Which::Own, Which::Others, Which::Missing],
        _ => panic!("a cell has one status or three: {line}"),
    };
    let tried = which.iter().zip(statuses).filter(|(_, status)| *status != "-");
    tried.map(|(&which, status)| Cell { who, which, status: status.parse().unwrap() }).collect()
}
