/**
 * The keys of a party over time (§5.4). The next key is published before it signs, so that verifiers with a cached
 * profile already know it. A retired key stays published for the signatures it made. Schedules are plain data that
 * includes private keys: keep them secret.
 */

import { keptTime } from "../time/time.js";
import { generateSigningKey, type SigningKeyPair, type PublicJwk } from "./signing-key.js";

export interface ScheduledKey extends SigningKeyPair {
  /** RFC 3339. Absent for the next key. */
  readonly signsSince?: string;
  /** RFC 3339. The time from which a retired key may be removed from the profile. */
  readonly removeAfter?: string;
}

/** One key signs, one is next, and the others are retired. */
export interface KeySchedule {
  readonly keys: readonly ScheduledKey[];
}

export interface KeyTimes {
  readonly now: Date;
  /** Days for which a key signs. Default: 90, as §5.4 recommends. */
  readonly signingDays?: number | undefined;
  /** Days for which a retired key stays published, at least 7. Default: 7. */
  readonly graceDays?: number | undefined;
}

const SIGNING_DAYS = 90;
const LEAST_GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Creates a schedule with a key that signs from now on and the key that is next (§5.4). Store it.
 * @example
 * ```ts
 * import { createKeySchedule, currentKey } from "@proto-gen/runtime/signature";
 *
 * const schedule = await createKeySchedule({ now: new Date() });
 * schedule.keys.length; // 2
 * currentKey(schedule) === schedule.keys[0]; // true
 * ```
 */
export async function createKeySchedule({ now }: Pick<KeyTimes, "now">): Promise<KeySchedule> {
  const first = await generateSigningKey();
  return { keys: [{ ...first, signsSince: now.toISOString() }, await generateSigningKey()] };
}

/**
 * Returns the key to sign with.
 * @throws TypeError if not exactly one key of the schedule signs
 * @example
 * ```ts
 * import { createKeySchedule, createSigner, currentKey } from "@proto-gen/runtime/signature";
 *
 * const schedule = await createKeySchedule({ now: new Date() });
 * const signer = await createSigner(currentKey(schedule).privateKey);
 * signer.curve; // "P-256"
 * ```
 */
export function currentKey({ keys }: KeySchedule): SigningKeyPair {
  return keyThat(keys, isCurrent, "signs");
}

/**
 * Returns the public keys to publish as the profile's `signing_keys` (§2.1.4): the next, the current and the retired
 * ones.
 * @example
 * ```ts
 * import { createKeySchedule, publishedKeys } from "@proto-gen/runtime/signature";
 *
 * const schedule = await createKeySchedule({ now: new Date() });
 * const profile = { proto: { version: "2026-11-27" }, signing_keys: publishedKeys(schedule) };
 * profile.signing_keys.some((key) => "d" in key); // false
 * ```
 */
export function publishedKeys({ keys }: KeySchedule): readonly PublicJwk[] {
  return keys.map(({ publicKey }) => publicKey);
}

/**
 * Applies what is due: rotates a key that has signed long enough, and removes retired keys whose time is over. Call
 * it periodically.
 * @returns the same schedule if nothing is due
 * @throws TypeError if a time cannot be parsed
 * @example
 * ```ts
 * import { advanceKeySchedule, createKeySchedule } from "@proto-gen/runtime/signature";
 *
 * const schedule = await createKeySchedule({ now: new Date("2026-01-01") });
 * (await advanceKeySchedule(schedule, { now: new Date("2026-02-01") })) === schedule; // true
 * const rotated = await advanceKeySchedule(schedule, { now: new Date("2026-04-02") });
 * rotated.keys[0]?.removeAfter; // "2026-04-09T00:00:00.000Z"
 * ```
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
 * Makes the next key the signing key, and generates a new next key (§5.4). The former key is retired: it stays
 * published for `graceDays`.
 * @throws RangeError if `graceDays` is too small
 * @example
 * ```ts
 * import { createKeySchedule, rotateKeySchedule } from "@proto-gen/runtime/signature";
 *
 * const now = new Date("2026-01-01");
 * const rotated = await rotateKeySchedule(await createKeySchedule({ now }), { now, graceDays: 14 });
 * rotated.keys.length; // 3
 * rotated.keys[0]?.removeAfter; // "2026-01-15T00:00:00.000Z"
 * ```
 */
export async function rotateKeySchedule(
  { keys }: KeySchedule,
  { now, graceDays = LEAST_GRACE_DAYS }: KeyTimes,
): Promise<KeySchedule> {
  // Not `<`, which NaN would pass.
  if (!(graceDays >= LEAST_GRACE_DAYS))
    throw new RangeError(
      `graceDays must be at least ${LEAST_GRACE_DAYS}: retired keys stay published that long`,
    );
  const removeAfter = new Date(now.getTime() + graceDays * DAY_MS).toISOString();
  const retired = keys.map((key) => (isCurrent(key) ? { ...key, removeAfter } : key));
  return promoteNext(retired, now);
}

/**
 * Removes a compromised key immediately (§5.4). Verifiers with a cached profile accept it until they fetch the new one.
 * @throws TypeError if the schedule does not have the key
 * @example
 * ```ts
 * import { createKeySchedule, currentKey, revokeScheduledKey } from "@proto-gen/runtime/signature";
 *
 * const now = new Date();
 * const schedule = await createKeySchedule({ now });
 * const { kid } = currentKey(schedule).publicKey;
 * const safe = await revokeScheduledKey(schedule, kid, { now });
 * safe.keys.some(({ publicKey }) => publicKey.kid === kid); // false
 * ```
 */
export async function revokeScheduledKey(
  { keys }: KeySchedule,
  kid: string,
  { now }: Pick<KeyTimes, "now">,
): Promise<KeySchedule> {
  const revoked = keys.find(({ publicKey }) => publicKey.kid === kid);
  if (revoked === undefined) throw new TypeError(`the schedule has no key ${kid}`);
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
