// What is read. A request says what it asks over HTTP and, as `call`, what that asks of the database. Where all that
// differs between the requests of a case are ids, `drawn` names them, so that pgbench can draw them by itself.
import { chance } from "../lib/random.mjs";
import { range } from "../lib/site.mjs";

/** Different requests of a case, where there are so many. */
const MANY = 10_000;

const popular = (limit) => ({
  path: `/api/posts?filter=popularity&limit=${limit}`,
  call: `popular ${limit}`,
});
const ofForum = (id) => ({
  path: `/api/forum/${id}/posts?limit=10`,
  call: `forum ${id} 10`,
  drawn: { forum: id },
});
const post = (id) => ({ path: `/api/posts/${id}`, call: `post ${id}`, drawn: { post: id } });
const thread = (id) => ({ path: `/api/posts/${id}/replies`, call: `thread ${id}` });
const searchPosts = (word) => ({
  path: `/api/posts?keyword=${word}&limit=10`,
  call: `search ${word} 10`,
});
const searchForums = (word) => ({
  path: `/forums/search?searchTerm=${word}&limit=10`,
  call: `search-forums ${word} 10`,
});

export const anyPosts = (site) => chance(1).shuffled(range(site.posts)).slice(0, MANY);
export const anyForums = (site) => chance(2).shuffled(range(site.forums)).slice(0, MANY);
const hotPost = (site) => site.posts / 2;

/** The same requests, each of another member, but for those that say whose they are. */
export const signedIn = (requests) => async (site) => {
  const members = site.tokens.length - 1;
  const list = await requests(site);
  return range(Math.max(list.length, members)).map((nth) => ({
    member: (nth % members) + 1,
    ...list[nth % list.length],
  }));
};

const popularTen = () => [popular(10)];
const forumTen = (site) => anyForums(site).map(ofForum);
const onePost = (site) => anyPosts(site).map(post);
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
  { name: "popular-10", title: "popular posts, 10", requests: popularTen, drawn: true },
  { name: "popular-50", title: "popular posts, 50", requests: () => [popular(50)], drawn: true },
  { name: "forum-10", title: "a forum's posts, 10", requests: forumTen, drawn: true },
  { name: "post", title: "one post, random", requests: onePost, drawn: true },
  { name: "thread", title: "thread of 500 replies", requests: hotThread, drawn: true },
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
  { name: "contacts", title: "contacts", requests: contacts, drawn: true },
  { name: "chat", title: "a chat page", requests: chats },
  { name: "spa", title: "the SPA's /", accept: "text/html", requests: () => [{ path: "/" }] },
  {
    name: "popular-10-member",
    title: "popular posts, 10, signed in",
    requests: signedIn(popularTen),
    drawn: true,
  },
  {
    name: "forum-10-member",
    title: "a forum's posts, 10, signed in",
    requests: signedIn(forumTen),
    drawn: true,
  },
  {
    name: "post-member",
    title: "one post, random, signed in",
    requests: signedIn(onePost),
    drawn: true,
  },
  {
    name: "thread-member",
    title: "thread of 500, signed in",
    requests: signedIn(hotThread),
    drawn: true,
  },
];
