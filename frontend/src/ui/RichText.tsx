import { useMemo, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import styles from "./RichText.module.css";
import { addressOf, CLOSED_SPOILER, enhance, openSpoiler } from "./richTextDom";
import { trustedHtml } from "./trusted";
import { moving } from "./stills";
import { PictureDialog } from "./ZoomablePicture";

type Props = {
  id?: string;
  /** HTML, rendered and sanitised by the server. */
  html: string | undefined;
  /** The source, shown as typed if there is no HTML. */
  text: string;
  className?: string | undefined;
  /** What a quote from this text belongs to: a reply's id, or "post". */
  quote?: string | undefined;
};

/** A member's text: the HTML that the server rendered, or the text as typed. */
export function RichText({ html, text, id, className = "", quote }: Props) {
  if (html !== undefined)
    return <Rendered id={id} html={html} className={className} quote={quote} />;
  return (
    <p id={id} className={`${styles.plain} ${className}`} dir="auto" data-quote={quote}>
      {text}
    </p>
  );
}

type RenderedProps = Pick<Props, "id" | "quote"> & { html: string; className: string };

function Rendered({ id, html, className, quote }: RenderedProps) {
  const navigate = useNavigate();
  const [picture, setPicture] = useState<{ src: string; alt: string }>();
  // The same object, or React would write the same HTML again and close its spoilers.
  const markup = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  function press(event: MouseEvent | KeyboardEvent) {
    const target = event.target as Element;
    const spoiler = target.closest<HTMLElement>(CLOSED_SPOILER);
    const link = target.closest("a");
    const address = link && addressOf(link, event);
    if (spoiler) openSpoiler(spoiler);
    else if (target instanceof HTMLImageElement && !link)
      setPicture({ src: moving(target.currentSrc || target.src), alt: target.alt });
    else if (address) void navigate(address);
    else return;
    event.preventDefault();
  }
  function pressByKey(event: KeyboardEvent) {
    const isButton = (event.target as Element).getAttribute("role") === "button";
    if (isButton && (event.key === "Enter" || event.key === " ")) press(event);
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- acts for the links and buttons inside it */}
      <div
        key={html}
        ref={enhance}
        id={id}
        className={`${styles.rich} ${className}`}
        dir="auto"
        data-quote={quote}
        // oxlint-disable-next-line react/no-danger -- sanitised by the server; the policy of trusted.ts
        dangerouslySetInnerHTML={markup}
        onClick={press}
        onKeyDown={pressByKey}
      />
      {picture && <PictureDialog {...picture} onClose={() => setPicture(undefined)} />}
    </>
  );
}
