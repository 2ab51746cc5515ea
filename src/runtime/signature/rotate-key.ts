/**
 * Rotates the keys in a profile (§5.4). Profiles are not modified: publish the new one that is returned.
 *
 * A profile cannot record when a key was retired, so that is separate plain data for you to store.
 */

import { isObject, own, type Members } from "../json/members.js";
import { keptTime } from "../time/time.js";
import { findKey, publicPointOf, requireCoordinates, type PublicJwk } from "./signing-key.js";

/** A profile with keys, whatever their declared type. */
export type Keyed<Profile extends object> = Profile & { readonly signing_keys: readonly object[] };

/** A key that no longer signs, and still verifies its earlier signatures. */
export interface RetiredKey {
  readonly kid: string;
  /** RFC 3339. */
  readonly removeAfter: string;
}

export interface Rotation<Profile extends object> {
  /** Publish this before the new key signs. */
  readonly profile: Keyed<Profile>;
  /** The id of the key to sign with from now on. */
  readonly signWith: string;
  readonly retired: readonly RetiredKey[];
}

export interface RotateOptions {
  /** The new public key, with a new `kid`. */
  readonly key: PublicJwk;
  /** The `retired` of the previous rotation. Default: none. */
  readonly retired?: readonly RetiredKey[] | undefined;
  /** Days for which retired keys stay published, at least 7. Default: 7. */
  readonly graceDays?: number | undefined;
  readonly now: Date;
}

const LEAST_GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Adds a signing key and retires all others (§5.4). For profiles without a `KeySchedule`.
 * @throws TypeError if the id or the key is already in use; RangeError if `graceDays` is too small; ProtocolError if
 * `key` is not a usable public key
 * @example
 * ```ts
 * import { generateSigningKey, rotateKey } from "@proto-gen/runtime/signature";
 *
 * const [old, next] = [await generateSigningKey({ kid: "k1" }), await generateSigningKey({ kid: "k2" })];
 * const profile = { signing_keys: [old.publicKey] };
 * const rotation = rotateKey(profile, { key: next.publicKey, now: new Date("2026-01-01") });
 * rotation.signWith; // "k2"
 * rotation.retired; // [{ kid: "k1", removeAfter: "2026-01-08T00:00:00.000Z" }]
 * ```
 */
export function rotateKey<Profile extends object>(
  profile: Profile,
  { key, retired = [], graceDays = LEAST_GRACE_DAYS, now }: RotateOptions,
): Rotation<Profile> {
  // Not `<`, which NaN would pass.
  if (!(graceDays >= LEAST_GRACE_DAYS))
    throw new RangeError(
      `graceDays must be at least ${LEAST_GRACE_DAYS}: retired keys stay published that long (§5.4)`,
    );
  const keys = keysIn(profile);
  const removeAfter = new Date(now.getTime() + graceDays * DAY_MS).toISOString();
  const known = new Set(retired.map(({ kid }) => kid));
  const newlyRetired = keys.map(kidOf).filter((kid) => !known.has(kid));
  return {
    profile: { ...profile, signing_keys: [...keys, checked(key, keys)] },
    signWith: key.kid,
    retired: [...retired, ...newlyRetired.map((kid) => ({ kid, removeAfter }))],
  };
}

/**
 * The ids of retired keys whose time is over.
 * @throws TypeError if a time cannot be parsed
 */
export function keysDue(retired: readonly RetiredKey[], now: Date): readonly string[] {
  return retired
    .filter(({ removeAfter }) => keptTime("removeAfter", removeAfter) <= now.getTime())
    .map(({ kid }) => kid);
}

/**
 * Removes retired keys whose time is over (§5.4) from a profile and from the stored list.
 * @throws TypeError if a time cannot be parsed
 * @example
 * ```ts
 * import { removeDueKeys } from "@proto-gen/runtime/signature";
 *
 * const profile = { signing_keys: [{ kid: "k1" }, { kid: "k2" }] };
 * const retired = [{ kid: "k1", removeAfter: "2026-01-08T00:00:00Z" }];
 * const left = removeDueKeys(profile, retired, new Date("2026-01-09"));
 * left.profile.signing_keys; // [{ kid: "k2" }]
 * ```
 */
export function removeDueKeys<Profile extends object>(
  profile: Profile,
  retired: readonly RetiredKey[],
  now: Date,
): { readonly profile: Keyed<Profile>; readonly retired: readonly RetiredKey[] } {
  const due = keysDue(retired, now);
  const stays = (kid: string): boolean => !due.includes(kid);
  return {
    profile: { ...profile, signing_keys: keysIn(profile).filter((key) => stays(kidOf(key))) },
    retired: retired.filter(({ kid }) => stays(kid)),
  };
}

/**
 * Replaces a compromised key immediately (§5.4). Verifiers with a cached profile accept it until they fetch the new
 * one.
 * @throws TypeError if the replacement's id is already in use
 * @example
 * ```ts
 * import { generateSigningKey, revokeKey } from "@proto-gen/runtime/signature";
 *
 * const { publicKey } = await generateSigningKey({ kid: "k2" });
 * const profile = revokeKey({ signing_keys: [{ kid: "k1" }] }, "k1", publicKey);
 * profile.signing_keys.length; // 1
 * ```
 */
export function revokeKey<Profile extends object>(
  profile: Profile,
  kid: string,
  replacement: PublicJwk,
): Keyed<Profile> {
  const keys = keysIn(profile);
  const added = checked(replacement, keys);
  return { ...profile, signing_keys: [...keys.filter((each) => kidOf(each) !== kid), added] };
}

/** Checks a key to publish: it must have public members only, and a new id and coordinates. */
function checked(key: PublicJwk, keys: readonly Members[]): PublicJwk {
  const { x, y } = requireCoordinates(publicPointOf(key));
  if (typeof key.kid !== "string" || key.kid === "") throw new TypeError("the key needs a kid");
  if (findKey(keys, key.kid) !== undefined)
    throw new TypeError(`the profile already has a key ${key.kid}`);
  if (keys.some((each) => own(each, "x") === x && own(each, "y") === y))
    throw new TypeError("the profile already has this key under another kid");
  return key;
}

function keysIn(profile: object): readonly Members[] {
  const keys = own(profile as Members, "signing_keys");
  return Array.isArray(keys) ? keys.filter(isObject) : [];
}

function kidOf(key: Members): string {
  return String(own(key, "kid"));
}
