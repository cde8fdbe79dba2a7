// Writes. The number of the round seeds the random choices, so each round writes something new.
import { HASH_THREADS } from "../lib/loop.mjs";
import { seededRandom, seedFrom } from "../lib/random.mjs";
import { range } from "../lib/site.mjs";

const MAX_REQUESTS = 10_000;
const REGISTRATIONS = 1_000;
const TEXT = "I walked there last week, and it is as you say: quiet in the morning, busy at noon.";

/** Seeded by candidate as well, because two candidates may share a database. */
const randomTargets = (site, round, run) => {
  const random = seededRandom(seedFrom(`${run} ${round}`));
  const members = site.tokens.length - 1;
  return range(MAX_REQUESTS).map(() => ({
    post: random.id(site.posts),
    member: random.id(members),
    peer: random.id(site.members),
  }));
};

export const reply = ({ post, member }) => ({
  method: "POST",
  path: `/api/post/${post}/replies`,
  call: `reply ${post}`,
  body: { respondsTo: null, description: TEXT },
  member,
});

export const vote = ({ post, member }, direction) => ({
  method: "PUT",
  path: `/api/posts/${post}/${direction}vote`,
  call: `vote ${post} ${direction}`,
  member,
});

export const message = ({ member, peer }) => ({
  method: "POST",
  path: `/api/contacts/${peer}`,
  call: `message ${peer}`,
  body: { message: TEXT },
  member,
});

const replies = (site, round, run) => randomTargets(site, round, run).map(reply);

/** All upvotes, then all downvotes, so that every request changes a row. */
const votes = (site, round, run) => {
  const targets = randomTargets(site, round, run);
  return ["up", "down"].flatMap((direction) => targets.map((one) => vote(one, direction)));
};

const messages = (site, round, run) =>
  randomTargets(site, round, run).filter(hasOtherPeer).map(message);

export const hasOtherPeer = ({ member, peer }) => member !== peer;

const registrations = (_, round, run) =>
  range(REGISTRATIONS).map((nth) => ({
    method: "POST",
    path: "/register",
    call: "register",
    body: {
      username: `${run}.${round}.${nth}`,
      password: "postup-bench",
      confirmPassword: "postup-bench",
    },
  }));

export const writes = [
  { name: "reply", title: "write a reply", requests: replies },
  { name: "vote", title: "vote on a post", requests: votes },
  { name: "message", title: "send a message", requests: messages },
  // A hash takes a quarter of a second: few connections, and enough time to count some.
  {
    name: "register",
    title: "register",
    requests: registrations,
    connections: 2,
    threads: HASH_THREADS,
    minSeconds: 5,
  },
].map((one) => ({ ...one, writes: true }));
