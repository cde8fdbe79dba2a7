import { plural } from "@lingui/core/macro";

/** The characters left are shown once less than this share of the limit is left. */
const FEW_LEFT = 0.05;
const FEW_LEFT_OF_SHORT = 0.2;
const SHORT = 500;

/**
 * Counts code points, as the server does. Far from the limit it returns the UTF-16 length, which is never
 * less and is faster.
 */
export function lengthOf(text: string, maxLength: number): number {
  if (text.length <= maxLength - fewLeft(maxLength)) return text.length;
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
  return text.length - (pairs?.length ?? 0);
}

/** The error of a text that is `over` characters too long. */
export function tooLong(over: number): string | undefined {
  if (over <= 0) return undefined;
  return plural(over, { one: "# character too many", other: "# characters too many" });
}

/** The hint of a text with room for few more characters. */
export function roomLeft(room: number, maxLength: number): string | undefined {
  if (room >= fewLeft(maxLength)) return undefined;
  return plural(room, { one: "# character left", other: "# characters left" });
}

function fewLeft(maxLength: number): number {
  return maxLength * (maxLength > SHORT ? FEW_LEFT : FEW_LEFT_OF_SHORT);
}
