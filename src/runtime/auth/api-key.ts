/** Keys that the business has allocated (§4.8, §5.2), in `X-API-Key`. */

import { sha256Hex } from "../digest/sha256-hex.js";
import { challenge, DEFAULT_REALM, unauthorized } from "./challenge.js";
import type { Check } from "./check.js";
import { principalOf, type Found } from "./principal.js";
import { sameDigest } from "./same-digest.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** In: the key's SHA-256, in 64 hexadecimal digits: who stores these cannot lose the keys. */
export type KeyLookup = (digest: string) => Found | Promise<Found>;

/** By the id of whoever has it: one key, or several, of which the older is still accepted. */
export type ApiKeys = Readonly<Record<string, string | readonly string[]>>;

export type ApiKeyOptions = (
  | { readonly keys: ApiKeys; readonly lookup?: never }
  | { readonly lookup: KeyLookup; readonly keys?: never }
) & { readonly realm?: string | undefined };

const HEADER = "x-api-key";
/** Visible ASCII. A comma would be two fields that were joined into one. */
const KEY = /^[\x21-\x2b\x2d-\x7e]{1,1024}$/;

/** @throws TypeError for a key that no header can carry, or that two have */
export function apiKey({ keys, lookup, realm = DEFAULT_REALM }: ApiKeyOptions): Check {
  // RFC 9110 §15.5.2 wants a challenge with every 401, and no scheme is registered for keys.
  const challenges = [challenge("ApiKey", { realm })];
  const identify = lookup ?? lookupIn(keys);
  return {
    challenges,
    async authenticate({ request }) {
      const sent = request.headers.get(HEADER);
      if (sent === null) return undefined;
      if (!KEY.test(sent)) throw unauthorized(challenges);
      const identity = await identify(await digestOf(sent));
      if (!identity) throw unauthorized(challenges);
      return principalOf("api_key", identity);
    },
  };
}

function lookupIn(keys: ApiKeys): KeyLookup {
  const pairs = Object.entries(keys).flatMap(([id, own]) =>
    (typeof own === "string" ? [own] : own).map((key) => [id, key] as const),
  );
  requireUsable(pairs);
  let digests: Promise<readonly (readonly [string, string])[]> | undefined;
  return async (digest) => {
    digests ??= Promise.all(pairs.map(async ([id, key]) => [id, await digestOf(key)] as const));
    let found: string | undefined;
    // To the end: the time says neither whether there is one nor which.
    for (const [id, own] of await digests) if (sameDigest(own, digest)) found = id;
    return found === undefined ? undefined : { id: found };
  };
}

/** The keys themselves are never shown. */
function requireUsable(pairs: readonly (readonly [string, string])[]): void {
  for (const [id, key] of pairs) {
    if (!KEY.test(key))
      throw new TypeError(`apiKey: the key of ${id} is not visible ASCII without commas`);
  }
  if (new Set(pairs.map(([, key]) => key)).size < pairs.length)
    throw new TypeError("apiKey: two have the same key");
}

async function digestOf(key: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(key));
}
