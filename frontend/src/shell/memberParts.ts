import { lazy } from "react";

type Parts = typeof import("./member");

/** For members alone and after the first paint; where they can't be fetched, nothing breaks. */
const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => {
    const parts = await import("./member").catch(() => undefined);
    return { default: parts?.[name] ?? ((() => null) as unknown as Parts[Name]) };
  });

export const MemberTools = part("MemberTools");
export const MessageCount = part("MessageCount");
export const NewPosts = part("NewPosts");
export const ProfileMenu = part("ProfileMenu");
