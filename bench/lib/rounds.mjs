// Interleaves candidates in rounds, so that other load on the machine affects all of them.
import { rounds } from "./settings.mjs";

/**
 * Measures each candidate `rounds` times, after a warm-up, or until the medians are enough; returns the medians by
 * candidate name.
 */
export async function measureInterleaved(candidates, areEnough, measure) {
  for (const candidate of candidates) await measure(candidate, 0);
  const samples = new Map(candidates.map((candidate) => [candidate, []]));
  let medians;
  for (let round = 1; round <= rounds && !(medians && areEnough(medians)); round++) {
    for (const candidate of rotated(candidates, round))
      samples.get(candidate).push(await measure(candidate, round));
    medians = Object.fromEntries(candidates.map((one) => [one.name, summary(samples.get(one))]));
  }
  return medians;
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function summary(samples) {
  const names = Object.keys(samples[0]);
  const medians = names.map((name) => [name, median(samples.map((sample) => sample[name]))]);
  const rates = samples.map((sample) => sample.perSecond);
  return {
    ...Object.fromEntries(medians),
    slowest: Math.min(...rates),
    fastest: Math.max(...rates),
    errors: samples.reduce((sum, sample) => sum + sample.errors, 0),
  };
}

export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
