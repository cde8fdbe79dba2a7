mod removal;
mod subtree;
mod support;
mod thread;
mod votes;
mod writes;
