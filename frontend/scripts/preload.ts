import type { Plugin, Rolldown } from "vite";

/** The screens that links from elsewhere lead to. `{id}` stands for digits. */
const SCREENS: Record<string, string> = {
  "/": "/src/screens/HomeScreen.tsx",
  "/forums": "/src/features/forums/ForumsScreen.tsx",
  "/forums/{id}": "/src/screens/ForumScreen.tsx",
  "/posts/{id}": "/src/screens/PostScreen.tsx",
};

/**
 * Writes preload.txt: a route and the `Link` header of its document in a line, so that the browser asks
 * for a screen's own files together with the document and not only once the main script has run.
 */
export function preload(): Plugin {
  return {
    name: "postup-preload",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error("the build has no entry");
      const known = needs(entry, bundle);
      const lines = Object.entries(SCREENS).map(([route, module]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (!chunk) throw new Error(`${module} is no chunk of its own`);
        const own = [...needs(chunk, bundle)].filter((file) => !known.has(file));
        return `${route}\t${own.map(link).join(", ")}\n`;
      });
      this.emitFile({ type: "asset", fileName: "preload.txt", source: lines.join("") });
    },
  };
}

function needs(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
) {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") needs(imported, bundle, found);
  }
  return found;
}

function link(file: string): string {
  return `</${file}>; rel=${file.endsWith(".css") ? "preload; as=style; crossorigin" : "modulepreload"}`;
}
