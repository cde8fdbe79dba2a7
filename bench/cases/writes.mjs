// What is written. Each round writes something new: its number decides by whom.
import { HASHING } from "../lib/direct.mjs";
import { chance, seedOf } from "../lib/random.mjs";
import { range } from "../lib/site.mjs";

const MANY = 10_000;
const NAMES = 1_000;
const TEXT = "I walked there last week, and it is as you say: quiet in the morning, busy at noon.";

/** By another number for each candidate: two of them may share a database. */
const drawn = (site, round, run) => {
  const luck = chance(seedOf(`${run} ${round}`));
  const members = site.tokens.length - 1;
  return range(MANY).map(() => ({
    post: luck.id(site.posts),
    member: luck.id(members),
    peer: luck.id(site.members),
  }));
};

export const reply = ({ post, member }) => ({
  method: "POST",
  path: `/api/post/${post}/replies`,
  call: `reply ${post}`,
  body: { respondsTo: null, description: TEXT },
  member,
});

export const vote = ({ post, member }, way) => ({
  method: "PUT",
  path: `/api/posts/${post}/${way}vote`,
  call: `vote ${post} ${way}`,
  member,
});

export const message = ({ member, peer }) => ({
  method: "POST",
  path: `/api/contacts/${peer}`,
  call: `message ${peer}`,
  body: { message: TEXT },
  member,
});

const replies = (site, round, run) => drawn(site, round, run).map(reply);

/** All up, then all down again and so on: each changes something. */
const votes = (site, round, run) => {
  const luck = drawn(site, round, run);
  return ["up", "down"].flatMap((way) => luck.map((one) => vote(one, way)));
};

const messages = (site, round, run) => drawn(site, round, run).filter(notToOneself).map(message);

export const notToOneself = ({ member, peer }) => member !== peer;

const registrations = (_, round, run) =>
  range(NAMES).map((nth) => ({
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
  // Hashing takes a quarter of a second: few at once, and long enough to count some.
  {
    name: "register",
    title: "register",
    requests: registrations,
    connections: 2,
    threads: HASHING,
    leastSeconds: 5,
  },
].map((one) => ({ ...one, writes: true }));
