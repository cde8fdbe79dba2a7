use std::collections::VecDeque;

use kernel::Network;

/// Holds waiting items and hands them out in turns: one of each site (IPv6 /48),
/// within a site one of each customer (/56), and of a customer in order.
///
/// Networks that are `is_late` come after all others. When the queue is full, it drops an item of the
/// site with the most waiting items: a site fills the queue only while no other needs it.
pub(super) struct FairQueue<T> {
    sites: Turns<Turns<VecDeque<T>>>,
}

/// The network of an item, if known.
type Origin = Option<Network>;

/// Entries of a value for each origin; the first one's turn is next.
struct Turns<V>(VecDeque<(Origin, V)>);

impl<T> FairQueue<T> {
    /// Adds an item. Returns one that has to give way, if there are more than `capacity`: maybe this one.
    pub(super) fn push(
        &mut self,
        origin: Origin,
        item: T,
        capacity: usize,
        is_late: impl Fn(&Network) -> bool,
    ) -> Option<T> {
        let customers = self.sites.entry(origin.map(Network::site));
        customers.entry(origin.map(Network::customer)).push_back(item);
        if self.len() > capacity { self.pop_excess(is_late) } else { None }
    }

    /// Removes the item whose turn it is.
    pub(super) fn pop(&mut self, is_late: impl Fn(&Network) -> bool) -> Option<T> {
        let (site, mut customers) = self.sites.take_next(&is_late)?;
        let (customer, mut line) = customers.take_next(&is_late)?;
        let item = line.pop_front();
        if !line.is_empty() {
            customers.0.push_back((customer, line));
        }
        if !customers.0.is_empty() {
            self.sites.0.push_back((site, customers));
        }
        item
    }

    /// Keeps only the items that are still wanted.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&T) -> bool) {
        for (_, customers) in &mut self.sites.0 {
            for (_, line) in &mut customers.0 {
                line.retain(&is_wanted);
            }
            customers.0.retain(|(_, line)| !line.is_empty());
        }
        self.sites.0.retain(|(_, customers)| !customers.0.is_empty());
    }

    pub(super) fn len(&self) -> usize {
        self.sites.0.iter().map(|(_, customers)| waiting(customers)).sum()
    }

    /// Removes the last item of the customer with the most waiting items, at the site with the most.
    fn pop_excess(&mut self, is_late: impl Fn(&Network) -> bool) -> Option<T> {
        let customers = self.sites.longest(&is_late, waiting)?;
        let item = customers.longest(&is_late, VecDeque::len)?.pop_back();
        self.retain(|_| true);
        item
    }
}

fn waiting<T>(customers: &Turns<VecDeque<T>>) -> usize {
    customers.0.iter().map(|(_, line)| line.len()).sum()
}

impl<V: Default> Turns<V> {
    /// Returns the value of this origin: a new one, if there is none, whose turn is last.
    fn entry(&mut self, origin: Origin) -> &mut V {
        let at = self.0.iter().position(|(known, _)| *known == origin).unwrap_or_else(|| {
            self.0.push_back((origin, V::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// Removes the entry whose turn is next.
    fn take_next(&mut self, is_late: impl Fn(&Network) -> bool) -> Option<(Origin, V)> {
        let in_time = self.0.iter().position(|(origin, _)| !origin.as_ref().is_some_and(&is_late));
        self.0.remove(in_time.unwrap_or(0))
    }

    /// Returns the longest value of those that are late, or else of all.
    fn longest(
        &mut self,
        is_late: impl Fn(&Network) -> bool,
        len: impl Fn(&V) -> usize,
    ) -> Option<&mut V> {
        let key = |(origin, value): &&mut (Origin, V)| {
            (origin.as_ref().is_some_and(&is_late), len(value))
        };
        self.0.iter_mut().max_by_key(key).map(|(_, value)| value)
    }
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { sites: Turns::default() }
    }
}

impl<V> Default for Turns<V> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Network {
        Network::of(address.parse().unwrap())
    }

    fn never(_: &Network) -> bool {
        false
    }

    /// Pushes each address, and returns the order in which they leave.
    fn order(addresses: &[&'static str], is_late: impl Fn(&Network) -> bool) -> Vec<&'static str> {
        let mut queue = FairQueue::default();
        for address in addresses {
            let pushed = queue.push(Some(network(address)), *address, addresses.len(), &is_late);
            assert!(pushed.is_none());
        }
        std::iter::from_fn(|| queue.pop(&is_late)).collect()
    }

    const A: &str = "192.0.2.1";
    const B: &str = "192.0.2.2";
    const C: &str = "192.0.2.3";

    #[test]
    fn networks_take_turns() {
        assert_eq!(order(&[A, A, A, B, B, C], never), [A, B, C, A, B, A]);
    }

    #[test]
    fn subnets_of_a_site_share_its_turns() {
        let [x, y, z] = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:300::1"];
        assert_eq!(order(&[x, y, x, z, A], never), [x, A, z, y, x]);
    }

    #[test]
    fn late_networks_come_last() {
        let late = network(A);
        assert_eq!(order(&[A, A, B, B], |one| *one == late), [B, B, A, A]);
    }

    #[test]
    fn items_of_the_longest_line_give_way_in_a_full_queue() {
        let mut queue = FairQueue::default();
        for item in 1..=4 {
            assert_eq!(queue.push(Some(network(A)), item, 4, never), None);
        }
        assert_eq!(queue.push(Some(network(A)), 5, 4, never), Some(5));
        assert_eq!(queue.push(Some(network(B)), 6, 4, never), Some(4));
        assert_eq!(queue.push(Some(network(B)), 7, 4, never), Some(3));
        assert_eq!(queue.push(Some(network(B)), 8, 4, never), Some(8));
        assert_eq!(std::iter::from_fn(|| queue.pop(never)).collect::<Vec<_>>(), [1, 6, 2, 7]);
    }

    #[test]
    fn items_of_late_networks_give_way_first() {
        let late = network(A);
        let is_late = |one: &Network| *one == late;
        let mut queue = FairQueue::default();
        for (address, item) in [(A, 1), (B, 2), (B, 3)] {
            assert_eq!(queue.push(Some(network(address)), item, 3, is_late), None);
        }
        assert_eq!(queue.push(Some(network(B)), 4, 3, is_late), Some(1));
        assert_eq!(queue.push(Some(network(A)), 5, 3, is_late), Some(5));
    }

    #[test]
    fn items_that_are_unwanted_leave_their_places() {
        let mut queue = FairQueue::default();
        assert_eq!(queue.push(Some(network(A)), 1, 2, never), None);
        assert_eq!(queue.push(Some(network(B)), 2, 2, never), None);
        queue.retain(|item| *item != 1);
        assert_eq!(queue.push(None, 3, 2, never), None);
        assert_eq!(std::iter::from_fn(|| queue.pop(never)).collect::<Vec<_>>(), [2, 3]);
    }
}
