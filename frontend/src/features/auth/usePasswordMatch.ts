import { t } from "@lingui/core/macro";
import { useState } from "react";

/** Compares the new password of a form with its confirmation. */
export function usePasswordMatch() {
  const [isMismatch, setMismatch] = useState(false);
  return {
    error: isMismatch ? t`Password & Confirm Password do not match.` : undefined,
    check(data: FormData): boolean {
      const isMatch = data.get("password") === data.get("confirmPassword");
      setMismatch(!isMatch);
      return isMatch;
    },
  };
}
