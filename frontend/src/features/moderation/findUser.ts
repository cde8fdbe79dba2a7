type Action = "promotion" | "ban" | "unban";

/** A name that is not in the list is only told to the console, as the spec has it. */
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
