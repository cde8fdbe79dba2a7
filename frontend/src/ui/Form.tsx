import { t } from "@lingui/core/macro";
import {
  createContext,
  use,
  useEffect,
  useRef,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from "react";
import { Button } from "./Button";
import styles from "./fields.module.css";

const Pending = createContext(false);

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** The data include the name and value of the pressed button. */
  onSubmit: (data: FormData, form: HTMLFormElement) => void;
  /** Ignores further submits while one is being sent. */
  isPending?: boolean;
};

/** A form of fields. The first invalid one gets the focus once errors come back from a submit. */
export function Form({ onSubmit, isPending = false, className = "", ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  // After each render, because the errors arrive some renders after the submit.
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!isSubmitted.current || !invalid || isPending) return;
    isSubmitted.current = false;
    invalid.focus();
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    isSubmitted.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    onSubmit(new FormData(event.currentTarget, submitter), event.currentTarget);
  };
  return (
    <Pending value={isPending}>
      <form
        {...rest}
        ref={form}
        className={`${styles.form} ${className}`}
        onSubmit={submit}
        onInput={() => (isSubmitted.current = false)}
      />
    </Pending>
  );
}

type ActionsProps = {
  /** The label of the primary button. */
  submit: string;
  disabled?: boolean;
  onCancel?: () => void;
  /** More buttons, after Cancel. */
  children?: ReactNode;
};

/** The footer of a form: the primary button, then Cancel. */
export function FormActions({ submit, disabled, onCancel, children }: ActionsProps) {
  const isPending = use(Pending);
  return (
    <div className={styles.actions}>
      {/* Not `disabled`, which would drop the focus. */}
      <Button type="submit" variant="primary" disabled={disabled} aria-disabled={isPending}>
        {submit}
      </Button>
      {onCancel && <Button onClick={onCancel}>{t`Cancel`}</Button>}
      {children}
    </div>
  );
}
