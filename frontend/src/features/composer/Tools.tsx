import { t } from "@lingui/core/macro";
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { Icon, Shape } from "../../ui/Icon";
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

const SHAPES = {
  bold: "M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z",
  italic: "M10.5 5h6M7.5 19h6M13.5 5l-3 14",
  quote: "M5 6v12M9.5 8h10M9.5 12h10M9.5 16h6",
  code: "M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5",
  "unordered-list": "M9.5 6.5h10M9.5 12h10M9.5 17.5h10M5 6.5h.01M5 12h.01M5 17.5h.01",
};

const MIRRORED = new Set(["quote", "unordered-list"]);

function FormatButtons() {
  const buttons = [
    ["bold", t`Bold`],
    ["italic", t`Italic`],
    ["link", t`Link`],
    ["quote", t`Block quote`],
    ["code", t`Code`],
    ["unordered-list", t`List`],
  ] as const;
  return buttons.map(([style, label]) => (
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
      {style === "link" ? (
        <Icon name="link" />
      ) : (
        <Shape d={SHAPES[style]} isMirrored={MIRRORED.has(style)} />
      )}
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
        <Icon name="image" />
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
