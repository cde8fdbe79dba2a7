import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { ROUTE_TABLE } from "../src/routeTable.ts";

/** Screens of which there is something to read without a network. */
const SCREENS = ROUTE_TABLE.filter(
  ({ firstCalls, path }) =>
    path === "/drafts" ||
    (firstCalls && !/settings|members|moderation|modlog|login|search/.test(path)),
).map(({ module }) => `/src/${module}.tsx`);
/** What the app loads later on any screen. */
const PARTS =
  /\/src\/(shell\/(member|visitor|face|parts|siteName|ConnectionBar)|ui\/handOnFocus|worker\/register|features\/(access\/ErrorPage|composer\/parts))\.tsx?$/;
/** The font of every screen. */
const FONT = /figtree-latin-wght/;
/** Files of `public`. */
const PUBLIC = ["/theme.js", "/favicon.svg", "/images/POST-UP_logo.png"];

/** Writes sw.js, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: "postup-service-worker",
    apply: "build",
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error("the build has no entry");
      const found = new Set<string>();
      for (const chunk of chunks)
        if (chunk === entry || chunk.moduleIds.some(isKept)) addWithImports(chunk, bundle, found);
      for (const file of Object.keys(bundle)) if (FONT.test(file)) found.add(file);
      const files = [...PUBLIC, ...[...found].map((file) => `/${file}`)];
      const version = entry.fileName.replace(/^assets\//, "");
      this.emitFile({ type: "asset", fileName: "sw.js", source: await write({ version, files }) });
    },
  };
}

function isKept(id: string): boolean {
  return PARTS.test(id) || SCREENS.some((screen) => id.endsWith(screen));
}

function addWithImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found: Set<string>,
) {
  if (found.has(chunk.fileName)) return;
  found.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") addWithImports(imported, bundle, found);
  }
}

/** A classic script in one file, which all browsers take as a worker. */
async function write(of: { version: string; files: string[] }): Promise<string> {
  const input = fileURLToPath(new URL("../src/worker/sw.ts", import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(of) },
    build: {
      write: false,
      target: "baseline-widely-available",
      rolldownOptions: { input, output: { format: "iife" } },
    },
  });
  const [output] = [result].flat();
  const code = output && "output" in output && output.output[0].code;
  if (!code) throw new Error("the service worker was not built");
  return code;
}
