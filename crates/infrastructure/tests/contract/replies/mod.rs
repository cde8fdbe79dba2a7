mod readers;
mod removal;
mod restoration;
mod subtree;
mod support;
mod thread;
mod votes;
mod writes;
