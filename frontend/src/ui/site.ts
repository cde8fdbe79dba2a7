import { createStore } from "./store";

const DEFAULT = { name: "POST-UP", tagline: "" };

const meta = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');

/** What the site is called, as the document says it. */
export const site = createStore(
  meta ? { name: meta.content, tagline: meta.dataset["tagline"] ?? "" } : DEFAULT,
);

/** Whether the document, being no screen's own, does not say it. */
export const isUnnamed = !meta;

/** The logo says this name. */
export const hasOwnName = (name: string): boolean => name !== DEFAULT.name;
