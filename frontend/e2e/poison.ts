import { expect } from "@playwright/test";
import type { Forum, Message, Post, Reply } from "../src/api/types.ts";
import type { Account } from "./api.ts";
import { packed, PICTURES, XSS, XSS_MARKDOWN } from "./xss.ts";

/** The most characters of each text field. */
const ROOM = { topic: 100, forum: 2_000, title: 200, post: 20_000, reply: 10_000, message: 5_000 };
/** The items of a page. */
const PAGE = 50;

export type Poisoned = Awaited<ReturnType<typeof poison>>;

/** Writes every string into every field, as many in one text as fit. */
export async function poison(author: Account, peer: Account) {
  const { api } = author;
  const texts = packed(XSS_MARKDOWN, ROOM.forum);
  // As many as a page of the list shows.
  const topics = packed(XSS, ROOM.topic).filter((_, at) => at % 6 === 0);
  const forums: Forum[] = [];
  expect(topics.length).toBeGreaterThanOrEqual(texts.length);
  for (const [at, topic] of topics.entries()) {
    const description = texts[at % texts.length];
    forums.push(await api.post<Forum>("/forums/create", { topic, description }));
  }
  const posts: Post[] = [];
  const descriptions = packed(XSS_MARKDOWN, ROOM.post);
  for (const [at, title] of packed(XSS, ROOM.title).entries()) {
    const forum = forums[Math.floor(at / PAGE)] as Forum;
    const description = descriptions[at] ?? "Text";
    posts.push(await api.post<Post>(`/api/forum/${forum.id}/posts`, { title, description }));
  }
  const replies = packed(XSS_MARKDOWN, ROOM.reply - 20);
  // The mention creates a notification.
  for (const text of replies) {
    const description = `${text}\n\n@${peer.username}`;
    const body = { respondsTo: null, description };
    await api.post<Reply>(`/api/post/${posts[0]?.id}/replies`, body);
  }
  const messages = packed(XSS_MARKDOWN, ROOM.message);
  for (const message of messages) await api.post<Message>(`/api/contacts/${peer.id}`, { message });
  const pictures = await illustrate(author, forums.at(-1) as Forum);
  return { author, peer, forums, texts, posts, descriptions, pictures };
}

/** Writes posts, and the profile, with every picture address that the server accepts; returns those. */
async function illustrate({ api, id }: Account, forum: Forum) {
  const taken: string[] = [];
  for (const image of PICTURES) {
    const body = { title: "A picture", description: "Text", image };
    const created = await api.post<Post>(`/api/forum/${forum.id}/posts`, body).catch(String);
    if (typeof created === "string") expect(created, image).toContain(": 422 ");
    else taken.push(image);
  }
  await api.put(`/api/user/${id}`, taken[0]);
  return taken;
}

const found = encodeURIComponent('"><svg/onload=xss()>');

/** Every screen that shows user content or parts of its URL. */
export const SCREENS = {
  lists: ({ forums: [forum] }: Poisoned) => [
    "/",
    "/forums",
    `/forums/${forum!.id}`,
    `/forums?keyword=${found}`,
    `/forums?topic=${found}`,
    `/forums?topic=${encodeURIComponent(forum!.topic)}`,
    `/forums/${forum!.id}/posts`,
    `/forums/${forum!.id}/posts/search?keyword=${found}`,
    `/forums/${forum!.id}/posts/search?keyword=xss`,
    `/forums/${found}`,
    `/${found}`,
    `/login?next=${found}`,
    "/register",
  ],
  forums: ({ forums, texts }: Poisoned) => [
    ...texts.map((_, at) => `/forums/${forums[at]?.id}`),
    `/forums/${forums.at(-1)?.id}`,
  ],
  posts: ({ posts, descriptions }: Poisoned) => [
    ...descriptions.map((_, at) => `/posts/${posts[at]?.id}`),
    `/posts/${posts[0]?.id}?sort=${found}#${found}`,
    `/posts/share?post=${posts[0]?.id}`,
    `/posts/share?post=${found}`,
    `/posts/${found}`,
  ],
  own: ({ author, peer, forums: [forum], posts: [post] }: Poisoned, who?: Account) => [
    "/logged-in",
    "/forums/favorites",
    `/forums/${forum!.id}/create-post`,
    `/posts/${post!.id}/edit`,
    `/moderation/forum/${forum!.id}/promote`,
    "/messages",
    `/messages/${who === author ? peer.id : author.id}`,
    `/messages/${found}`,
    "/notifications",
    "/drafts",
    "/settings/account",
    "/settings/security",
    "/settings/data",
  ],
};

/** Texts that the screens must show letter for letter; Markdown changes the rest. */
export function texts({ forums, posts }: Poisoned): [string, string[]][] {
  const [forum, post] = [forums[0], posts[0]];
  return [
    ["/forums", forums.slice(-10).map(({ topic }) => topic)],
    [`/forums/${forum?.id}`, [forum?.topic ?? "", post?.title ?? ""]],
    [`/posts/${post?.id}`, [post?.title ?? "", "<script>xss()</script>"]],
  ];
}
