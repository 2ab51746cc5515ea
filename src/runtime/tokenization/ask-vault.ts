/**
 * Converts a vault's errors to protocol errors (§7). The vault has seen credentials, so its messages are never
 * logged.
 */

import { ProtocolError } from "../error/index.js";
import { nameOfThrown } from "../error/name-of-thrown.js";
import { StorageError } from "../storage/index.js";

/** @throws ProtocolError `temporarily_unavailable` if its store fails, otherwise `internal_error` */
export async function askVault<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (thrown) {
    const cause = new Error(`the vault failed: ${nameOfThrown(thrown)}`);
    const isAway = thrown instanceof StorageError;
    throw new ProtocolError(isAway ? "temporarily_unavailable" : "internal_error", { cause });
  }
}
