/**
 * The signing keys of a business (§5.4): created at the first start, kept, published before they sign, and replaced every
 * 90 days. Processes that share a `KeyStore` agree on one schedule.
 */

import {
  advanceKeySchedule,
  createKeySchedule,
  currentKey,
  publishedKeys,
  type KeySchedule,
} from "../signature/key-schedule.js";
import { createSigner, type Signer } from "../signature/signer.js";
import type { PublicJwk } from "../signature/signing-key.js";
import { ABSENT, type Storage } from "../storage/storage.js";
import { update } from "../storage/update.js";
import { SettingError } from "./setting-error.js";

/** Holds a key schedule, with private keys in it. */
export interface KeyStore {
  /**
   * Replaces the schedule by the result of `change`, and returns that. If others replace it at the same time, `change`
   * is called again, with what they wrote. Undefined: there is no schedule yet.
   */
  update(
    change: (schedule: KeySchedule | undefined) => Promise<KeySchedule> | KeySchedule,
  ): Promise<KeySchedule>;
}

const RECORD = { collection: "signing_keys", key: "schedule" };

/** Keeps the schedule in a storage, unencrypted: whoever can read the storage can sign for the business. */
export function storedKeys(storage: Storage): KeyStore {
  return {
    update: (change) =>
      update<KeySchedule, KeySchedule>(
        storage,
        RECORD,
        async (found) => {
          const result = await change(found?.value);
          if (result === found?.value) return { result };
          return {
            writes: [{ ...RECORD, value: result, expected: found?.version ?? ABSENT }],
            result,
          };
        },
        () => new Error("The key schedule is changed by too many processes at once."),
      ),
  };
}

export interface BusinessKeys {
  signer(): Signer;
  /** For the profile: the key that signs, the next one, and retired ones for a week. */
  published(): readonly PublicJwk[];
  /** Takes over what others changed, and replaces the key that signs if its time is over. */
  refresh(): Promise<void>;
}

/**
 * @param now milliseconds since 1970
 * @throws SettingError if what is stored is no key schedule
 */
export async function openKeys(store: KeyStore, now: () => number): Promise<BusinessKeys> {
  let schedule = await advanced();
  let signer = await usable(() => createSigner(currentKey(schedule).privateKey));

  function advanced(): Promise<KeySchedule> {
    const at = new Date(now());
    return store.update((kept) =>
      kept === undefined
        ? createKeySchedule({ now: at })
        : usable(() => advanceKeySchedule(kept, { now: at })),
    );
  }

  return {
    signer: () => signer,
    published: () => publishedKeys(schedule),
    async refresh() {
      const next = await advanced();
      const { privateKey } = currentKey(next);
      const signing = privateKey.kid === signer.keyId ? signer : await createSigner(privateKey);
      [schedule, signer] = [next, signing];
    },
  };
}

/** New keys in place of broken ones would make every signature of before invalid: that is for a person to decide. */
async function usable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    const what = `The stored signing keys (by default, the collection ${RECORD.collection}) cannot be used`;
    throw new SettingError(`${what}: restore them from a backup, or remove them for new ones.`, {
      cause,
    });
  }
}
