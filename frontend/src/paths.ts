/** Every address of a screen, in one place. */
export const paths = {
  home: "/",
  loggedIn: "/logged-in",
  login: (next?: string) => withNext("/login", next),
  logout: "/logout",
  recovery: (next?: string) => withNext("/login/recovery", next),
  forgotten: (next?: string) => withNext("/login/forgotten", next),
  secondStep: (next?: string) => withNext("/login/second-step", next),
  register: (next?: string) => withNext("/register", next),
  forums: "/forums",
  topic: (topic: string) => `/forums?${query({ topic })}`,
  search: (words: string) => (words ? `/search?${query({ q: words })}` : "/search"),
  favorites: "/forums/favorites",
  createForum: "/forums/create",
  forum: (id: number) => `/forums/${id}`,
  forumPosts: (id: number) => `/forums/${id}/posts`,
  searchPosts: (id: number, keyword: string) => `/forums/${id}/posts/search?${query({ keyword })}`,
  forumWebhooks: (id: number) => `/forums/${id}/webhooks`,
  forumSettings: (id: number) => `/forums/${id}/settings`,
  /** Asks for the forum; `from` is the one that the post was begun in. */
  newPost: (from?: number) => (from ? `/create-post?from=${from}` : "/create-post"),
  createPost: (forumId: number) => `/forums/${forumId}/create-post`,
  post: (id: number) => `/posts/${id}`,
  editPost: (id: number) => `/posts/${id}/edit`,
  reply: (postId: number, id: number) => `/posts/${postId}#reply-${id}`,
  /** `search` is that of the post's address, so that the thread below the dialog stays the same. */
  share: (postId: number, search = "") => {
    const params = new URLSearchParams(search);
    params.set("post", String(postId));
    return `/posts/share?${params}`;
  },
  members: (forumId: number) => `/forums/${forumId}/members`,
  promote: (forumId: number) => `/moderation/forum/${forumId}/promote`,
  messages: "/messages",
  people: (keyword = "") => `/messages?${query({ keyword })}`,
  chat: (userId: number) => `/messages/${userId}`,
  profile: (name: string) => `/u/${encodeURIComponent(name)}`,
  profileReplies: (name: string) => `/u/${encodeURIComponent(name)}/replies`,
  notifications: "/notifications",
  saved: "/saved",
  drafts: "/drafts",
  queue: "/moderation/queue",
  forumQueue: (id: number) => `/moderation/queue?forum=${id}`,
  page: (slug: string) => `/pages/${slug}`,
  rules: "/rules",
  log: "/modlog",
  forumLog: (id: number) => `/modlog?forum=${id}`,
  admin: "/users/admin",
  adminTab: (tab: "site" | "pages" | "webhooks" | "statistics") => `/admin/${tab}`,
  settings: (tab: string) => `/settings/${tab}`,
};

/**
 * An address of ours to go on to after the login; anything else is home.
 *
 * Parsed as browsers do, which drop tabs and read a backslash as a slash.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith("/") || !URL.canParse(next, location.origin)) return paths.home;
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  const isOurs = origin === location.origin && !pathname.startsWith("//");
  return isOurs ? pathname + search + hash : paths.home;
}

/** Carries the screen that required the login. */
function withNext(path: string, next?: string): string {
  return next && next !== paths.home ? `${path}?${query({ next })}` : path;
}

/** Parses an id of a path: a positive integer. */
export function parseId(text: string | undefined): number | undefined {
  return text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}

function query(values: Record<string, string>): string {
  return new URLSearchParams(values).toString();
}
