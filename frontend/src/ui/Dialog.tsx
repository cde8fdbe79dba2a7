import { t } from "@lingui/core/macro";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Button } from "./Button";
import styles from "./Dialog.module.css";
import { focusHeading } from "./focus";
import { modalContainer } from "./ModalContainer";
import { Notification, openDialogs } from "./Notification";

type Props = {
  title: string;
  /** The id of the element that screen readers read with the title. */
  describedBy?: string;
  onClose: () => void;
  children?: ReactNode;
  actions?: ReactNode;
  /** Almost as wide as the window, for pictures and comparisons. */
  isWide?: boolean;
};

/** A modal dialog, rendered into the container in the navigation bar. */
export function Dialog(props: Props) {
  const container = modalContainer.use();
  return container && createPortal(<Modal {...props} />, container);
}

/** The browser traps the focus; on close it returns to the opener, or to the screen's heading. */
function Modal({ title, describedBy, onClose, children, actions, isWide }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    openDialogs.set([...openDialogs.get(), titleId]);
    return () => {
      openDialogs.set(openDialogs.get().filter((id) => id !== titleId));
      dialog?.close();
      if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected)
        opener.focus();
      else focusHeading();
    };
  }, [titleId]);
  return (
    <dialog
      ref={ref}
      className={`${styles.dialog} ${isWide ? styles.wide : ""}`}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className={styles.actions}>
        {actions ?? (
          <Button variant="primary" onClick={onClose}>
            {t`Close`}
          </Button>
        )}
      </div>
      <Notification dialog={titleId} />
    </dialog>
  );
}
