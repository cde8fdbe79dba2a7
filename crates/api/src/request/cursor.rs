use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kernel::{
    ByActivity, ByHeat, ById, ByName, ByNameAndId, ByScore, ByTier, ByTime, PostId, Timestamp,
};
use posts::{AfterPinned, MAX_PINNED};

/// A position in one kind of list, which a cursor encodes; opaque to clients.
pub(crate) trait Position: Sized {
    /// Marks the kind, so that a list refuses the cursor of another order.
    const KIND: &str;

    fn to_text(&self) -> String;

    fn from_text(text: &str) -> Option<Self>;

    fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(format!("{}:{}", Self::KIND, self.to_text()))
    }

    fn decode(cursor: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let text = std::str::from_utf8(&bytes).ok()?;
        Self::from_text(text.strip_prefix(Self::KIND)?.strip_prefix(':')?)
    }
}

impl Position for ByTime {
    const KIND: &str = "time";

    fn to_text(&self) -> String {
        format!("{}.{}", self.at.unix_millis(), self.id)
    }

    fn from_text(text: &str) -> Option<Self> {
        let [at, id] = numbers(text)?;
        Some(Self { at: Timestamp::from_unix_millis(at), id })
    }
}

impl Position for ByScore {
    const KIND: &str = "score";

    fn to_text(&self) -> String {
        format!("{}.{}", self.score, self.id)
    }

    fn from_text(text: &str) -> Option<Self> {
        let [score, id] = numbers(text)?;
        Some(Self { score, id })
    }
}

impl Position for ByHeat {
    const KIND: &str = "hot";

    fn to_text(&self) -> String {
        format!("{}.{}", self.hot, self.id)
    }

    fn from_text(text: &str) -> Option<Self> {
        let [hot, id] = numbers(text)?;
        Some(Self { hot, id })
    }
}

impl Position for ByActivity {
    const KIND: &str = "active";

    fn to_text(&self) -> String {
        format!("{}.{}", self.at.unix_millis(), self.id)
    }

    fn from_text(text: &str) -> Option<Self> {
        let [at, id] = numbers(text)?;
        Some(Self { at: Timestamp::from_unix_millis(at), id })
    }
}

impl Position for ByTier {
    const KIND: &str = "tier";

    fn to_text(&self) -> String {
        format!("{}.{}.{}", self.tier, self.at.unix_millis(), self.id)
    }

    fn from_text(text: &str) -> Option<Self> {
        let [tier, at, id] = numbers(text)?;
        Some(Self { tier, at: Timestamp::from_unix_millis(at), id })
    }
}

impl Position for ByName {
    const KIND: &str = "name";

    fn to_text(&self) -> String {
        self.0.clone()
    }

    /// No name holds a NUL, and PostgreSQL would refuse one.
    fn from_text(text: &str) -> Option<Self> {
        (!text.contains('\0')).then(|| Self(text.to_owned()))
    }
}

impl Position for ByNameAndId {
    const KIND: &str = "named";

    fn to_text(&self) -> String {
        format!("{}.{}", self.id, self.name)
    }

    /// Encoded as a name only.
    fn from_text(text: &str) -> Option<Self> {
        let (id, name) = text.split_once('.')?;
        let ByName(name) = ByName::from_text(name)?;
        Some(Self { name, id: id.parse().ok()? })
    }
}

impl Position for ById {
    const KIND: &str = "id";

    fn to_text(&self) -> String {
        self.0.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        let [id] = numbers(text)?;
        Some(Self(id))
    }
}

/// The ids, then what the others' position says: `7,9;time.1`.
impl<P: Position> Position for AfterPinned<P> {
    const KIND: &str = P::KIND;

    fn to_text(&self) -> String {
        let others = self.others.as_ref().map(P::to_text).unwrap_or_default();
        if self.pinned.is_empty() {
            return others;
        }
        let ids: Vec<_> = self.pinned.iter().map(ToString::to_string).collect();
        format!("{};{others}", ids.join(","))
    }

