import { t } from "@lingui/core/macro";
import { useId, type ReactNode } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Form } from "./Form";

type Props = {
  title: string;
  action: string;
  isPending: boolean;
  onSubmit: (data: Record<string, string>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog that is a form; its buttons are Cancel and the action. */
export function FormDialog({ title, action, isPending, onSubmit, onClose, children }: Props) {
  const form = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={form} variant="primary" aria-disabled={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        isPending={isPending}
        onSubmit={(data) => onSubmit(Object.fromEntries(data) as Record<string, string>)}
      >
        {children}
      </Form>
    </Dialog>
  );
}
