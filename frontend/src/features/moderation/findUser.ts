type Action = "promotion" | "demotion" | "ban" | "unban";

/** Logs a name that is not in the list to the console, as the spec requires. */
export function findUser<T extends { username: string }>(
  users: T[] | undefined,
  username: string,
  action: Action,
): T | undefined {
  const user = users?.find((one) => one.username === username);
  // oxlint-disable-next-line no-console -- the spec's own line
  if (!user) console.error(`User not found for ${action}`, username);
  return user;
}
