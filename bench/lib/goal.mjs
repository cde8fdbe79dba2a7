// Goals of a benchmark: a limit beside what was measured.

export function atLeast(name, limit, value, text) {
  return { name, limit, value, text, sign: "≥", isMet: value >= limit };
}

export function atMost(name, limit, value, text) {
  return { name, limit, value, text, sign: "≤", isMet: value <= limit };
}
