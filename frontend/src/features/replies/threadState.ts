import { useUser } from "../../api/session";
import type { Reply, Visibility } from "../../api/types";
import { createContext, use } from "react";
import { tabStorage } from "../../storage";
import { createStore } from "../../ui/store";

type ThreadInfo = {
  postId: number;
  forumId: number;
  topic: string;
  visibility: Visibility;
  title: string;
  /** The author of the post. */
  author: string;
  /** The member can't write or vote: the post is locked, or the forum has banned them. */
  isClosed: boolean;
  /** Shows a reply that was just sent. */
  reveal: (id: number) => void;
  /** The time of the previous visit, if there was one. */
  lastVisit: string | undefined;
};

export const ThreadContext = createContext<ThreadInfo>({
  postId: 0,
  forumId: 0,
  topic: "",
  visibility: "public",
  title: "",
  author: "",
  isClosed: false,
  reveal() {},
  lastVisit: undefined,
});
export const useThread = () => use(ThreadContext);

/** A set of reply ids; a change renders only the replies that it affects. */
function createIdSet() {
  const store = createStore<ReadonlySet<number>>(new Set());
  return {
    get: store.get,
    set: (next: Iterable<number>) => store.set(new Set(next)),
    add: (...more: number[]) => store.set(new Set([...store.get(), ...more])),
    useAll: store.use,
    useHas: (id: number) => store.useSelected((ids) => ids.has(id)),
  };
}

/** The linked reply, or the one just sent. */
export const markedReplies = createIdSet();

/** New replies that the reader has revealed. */
export const shownReplies = createIdSet();

/** New replies that were read during this visit. */
export const readReplies = createIdSet();

/** Whether a reply is new since the last visit, and not read yet. */
export function useIsNew({ id, created, deleted, user }: Reply): boolean {
  const { lastVisit } = useThread();
  const isShown = shownReplies.useHas(id);
  const isRead = readReplies.useHas(id);
  const username = useUser()?.username;
  const isSince = lastVisit !== undefined && Date.parse(created) > Date.parse(lastVisit);
  return (isSince || isShown) && !isRead && !deleted && user.username !== username;
}

/** Text for the box that answers a reply, or the post where `respondsTo` is undefined. */
export type Quote = { respondsTo: number | undefined; text: string };

export const quoting = createStore<Quote | null>(null);

/** The quote for one box, if there is one. */
export function useQuoteFor(respondsTo: number | undefined): string | undefined {
  return quoting.useSelected((quote) =>
    quote?.respondsTo === respondsTo ? quote?.text : undefined,
  );
}

const foldedReplies = createIdSet();
export const useFolded = foldedReplies.useAll;
let foldedPost: number | undefined;
const foldKey = (postId: number) => `folded:${postId}`;

/** Loads the folded replies of a post from this tab's storage. */
export function loadFolded(postId: number): void {
  if (foldedPost === postId) return;
  foldedPost = postId;
  foldedReplies.set(tabStorage.getJson(foldKey(postId), isIds) ?? []);
}

export function useFold(id: number) {
  const isFolded = foldedReplies.useHas(id);
  const toggle = () => {
    const ids = new Set(foldedReplies.get());
    if (!ids.delete(id)) ids.add(id);
    saveFolded(ids);
  };
  return [isFolded, toggle] as const;
}

export function unfold(replies: number[]): void {
  saveFolded([...foldedReplies.get()].filter((id) => !replies.includes(id)));
}

function saveFolded(ids: Iterable<number>) {
  foldedReplies.set(ids);
  tabStorage.set(foldKey(foldedPost ?? 0), JSON.stringify([...foldedReplies.get()]));
}

function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((id) => typeof id === "number");
}
