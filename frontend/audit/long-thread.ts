import type { Account } from "../e2e/api.ts";
import type { Forum, Post, Reply } from "../src/api/types.ts";

export const REPLIES = 500;
/** Ten replies form a tree: each is below the one with half its number. */
const BRANCH = 10;

/** A post whose thread has 500 replies, some of them four levels deep. */
export async function writeLongThread(member: Account): Promise<Post> {
  const [forum] = await member.api.get<Forum[]>("/forums?limit=1");
  if (!forum) throw new Error("the demo has no forum");
  const post = await member.api.post<Post>(`/api/forum/${forum.id}/posts`, {
    title: "A long thread",
    description: "What has everybody made of this week?",
  });
  const replies: Reply[] = [];
  for (let index = 0; index < REPLIES; index += 1) {
    const inBranch = index % BRANCH;
    const parent = inBranch === 0 ? undefined : replies[index - inBranch + ((inBranch - 1) >> 1)];
    const description = `Number ${index}. ${"Some words to fill a line or two. ".repeat((index % 4) + 1)}`;
    const body = { respondsTo: parent?.id ?? null, description };
    replies.push(await member.api.post<Reply>(`/api/post/${post.id}/replies`, body));
  }
  return { ...post, replyCount: REPLIES };
}
