import { t } from "@lingui/core/macro";
import { confirm, type Confirmed, type Send } from "../../ui/confirm";
import { moderatorReason } from "./reasons";

/** Asks for confirmation of a ban and sends it, with its duration and reason. */
export function confirmBan(text: string, send: Send): Promise<Confirmed | null> {
  const reason = moderatorReason("prepared");
  const note = t`The member sees the reason and end date, and can appeal once.`;
  return confirm(text, t`Ban`, "destructive", { days: true, reason, note, send });
}

/** Asks for confirmation in the spec's words, and sends it; before a removal, which moderators can reverse, for a reason that starts as `initial`. */
export function confirmDeletion(
  what: "post" | "reply" | "message" | "forum",
  isOwn: boolean,
  send: Send,
  initial = "",
): Promise<Confirmed | null> {
  const text = {
    post: t`Are you sure you want to delete this post? This action cannot be undone.`,
    reply: t`Are you sure you want to delete this reply? This action cannot be undone.`,
    message: t`Are you sure you want to delete this message? This action cannot be undone.`,
    forum: t`Are you sure you want to delete this forum? This action cannot be undone.`,
  }[what];
  if (isOwn) return confirm(text, t`Delete`, "destructive", { send });
  if (what !== "post" && what !== "reply")
    return confirm(text, t`Delete`, "destructive", { reason: moderatorReason(), send });
  // Not the spec's sentence, which says that nobody can undo it.
  const removal = what === "post" ? t`Remove this post?` : t`Remove this reply?`;
  const note = t`The author is notified. Only moderators can restore it, from the moderation log, for 30 days.`;
  const reason = { ...moderatorReason("prepared"), initial };
  return confirm(removal, t`Remove`, "destructive", { reason, note, send });
}
