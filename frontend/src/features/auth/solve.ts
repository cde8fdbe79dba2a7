import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

export type Challenge = { challenge: string; bits: number };

/**
 * Finds the first number for which the SHA-256 of `challenge:number` begins with this many zero bits.
 * Not with WebCrypto: a promise for each of a million hashes takes longer than the hash.
 */
export function solve({ challenge, bits }: Challenge): string {
  const prefix = sha256.create().update(utf8ToBytes(`${challenge}:`));
  let number = 0;
  while (
    zeroBits(
      prefix
        .clone()
        .update(utf8ToBytes(String(number)))
        .digest(),
    ) < bits
  )
    number++;
  return String(number);
}

function zeroBits(hash: Uint8Array): number {
  const whole = hash.findIndex((byte) => byte !== 0);
  return whole < 0 ? hash.length * 8 : whole * 8 + Math.clz32(hash[whole] ?? 0) - 24;
}
