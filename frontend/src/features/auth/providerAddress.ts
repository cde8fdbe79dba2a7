/** Where a sign-in at a provider begins: an address of the server, no screen. */
export function providerAddress(id: string, next: string): string {
  return `/login/oidc/${id}?${new URLSearchParams({ next })}`;
}

const INVITE = "invite";

/** The code of the invitation that a visitor opened, to be found again after the way to a provider. */
export const keptInvite = {
  keep: (code: string | undefined) => code && sessionStorage.setItem(INVITE, code),
  get: () => sessionStorage.getItem(INVITE) ?? "",
  forget: () => sessionStorage.removeItem(INVITE),
};
