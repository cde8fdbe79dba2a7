type Rules = { createHTML: (html: string) => string; createScriptURL: (url: string) => string };
type Policy = {
  createHTML: (html: string) => TrustedHTML;
  createScriptURL: (url: string) => string;
};

/** Not yet part of TypeScript's DOM types. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy };
};

const RULES: Rules = {
  /** Returns HTML from the server as it is. Nothing else in the app makes HTML of a string. */
  createHTML: (html) => html,
  createScriptURL(url) {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError(`${url} is not a script of ours`);
  },
};

/** The server's Content-Security-Policy names it. */
const policy = trustedTypes?.createPolicy("postup", RULES);

/** Wraps HTML from the server for browsers that enforce Trusted Types. */
export function trustedHtml(html: string): string | TrustedHTML {
  return policy?.createHTML(html) ?? html;
}

/** Wraps the address of a worker's script, which must be ours, for these browsers. */
export function trustedScriptUrl(url: string): string {
  return (policy ?? RULES).createScriptURL(url);
}

/** The text of HTML without spoilers and markup. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(trustedHtml(html) as string, "text/html");
  for (const spoiler of parsed.querySelectorAll(".spoiler")) spoiler.remove();
  return parsed.body.textContent.trim();
}
