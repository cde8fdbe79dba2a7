import { TextField } from "../../ui/fields";

type Props = {
  label: string;
  name: string;
  autoComplete?: string;
  error?: string | undefined;
};

/** A field for a password, a new one unless said. */
export function Secret({ autoComplete = "new-password", ...rest }: Props) {
  return <TextField {...rest} type="password" autoComplete={autoComplete} required />;
}
