let short = 0;

/** Formats a figure; marks it and fails the run if it misses its limit. */
export function judged(text: string, good: boolean): string {
  if (!good) short += 1;
  return good ? text : `${text} (short)`;
}

export function nothingShort(): boolean {
  return short === 0;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The percentile: `share` of the values do not exceed it. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[at] ?? Number.NaN;
}

/** "median (least–most)", in whole milliseconds. */
export function spread(values: number[]): string {
  const ms = (value: number) => value.toFixed(0);
  return `${ms(median(values))} (${ms(Math.min(...values))}–${ms(Math.max(...values))})`;
}
