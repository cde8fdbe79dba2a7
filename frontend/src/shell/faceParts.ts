import { lazy } from "react";
import { site } from "../ui/site";
import { hasStayed } from "./hasStayed";

type Parts = typeof import("./face");

/** Loaded at once where the site has a look of its own, else for those who stay. If that fails, the parts are empty. */
const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => {
    if (!site.get().hasFace) await hasStayed();
    const parts = await import("./face").catch(() => undefined);
    return { default: parts?.[name] ?? ((() => null) as unknown as Parts[Name]) };
  });

export const Face = part("Face");
export const Foot = part("Foot");
