/**
 * Rotation of a profile's keys (§5.4). In: a profile, which stays as it is. Out: a new one, to be published.
 *
 * A profile has no place for when a key was retired, so that stands beside it, as plain data to be kept.
 */

import { isObject, own, type Members } from "../json/members.js";
import { keptTime } from "./clock.js";
import { findKey } from "./find-key.js";
import { publicPointOf, requireCoordinates, type PublicJwk } from "./signing-key.js";

/** A profile with keys, whatever types its owner has for them. */
export type Keyed<Profile extends object> = Profile & { readonly signing_keys: readonly object[] };

/** A key that signs no more, and still verifies what it has signed. */
export interface RetiredKey {
  readonly kid: string;
  /** RFC 3339. */
  readonly removeAfter: string;
}

export interface Rotation<Profile extends object> {
  /** To be published before the new key signs. */
  readonly profile: Keyed<Profile>;
  /** The key to sign with from now on. */
  readonly signWith: string;
  readonly retired: readonly RetiredKey[];
}

export interface RotateOptions {
  /** The new public key; its `kid` must be new, too. */
  readonly key: PublicJwk;
  /** What `retired` was the last time. */
  readonly retired?: readonly RetiredKey[] | undefined;
  /** Days that old keys stay: 7 at least, and unless told. */
  readonly graceDays?: number | undefined;
  readonly now: Date;
}

const LEAST_GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Adds a key, which is the one to sign with, and retires all others.
 *
 * @throws TypeError for an id or a key that was used; RangeError for too few days; ProtocolError for what is
 *   no public key
 */
export function rotateKey<Profile extends object>(
  profile: Profile,
  { key, retired = [], graceDays = LEAST_GRACE_DAYS, now }: RotateOptions,
): Rotation<Profile> {
  // Not `<`: it lets NaN pass.
  if (!(graceDays >= LEAST_GRACE_DAYS))
    throw new RangeError(
      `graceDays: an old key stays for ${LEAST_GRACE_DAYS} days at least (§5.4)`,
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
 * The ids of the keys whose time is over.
 *
 * @throws TypeError for a time that cannot be read
 */
export function keysDue(retired: readonly RetiredKey[], now: Date): readonly string[] {
  return retired
    .filter(({ removeAfter }) => keptTime("removeAfter", removeAfter) <= now.getTime())
    .map(({ kid }) => kid);
}

/**
 * Without the keys whose time is over.
 *
 * @throws TypeError for a time that cannot be read
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
 * For a key that others have got hold of: it goes at once, and another takes its place. Verifiers that keep
 * the old profile accept it until they fetch the new one.
 *
 * @throws TypeError for a replacement with an id that was used
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

/** A key to be published: with its public members alone, and neither its id nor its numbers used before. */
function checked(key: PublicJwk, keys: readonly Members[]): PublicJwk {
  const { x, y } = requireCoordinates(publicPointOf(key));
  if (typeof key.kid !== "string" || key.kid === "") throw new TypeError("the key has no kid");
  if (findKey(keys, key.kid) !== undefined)
    throw new TypeError(`the profile has a key ${key.kid} already`);
  if (keys.some((each) => own(each, "x") === x && own(each, "y") === y))
    throw new TypeError("the profile has this key already, with another kid");
  return key;
}

function keysIn(profile: object): readonly Members[] {
  const keys = own(profile as Members, "signing_keys");
  return Array.isArray(keys) ? keys.filter(isObject) : [];
}

function kidOf(key: Members): string {
  return String(own(key, "kid"));
}
