import type { Plugin } from "vite";

/** What the app does not use of React Router: instrumentation, actions, fetchers, prefetching. */
const UNUSED: readonly (readonly [RegExp, string])[] = [
  // Free of effects: left out if nothing uses them.
  [/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, "= /* @__PURE__ */ $1"],
  [/^\w+\.displayName = "\w+";$/gm, ""],
  [/\binit\.instrumentations\b/g, "undefined"],
  [/^\t\t(fetch|getFetcher|resetFetcher|patchRoutes|_internalSetRoutes),$/gm, ""],
  [/\belse if \(opts && opts\.submission && isMutationMethod\(.*\)\) \{$/gm, "else if (false) {"],
  [/^\t\tdeleteFetcher: queueFetcherForDeletion,$/gm, ""],
  [/\busePrefetchBehavior\(prefetch, rest\)/g, "[false, null, {}]"],
  [/\bshouldPrefetch && !isAbsolute \?/g, "false ?"],
];

/** Leaves out what the app does not use of React Router. Fails once a version no longer has the text. */
export function trimRouter(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: "trim-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler(code) {
        for (const [text, replacement] of UNUSED) {
          if (code.search(text) < 0) continue;
          found.add(text);
          code = code.replace(text, replacement);
        }
        return { code, map: null };
      },
    },
    buildEnd(error) {
      if (error) return;
      const missing = UNUSED.filter(([text]) => !found.has(text)).map(([text]) => String(text));
      if (missing.length > 0) this.error(`React Router no longer has ${missing.join(", ")}`);
    },
  };
}
