import type { DetailedHTMLProps, HTMLAttributes } from "react";

type CustomElement<Own> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own;

/** The custom elements of the composer: plain boxes until `parts` defines them. */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "text-expander": CustomElement<{ keys: string }>;
      "markdown-toolbar": CustomElement<{ for: string }>;
    }
  }
}
