/**
 * The keys that the shop signs with (§5.4): made at the first start, kept, and replaced every 90 days. `npm run keys` replaces them
 * while the shop runs, too.
 */

import {
  advanceKeySchedule,
  createKeySchedule,
  createSigner,
  currentKey,
  publishedKeys,
  type KeySchedule,
  type PublicJwk,
  type Signer,
} from "@proto-gen/runtime/signature";
import { keyFileIn, type KeyFile } from "./key-file.js";

export interface SigningKeys {
  /** Signs with the key that is the one to sign with. */
  signer(): Signer;
  /** For the profile: the key that signs, the next one, and earlier ones for a week. */
  published(): readonly PublicJwk[];
  /** Takes over what the file has now, and does what is due. */
  refresh(): Promise<void>;
}

/**
 * @param directory where they are kept, which is there; nowhere unless given
 * @param now milliseconds since 1970
 */
export async function openSigningKeys(
  directory: string | undefined,
  now: () => number,
): Promise<SigningKeys> {
  const file = directory === undefined ? undefined : keyFileIn(directory);
  let schedule = await startingSchedule(file, now);
  let signer = await createSigner(currentKey(schedule).privateKey);
  const keys: SigningKeys = {
    signer: () => signer,
    published: () => publishedKeys(schedule),
    async refresh() {
      const kept = file?.read() ?? schedule;
      const next = await advanceKeySchedule(kept, { now: new Date(now()) });
      if (next !== kept) file?.write(next);
      const { privateKey } = currentKey(next);
      // Published before it signs.
      schedule = next;
      if (privateKey.kid !== signer.keyId) signer = await createSigner(privateKey);
    },
  };
  await keys.refresh();
  return keys;
}

async function startingSchedule(
  file: KeyFile | undefined,
  now: () => number,
): Promise<KeySchedule> {
  const kept = file?.read();
  if (kept !== undefined) return kept;
  const first = await createKeySchedule({ now: new Date(now()) });
  file?.write(first);
  return first;
}
