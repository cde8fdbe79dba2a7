// Reads. A request has its HTTP path and, as `call`, the use case that `postup-bench loop` runs. Where the requests of a
// case differ only in ids, `randomIds` names them, so that pgbench can draw its own.
import { seededRandom } from "../lib/random.mjs";
import { range } from "../lib/site.mjs";

/** Limit for the distinct requests of a case. */
const MAX_REQUESTS = 10_000;

const popular = (limit) => ({
  path: `/api/posts?filter=popularity&limit=${limit}`,
  call: `popular ${limit}`,
});
const ofForum = (id) => ({
  path: `/api/forum/${id}/posts?limit=10`,
  call: `forum ${id} 10`,
  randomIds: { forum: id },
});
const post = (id) => ({ path: `/api/posts/${id}`, call: `post ${id}`, randomIds: { post: id } });
const thread = (id) => ({ path: `/api/posts/${id}/replies`, call: `thread ${id}` });
const searchPosts = (word) => ({
  path: `/api/posts?keyword=${word}&limit=10`,
  call: `search ${word} 10`,
});
const searchForums = (word) => ({
  path: `/forums/search?searchTerm=${word}&limit=10`,
  call: `search-forums ${word} 10`,
});

export const randomPosts = (site) =>
  seededRandom(1).shuffled(range(site.posts)).slice(0, MAX_REQUESTS);
export const randomForums = (site) =>
  seededRandom(2).shuffled(range(site.forums)).slice(0, MAX_REQUESTS);
const hotPost = (site) => site.posts / 2;

/** Spreads requests over the members, except those that already name one. */
export const signedIn = (requests) => async (site) => {
  const members = site.tokens.length - 1;
  const list = await requests(site);
  return range(Math.max(list.length, members)).map((nth) => ({
    member: (nth % members) + 1,
    ...list[nth % list.length],
  }));
};

const popularTen = () => [popular(10)];
const forumTen = (site) => randomForums(site).map(ofForum);
const onePost = (site) => randomPosts(site).map(post);
const hotThread = (site) => [thread(hotPost(site))];
const chats = (site) =>
  site.chats.map(({ member, peer }) => ({
    path: `/api/contacts/${peer}/messages`,
    call: `chat ${peer}`,
    member,
  }));
const contacts = (site) =>
  range(site.tokens.length - 1).map((member) => ({
    path: "/api/contacts/",
    call: "contacts",
    member,
  }));

export const reads = [
  { name: "popular-10", title: "popular posts, 10", requests: popularTen, hasRandomIds: true },
  {
    name: "popular-50",
    title: "popular posts, 50",
    requests: () => [popular(50)],
    hasRandomIds: true,
  },
  { name: "forum-10", title: "a forum's posts, 10", requests: forumTen, hasRandomIds: true },
  { name: "post", title: "one post, random", requests: onePost, hasRandomIds: true },
  { name: "thread", title: "thread of 500 replies", requests: hotThread, hasRandomIds: true },
  {
    name: "search-posts",
    title: "search posts, random word",
    requests: (site) => site.words.map(searchPosts),
  },
  {
    name: "search-forums",
    title: "search forums, random word",
    requests: (site) => site.forumWords.map(searchForums),
  },
  { name: "contacts", title: "contacts", requests: contacts, hasRandomIds: true },
  { name: "chat", title: "a chat page", requests: chats },
  { name: "spa", title: "the SPA's /", accept: "text/html", requests: () => [{ path: "/" }] },
  {
    name: "popular-10-member",
    title: "popular posts, 10, signed in",
    requests: signedIn(popularTen),
    hasRandomIds: true,
  },
  {
    name: "forum-10-member",
    title: "a forum's posts, 10, signed in",
    requests: signedIn(forumTen),
    hasRandomIds: true,
  },
  {
    name: "post-member",
    title: "one post, random, signed in",
    requests: signedIn(onePost),
    hasRandomIds: true,
  },
  {
    name: "thread-member",
    title: "thread of 500, signed in",
    requests: signedIn(hotThread),
    hasRandomIds: true,
  },
];
