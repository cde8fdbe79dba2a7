import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, matchPath } from "react-router";
import { setSiteIcon } from "../features/notifications/iconCount";
import { showSite, siteQueries } from "../features/site/queries";
import { hashOf } from "../hash";
import { paths } from "../paths";
import { ROUTE_TABLE } from "../routeTable";
import { storage } from "../storage";
import { showAccent } from "../ui/accent";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { RichText } from "../ui/RichText";
import { site } from "../ui/site";
import { useInView } from "../ui/useInView";
import { useOverflow } from "../ui/useOverflow";
import styles from "./face.module.css";

/** Where the dismissed announcement is stored, by its hash. */
const DISMISSED_KEY = "announcement";

/** The look of the site: its name, logo, icon and accent, and the announcement above every screen. */
export function Face() {
  const { data } = useQuery(siteQueries.settings());
  useEffect(() => data && showSite(data), [data]);
  useIcon(data?.icon ?? "");
  const accent = data?.accent;
  useEffect(() => (accent === undefined ? undefined : showAccent(accent)), [accent]);
  if (!data?.announcement) return null;
  const { announcement, announcement_html } = data;
  return <Announcement key={announcement} text={announcement} html={announcement_html} />;
}

/** Shows the icon once it is loaded, so that a broken one changes nothing. */
function useIcon(address: string) {
  useEffect(() => {
    if (!address) return setSiteIcon("");
    const picture = new Image();
    picture.addEventListener("load", () => setSiteIcon(address));
    picture.src = address;
  }, [address]);
}

function Announcement({ text, html }: { text: string; html: string }) {
  const version = String(hashOf(text));
  const [isDismissed, setIsDismissed] = useState(() => storage.get(DISMISSED_KEY) === version);
  const [isOpen, setIsOpen] = useState(false);
  const [line, isCut] = useOverflow<HTMLDivElement>();
  if (isDismissed) return null;
  function dismiss() {
    storage.set(DISMISSED_KEY, version);
    setIsDismissed(true);
    // The button goes with the announcement.
    document.getElementById("content")?.focus();
  }
  return (
    <aside className={styles.announcement} aria-label={t`Announcement`}>
      <div ref={line} className={isOpen ? styles.text : `${styles.text} ${styles.line}`}>
        <RichText html={html} text={text} />
      </div>
      {(isCut || isOpen) && (
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t`Show less` : t`Show more`}
        </Button>
      )}
      <Button variant="ghost" aria-label={t`Dismiss the announcement`} onClick={dismiss}>
        <Icon name="close" />
      </Button>
    </aside>
  );
}

/** The pages of the site, its rules and its links; on sites without a look and rules of their own, once readers scroll down to it. */
export function Foot() {
  const hasFace = site.useSelected((shown) => shown.hasFace);
  const [isSeen, setIsSeen] = useState(false);
  const place = useInView<HTMLDivElement>(() => setIsSeen(true), { skip: hasFace || isSeen });
  const { data: pages = [] } = useQuery({ ...siteQueries.pages(), enabled: hasFace || isSeen });
  const { data: settings } = useQuery({ ...siteQueries.settings(), enabled: hasFace || isSeen });
  const links = settings?.footer ?? [];
  const hasRules = Boolean(settings?.rules);
  if (pages.length + links.length === 0 && !hasRules) return <div ref={place} data-testid="foot" />;
  return (
    <footer className={styles.foot}>
      <nav aria-label={t`Pages and links`}>
        <ul>
          {pages.map(({ slug, title }) => (
            <li key={slug}>
              <Link to={paths.page(slug)} dir="auto">
                {title}
              </Link>
            </li>
          ))}
          {hasRules && (
            <li>
              <Link to={paths.rules}>{t`Rules of this site`}</Link>
            </li>
          )}
          {links.map(({ title, url }) => (
            <li key={`${title} ${url}`}>
              <FootLink title={title} url={url} />
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

function FootLink({ title, url }: { title: string; url: string }) {
  const screen = screenOf(url);
  if (screen)
    return (
      <Link to={screen} dir="auto">
        {title}
      </Link>
    );
  return (
    <a href={url} dir="auto" rel="noopener">
      {title}
    </a>
  );
}

/** The address of one of our screens, which opens without loading the page anew. */
function screenOf(url: string): string | undefined {
  if (!URL.canParse(url, location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(url, location.origin);
  const isScreen = ROUTE_TABLE.some(({ path }) => matchPath(path, pathname));
  return origin === location.origin && isScreen ? pathname + search + hash : undefined;
}
