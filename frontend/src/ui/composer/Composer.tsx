import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef, useState, type ComponentProps, type CSSProperties } from "react";
import fields from "../fields.module.css";
import { Field, split, type Own } from "../Select";
import { createStore } from "../store";
import { sendOnCtrlEnter } from "../submit";
import styles from "./Composer.module.css";
import "./elements";

type Parts = typeof import("./parts");
const loadedParts = createStore<Parts | undefined>(undefined);

/** With less room left than this part of it, the box says how much. */
const FEW_LEFT = 0.05;

const ROWS = 5;

type Props = Omit<ComponentProps<"textarea">, "value" | "maxLength" | "onChange" | "onInput"> &
  Own & {
    value: string;
    maxLength: number;
    onText: (text: string) => void;
    /** Without the bar of tools: for a box that nobody writes in yet. */
    isCompact?: boolean;
  };

/**
 * The box in which all text is written: Markdown, with tools, preview, suggestions and pictures that
 * load when it is first focused. Until then, or where they can't load, it is a plain text box.
 */
export function Composer(props: Props) {
  const [own, { value, maxLength, onText, isCompact = false, ref, ...rest }] = split(props);
  const parts = loadedParts.use();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isUploading, setIsUploading] = useState(false);
  // Of this text: a change of it, such as by sending, leads back to writing.
  const [previewed, setPreviewed] = useState<string>();
  const [shownError, setShownError] = useState<string>();
  if (own.error !== shownError) {
    setShownError(own.error);
    // Before it gets the focus, which the hidden box of a preview can't have.
    setPreviewed(undefined);
  }
  const isPreview = previewed === value;
  const over = lengthOf(value, maxLength) - maxLength;
  const problem = own.error ?? tooLong(over);
  const obstacle = isUploading ? t`Wait until the picture is uploaded.` : (tooLong(over) ?? "");
  useEffect(() => box.current?.setCustomValidity(obstacle), [obstacle]);
  const setBox = (element: HTMLTextAreaElement | null) => {
    box.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  };
  const load = () => void loadParts();
  const bar = { box, value, isPreview, onPreview: setPreviewed, onUploading: setIsUploading };
  return (
    <Field {...own} error={problem} hint={own.hint ?? left(-over, maxLength)}>
      {(field) => (
        <div
          className={`${styles.composer} ${isCompact ? styles.compact : ""}`}
          style={{ "--rows": rest.rows ?? ROWS } as CSSProperties}
          onFocus={load}
          onDragEnter={load}
        >
          {/* As high as the tools that come into it, so that nothing moves. */}
          {!parts && !isCompact && <div className={styles.bar} />}
          {parts && <parts.Tools {...bar} id={field.id} isHidden={isCompact} />}
          <text-expander keys="@" hidden={isPreview}>
            <textarea
              rows={ROWS}
              dir="auto"
              onKeyDown={sendOnCtrlEnter}
              {...field}
              {...rest}
              ref={setBox}
              className={`${fields.control} ${fields.text} ${styles.box}`}
              value={value}
              // Not `onChange`, which misses what scripts write into the box.
              onInput={({ currentTarget }) => onText(currentTarget.value)}
              onInvalid={() => setPreviewed(undefined)}
              onKeyDownCapture={(event) => parts?.pressFormatKey(event)}
            />
          </text-expander>
          {parts && isPreview && <parts.Preview text={value} />}
        </div>
      )}
    </Field>
  );
}

async function loadParts() {
  try {
    if (!loadedParts.get()) loadedParts.set(await import("./parts"));
  } catch {
    // The box is as good as before; the next focus tries again.
  }
}

/**
 * In characters as the server counts them. Far from the limit the number of UTF-16 units will do: it
 * is never less.
 */
function lengthOf(text: string, maxLength: number): number {
  if (text.length <= maxLength * (1 - FEW_LEFT)) return text.length;
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
  return text.length - (pairs?.length ?? 0);
}

function tooLong(over: number): string | undefined {
  if (over <= 0) return undefined;
  return plural(over, { one: "# character too many", other: "# characters too many" });
}

function left(room: number, maxLength: number): string | undefined {
  if (room >= maxLength * FEW_LEFT) return undefined;
  return plural(room, { one: "# character left", other: "# characters left" });
}
