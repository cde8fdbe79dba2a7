import { useEffect, type RefObject } from "react";

/** Focuses the only field of a form when it gets an error, unless the focus is outside the form. */
export function useFocusOnError(
  field: RefObject<HTMLTextAreaElement | null>,
  error: string | undefined,
): void {
  useEffect(() => {
    const { activeElement, body } = document;
    const isHere = activeElement === body || field.current?.form?.contains(activeElement);
    if (error && isHere) field.current?.focus();
  }, [field, error]);
}
