/**
 * The interface through which the keys of mandates' signers are found, and its implementation for platforms'
 * profiles.
 */

import type { Cancellation } from "../time/cancellation.js";
import { isObject, own } from "../json/members.js";
import { findKey } from "../signature/find-key.js";
import type { PlatformProfiles } from "../server/platforms.js";
import type { MandatePlatform } from "../commerce/mandate/mandate-verifier.js";

/** The claimed signer of a mandate. Nothing is verified yet, except the platform if its request is signed. */
export interface MandateSigner {
  readonly platform: MandatePlatform;
  /** `kid` of the mandate's header. */
  readonly keyId: string;
  /** `iss` of the mandate, if it is a string. */
  readonly issuer: string | undefined;
  readonly signal: Cancellation;
}

/**
 * Returns the JWKs that may sign mandates for this platform, or a promise of them: those of its profile, or of an
 * issuer that the business trusts.
 */
export type MandateKeys = (signer: MandateSigner) => unknown;

/**
 * Finds the keys of mandates (§1.8) in the `signing_keys` of the platform's profile, which is fetched again for an
 * unknown key (§5.4).
 * @example
 * ```ts
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/jose";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 *
 * declare const profile: { readonly signing_keys: readonly object[] };
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
 * const keysFor = platformKeys(platforms);
 * const mandates = jwsMandateVerifier({ keysFor, signingKeys: profile.signing_keys });
 * ```
 */
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
    // Several keys have the id; the current profile may have only one.
    return false;
  }
}

function signingKeysOf(profile: unknown): unknown {
  return isObject(profile) ? own(profile, "signing_keys") : undefined;
}
