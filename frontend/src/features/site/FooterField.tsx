import { t } from "@lingui/core/macro";
import { useRef } from "react";
import type { Site } from "../../api/types";
import { Button } from "../../ui/Button";
import fields from "../../ui/fields.module.css";
import { TextField } from "../../ui/fields";
import styles from "./Look.module.css";

type Links = Site["footer"];
const MAX_LINKS = 10;

/** Reads the links of a draft. */
export function readLinks(text: string): Links {
  return JSON.parse(text) as Links;
}

type Props = {
  /** The links, as JSON: drafts are texts. */
  value: string;
  error: string | undefined;
  onChange: (links: string) => void;
};

/** The links at the foot of every screen, in their order. */
export function FooterField({ value, error, onChange }: Props) {
  const links = readLinks(value);
  const list = useRef<HTMLFieldSetElement>(null);
  const set = (next: Links) => onChange(JSON.stringify(next));
  function change(place: number, part: Partial<Links[number]>) {
    set(links.map((link, at) => (at === place ? { ...link, ...part } : link)));
  }
  function swap(place: number) {
    const next = [...links];
    next.splice(place, 2, ...next.slice(place, place + 2).toReversed());
    set(next);
  }
  function remove(place: number) {
    set(links.filter((_, at) => at !== place));
    // The button goes with the link.
    list.current?.focus();
  }
  return (
    <fieldset ref={list} tabIndex={-1} className={styles.group}>
      <legend className={fields.label}>{t`Links at the foot`}</legend>
      {links.map(({ title, url }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- what stands at a place changes while it is typed
        <div key={place} className={styles.link} role="group" aria-label={t`Link ${place + 1}`}>
          <TextField
            label={t`Title`}
            dir="auto"
            required
            maxLength={60}
            value={title}
            onChange={({ target }) => change(place, { title: target.value })}
          />
          <TextField
            label={t`Address`}
            inputMode="url"
            placeholder="https://…"
            required
            maxLength={2048}
            value={url}
            onChange={({ target }) => change(place, { url: target.value })}
          />
          <div className={styles.row}>
            <Button disabled={place === 0} onClick={() => swap(place - 1)}>
              {t`Move up`}
            </Button>
            <Button disabled={place === links.length - 1} onClick={() => swap(place)}>
              {t`Move down`}
            </Button>
            <Button icon="bin" onClick={() => remove(place)}>
              {t`Remove`}
            </Button>
          </div>
        </div>
      ))}
      {error && (
        <p className={`${fields.note} ${fields.error}`} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          icon="plus"
          disabled={links.length >= MAX_LINKS}
          onClick={() => set([...links, { title: "", url: "" }])}
        >
          {t`Add a link`}
        </Button>
      </div>
    </fieldset>
  );
}
