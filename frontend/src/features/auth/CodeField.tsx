import { t } from "@lingui/core/macro";
import { TextField } from "../../ui/fields";

type CodeFieldProps = { isRecovery: boolean; error?: string; autoFocus?: boolean };

/** A code of an authenticator app, or one of the recovery codes. */
export function CodeField({ isRecovery, ...rest }: CodeFieldProps) {
  return (
    <TextField
      key={String(isRecovery)}
      label={isRecovery ? t`Recovery code` : t({ message: "Code", context: "sign-in" })}
      name="code"
      autoComplete="one-time-code"
      inputMode={isRecovery ? "text" : "numeric"}
      autoCapitalize="characters"
      spellCheck={false}
      required
      {...rest}
      hint={isRecovery ? t`16 letters and digits, with or without dashes` : t`6 digits`}
    />
  );
}
