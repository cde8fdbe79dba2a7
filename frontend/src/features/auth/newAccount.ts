type NewAccount = { username: string; password: string; hasCodes: boolean };

let account: NewAccount | undefined;

/** What a new member has just chosen, for a sign-in by one press. In memory alone, until the form is left. */
export const newAccount = {
  get: () => account,
  set(created: NewAccount | undefined) {
    account = created;
  },
};
