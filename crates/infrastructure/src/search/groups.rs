use std::iter;

/// Splits a list into consecutive groups of at most this many bytes. A larger item is a group of its own.
pub(super) fn groups<T>(
    items: &[T],
    bytes: usize,
    size: impl Fn(&T) -> usize,
) -> impl Iterator<Item = &[T]> {
    let mut rest = items;
    iter::from_fn(move || {
        let mut left = bytes;
        let fits = |item: &&T| {
            let is_in = size(item) <= left;
            left = left.saturating_sub(size(item));
            is_in
        };
        let count = rest.iter().take_while(fits).count().max(1);
        let (group, others) = rest.split_at_checked(count)?;
        rest = others;
        Some(group)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_as_many_neighbours_as_fit_but_at_least_one() {
        let sizes = [1, 2, 3, 9, 1, 3];
        let found: Vec<_> = groups(&sizes, 4, |size| *size).collect();
        assert_eq!(found, [&[1, 2][..], &[3], &[9], &[1, 3]]);
        assert_eq!(groups(&[] as &[usize], 4, |size| *size).count(), 0);
    }
}
