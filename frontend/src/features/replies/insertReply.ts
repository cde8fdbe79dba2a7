import type { QueryClient } from "@tanstack/react-query";
import { countReplies } from "../../api/cache";
import { replyKeys } from "../../api/queryKeys";
import {
  addChildren,
  hasReply,
  patchReply,
  REPLY_ORDERS,
  type ReplyOrder,
  type Thread,
} from "../../api/replyCache";
import type { Reply } from "../../api/types";

/** Inserts another member's reply below its parent, or at the top level if the parent is not loaded. */
export function insertReply(client: QueryClient, reply: Reply) {
  const { postId, respondsTo } = reply;
  for (const order of REPLY_ORDERS) {
    const queryKey = replyKeys.thread(postId, order);
    const items = client.getQueryData<Thread>(queryKey)?.pages.flatMap(({ items }) => items) ?? [];
    if (hasReply(items, reply.id)) continue;
    if (!respondsTo || !hasReply(items, respondsTo)) addTop(client, order, reply);
  }
  if (respondsTo)
    patchReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
}

/** Inserts the member's new reply below its parent, or at the end where its order puts it. */
export function addReply(client: QueryClient, reply: Reply) {
  const { postId, respondsTo } = reply;
  // Keeps it on the screen if a refetch of a long thread leaves it out.
  client.setQueryData<Thread>(replyKeys.linked(postId, reply.id), {
    pages: [{ items: [reply], next: undefined }],
    pageParams: [undefined],
  });
  if (respondsTo)
    patchReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
  else for (const order of REPLY_ORDERS) addTop(client, order, reply);
  countReplies(client, postId, 1);
}

function addTop(client: QueryClient, order: ReplyOrder, reply: Reply) {
  const at = order === "new" ? 0 : -1;
  client.setQueryData<Thread>(replyKeys.thread(reply.postId, order), (data) => {
    const page = data?.pages.at(at);
    if (!data || !page) return data;
    const items = order === "new" ? [reply, ...page.items] : [...page.items, reply];
    return { ...data, pages: data.pages.with(at, { ...page, items }) };
  });
}

/** Adds a held reply to the member's own, or removes it. */
export function changeHeld(client: QueryClient, { postId, id }: Reply, added?: Reply) {
  client.setQueryData<Thread>(replyKeys.held(postId), (data) => {
    const items = (data?.pages ?? []).flatMap((page) => page.items.filter((one) => one.id !== id));
    const all = added ? [...items, added] : items;
    return { pages: [{ items: all, next: undefined }], pageParams: [undefined] };
  });
}
