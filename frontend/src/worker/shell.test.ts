import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../test/caches";
import { DOCUMENT, file, install, screen, versions } from "./shell";

const OLD = { version: "index-1111111.js", files: ["/assets/index-1111111.js"] };
const NEW = { version: "index-2222222.js", files: ["/assets/index-2222222.js"] };

let caches: ReturnType<typeof fakeCaches>;
/** The version that the server has. */
let current = OLD;
const network = vi.fn<(input: string | Request) => Promise<Response>>();
const later = (work: Promise<unknown>) => works.push(work);
let works: Promise<unknown>[] = [];

beforeEach(() => {
  caches = fakeCaches();
  current = OLD;
  works = [];
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", network);
  network.mockReset();
  network.mockImplementation(async (input) => {
    const address = typeof input === "string" ? input : input.url;
    return new Response(address === DOCUMENT ? `<script src="${current.files[0]}">` : address);
  });
});

const visit = (path: string) => new Request(location.origin + path);
const cut = () => network.mockRejectedValue(new TypeError("offline"));

test("a screen comes from the server, and from the app where there is no network", async () => {
  await install(OLD);
  const answer = () => screen(visit("/posts/11"));
  expect(await (await answer()).text()).toContain("/posts/11");
  cut();
  expect(await (await answer()).text()).toContain(OLD.version);
});

test("a version that the server no longer has is not installed", async () => {
  current = NEW;
  await expect(install(OLD)).rejects.toThrow("another version");
  expect(await caches.keys()).toEqual([]);
});

test("the latest version that is complete is shown, before its worker has the pages", async () => {
  await install(OLD);
  current = NEW;
  await install(NEW);
  await caches.open("shell-index-5555555.js");
  expect(await versions()).toEqual([NEW.version, OLD.version]);
  cut();
  expect(await (await screen(visit("/"))).text()).toContain(NEW.version);
});

test("files with a hash are fetched once, those of the version before are kept", async () => {
  await install(OLD);
  network.mockClear();
  const asset = () => file(visit("/assets/ChatScreen-3333333.js"), OLD.version, later);
  await asset();
  await Promise.all(works);
  await asset();
  expect(network).toHaveBeenCalledTimes(1);
  for (const build of [NEW, { ...NEW, version: "index-4444444.js" }]) {
    current = { ...build, files: [`/assets/${build.version}`] };
    await install(build);
  }
  expect(await caches.keys()).toEqual([`shell-${NEW.version}`, "shell-index-4444444.js"]);
});

test("other files come from the network while there is one", async () => {
  await install({ ...OLD, files: ["/theme.js"] });
  network.mockClear();
  await file(visit("/theme.js"), OLD.version, later);
  expect(network).toHaveBeenCalledTimes(1);
  cut();
  expect((await file(visit("/theme.js"), OLD.version, later)).ok).toBe(true);
  await expect(file(visit("/favicon.svg"), OLD.version, later)).rejects.toThrow("offline");
});
