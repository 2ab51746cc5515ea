/** Where a verifier finds the signer's keys: a port, and the keys of a profile behind it. */

import { ProtocolError } from "../error/index.js";
import { isObject, own } from "../json/members.js";
import { findKey } from "./find-key.js";
import { importPublicKey } from "./import-key.js";
import type { WebKey } from "./web-crypto.js";

export interface VerificationKeys {
  /** @throws ProtocolError key_not_found, algorithm_unsupported, or what fetching a profile throws */
  keyFor(kid: string): Promise<WebKey>;
}

/**
 * The keys of a signer's profile. A key that is not there may be newer than the profile (§5.4: add the
 * key, then sign with it): then the profile is fetched again, once for these keys.
 *
 * @param refresh gives the profile as it is published now, or the same one where that was just fetched
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
