type Credentials = { username: string; password: string };

let credentials: Credentials | undefined;

/** What a new member has just chosen, for a sign-in by one press. In memory alone, until the form is left. */
export const newAccount = {
  get: () => credentials,
  set(chosen: Credentials | undefined) {
    credentials = chosen;
  },
};
