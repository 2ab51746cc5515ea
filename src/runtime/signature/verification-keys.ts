/**
 * The interface through which verifiers find a signer's keys, and its implementation for a profile. Imported keys are
 * cached, since an import takes longer than a verification.
 */

import { ProtocolError } from "../error/protocol-error.js";
import { isObject, own } from "../json/members.js";
import { findKey, publicPointOf, requireCoordinates, unusable, type Point } from "./signing-key.js";
import { type WebKey, subtle } from "./web-crypto.js";
import { RecentMap } from "../bounds/recent-map.js";

/** Keyed by coordinates, not by object: fetching a profile again yields equal keys. */
const imported = new RecentMap<WebKey>(1_000);

/** @throws ProtocolError `algorithm_unsupported`, `key_not_found` */
export async function importPublicKey(jwk: unknown): Promise<WebKey> {
  const point = publicPointOf(jwk);
  const numbers = `${point.crv}.${point.x}.${point.y}`;
  const known = imported.get(numbers);
  if (known !== undefined) return known;
  const key = await importPoint(requireCoordinates(point));
  imported.set(numbers, key);
  return key;
}

/** The platform rejects points that are not on the curve. */
async function importPoint(point: Point): Promise<WebKey> {
  const algorithm = { name: "ECDSA", namedCurve: point.crv } as const;
  try {
    return await subtle().importKey("jwk", point, algorithm, true, ["verify"]);
  } catch (cause) {
    throw unusable("is not on its curve", cause);
  }
}

export interface VerificationKeys {
  /** @throws ProtocolError `key_not_found`, `algorithm_unsupported`, or whatever fetching a profile throws */
  keyFor(kid: string): Promise<WebKey>;
}

/**
 * Finds keys in a signer's profile. An unknown key may be newer than the profile (§5.4: add the key, then sign with
 * it), so the profile is refreshed once.
 * @param refresh returns the profile as it is published now, or the same one if it was just fetched
 * @example
 * ```ts
 * import { generateSigningKey, keysOf } from "@proto-gen/runtime/signature";
 *
 * const { publicKey } = await generateSigningKey({ kid: "agent_2026" });
 * const keys = keysOf({ signing_keys: [publicKey] });
 * (await keys.keyFor("agent_2026")).algorithm.namedCurve; // "P-256"
 * await keys.keyFor("agent_2025"); // throws ProtocolError
 * ```
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
