type Credentials = { username: string; password: string };

let credentials: Credentials | undefined;

/** What a new member has just chosen, for the sign-in that follows. In memory alone, until the form is left. */
export const newAccount = {
  get: () => credentials,
  set(chosen: Credentials | undefined) {
    credentials = chosen;
  },
};
