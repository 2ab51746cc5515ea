/** API keys that the business issued (§4.8, §5.2), in `X-API-Key`. */

import {
  type Check,
  challenge,
  DEFAULT_REALM,
  type Found,
  principalOf,
  unauthorized,
} from "./check.js";
import { sha256Hex, sameDigest } from "../digest/sha256.js";

/** Receives the key's SHA-256 as 64 hexadecimal digits, so that only digests need to be stored. */
export type KeyLookup = (digest: string) => Found | Promise<Found>;

/** By client id: one key, or several, so that a key can be replaced. */
export type ApiKeys = Readonly<Record<string, string | readonly string[]>>;

export type ApiKeyOptions = (
  | { readonly keys: ApiKeys; readonly lookup?: undefined }
  | { readonly lookup: KeyLookup; readonly keys?: undefined }
) & { readonly realm?: string | undefined };

const HEADER = "x-api-key";
/** Visible ASCII. A comma would mean that two fields were joined. */
const KEY = /^[\x21-\x2b\x2d-\x7e]{1,1024}$/;

/**
 * Creates a check of keys in `X-API-Key` (§5.2). The principal is the client that has the key.
 * @throws TypeError if a key cannot be sent in a header, or two clients share one
 * @example
 * ```ts
 * import { anyOf, apiKey, open } from "@proto-gen/runtime/auth";
 *
 * // Two keys while the platform replaces one of them.
 * const keys = { "agent.example": ["key_2026_4f9c1b07", "key_2027_d03e55aa"] };
 * const authentication = anyOf(apiKey({ keys }), open());
 * ```
 */
export function apiKey({ keys, lookup, realm = DEFAULT_REALM }: ApiKeyOptions): Check {
  // RFC 9110 §15.5.2 requires a challenge with every 401, but no scheme is registered for keys.
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
    // Always compare all digests, so that the time reveals nothing.
    for (const [id, own] of await digests) if (sameDigest(own, digest)) found = id;
    return found === undefined ? undefined : { id: found };
  };
}

/** Messages never contain a key. */
function requireUsable(pairs: readonly (readonly [string, string])[]): void {
  for (const [id, key] of pairs) {
    if (!KEY.test(key))
      throw new TypeError(`apiKey: the key of ${id} must be visible ASCII without commas`);
  }
  if (new Set(pairs.map(([, key]) => key)).size < pairs.length)
    throw new TypeError("apiKey: two clients share one API key");
}

async function digestOf(key: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(key));
}
