import type { LoginUser } from "../src/api/types.ts";

const PASSWORD = "correct horse";

/** The API as one member, for the setup of tests. */
function speak(origin: string, token?: string) {
  const send =
    (method: string) =>
    async <T>(path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          Accept: "application/json",
          // A process that waits for the processor sees too late that the server ended a connection.
          Connection: "close",
          "Content-Type": "application/json",
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (text ? JSON.parse(text) : undefined) as T;
    };
  return { get: send("GET"), post: send("POST"), put: send("PUT"), delete: send("DELETE") };
}

export type Account = Awaited<ReturnType<typeof logIn>>;

/** Registers with the API; the registration screens have their own tests. */
export async function register(origin: string, username: string): Promise<Account> {
  const body = { username, password: PASSWORD, confirmPassword: PASSWORD, user_image: "" };
  await speak(origin).post("/register", body);
  return logIn(origin, { username, password: PASSWORD });
}

export async function logIn(origin: string, credentials: { username: string; password: string }) {
  const answer = await speak(origin).post<{ token: string; user: LoginUser }>(
    "/login",
    credentials,
  );
  return { ...credentials, ...answer, id: answer.user.id, api: speak(origin, answer.token) };
}

/** The browser storage after a login. */
export function kept({ token, user }: Account) {
  return [
    { name: "token", value: token },
    { name: "user", value: JSON.stringify(user) },
  ];
}
