/**
 * A vault on a storage. A stolen database reveals neither tokens, which are stored as digests, nor credentials, which
 * are sealed.
 */

import { parseJsonBytes } from "../json/index.js";
import { ABSENT, hasCommitted, readRecord, type Storage } from "../storage/index.js";
import { encodeJson } from "../rest/index.js";
import type { SourceCredential } from "./credential.js";
import type { Seal } from "./seal.js";
import type { TokenEntry, Vault } from "./vault.js";

export interface VaultOptions {
  /** Processes that share the store share the vault. */
  readonly store: Storage;
  readonly seal: Seal;
}

interface TokenRecord extends TokenEntry {
  readonly sealed: string;
}

/** Collection of the records, by token digest. */
const TOKENS = "token";

/** The vault's methods throw `StorageError`, and whatever the seal throws. */
export function createVault({ store, seal }: VaultOptions): Vault {
  return {
    async store(digest, entry, credential) {
      const { binding, policy, expiresAt } = entry;
      const sealed = await seal.seal(encodeJson(credential), contextOf(digest, entry));
      const value: TokenRecord = { binding, policy, expiresAt, sealed };
      const write = { collection: TOKENS, key: digest, value, expected: ABSENT, expiresAt };
      if (!(await hasCommitted(store, [write])))
        throw new Error("a token with this digest already exists");
    },
    async find(digest) {
      const found = await readRecord<TokenRecord>(store, TOKENS, digest);
      if (found === undefined) return undefined;
      const { binding, policy, expiresAt, sealed } = found.value;
      const entry = { binding, policy, expiresAt };
      const removal = { collection: TOKENS, key: digest, value: undefined };
      return {
        ...entry,
        async open() {
          const plain = await seal.open(sealed, contextOf(digest, entry));
          return parseJsonBytes(plain) as unknown as SourceCredential;
        },
        consume: () => hasCommitted(store, [{ ...removal, expected: found.version }]),
      };
    },
  };
}

/**
 * A credential can only be opened for its own token, binding and time: whoever can write to the database, but has no
 * key, cannot move it to another token.
 */
function contextOf(digest: string, { binding, policy, expiresAt }: TokenEntry): Uint8Array {
  return encodeJson([digest, binding, policy, expiresAt]);
}
