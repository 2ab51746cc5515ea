/** Where the keys of who signs mandates are found: a port, and platforms' profiles behind it. */

import type { Cancellation } from "../../idempotency/index.js";
import { isObject, own } from "../../json/members.js";
import { findKey } from "../../signature/find-key.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { MandatePlatform } from "../mandate-verifier.js";

/** Who is said to have signed a mandate: nothing of it is verified yet but the platform, if its request is signed. */
export interface MandateSigner {
  readonly platform: MandatePlatform;
  /** `kid` of the mandate's header. */
  readonly keyId: string;
  /** Its `iss`, where it is text. */
  readonly issuer: string | undefined;
  readonly signal: Cancellation;
}

/**
 * Gives the JWKs of who may sign mandates for this platform, or a promise of them: those of its profile, or those of
 * an issuer whom the business trusts.
 */
export type MandateKeys = (signer: MandateSigner) => unknown;

/** The `signing_keys` of the platform's profile, which is fetched again for a key that it does not have (§5.4). */
export function platformKeys(platforms: PlatformProfiles): MandateKeys {
  return async ({ platform: { profile: url }, keyId, signal }) => {
    if (url === undefined) return undefined;
    const known = signingKeysOf((await platforms.get(url, { signal })).profile);
    if (hasKey(known, keyId) || platforms.refresh === undefined) return known;
    return signingKeysOf((await platforms.refresh(url, { signal })).profile);
  };
}

function hasKey(signingKeys: unknown, keyId: string): boolean {
  try {
    return findKey(signingKeys, keyId) !== undefined;
  } catch {
    // Several: the profile as it is now may have one.
    return false;
  }
}

function signingKeysOf(profile: unknown): unknown {
  return isObject(profile) ? own(profile, "signing_keys") : undefined;
}
