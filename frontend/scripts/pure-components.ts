import type { Plugin } from "vite";

/**
 * Marks the components and contexts of React Router as free of effects, so that those which nothing uses are left out,
 * as is its instrumentation.
 */
export function pureComponents(): Plugin {
  return {
    name: "pure-components",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replace(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, "= /* @__PURE__ */ $1")
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/\binit\.instrumentations\b/g, "undefined"),
        map: null,
      }),
    },
  };
}
