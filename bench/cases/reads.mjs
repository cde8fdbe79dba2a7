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

/** A word with its last two letters swapped, as fingers do. */
export const misspelt = (word) => word.slice(0, -2) + word.at(-1) + word.at(-2);
/** Requests of a search of everything for each word, or for what `written` makes of it. */
export const searchFor =
  (written = (word) => word) =>
  (site) =>
    site.words.map((word) => ({ path: `/api/search?q=${written(word)}&limit=10` }));

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
  {
    name: "hot",
    title: "hot posts, 10",
    requests: () => [{ path: "/api/posts?filter=hot&limit=10" }],
  },
  {
    name: "active",
    title: "active posts, 10",
    requests: () => [{ path: "/api/posts?filter=active&limit=10" }],
  },
  {
    name: "top",
    title: "top posts of a week, 10",
    requests: () => [{ path: "/api/posts?filter=popularity&period=week&limit=10" }],
  },
  {
    name: "best-replies",
    title: "thread of 500 replies, best first",
    requests: (site) => [{ path: `/api/posts/${hotPost(site)}/replies?sort=best` }],
  },
  { name: "search", title: "search everything, random word", requests: searchFor() },
  { name: "spa", title: "the document of /", accept: "text/html", requests: () => [{ path: "/" }] },
  {
    name: "post-document",
    title: "the document of a post, of 100",
    accept: "text/html",
    requests: (site) => randomPosts(site).slice(0, 100).map((id) => ({ path: `/posts/${id}` })),
  },
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
