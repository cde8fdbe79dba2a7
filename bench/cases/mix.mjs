// 90 % reads over 2,000 distinct pages, half of the readers signed in; 10 % writes: five votes, three replies, two messages.
import { seededRandom, seedFrom } from "../lib/random.mjs";
import { pagesOf, range } from "../lib/site.mjs";
import { message, hasOtherPeer, reply, vote } from "./writes.mjs";

const REQUESTS = 40_000;
const PAGES = 2_000;
const THREADS = 100;
const LIST_PAGES = 50;
const PAGES_PER_FORUM = 6;

/** Paths to read: list pages with cursors, forums' lists, some threads, single posts for the rest. */
async function pages(site) {
  const lists = ["filter=popularity&limit=10", "limit=10"];
  const listPages = await Promise.all(
    lists.map((list) => pagesOf(site, `/api/posts?${list}`, LIST_PAGES)),
  );
  const forums = range(Math.min(site.forums, 50));
  const forumPages = await Promise.all(
    forums.map((id) => pagesOf(site, `/api/forum/${id}/posts?limit=10`, PAGES_PER_FORUM)),
  );
  const paths = [...listPages.flat(), ...forumPages.flat()];
  const posts = seededRandom(3).shuffled(range(site.posts));
  paths.push(...posts.slice(0, THREADS).map((id) => `/api/posts/${id}/replies`));
  paths.push(...posts.slice(0, PAGES - paths.length).map((id) => `/api/posts/${id}`));
  return paths;
}

async function requests(site, round, run) {
  site.pages ??= await pages(site);
  const random = seededRandom(seedFrom(`${run} ${round}`));
  const members = site.tokens.length - 1;
  return range(REQUESTS).map((nth) => {
    if (nth % 10 === 0) return write(site, random, nth / 10);
    return { path: random.pick(site.pages), member: random.id(2) === 1 ? random.id(members) : 0 };
  });
}

function write(site, random, nth) {
  const one = {
    post: random.id(site.posts),
    member: random.id(site.tokens.length - 1),
    peer: random.id(site.members),
  };
  if (nth % 10 < 5) return vote(one, random.pick(["up", "down"]));
  return nth % 10 < 8 || !hasOtherPeer(one) ? reply(one) : message(one);
}

export const mix = { name: "mix", title: "mix", requests, writes: true };
