import { createStore } from "./store";

const DEFAULT = { name: "POST-UP", tagline: "", isOpen: true, logo: "", hasFace: false };

const meta = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');

/**
 * The site's name and tagline, whether everybody may sign up, and whether it has a look or rules of its own,
 * from the document; its logo, once it is known.
 */
export const site = createStore(
  meta
    ? {
        name: meta.content,
        tagline: meta.dataset["tagline"] ?? "",
        isOpen: !("closed" in meta.dataset),
        logo: "",
        hasFace: "face" in meta.dataset,
      }
    : DEFAULT,
);

/** Whether the document lacks the name, because it is not one of a screen. */
export const isUnnamed = !meta;

/** Whether the site has another name than the one in the logo. */
export const hasOwnName = (name: string): boolean => name !== DEFAULT.name;
