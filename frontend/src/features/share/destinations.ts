type Destination = { name: string; color: string; address: (url: string, text: string) => string };

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** The ten places that a post can be shared to. */
export const DESTINATIONS: Destination[] = [
  {
    name: "Facebook",
    color: "#1877f2",
    address: (u) => `https://www.facebook.com/sharer/sharer.php?${query({ u })}`,
  },
  {
    name: "LinkedIn",
    color: "#0a66c2",
    address: (url) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  },
  {
    name: "Messenger",
    color: "#a033ff",
    address: (link) => `fb-messenger://share/?${query({ link })}`,
  },
  {
    name: "Pinterest",
    color: "#bd081c",
    address: (url, description) =>
      `https://www.pinterest.com/pin/create/button/?${query({ url, description })}`,
  },
  {
    name: "Quora",
    color: "#b92b27",
    address: (url, title) => `https://www.quora.com/share?${query({ url, title })}`,
  },
  {
    name: "Reddit",
    color: "#d93a00",
    address: (url, title) => `https://www.reddit.com/submit?${query({ url, title })}`,
  },
  {
    name: "Skype",
    color: "#0078d4",
    address: (url, text) => `https://web.skype.com/share?${query({ url, text })}`,
  },
  {
    name: "Tumblr",
    color: "#36465d",
    address: (canonicalUrl, caption) =>
      `https://www.tumblr.com/widgets/share/tool?${query({ canonicalUrl, caption })}`,
  },
  {
    name: "X",
    color: "#0f1419",
    address: (url, text) => `https://x.com/intent/post?${query({ url, text })}`,
  },
  {
    name: "Whatsapp",
    color: "#128c4b",
    address: (url, text) => `https://api.whatsapp.com/send?${query({ text: `${text} ${url}` })}`,
  },
];

/** The first 20 characters of the description, where an emoji counts as one. */
export function shareText(description: string): string {
  return [...description].slice(0, 20).join("");
}

export function openPopUp(address: string): void {
  window.open(address, "_blank", "popup,noopener,width=500,height=500");
}
