/** Replaces a key of the shop (§5.4), which takes it over within seconds if it runs. */

import {
  revokeScheduledKey,
  rotateKeySchedule,
  type KeySchedule,
  type ScheduledKey,
} from "@proto-gen/runtime/signature";
import { keyFileIn } from "./key-file.js";

export interface KeyChange {
  /** `rotate` or `revoke`; undefined to change nothing. */
  readonly command: string | undefined;
  /** The id of the key to revoke. */
  readonly kid: string | undefined;
  readonly now: Date;
}

/**
 * @param directory where the shop keeps its keys
 * @returns the keys as they are then
 * @throws TypeError for another command, a key that there is not, and before the shop's first start
 */
export async function changeKeys(directory: string, change: KeyChange): Promise<KeySchedule> {
  const file = keyFileIn(directory);
  const kept = file.read();
  if (kept === undefined)
    throw new TypeError(`there are no keys in ${directory} yet: npm start makes them`);
  const changed = await changedSchedule(kept, change);
  if (changed !== kept) file.write(changed);
  return changed;
}

async function changedSchedule(
  schedule: KeySchedule,
  { command, kid, now }: KeyChange,
): Promise<KeySchedule> {
  if (command === undefined) return schedule;
  if (command === "rotate" && kid === undefined) return rotateKeySchedule(schedule, { now });
  if (command === "revoke" && kid !== undefined) return revokeScheduledKey(schedule, kid, { now });
  throw new TypeError("usage: npm run keys, npm run keys -- rotate, npm run keys -- revoke KID");
}

export function keyLines({ keys }: KeySchedule): readonly string[] {
  return keys.map((key) => `${key.publicKey.kid}  ${state(key)}`);
}

function state({ signsSince, removeAfter }: ScheduledKey): string {
  if (signsSince === undefined) return "comes next";
  if (removeAfter === undefined) return `signs since ${signsSince}`;
  return `signs no more, published until ${removeAfter}`;
}
