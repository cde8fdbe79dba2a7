import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js"];

/** Adds the files of Swagger UI, which the server's page `/api/docs` loads, to the build. */
export function apiDocs(): Plugin {
  return {
    name: "postup-api-docs",
    apply: "build",
    async generateBundle() {
      for (const file of FILES) {
        const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`));
        this.emitFile({
          type: "asset",
          fileName: `api/docs/${file}`,
          source: await readFile(path),
        });
      }
    },
  };
}
