/** The caches of the app's files, by version: the name of the main script, which names all others. */
const SHELL = "shell-";
/** The document of screens that the server does not write. */
export const DOCUMENT = "/index.html";
/** Open tabs may need the files of the version before. */
const VERSIONS = 2;

/** What the build writes into the worker. */
export type Build = {
  version: string;
  files: string[];
};

/** Stores a version of the app; fails where the server has another one by now. */
export async function install({ version, files }: Build): Promise<void> {
  const name = SHELL + version;
  // It is the latest one again after a return to it.
  await caches.delete(name);
  const cache = await caches.open(name);
  try {
    const document = await fetch(DOCUMENT, { headers: { Accept: "text/html" }, cache: "no-cache" });
    const text = await document.clone().text();
    if (!document.ok || !text.includes(version)) throw new Error("the server has another version");
    await cache.addAll(files);
    // Last: a version with a document is complete.
    await cache.put(DOCUMENT, document);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  for (const old of (await shells()).slice(VERSIONS)) await caches.delete(old);
}

/** The caches of the versions, the latest first. */
async function shells(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(SHELL)).toReversed();
}

/** The complete versions in this browser, by their main scripts, the latest first. */
export async function versions(): Promise<string[]> {
  const found = [];
  for (const name of await shells())
    if (await caches.match(DOCUMENT, { cacheName: name })) found.push(name.slice(SHELL.length));
  return found;
}

/**
 * The server's document; without network that of the app, which then shows the screen. Of the latest version, also
 * while tabs of an older one keep its worker from the pages.
 */
export async function screen(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await inVersion(DOCUMENT, (await versions())[0]);
    if (!known) throw error;
    return known;
  }
}

/** A file whose name has its hash is always the same; others come from the network while there is one. */
export async function file(
  request: Request,
  version: string,
  until: (work: Promise<unknown>) => void,
): Promise<Response> {
  const isHashed = new URL(request.url).pathname.startsWith("/assets/");
  const known = isHashed && (await caches.match(request.url, { ignoreVary: true }));
  if (known) return known;
  try {
    const response = await fetch(request);
    if (isHashed && response.ok) until(keep(request.url, version, response.clone()));
    return response;
  } catch (error) {
    const old = await inVersion(request.url, version);
    if (!old) throw error;
    return old;
  }
}

async function keep(url: string, version: string, response: Response) {
  const cache = await caches.open(SHELL + version);
  await cache.put(url, response);
}

async function inVersion(address: string, version: string | undefined) {
  if (!version) return undefined;
  return caches.match(address, { cacheName: SHELL + version, ignoreVary: true });
}
