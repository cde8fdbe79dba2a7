// 90 % reads over 2,000 distinct pages, half of the readers signed in; 10 % writes: five votes, three replies, two messages.
import { chance, seedOf } from "../lib/random.mjs";
import { pagesOf, range } from "../lib/site.mjs";
import { message, notToOneself, reply, vote } from "./writes.mjs";

const REQUESTS = 40_000;
const PAGES = 2_000;
const THREADS = 100;
const LIST_PAGES = 50;
const PAGES_OF_FORUM = 6;

/** The pages that are read: lists with their cursors, forums' lists, some threads, and posts for the rest. */
async function pages(site) {
  const lists = ["filter=popularity&limit=10", "limit=10"];
  const ofAll = await Promise.all(
    lists.map((list) => pagesOf(site, `/api/posts?${list}`, LIST_PAGES)),
  );
  const forums = range(Math.min(site.forums, 50));
  const ofForums = await Promise.all(
    forums.map((id) => pagesOf(site, `/api/forum/${id}/posts?limit=10`, PAGES_OF_FORUM)),
  );
  const paths = [...ofAll.flat(), ...ofForums.flat()];
  const posts = chance(3).shuffled(range(site.posts));
  paths.push(...posts.slice(0, THREADS).map((id) => `/api/posts/${id}/replies`));
  paths.push(...posts.slice(0, PAGES - paths.length).map((id) => `/api/posts/${id}`));
  return paths;
}

async function requests(site, round, run) {
  site.pages ??= await pages(site);
  const luck = chance(seedOf(`${run} ${round}`));
  const members = site.tokens.length - 1;
  return range(REQUESTS).map((nth) => {
    if (nth % 10 === 0) return write(site, luck, nth / 10);
    return { path: luck.pick(site.pages), member: luck.id(2) === 1 ? luck.id(members) : 0 };
  });
}

function write(site, luck, nth) {
  const one = {
    post: luck.id(site.posts),
    member: luck.id(site.tokens.length - 1),
    peer: luck.id(site.members),
  };
  if (nth % 10 < 5) return vote(one, luck.pick(["up", "down"]));
  return nth % 10 < 8 || !notToOneself(one) ? reply(one) : message(one);
}

export const mix = { name: "mix", title: "mix", requests, writes: true };
