import type { Forum, Message, Post, Reply, Visibility } from "../src/api/types.ts";
import type { Account } from "./api.ts";

export type World = Awaited<ReturnType<typeof settle>>;

/** A small community, so that every screen has content. */
export async function settle(admin: Account, join: (username: string) => Promise<Account>) {
  const [bob, mallory] = [await join("bob"), await join("mallory")];
  const forum = await openForum(bob, "Gardening");
  for (const topic of ["Cooking", "Cycling", "Chess"]) await openForum(bob, topic);
  const post = await write(bob, forum, "First tomatoes");
  const own = await write(admin, forum, "Compost");
  await write(bob, forum, "Donaudampfschifffahrtsgesellschaft".repeat(4));
  const reply = await thread(admin, bob, post);
  await talk(admin, bob);
  await admin.api.put(`/user/${mallory.id}/ban`);
  await admin.api.put(`/api/contacts/${mallory.id}/block`);
  await admin.api.post(`/forum/${forum.id}/favorites`);
  await admin.api.put("/api/pages/imprint", { title: "Imprint", text: "The **gardeners**" });
  return { bob, mallory, forum, post, own, reply };
}

export function openForum(owner: Account, topic: string, visibility: Visibility = "public") {
  const description = `All about ${topic}`;
  return owner.api.post<Forum>("/forums/create", { topic, description, visibility });
}

export function write(
  author: Account,
  forum: Forum,
  title: string,
  description = `${title}, told at some length and with care.`,
) {
  return author.api.post<Post>(`/api/forum/${forum.id}/posts`, {
    title,
    description,
    image: "/images/social-card.png",
  });
}

export function answer(author: Account, post: Post, description: string, to: Reply | null = null) {
  return author.api.post<Reply>(`/api/post/${post.id}/replies`, {
    respondsTo: to?.id ?? null,
    description,
  });
}

/** Replies nested down to the deepest indentation, one of them removed. */
async function thread(admin: Account, bob: Account, post: Post) {
  const question = await answer(admin, post, "How many are there?");
  const reply = await answer(bob, post, "Nineteen", question);
  let above = reply;
  for (const text of ["On one plant?", "On two", "Nobody has that", "I do", "Show us"])
    above = await answer(bob, post, text, above);
  const gone = await answer(bob, post, "Regretted");
  await answer(admin, post, "What did it say?", gone);
  await bob.api.delete(`/api/replies/${gone.id}`);
  return reply;
}

async function talk(admin: Account, bob: Account) {
  const { id } = await say(admin, bob, "Hello bob");
  await admin.api.put(`/api/contacts/${bob.id}/messages/${id}`, { message: "Good morning bob" });
  await say(bob, admin, "Hello admin");
}

export function say(from: Account, to: Account, message: string) {
  return from.api.post<Message>(`/api/contacts/${to.id}`, { message });
}
