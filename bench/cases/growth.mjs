// Every list and page whose cost may grow with the data, signed in. What members share comes from the response cache: the
// lists of 50 forums fit into it, those of 5,000 do not.
import { seededRandom } from "../lib/random.mjs";
import { pagesOf, range } from "../lib/site.mjs";
import { misspelt, randomForums, randomPosts, reads, searchFor, signedIn } from "./reads.mjs";

const DEEP = 50;
const ADMIN = 1;
/** Replies in the long thread, which is not part of the generated community. */
export const LONG_THREAD = 10_000;
export const longPost = (site) => site.posts / 4;

const at = (path) => () => [{ path }];
const perWord = (path) => (site) =>
  site.words.map((word, nth) => ({ path: path(word, nth, site) }));
const perForum = (path) => (site) => randomForums(site).map((id) => ({ path: path(id) }));
const perAuthor = (path) => (site) => site.authors.map((name) => ({ path: path(name) }));
const perPost = (path) => (site) => randomPosts(site).map((id) => ({ path: path(id) }));
const deepPages = async (site) =>
  (await pagesOf(site, "/api/posts?filter=popularity&limit=10", DEEP)).map((path) => ({ path }));
const randomReplies = (site) =>
  seededRandom(4)
    .shuffled(range(site.posts))
    .map((id) => ({ path: `/api/replies/${id}` }));

const lists = {
  "popular-pages": ["popular posts, pages 1 to 50", deepPages],
  "popular-today": [
    "popular posts of today, 10",
    at("/api/posts?filter=popularity&today=true&limit=10"),
  ],
  recent: ["recent posts, 10", at("/api/posts?limit=10")],
  hot: ["hot posts, 10", at("/api/posts?filter=hot&limit=10")],
  active: ["active posts, 10", at("/api/posts?filter=active&limit=10")],
  top: ["top posts of a month, 10", at("/api/posts?filter=popularity&period=month&limit=10")],
  following: ["posts of followed forums, 10", at("/api/posts?filter=following&limit=10")],
  "forum-popular": [
    "a forum's popular posts, 10",
    perForum((id) => `/api/forum/${id}/posts?filter=popularity&limit=10`),
  ],
  "search-popular": [
    "search posts by popularity",
    perWord((word) => `/api/posts?keyword=${word}&filter=popularity&limit=10`),
  ],
  "search-two": [
    "search posts, two words",
    perWord((word, nth, { words }) => `/api/posts?keyword=${word}+${words.at(nth - 1)}&limit=10`),
  ],
  "search-prefix": [
    "search posts, two letters",
    perWord((word) => `/api/posts?keyword=${word.slice(0, 2)}&limit=10`),
  ],
  "search-none": [
    "search posts, no match",
    perWord((word) => `/api/posts?keyword=${word}zq&limit=10`),
  ],
  "search-in-forum": [
    "search posts in a forum",
    perWord(
      (word, nth, { forums }) => `/api/forum/${(nth % forums) + 1}/posts?keyword=${word}&limit=10`,
    ),
  ],
  search: ["search everything, random word", searchFor()],
  "best-replies": [
    "thread, random post, best replies first",
    perPost((id) => `/api/posts/${id}/replies?sort=best`),
  ],
  saved: ["saved posts and replies", at("/api/saved?limit=10")],
  notifications: ["notifications", at("/api/notifications?limit=10")],
  profiles: ["a profile's posts", perAuthor((name) => `/api/people/${name}/posts?limit=10`)],
  threads: ["thread, random post", perPost((id) => `/api/posts/${id}/replies`)],
  reply: ["one reply with its child replies", randomReplies],
  forums: ["forums, 10", at("/forums?limit=10")],
  "forums-active": ["forums, most active", at("/forums?isMostActive=true")],
  "forums-topic": [
    "forums by topic",
    (site) => site.forumWords.map((word) => ({ path: `/forums/topic?topic=${word}&limit=10` })),
  ],
  favorites: ["favorites", at("/forums/favorites?limit=10")],
  forum: ["one forum", perForum((id) => `/forums/${id}`)],
  moderators: ["a forum's moderators", perForum((id) => `/moderation/forum/${id}`)],
  users: ["users, 10", at("/users?limit=10")],
  "users-filtered": [
    "users whose name contains",
    perWord((word) => `/users/filtered/${word.slice(0, 3)}?limit=10`),
  ],
};

const asAdmin = (requests) => (site) =>
  requests(site).map((request) => ({ ...request, member: ADMIN }));
const admins = {
  "users-admin": [
    "users for admins, by keyword",
    perWord((word) => `/users/admin?keyword=${word.slice(0, 3)}&limit=10`),
  ],
  promotable: [
    "promotable, by keyword",
    perWord(
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

/** Sent one at a time: what matters is the latency. */
const oneAtATime = [
  {
    name: "long-thread",
    title: "thread of 10,000, one at a time",
    requests: signedIn((site) => [{ path: `/api/posts/${longPost(site)}/replies` }]),
    connections: 1,
  },
  {
    name: "queue",
    title: "queue of reports, one at a time",
    requests: asAdmin(at("/api/reports")),
    connections: 1,
  },
  {
    name: "search-typo",
    title: "search everything, misspelt, one at a time",
    requests: signedIn(searchFor(misspelt)),
    connections: 1,
  },
];

const needsMember = (name) =>
  name.endsWith("-member") || ["search-posts", "search-forums", "contacts", "chat"].includes(name);

export const growthReads = [
  ...reads
    .filter(({ name }) => needsMember(name))
    .map((one) => ({ ...one, requests: signedIn(one.requests) })),
  ...named(lists, signedIn),
  ...named(admins, asAdmin),
  ...oneAtATime,
];
