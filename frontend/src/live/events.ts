import type { QueryClient } from "@tanstack/react-query";
import type { Unread } from "../api/types";

/** The data of each event. Events have ids and never text. */
export type LiveEvents = {
  unread: Unread;
  message: {
    contactId: number;
    messageId: number;
    act: "sent" | "edited" | "deleted" | "read";
  };
  session: { reason: "banned" | "signed-out" | "role" };
  post: { id: number; forumId: number; act: "written" | "edited" | "deleted" | "locked" };
  reply: {
    id: number;
    postId: number;
    respondsTo: number | null;
    act: "written" | "edited" | "deleted";
  };
  votes: { kind: "post" | "reply"; id: number; upvotes: number; downvotes: number };
  /** Events may have been missed: the screen is compared with the server. */
  resync: Record<string, never>;
};

/** The event handlers of a feature. */
export type LiveHandlers = {
  [Name in keyof LiveEvents]?: (client: QueryClient, data: LiveEvents[Name]) => void;
};

/** An event as it came over the wire. */
export type StreamEvent = { name: string; data: string; id: string };

/** Calls the handlers of an event; ignores unknown and malformed ones. */
export function dispatch(
  client: QueryClient,
  handlers: readonly LiveHandlers[],
  { name, data }: Pick<StreamEvent, "name" | "data">,
): void {
  const parsed = parse(data);
  if (!parsed) return;
  for (const handler of handlers) {
    const handle = handler[name as keyof LiveEvents] as Handle | undefined;
    handle?.(client, parsed);
  }
}

type Handle = (client: QueryClient, data: object) => void;

function parse(data: string): object | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
