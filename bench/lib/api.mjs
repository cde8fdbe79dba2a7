// The API as a member, for what is no load of its own.

/** Registers a member; returns the token. */
export async function signUp(base, username) {
  const password = "correct horse battery";
  await post(base, "/register", "", { username, password, confirmPassword: password });
  return (await post(base, "/login", "", { username, password })).token;
}

/** Requests as a member, with a body if there is one; returns the answer's. */
export const get = (base, path, token) => request("GET", base, path, token);
export const put = (base, path, token, body) => request("PUT", base, path, token, body);
export const post = (base, path, token, body) => request("POST", base, path, token, body);

async function request(method, base, path, token, body) {
  const authorization = token ? { Authorization: `Bearer ${token}` } : {};
  const headers = { "Content-Type": "application/json", ...authorization };
  const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The median and the 99th percentile of milliseconds. */
export function percentiles(times) {
  const sorted = times.toSorted((one, another) => one - another);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), p99: at(0.99) };
}
