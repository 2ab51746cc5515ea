/** What a vault throws, in the codes of §7: it has seen credentials, so no word of it is logged. */

import { ProtocolError } from "../error/index.js";
import { nameOfThrown } from "../error/name-of-thrown.js";
import { StorageError } from "../storage/index.js";

/** @throws ProtocolError temporarily_unavailable where its store cannot be asked, internal_error */
export async function askVault<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (thrown) {
    const cause = new Error(`the vault failed: ${nameOfThrown(thrown)}`);
    const isAway = thrown instanceof StorageError;
    throw new ProtocolError(isAway ? "temporarily_unavailable" : "internal_error", { cause });
  }
}
