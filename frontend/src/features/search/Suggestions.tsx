import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "../../ui/Icon";
import { RichText } from "../../ui/RichText";
import type { SuggestionsProps } from "../../ui/SearchBox";
import { VisibilityMark } from "../access/VisibilityMark";
import { Avatar } from "../members/Avatar";
import { addressOf, nameOf } from "./hits";
import { searchQueries, type Result } from "./queries";
import styles from "./Suggestions.module.css";
import { useSettled } from "./useSettled";

type Props = SuggestionsProps & {
  /** Called when a suggestion is opened. */
  onLeave?: () => void;
};

/** What a search field suggests: the search itself, then forums, people and posts that match. */
export function Suggestions({ field, text, onSearch, onLeave }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const words = text.trim();
  const { data } = useQuery(searchQueries.suggestions(useSettled(words)));
  const hits = words ? (data ?? []) : [];
  const [at, setAt] = useState({ words, option: -1, isClosed: false });
  if (at.words !== words) setAt({ words, option: -1, isClosed: false });
  const isOpen = words !== "" && !at.isClosed;
  const option = Math.min(at.option, hits.length);
  const choose = (index: number) => {
    const hit = hits[index - 1];
    setAt({ ...at, option: -1, isClosed: true });
    if (!hit) return onSearch(words);
    onLeave?.();
    void navigate(addressOf(hit));
  };
  useKeys(field, (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && words) {
      // From the field down to the first, up to the last; past the ends back to the field.
      const places = hits.length + 2;
      const next = isOpen ? ((option + 1 + step + places) % places) - 1 : 0;
      setAt({ ...at, option: next, isClosed: false });
    } else if (event.key === "Enter" && isOpen && option >= 0) choose(option);
    else if (event.key === "Escape" && isOpen) setAt({ ...at, option: -1, isClosed: true });
    else return;
    event.preventDefault();
  });
  useAria(field, id, isOpen, option);
  if (!isOpen) return null;
  const row = (index: number) => ({
    id: `${id}-${index}`,
    role: "option" as const,
    "aria-selected": index === option,
    className: styles.option,
    // The focus stays in the field.
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => choose(index),
  });
  return (
    <div id={id} role="listbox" aria-label={t`Suggestions`} className={styles.list}>
      <div {...row(0)}>
        <Icon name="search" />
        <span className={styles.name} dir="auto">
          {t`Search for “${words}”`}
        </span>
      </div>
      {hits.map((hit, index) => (
        <div key={hit.id} {...row(index + 1)}>
          <Suggestion hit={hit} />
        </div>
      ))}
    </div>
  );
}

function Suggestion({ hit: { kind, title_html: title, user, forum } }: { hit: Result }) {
  return (
    <>
      {kind === "person" ? (
        <Avatar src={user.user_image} size={20} />
      ) : (
        <Icon name={kind === "forum" ? "forums" : "edit"} />
      )}
      <RichText html={title} text="" className={styles.name} />
      {forum && <VisibilityMark of={forum.visibility} />}
      <span className={styles.kind}>{nameOf(kind)}</span>
    </>
  );
}

function useKeys(field: HTMLInputElement, onKey: (event: KeyboardEvent) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Enter and arrows are the input method's while it composes.
    if (!event.isComposing) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    field.addEventListener("keydown", listener);
    return () => field.removeEventListener("keydown", listener);
  }, [field]);
}

/** Tells assistive technology of the list. The field is drawn before this code is loaded, closed. */
function useAria(field: HTMLInputElement, id: string, isOpen: boolean, option: number) {
  useEffect(() => field.setAttribute("aria-autocomplete", "list"), [field]);
  useEffect(() => {
    field.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) field.setAttribute("aria-controls", id);
    if (isOpen && option >= 0) {
      field.setAttribute("aria-activedescendant", `${id}-${option}`);
      document.getElementById(`${id}-${option}`)?.scrollIntoView({ block: "nearest" });
    }
    return () => {
      field.setAttribute("aria-expanded", "false");
      field.removeAttribute("aria-controls");
      field.removeAttribute("aria-activedescendant");
    };
  }, [field, id, isOpen, option]);
}
