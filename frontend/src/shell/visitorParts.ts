import { lazy } from "react";
import { hasStayed } from "./hasStayed";

type Parts = typeof import("./visitor");

/** For visitors who stay to read; where they can't be fetched, nothing breaks. */
const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => {
    await hasStayed();
    const parts = await import("./visitor").catch(() => undefined);
    return { default: parts?.[name] ?? ((() => null) as unknown as Parts[Name]) };
  });

export const NewPosts = part("NewPosts");
export const VisitorUpdates = part("VisitorUpdates");
