import { ROUTE_TABLE } from "../src/routeTable.ts";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** The screens that visitors can open and that send requests at once. */
const SCREENS = ROUTE_TABLE.filter(({ firstCalls, requiresAuth }) => firstCalls && !requiresAuth);

/** The font of every screen. */
const FONT = /figtree-latin-wght/;

/**
 * Puts the font and the early script, which requests the screen's data, first into the document.
 *
 * Writes preload.txt with one line per route: the route and the `Link` header of its document. The browser then
 * requests the files of the screen with the document, before the main script runs.
 */
export function preload(): Plugin {
  return {
    name: "postup-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) => [font(bundle), early(bundle)],
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error("the build has no entry");
      const known = needs(entry, bundle);
      const lines = SCREENS.flatMap(({ path, module }) => {
        const file = `/src/${module}.tsx`;
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)));
        if (!chunk) throw new Error(`${file} is in no chunk`);
        const own = [...needs(chunk, bundle)].filter((file) => !known.has(file));
        if (own.length === 0) return [];
        // `{id}` stands for digits, `{name}` for any name.
        const route = path.replace(/:\w+/, (part) =>
          /:name|:slug/.test(part) ? "{name}" : "{id}",
        );
        return `${route}\t${own.map(link).join(", ")}\n`;
      });
      this.emitFile({ type: "asset", fileName: "preload.txt", source: lines.join("") });
    },
  };
}

function font(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const href = `/${fileNamed(FONT, bundle)}`;
  const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href };
  return { tag: "link", attrs, injectTo: "head-prepend" };
}

/** Vite would run the early script only with the rest of the app. */
function early(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const src = `/${fileNamed(/^assets\/early-.*\.js$/, bundle)}`;
  const attrs = { type: "module", crossorigin: true, src };
  return { tag: "script", attrs, injectTo: "head-prepend" };
}

function fileNamed(name: RegExp, bundle: Rolldown.OutputBundle): string {
  const file = Object.keys(bundle).find((fileName) => name.test(fileName));
  if (!file) throw new Error(`the build has no ${name}`);
  return file;
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

/** The document's own styles and font come first: its text is painted before the screen's script runs. */
function link(file: string): string {
  const rel = file.endsWith(".css") ? "preload; as=style; crossorigin" : "modulepreload";
  return `</${file}>; rel=${rel}; fetchpriority=low`;
}
