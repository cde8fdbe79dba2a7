/** The cases of the names given; all without any. */
export function chosen(cases, names) {
  const unknown = names?.filter((name) => !cases.some((one) => one.name === name)) ?? [];
  const known = cases.map((one) => one.name).join(", ");
  if (unknown.length) throw new Error(`no case ${unknown.join(", ")}; there are: ${known}`);
  return cases.filter((one) => names?.includes(one.name) ?? true);
}
