// Every list and page that may depend on how much there is. A member asks: on PostgreSQL no answer then comes from what is kept.
import { chance } from "../lib/random.mjs";
import { pagesOf, range } from "../lib/site.mjs";
import { anyForums, anyPosts, reads, signedIn } from "./reads.mjs";

const DEEP = 50;
const ADMIN = 1;
/** The replies of the long thread, which the bulk load does not have. */
export const LONG_THREAD = 10_000;
export const longPost = (site) => site.posts / 4;

const at = (path) => () => [{ path }];
const ofWords = (path) => (site) =>
  site.words.map((word, nth) => ({ path: path(word, nth, site) }));
const ofForums = (path) => (site) => anyForums(site).map((id) => ({ path: path(id) }));
const ofPosts = (path) => (site) => anyPosts(site).map((id) => ({ path: path(id) }));
const deepPages = async (site) =>
  (await pagesOf(site, "/api/posts?filter=popularity&limit=10", DEEP)).map((path) => ({ path }));
const anyReplies = (site) =>
  chance(4)
    .shuffled(range(site.posts))
    .map((id) => ({ path: `/api/replies/${id}` }));

const lists = {
  "popular-pages": ["popular posts, pages 1 to 50", deepPages],
  "popular-today": [
    "popular posts of today, 10",
    at("/api/posts?filter=popularity&today=true&limit=10"),
  ],
  recent: ["recent posts, 10", at("/api/posts?limit=10")],
  "forum-popular": [
    "a forum's popular posts, 10",
    ofForums((id) => `/api/forum/${id}/posts?filter=popularity&limit=10`),
  ],
  "search-popular": [
    "search posts by popularity",
    ofWords((word) => `/api/posts?keyword=${word}&filter=popularity&limit=10`),
  ],
  "search-two": [
    "search posts, two words",
    ofWords((word, nth, { words }) => `/api/posts?keyword=${word}+${words.at(nth - 1)}&limit=10`),
  ],
  "search-prefix": [
    "search posts, two letters",
    ofWords((word) => `/api/posts?keyword=${word.slice(0, 2)}&limit=10`),
  ],
  "search-none": [
    "search posts, no match",
    ofWords((word) => `/api/posts?keyword=${word}zq&limit=10`),
  ],
  "search-in-forum": [
    "search posts in a forum",
    ofWords(
      (word, nth, { forums }) => `/api/forum/${(nth % forums) + 1}/posts?keyword=${word}&limit=10`,
    ),
  ],
  threads: ["thread, random post", ofPosts((id) => `/api/posts/${id}/replies`)],
  reply: ["one reply with its answers", anyReplies],
  forums: ["forums, 10", at("/forums?limit=10")],
  "forums-active": ["forums, most active", at("/forums?isMostActive=true")],
  "forums-topic": [
    "forums by topic",
    (site) => site.forumWords.map((word) => ({ path: `/forums/topic?topic=${word}&limit=10` })),
  ],
  favorites: ["favorites", at("/forums/favorites?limit=10")],
  forum: ["one forum", ofForums((id) => `/forums/${id}`)],
  moderators: ["a forum's moderators", ofForums((id) => `/moderation/forum/${id}`)],
  users: ["users, 10", at("/users?limit=10")],
  "users-filtered": [
    "users whose name contains",
    ofWords((word) => `/users/filtered/${word.slice(0, 3)}?limit=10`),
  ],
};

const asAdmin = (requests) => (site) =>
  requests(site).map((request) => ({ ...request, member: ADMIN }));
const admins = {
  "users-admin": [
    "users for admins, by keyword",
    ofWords((word) => `/users/admin?keyword=${word.slice(0, 3)}&limit=10`),
  ],
  promotable: [
    "promotable, by keyword",
    ofWords(
      (word, nth, { forums }) =>
        `/moderation/forum/${(nth % forums) + 1}/promotable?keyword=${word.slice(0, 3)}&limit=10`,
    ),
  ],
};

const named = (cases, by) =>
  Object.entries(cases).map(([name, [title, requests]]) => ({
    name,
    title,
    requests: by(requests),
  }));

/** One at a time: it is how long the first page of it takes that counts. */
const longThread = {
  name: "long-thread",
  title: "thread of 10,000, one at a time",
  requests: signedIn((site) => [{ path: `/api/posts/${longPost(site)}/replies` }]),
  connections: 1,
};

const ofMembers = (name) =>
  name.endsWith("-member") || ["search-posts", "search-forums", "contacts", "chat"].includes(name);

export const growthReads = [
  ...reads
    .filter(({ name }) => ofMembers(name))
    .map((one) => ({ ...one, requests: signedIn(one.requests) })),
  ...named(lists, signedIn),
  ...named(admins, asAdmin),
  longThread,
];
