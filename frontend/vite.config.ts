import { globSync, readFileSync } from "node:fs";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import type { ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";
import { apiDocs } from "./scripts/api-docs.ts";
import { compress } from "./scripts/compress.ts";
import { inlineEnglish } from "./scripts/inline-english.ts";
import { preload } from "./scripts/preload.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { trimRouter } from "./scripts/trim-router.ts";

// The native transform is published for Node 22 and newer only, which npm on Node 20 leaves out.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = "1";

const TESTS = ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"];
/** Tests that replace modules, which no other file may see. */
const REPLACING = globSync(TESTS).filter((file) =>
  /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, "utf8")),
);

/** Where `postup serve` listens while the screens are developed. */
const API = process.env.POSTUP_API ?? "http://127.0.0.1:8080";

/** The contract's one-origin rule: a browser that navigates gets the screens, all else the API. */
const oneOrigin: ProxyOptions = {
  target: API,
  bypass: (request) =>
    request.headers.accept?.includes("text/html") && !request.url?.startsWith("/api")
      ? "/index.html"
      : undefined,
};

export default defineConfig({
  plugins: [
    lingui({ failOnCompileError: true }),
    babel({
      plugins: [inlineEnglish],
      presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })],
    }),
    react(),
    trimRouter(),
    preload(),
    apiDocs(),
    serviceWorker(),
    compress(),
  ],
  // React has it since 18; the shim is for older ones.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  server: {
    host: "127.0.0.1",
    proxy: {
      "^/images/u/": API,
      "/manifest.webmanifest": API,
      "^/(api|mail|forums?|users?|moderation|login|register|healthz|readyz)(/|\\?|$)": oneOrigin,
    },
  },
  build: {
    // The server's policy allows no data: addresses.
    assetsInlineLimit: 0,
    // All browsers of the target preload modules.
    modulePreload: { polyfill: false },
    target: "baseline-widely-available",
    rolldownOptions: {
      output: {
        // The main chunk repeats these names: the shortest hash that the bundler takes.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash:7].js`,
        // Chunks of many screens are named after all of them, which the main chunk would repeat.
        assetFileNames: ({ names: [name = ""] }) =>
          `assets/${name.replace(/~.*(?=\.)/, "").replace(/\.\w+$/, "")}-[hash:7][extname]`,
        codeSplitting: {
          groups: [
            {
              name: "early",
              test: /src\/(early|routeTable|locale|storage|api\/(early|token))\.ts$|preload-helper|rolldown\/runtime/,
              priority: 2,
            },
            { name: "main", tags: ["$initial"], priority: 1 },
            // Text boxes and drafts, which lists don't need.
            {
              name: "writing",
              test: /src\/features\/(composer\/(Composer|elements)|drafts\/(?!DraftsScreen))/,
              minShareCount: 3,
              priority: 1,
            },
            // The components of lists of posts and forums, and what many features use: one request instead of eight.
            {
              name: "lists",
              test: /src\/(ui\/|api\/)|src\/features\/(bans|composer|drafts|forums|home|members|posts|reasons|reports|revisions|rules|saved|uploads|votes)\/|node_modules\/@tanstack\//,
              minShareCount: 3,
            },
            // Files of a few hundred bytes cost more in headers and round trips than they save.
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 12_000,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    testTimeout: 40_000,
    // Tests wait for a part of their time: two run on each core.
    maxWorkers: "200%",
    // Most files share a document and the app's modules, which takes a third of the time: `test/setup.ts` leaves nothing
    // of a test to the next one.
    projects: [
      {
        extends: true,
        test: { name: "shared", include: TESTS, exclude: REPLACING, isolate: false },
      },
      { extends: true, test: { name: "replacing", include: REPLACING } },
    ],
  },
});
