/** The interface through which verifiers find a signer's keys, and its implementation for a profile. */

import { ProtocolError } from "../error/index.js";
import { isObject, own } from "../json/members.js";
import { findKey } from "./find-key.js";
import { importPublicKey } from "./import-key.js";
import type { WebKey } from "./web-crypto.js";

export interface VerificationKeys {
  /** @throws ProtocolError `key_not_found`, `algorithm_unsupported`, or whatever fetching a profile throws */
  keyFor(kid: string): Promise<WebKey>;
}

/**
 * Finds keys in a signer's profile. An unknown key may be newer than the profile (§5.4: add the key, then sign with
 * it), so the profile is refreshed once.
 * @param refresh returns the profile as it is published now, or the same one if it was just fetched
 */
export function keysOf(profile: unknown, refresh?: () => Promise<unknown>): VerificationKeys {
  let fresh: Promise<unknown> | undefined;

  async function freshKey(kid: string): Promise<unknown> {
    if (refresh === undefined) return undefined;
    fresh ??= refresh();
    return findKey(signingKeysOf(await fresh), kid);
  }

  return {
    keyFor: async (kid) => {
      const jwk = findKey(signingKeysOf(profile), kid) ?? (await freshKey(kid));
      if (jwk === undefined) throw new ProtocolError("key_not_found");
      return importPublicKey(jwk);
    },
  };
}

function signingKeysOf(profile: unknown): unknown {
  return isObject(profile) ? own(profile, "signing_keys") : undefined;
}
