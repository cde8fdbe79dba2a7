import { t } from "@lingui/core/macro";
import { notifyFailure } from "../../api/refusal";
import type { components } from "../../api/schema";
import { statusOf } from "../../error";
import { notify } from "../../ui/notify";
import { notifyRateLimited } from "./useLogin";

export type PasskeyOptions = components["schemas"]["PasskeyOptions"];
/** What the server reads of a credential. */
export type CredentialJson = { [member: string]: unknown };

/** Whether this browser makes passkeys for the address that it shows: one with a name, not with a number. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(location.hostname);
  return !isNumber && "PublicKeyCredential" in window && "toJSON" in PublicKeyCredential.prototype;
}

/** Whether the browser offers passkeys where it fills in the name. */
export async function canAutofill(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Makes a passkey on this device or one beside it, after asking the member. */
export async function createPasskey(options: PasskeyOptions): Promise<CredentialJson> {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/** Lets the visitor choose a passkey: in a dialog, or where the browser fills in the name. */
export async function choosePasskey(
  options: PasskeyOptions,
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<CredentialJson> {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return jsonOf(await navigator.credentials.get({ publicKey, mediation, signal }));
}

function jsonOf(credential: Credential | null): CredentialJson {
  return (credential as PublicKeyCredential).toJSON() as unknown as CredentialJson;
}

/** Says what the browser or the server refused. */
export function notifyPasskeyFailure(message: string, error: unknown): void {
  if (!(error instanceof DOMException)) {
    if (!notifyRateLimited(error)) notifyFailure(message, error);
    return;
  }
  notify({ message, detail: reasonOf(error), type: "error" });
}

function reasonOf({ name }: DOMException): string {
  switch (name) {
    case "NotAllowedError":
      return t`It was cancelled or took too long. Try again.`;
    case "InvalidStateError":
      return t`This device has a passkey of your account already.`;
    case "SecurityError":
      return t`Passkeys do not work at this address.`;
    default:
      return t`Your browser or device refused. Try another one.`;
  }
}

/** Whether the server knows the visitor, and bans them. */
export const isBan = (error: unknown): boolean => statusOf(error) === 403;
