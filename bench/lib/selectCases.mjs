/** Returns the named cases, or all if no name is given. */
export function selectCases(cases, names) {
  const unknown = names?.filter((name) => !cases.some((one) => one.name === name)) ?? [];
  const known = cases.map((one) => one.name).join(", ");
  if (unknown.length) throw new Error(`unknown case ${unknown.join(", ")}; known cases: ${known}`);
  return cases.filter((one) => names?.includes(one.name) ?? true);
}
