import { format, formatDistanceToNowStrict } from "date-fns";

/** The spec's `MMM D, YYYY h:mm A`, in date-fns' letters, local time. */
export function exactTime(iso: string): string {
  return format(new Date(iso), "MMM d, yyyy h:mm a");
}

export function timeAgo(iso: string): string {
  return formatDistanceToNowStrict(new Date(iso), { addSuffix: true });
}

export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={exact ? timeAgo(at) : exactTime(at)}>
      {exact ? exactTime(at) : timeAgo(at)}
    </time>
  );
}
