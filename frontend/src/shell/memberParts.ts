import { lazy } from "react";

type Parts = typeof import("./member");

/** Loaded for members only, after the first paint. If that fails, the parts are empty. */
const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => {
    const parts = await import("./member").catch(() => undefined);
    return { default: parts?.[name] ?? ((() => null) as unknown as Parts[Name]) };
  });

export const MemberTools = part("MemberTools");
export const MessageCount = part("MessageCount");
export const NewPosts = part("NewPosts");
export const ProfileMenu = part("ProfileMenu");
export const SecondStepNotice = part("SecondStepNotice");
