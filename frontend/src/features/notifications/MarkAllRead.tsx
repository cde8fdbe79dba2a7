import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Notification } from "../../api/types";
import { Button } from "../../ui/Button";
import { notificationQueries } from "./queries";
import { useMarkAllRead } from "./useRead";

type Props = {
  /** The shown ones, the latest first. */
  notifications: Notification[] | undefined;
  variant?: "ghost" | "secondary";
};

export function MarkAllRead({ notifications, variant = "ghost" }: Props) {
  const { mutate, isPending } = useMarkAllRead();
  const latest = notifications?.[0];
  const { data } = useQuery(notificationQueries.unread());
  // Those on later pages count too.
  const isUnread = Boolean(data?.notifications) || notifications?.some(({ read }) => !read);
  const isDone = !latest || !isUnread;
  return (
    <Button
      variant={variant}
      icon="check"
      aria-disabled={isPending || isDone}
      onClick={() => latest && !isPending && !isDone && mutate(latest)}
    >
      {t`Mark all as read`}
    </Button>
  );
}
