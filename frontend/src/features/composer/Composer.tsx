import { t } from "@lingui/core/macro";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
} from "react";
import fields from "../../ui/fields.module.css";
import { Field, split, type FieldProps } from "../../ui/Select";
import { grow } from "../../ui/grow";
import { lengthOf, roomLeft, tooLong } from "../../ui/length";
import { createStore } from "../../ui/store";
import { sendOnCtrlEnter } from "./submit";
import styles from "./Composer.module.css";
import "./elements";

type Parts = typeof import("./parts");
const loadedParts = createStore<Parts | undefined>(undefined);

const ROWS = 5;

type Props = Omit<ComponentProps<"textarea">, "value" | "maxLength" | "onChange" | "onInput"> &
  FieldProps & {
    value: string;
    maxLength: number;
    onText: (text: string) => void;
    /** Hides the toolbar, for a box that has not been used yet. */
    isCompact?: boolean;
  };

/**
 * The box in which all text is written: Markdown, with tools, preview, suggestions and pictures that
 * load after it is drawn, or for a compact box when it is first focused. Where they can't load, it is a plain
 * text box.
 */
export function Composer(props: Props) {
  const [own, { value, maxLength, onText, isCompact = false, ref, ...rest }] = split(props);
  const parts = loadedParts.use();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isUploading, setIsUploading] = useState(false);
  // The previewed text. When the text changes, for example after sending, the preview closes.
  const [previewed, setPreviewed] = useState<string>();
  const [shownError, setShownError] = useState<string>();
  if (own.error !== shownError) {
    setShownError(own.error);
    // Close the preview: a hidden box can't take the focus.
    setPreviewed(undefined);
  }
  const isPreview = previewed === value;
  const over = lengthOf(value, maxLength) - maxLength;
  const problem = own.error ?? tooLong(over);
  const obstacle = isUploading ? t`Wait until the picture is uploaded.` : (tooLong(over) ?? "");
  useEffect(() => box.current?.setCustomValidity(obstacle), [obstacle]);
  useLayoutEffect(() => grow(box.current));
  const setBox = (element: HTMLTextAreaElement | null) => {
    box.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  };
  const load = () => void loadParts();
  // A box that is open shows its tools, a line of its own would be an empty strip.
  useEffect(() => {
    if (!isCompact) void loadParts();
  }, [isCompact]);
  const bar = { box, value, isPreview, onPreview: setPreviewed, onUploading: setIsUploading };
  return (
    <Field {...own} error={problem} hint={own.hint ?? roomLeft(-over, maxLength)}>
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
              // As in TextArea.
              placeholder=" "
              onKeyDown={sendOnCtrlEnter}
              {...field}
              {...rest}
              ref={setBox}
              className={`${fields.control} ${fields.text} ${styles.box}`}
              value={value}
              // `onChange` misses what scripts write into the box.
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
    // The plain box still works; the next focus tries again.
  }
}
