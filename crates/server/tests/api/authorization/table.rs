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

/// The scopes of API tokens.
pub(super) const SCOPES: [&str; 4] = ["read", "write", "moderate", "admin"];

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
    /// Whether each of [`SCOPES`] serves: about one's own and about another's.
    served: [[bool; 2]; 4],
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

    /// Returns the scopes with which an API token serves.
    pub(super) fn scopes(&self, which: Which) -> Vec<&'static str> {
        let of_others = usize::from(which != Which::Own);
        let scopes = SCOPES.into_iter().zip(self.served);
        scopes.filter(|(_, served)| served[of_others]).map(|(scope, _)| scope).collect()
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
    let fields: Vec<&str> = line.splitn(15, '|').map(str::trim).collect();
    assert!(fields.len() >= 14, "a line has 14 columns, or 15 with a body: {line}");
    let (method, path) = fields[0].split_once(' ').unwrap();
    let cells = fields[2..9].iter().zip(EVERYBODY).flat_map(|(cell, who)| cells(cell, who, line));
    let refusals = fields[13].split(", ").filter_map(|refusal| refusal.split_once(' '));
    Row {
        method: method.parse().unwrap(),
        path: path.to_owned(),
        about: fields[1].to_owned(),
        cells: cells.collect(),
        served: std::array::from_fn(|scope| served(fields[9 + scope], line)),
        refusals: refusals
            .map(|(status, code)| (status.parse().unwrap(), code.to_owned()))
            .collect(),
        body: fields.get(14).filter(|body| !body.is_empty()).map(|body| (*body).to_owned()),
    }
}

/// About one's own and about another's.
fn served(words: &str, line: &str) -> [bool; 2] {
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["yes"] => [true, true],
        ["no"] => [false, false],
        ["yes", "no"] => [true, false],
        ["no", "yes"] => [false, true],
        _ => panic!("a scope serves or not, `yes` or `no`: {line}"),
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