    fn from_text(text: &str) -> Option<Self> {
        let Some((ids, others)) = text.split_once(';') else {
            return Some(Self { pinned: vec![], others: Some(P::from_text(text)?) });
        };
        let pinned: Vec<_> =
            ids.split(',').map(|id| id.parse().map(PostId)).collect::<Result<_, _>>().ok()?;
        let others = if others.is_empty() { None } else { Some(P::from_text(others)?) };
        (pinned.len() <= MAX_PINNED).then_some(Self { pinned, others })
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let numbers: Vec<i64> = text.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn a_cursor_round_trips() {
        let at = Timestamp::from_unix_millis(-5);
        let time = ByTime { at, id: 7 };
        assert_eq!(ByTime::decode(&time.encode()), Some(time));
        let score = ByScore { score: -3, id: 7 };
        assert_eq!(ByScore::decode(&score.encode()), Some(score));
        let tier = ByTier { tier: 2, at, id: 7 };
        assert_eq!(ByTier::decode(&tier.encode()), Some(tier));
        assert_eq!(ById::decode(&ById(7).encode()), Some(ById(7)));
        let name = ByName("ähre.x:y".to_owned());
        assert_eq!(ByName::decode(&name.encode()), Some(name));
        for (pinned, others) in [
            (vec![], Some(time)),
            (vec![PostId(7), PostId(9)], Some(time)),
            (vec![PostId(7)], None),
        ] {
            let after = AfterPinned { pinned, others };
            assert_eq!(AfterPinned::decode(&after.encode()), Some(after));
        }
        let named = ByNameAndId { name: "1.ähre:y".to_owned(), id: 7 };
        assert_eq!(ByNameAndId::decode(&named.encode()), Some(named));
    }

    #[test]
    fn a_cursor_of_another_order_is_rejected() {
        let cursor = ByTime { at: Timestamp::from_unix_millis(1), id: 2 }.encode();
        assert_eq!(ByScore::decode(&cursor), None);
        assert_eq!(ByName::decode(&cursor), None);
    }

    #[test]
    fn invalid_cursors_are_rejected() {
        let no_name = URL_SAFE_NO_PAD.encode("name:a\0b");
        assert_eq!(ByName::decode(&no_name), None);
        for text in ["", "time:", "time:1", "time:1.2.3", "time:1.x", "time:1.99999999999999999999"]
        {
            assert_eq!(ByTime::decode(&URL_SAFE_NO_PAD.encode(text)), None, "{text}");
        }
        for cursor in ["", "%", "🌱", "====", "AAAA"] {
            assert_eq!(ByTime::decode(cursor), None, "{cursor}");
        }
    }

    /// Every cursor that decodes encodes to the same text.
    fn is_read_as_written<P: Position + PartialEq>(cursor: &str) -> bool {
        P::decode(cursor).is_none_or(|position| P::decode(&position.encode()) == Some(position))
    }

    fn all_are_read_as_written(cursor: &str) -> bool {
        is_read_as_written::<ByTime>(cursor)
            && is_read_as_written::<ByScore>(cursor)
            && is_read_as_written::<ByTier>(cursor)
            && is_read_as_written::<ByHeat>(cursor)
            && is_read_as_written::<ByActivity>(cursor)
            && is_read_as_written::<AfterPinned<ByTime>>(cursor)
            && is_read_as_written::<ByName>(cursor)
            && is_read_as_written::<ByNameAndId>(cursor)
            && is_read_as_written::<ById>(cursor)
    }

    proptest! {
        #[test]
        fn any_position_round_trips(first in any::<i64>(), tier in any::<i64>(), id in any::<i64>(), name in "[^\0]*") {
            let at = Timestamp::from_unix_millis(first);
            let time = ByTime { at, id };
            prop_assert_eq!(ByTime::decode(&time.encode()), Some(time));
            let score = ByScore { score: first, id };
            prop_assert_eq!(ByScore::decode(&score.encode()), Some(score));
            let tier = ByTier { tier, at, id };
            prop_assert_eq!(ByTier::decode(&tier.encode()), Some(tier));
            prop_assert_eq!(ById::decode(&ById(id).encode()), Some(ById(id)));
            let named = ByNameAndId { name: name.clone(), id };
            prop_assert_eq!(ByNameAndId::decode(&named.encode()), Some(named));
            let name = ByName(name);
            prop_assert_eq!(ByName::decode(&name.encode()), Some(name));
        }

        #[test]
        fn any_text_parses_as_a_cursor_or_is_rejected(
            raw in any::<String>(),
            kind in prop::sample::select(vec!["time", "score", "hot", "active", "tier", "name", "named", "id", ""]),
            inside in prop_oneof!["[0-9.,;+-]{0,40}", "(?s).{0,40}"],
            bytes in vec(any::<u8>(), 0..40),
        ) {
            prop_assert!(all_are_read_as_written(&raw));
            let forged = URL_SAFE_NO_PAD.encode([kind, ":", &inside].concat());
            prop_assert!(all_are_read_as_written(&forged));
            prop_assert!(all_are_read_as_written(&URL_SAFE_NO_PAD.encode(bytes)));
        }
    }
}
