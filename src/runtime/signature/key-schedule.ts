/**
 * The keys of a party over time (§5.4). One signs. The next one is published before it signs, so that verifiers that keep a profile
 * know it already. One that signs no more stays published for what it has signed. In and out: plain data, with the private keys, which its
 * owner keeps secret.
 */

import { keptTime } from "./clock.js";
import { generateSigningKey, type SigningKeyPair } from "./generate-signing-key.js";
import type { PublicJwk } from "./signing-key.js";

export interface ScheduledKey extends SigningKeyPair {
  /** RFC 3339; absent for the key that comes next. */
  readonly signsSince?: string;
  /** RFC 3339; the time from which a key that signs no more need not be published. */
  readonly removeAfter?: string;
}

/** One key signs, and one comes next. The others sign no more. */
export interface KeySchedule {
  readonly keys: readonly ScheduledKey[];
}

export interface KeyTimes {
  readonly now: Date;
  /** Days that a key signs; 90 unless told, as §5.4 recommends. */
  readonly signingDays?: number | undefined;
  /** Days that a key stays published after that: 7 at least, and unless told. */
  readonly graceDays?: number | undefined;
}

const SIGNING_DAYS = 90;
const LEAST_GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

export async function createKeySchedule({ now }: Pick<KeyTimes, "now">): Promise<KeySchedule> {
  const first = await generateSigningKey();
  return { keys: [{ ...first, signsSince: now.toISOString() }, await generateSigningKey()] };
}

/** The key to sign with. */
export function currentKey({ keys }: KeySchedule): SigningKeyPair {
  return keyThat(keys, isCurrent, "signs");
}

/** For the profile's `signing_keys`. */
export function publishedKeys({ keys }: KeySchedule): readonly PublicJwk[] {
  return keys.map(({ publicKey }) => publicKey);
}

/**
 * Does what is due: replaces a key that has signed for long enough, and removes those whose time is over.
 *
 * @returns the same schedule if nothing is due
 * @throws TypeError for a time that cannot be read
 */
export async function advanceKeySchedule(
  schedule: KeySchedule,
  times: KeyTimes,
): Promise<KeySchedule> {
  const { now, signingDays = SIGNING_DAYS } = times;
  const { keys } = schedule;
  const isOver = ({ removeAfter }: ScheduledKey): boolean =>
    removeAfter !== undefined && keptTime("removeAfter", removeAfter) <= now.getTime();
  const left = keys.filter((key) => !isOver(key));
  const since = keptTime("signsSince", keyThat(keys, isCurrent, "signs").signsSince);
  const isDue = now.getTime() >= since + signingDays * DAY_MS;
  const kept = left.length === keys.length ? schedule : { keys: left };
  return isDue ? rotateKeySchedule(kept, times) : kept;
}

/**
 * The next key signs from now on, and a new one comes next.
 *
 * @throws RangeError for too few days
 */
export async function rotateKeySchedule(
  { keys }: KeySchedule,
  { now, graceDays = LEAST_GRACE_DAYS }: KeyTimes,
): Promise<KeySchedule> {
  // Not `<`: it lets NaN pass.
  if (!(graceDays >= LEAST_GRACE_DAYS))
    throw new RangeError(`graceDays: an old key stays for ${LEAST_GRACE_DAYS} days at least`);
  const removeAfter = new Date(now.getTime() + graceDays * DAY_MS).toISOString();
  const retired = keys.map((key) => (isCurrent(key) ? { ...key, removeAfter } : key));
  return promoteNext(retired, now);
}

/**
 * Takes out a key that others have got hold of, at once. Verifiers that keep the old profile accept it until they fetch the new one.
 *
 * @throws TypeError for a key that the schedule does not have
 */
export async function revokeScheduledKey(
  { keys }: KeySchedule,
  kid: string,
  { now }: Pick<KeyTimes, "now">,
): Promise<KeySchedule> {
  const revoked = keys.find(({ publicKey }) => publicKey.kid === kid);
  if (revoked === undefined) throw new TypeError(`there is no key ${kid}`);
  const left = keys.filter((key) => key !== revoked);
  if (isCurrent(revoked)) return promoteNext(left, now);
  return isNext(revoked) ? { keys: [...left, await generateSigningKey()] } : { keys: left };
}

async function promoteNext(keys: readonly ScheduledKey[], now: Date): Promise<KeySchedule> {
  const next = keyThat(keys, isNext, "comes next");
  const promoted = { ...next, signsSince: now.toISOString() };
  const others = keys.filter((key) => key !== next);
  return { keys: [...others, promoted, await generateSigningKey()] };
}

function isCurrent({ signsSince, removeAfter }: ScheduledKey): boolean {
  return signsSince !== undefined && removeAfter === undefined;
}

function isNext({ signsSince }: ScheduledKey): boolean {
  return signsSince === undefined;
}

function keyThat(
  keys: readonly ScheduledKey[],
  is: (key: ScheduledKey) => boolean,
  verb: string,
): ScheduledKey {
  const [found, other] = keys.filter(is);
  if (found === undefined || other !== undefined)
    throw new TypeError(`expected one key that ${verb}, found ${found === undefined ? 0 : "more"}`);
  return found;
}
