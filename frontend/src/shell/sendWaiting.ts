import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connection } from "../api/connection";
import { isFinal } from "../api/sendOnce";
import { detailOf, failureText, statusOf } from "../error";
import { OUTBOX } from "../features/drafts/clearDrafts";
import { outbox, takeBack, type Waiting } from "../features/drafts/outbox";
import { sendMessage } from "../features/messages/useMessages";
import { createPost } from "../features/posts/createPost";
import { sendReply } from "../features/replies/useReplies";
import { notify } from "../ui/notify";

/** After an answer that decides nothing, such as that of a busy server. */
const RETRY_MS = 10_000;
/** The lock of the tab that sends. */
const LOCK = "outbox";
/** A refusal is read while something else is done. */
const REFUSAL_MS = 15_000;

/** Sends what waits as soon as the server can be reached. */
export function useSendWaiting(): void {
  const isLost = connection.useSelected(({ isLost }) => isLost);
  const count = outbox.use().length;
  const client = useQueryClient();
  useEffect(() => {
    // Another tab sent it, maybe before the stream of this one is back to tell of it.
    const refresh = ({ key, newValue }: StorageEvent) => {
      if (key?.startsWith(OUTBOX) && newValue === null) void client.invalidateQueries();
    };
    addEventListener("storage", refresh);
    return () => removeEventListener("storage", refresh);
  }, [client]);
  useEffect(() => {
    if (isLost || count === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    const send = async () => {
      running ??= inOneTab(sendAll).finally(() => (running = undefined));
      await running;
      timer = setTimeout(() => void send(), RETRY_MS);
    };
    // The tab that is looked at comes first: it shows what it sends.
    if (document.visibilityState === "visible") void send();
    else timer = setTimeout(() => void send(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [isLost, count]);
}

let running: Promise<void> | undefined;

/** Without locks, as on a network without HTTPS, the keys alone keep two tabs from writing it twice. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- only secure pages have it
  if (!navigator.locks) return work();
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && work());
}

async function sendAll() {
  let hasSent = false;
  for (const waiting of outbox.get()) {
    // Sent by another tab, or discarded, meanwhile.
    if (!outbox.has(waiting.id)) continue;
    try {
      await send(waiting);
      outbox.remove(waiting.id);
      hasSent = true;
    } catch (error) {
      const status = statusOf(error);
      if (!isFinal(status) || status === 401) break;
      takeBack(waiting, detailOf(error) ?? failureText(error, String));
      const message = t`Not sent. Your text is back in its box.`;
      notify({ message, detail: detailOf(error), timeout: REFUSAL_MS });
    }
  }
  if (hasSent) notify({ message: t`Sent what was waiting.`, type: "success" });
}

/** Which call sends a text, its form tells. */
async function send({ id, form: { key }, texts }: Waiting): Promise<unknown> {
  const [kind, first, second] = key.split(/-(?=\d|post$)/);
  const target = Number(first);
  const { text = "", title = "", description = "", image = "", imageDescription = "" } = texts;
  if (kind === "reply")
    return sendReply({ postId: target, respondsTo: Number(second) || null }, text, id);
  if (kind === "message") return sendMessage(target, text, id);
  return createPost(target, { title, description, image, imageDescription }, id);
}
