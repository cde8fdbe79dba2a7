import { createHmac } from "node:crypto";
import type { Account } from "./api.ts";

const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an app shows by RFC 6238, this many steps of 30 seconds from now. */
export function totp(secret: string, steps = 0): string {
  const bits = [...secret].map((sign) => BASE_32.indexOf(sign).toString(2).padStart(5, "0"));
  const key = bits.join("").match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", Buffer.from(key.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const code = (hash.readUInt32BE(hash[19]! & 15) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, "0");
}

/** Puts a second step in force; returns its secret and the recovery codes. The code of now is spent. */
export async function protect({ id, password, api }: Account) {
  const path = `/api/user/${id}/totp`;
  const { secret } = await api.post<{ secret: string }>(path, { password });
  const body = { code: totp(secret) };
  const { recoveryCodes } = await api.put<{ recoveryCodes: string[] }>(path, body);
  return { secret, recoveryCodes };
}
