import { useEffect, useRef, type ComponentProps } from "react";
import { TextField } from "./fields";
import { lengthOf, roomLeft, tooLong } from "./length";
import type { FieldProps } from "./Select";

type Props = Omit<ComponentProps<"input">, "value" | "ref"> &
  FieldProps & { value: string; maxLength: number };

/** A line of text that counts near its limit. Longer text stays, but is not sent: nothing is cut unseen. */
export function LimitedField({ value, maxLength, error, hint, ...rest }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  const over = lengthOf(value.trim(), maxLength) - maxLength;
  const obstacle = tooLong(over);
  useEffect(() => ref.current?.setCustomValidity(obstacle ?? ""), [obstacle]);
  return (
    <TextField
      {...rest}
      ref={ref}
      value={value}
      error={obstacle ?? error}
      hint={roomLeft(-over, maxLength) ?? hint}
    />
  );
}
