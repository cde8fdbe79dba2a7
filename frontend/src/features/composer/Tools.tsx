import { t } from "@lingui/core/macro";
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { Icon } from "../../ui/Icon";
import { UploadList } from "../uploads/UploadList";
import { IMAGE_TYPES, useUploads } from "../uploads/useUploads";
import styles from "./Composer.module.css";
import { keyOf } from "./formatKeys";
import { insertBlock } from "./insert";
import { suggestMembers } from "./mentions";
import { takeFiles } from "./takeFiles";

type Props = {
  /** The text box: its id, element and text. */
  id: string;
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  isHidden: boolean;
  isPreview: boolean;
  /** Shows the preview of a text, or the box again. */
  onPreview: (text: string | undefined) => void;
  onUploading: (isUploading: boolean) => void;
};

/** The bar above the text: tabs, buttons that insert Markdown, and uploads. */
export function Tools({ id, box, value, isHidden, isPreview, onPreview, onUploading }: Props) {
  const { isUploading, ...uploads } = useUploads(({ url }, { name }) => {
    if (box.current) insertBlock(box.current, `![${altOf(name)}](${url})`);
  });
  const { add } = uploads;
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const addFiles = useRef(add);
  useEffect(() => {
    addFiles.current = add;
  });
  useEffect(() => {
    const expander = box.current?.parentElement;
    if (!box.current || !expander) return;
    const stopSuggesting = suggestMembers(expander, box.current);
    const stopTaking = takeFiles(box.current, (files) => addFiles.current(files));
    return () => {
      stopSuggesting();
      stopTaking();
    };
  }, [box]);
  const show = (preview: boolean) => {
    onPreview(preview ? value : undefined);
    document.getElementById(`${id}-${preview ? "preview" : "write"}`)?.focus();
  };
  return (
    <>
      {!isHidden && (
        <div className={styles.bar}>
          <div role="tablist" aria-label={t`Editor`} className={styles.tabs}>
            <Tab id={`${id}-write`} isSelected={!isPreview} onSelect={() => show(false)}>
              {t`Write`}
            </Tab>
            <Tab id={`${id}-preview`} isSelected={isPreview} onSelect={() => show(true)}>
              {t`Preview`}
            </Tab>
          </div>
          <markdown-toolbar
            for={id}
            aria-label={t`Formatting`}
            className={styles.tools}
            hidden={isPreview}
          >
            <FormatButtons />
            <PickImage onPick={add} />
          </markdown-toolbar>
        </div>
      )}
      <UploadList {...uploads} />
    </>
  );
}

type TabProps = { id: string; isSelected: boolean; onSelect: () => void; children: string };

function Tab({ id, isSelected, onSelect, children }: TabProps) {
  const move = ({ key, currentTarget }: KeyboardEvent) => {
    const other = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling;
    if (key.startsWith("Arrow") && other instanceof HTMLElement) other.click();
  };
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      className={styles.tab}
      onClick={onSelect}
      onKeyDown={move}
    >
      {children}
    </button>
  );
}

/** Shapes on the same grid as those of `Icon`. */
const SHAPES = {
  bold: "M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z",
  italic: "M10.500 5h6M7.500 19h6M13.500 5l-3 14",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  quote: "M5 6v12M9.500 8h10M9.500 12h10M9.500 16h6",
  code: "M8.500 7.500 4 12l4.500 4.500M15.500 7.500 20 12l-4.500 4.500",
  list: "M9.500 6.500h10M9.500 12h10M9.500 17.500h10M5 6.500h.01M5 12h.01M5 17.500h.01",
  image:
    "M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 5M15.500 10a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
};

function FormatButtons() {
  const buttons = [
    ["bold", "bold", t`Bold`],
    ["italic", "italic", t`Italic`],
    ["link", "link", t`Link`],
    ["quote", "quote", t`Block quote`],
    ["code", "code", t`Code`],
    ["unordered-list", "list", t`List`],
  ] as const;
  return buttons.map(([style, shape, label]) => (
    <button
      key={style}
      type="button"
      data-md-button={style}
      // The toolbar moves the focus between its buttons.
      tabIndex={-1}
      className={styles.tool}
      aria-label={label}
      title={[label, keyOf(style)].filter(Boolean).join(" · ")}
    >
      <Icon name={{ shape: SHAPES[shape] }} />
    </button>
  ));
}

function PickImage({ onPick }: { onPick: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        data-md-button=""
        tabIndex={-1}
        className={styles.tool}
        aria-label={t`Add pictures`}
        title={t`Add pictures. You can also paste or drop them.`}
        onClick={() => input.current?.click()}
      >
        <Icon name={{ shape: SHAPES.image }} />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join()}
        aria-label={t`Pictures`}
        onChange={({ target }) => {
          onPick(target.files ?? []);
          target.value = "";
        }}
      />
    </>
  );
}

/** A file name as alternative text, without Markdown characters. */
function altOf(name: string): string {
  return name
    .replace(/\.\w+$/, "")
    .replaceAll(/[[\]\\`*_<>|]/g, " ")
    .trim();
}
