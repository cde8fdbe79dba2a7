import { lazy } from "react";

/** If it fails to load, nothing says that the server can't be reached but the screens themselves. */
export const ConnectionBar = lazy(async () => {
  const loaded = await import("./ConnectionBar").catch(() => undefined);
  return { default: loaded?.ConnectionBar ?? (() => null) };
});
