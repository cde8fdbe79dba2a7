import { lazy } from "react";
import { hasStayed } from "./hasStayed";

type Parts = typeof import("./visitor");

/** Loaded for visitors who stay. If that fails, the parts are empty. */
const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => {
    await hasStayed();
    const parts = await import("./visitor").catch(() => undefined);
    return { default: parts?.[name] ?? ((() => null) as unknown as Parts[Name]) };
  });

export const NewPosts = part("NewPosts");
export const VisitorUpdates = part("VisitorUpdates");
