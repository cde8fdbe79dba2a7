type Policy = { createHTML: (html: string) => TrustedHTML };
type Factory = {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy;
};

/** Not yet part of TypeScript's DOM types. */
const { trustedTypes } = globalThis as { trustedTypes?: Factory };

/** The server has sanitised it. Nothing else in the app makes markup of a string. */
const policy = trustedTypes?.createPolicy("postup", { createHTML: (html) => html });

/** HTML from the server as browsers that enforce Trusted Types want it. */
export function trustedHtml(html: string): string | TrustedHTML {
  return policy?.createHTML(html) ?? html;
}

/** The text of HTML without spoilers and markup, for where only text fits. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(trustedHtml(html) as string, "text/html");
  for (const spoiler of parsed.querySelectorAll(".spoiler")) spoiler.remove();
  return parsed.body.textContent.trim();
}
