import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|txt)$/;

/** Writes `name.br` and `name.gz` beside each text file, so that the server compresses nothing. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "postup-compress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true });
      await Promise.all(
        entries.filter((entry) => TEXT.test(entry)).map((entry) => shrink(join(folder, entry))),
      );
    },
  };
}

async function shrink(path: string) {
  const plain = await readFile(path);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: size }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const smaller = [[".br", br] as const, [".gz", gz] as const];
  await Promise.all(
    smaller
      .filter(([, bytes]) => bytes.length < plain.length)
      .map(([ending, bytes]) => writeFile(path + ending, bytes)),
  );
}
