// Seeded random numbers, the same in every run.

/** mulberry32: small and good enough to pick pages. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Hashes a text to a seed. */
export function seedFrom(text) {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 7);
}

/** Random ids, picks and orders. */
export function seededRandom(seed) {
  const next = generator(seed);
  const below = (end) => Math.floor(next() * end);
  const shuffled = (list) => {
    const copy = [...list];
    for (let last = copy.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [copy[last], copy[other]] = [copy[other], copy[last]];
    }
    return copy;
  };
  return {
    /** 1 to `max`. */
    id: (max) => below(max) + 1,
    pick: (list) => list[below(list.length)],
    shuffled,
  };
}
