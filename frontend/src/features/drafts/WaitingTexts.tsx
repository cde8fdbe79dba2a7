import { t } from "@lingui/core/macro";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { focusHeading } from "../../ui/focus";
import { Shape } from "../../ui/Icon";
import { outbox, takeBack, type Waiting } from "./outbox";
import styles from "./WaitingTexts.module.css";

const CLOCK = "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2";

type Props = {
  /** The key of the form that they were written in; those of all forms without it. */
  of?: string;
  className?: string | undefined;
};

/** What the member wrote here without a connection. */
export function WaitingTexts({ of, className = "" }: Props) {
  const texts = outbox.use().filter(({ form }) => of === undefined || form.key === of);
  if (texts.length === 0) return null;
  return (
    <ul className={`${styles.texts} ${className}`} aria-label={t`Waiting to send`}>
      {texts.map((waiting) => (
        <li key={waiting.id} className={styles.text}>
          <WaitingText waiting={waiting} isElsewhere={of === undefined} />
        </li>
      ))}
    </ul>
  );
}

type TextProps = { waiting: Waiting; isElsewhere: boolean };

function WaitingText({ waiting, isElsewhere }: TextProps) {
  const { form, texts } = waiting;
  const navigate = useNavigate();
  const text = texts.text ?? texts.description ?? "";
  const title = texts.title ?? (isElsewhere ? form.about : "");
  function edit() {
    flushSync(() => takeBack(waiting));
    if (isElsewhere) return void navigate(form.to);
    [...document.querySelectorAll("textarea")].find(({ value }) => value === text)?.focus();
  }
  async function discard() {
    if (!(await confirm(t`Discard what you've written?`, t`Discard`, "destructive"))) return;
    outbox.remove(waiting.id);
    focusHeading();
  }
  return (
    <article>
      {title && (
        <h3 className={styles.title} dir="auto">
          {title}
        </h3>
      )}
      <p className={styles.words} dir="auto">
        {text}
      </p>
      <div className={styles.foot}>
        <span className={styles.state}>
          <Shape d={CLOCK} /> {t`Waiting to send`}
        </span>
        <span className={styles.tools}>
          <Button variant="ghost" icon="edit" onClick={edit}>
            {t`Edit`}
          </Button>
          <Button variant="ghost" icon="bin" onClick={() => void discard()}>
            {t`Discard`}
          </Button>
        </span>
      </div>
    </article>
  );
}
