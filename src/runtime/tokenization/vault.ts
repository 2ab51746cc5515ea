/**
 * A vault stores the credentials that tokens stand for: the interface, and the implementation on a storage. A stolen
 * database reveals neither tokens, which are stored as digests, nor credentials, which are sealed.
 */

import type { SourceCredential } from "./credential.js";
import type { TokenPolicyName } from "./token-policy.js";
import { ProtocolError } from "../error/protocol-error.js";
import { nameOfThrown } from "../log/quiet.js";
import {
  StorageError,
  ABSENT,
  hasCommitted,
  readRecord,
  type Storage,
} from "../storage/storage.js";
import { parseJsonBytes } from "../json/parse-json.js";
import { encodeJson } from "../rest/answer.js";
import type { Seal } from "./seal.js";

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

/**
 * Creates a vault on a storage (§5.6). The vault's methods throw `StorageError`, and whatever the seal throws.
 * @example
 * ```ts
 * import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
 * import { aesGcmSeal, createVault } from "@proto-gen/runtime/tokenization";
 *
 * const store = createSqliteStorage({ database: await openDatabase("tokens.db") });
 * const key = Buffer.from(process.env["VAULT_KEY"] ?? "", "base64");
 * const vault = createVault({ store, seal: aesGcmSeal({ keys: { k1: key }, current: "k1" }) });
 * ```
 */
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

/** What is known about a token without its credential. */
export interface TokenEntry {
  /** Digest of the binding. */
  readonly binding: string;
  /** The policy in effect when the token was created. */
  readonly policy: TokenPolicyName;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface FoundToken extends TokenEntry {
  /** Returns the credential in plain text. */
  open(): Promise<SourceCredential>;
  /** Removes the token. Exactly one of several concurrent calls, even in different processes, returns true. */
  consume(): Promise<boolean>;
}

/** `digest` is the token's SHA-256: a vault never sees a token. Only name and code of its errors are logged. */
export interface Vault {
  /** Never overwrites: a second token with the same digest is an error. */
  store(digest: string, entry: TokenEntry, credential: SourceCredential): Promise<void>;
  /** Undefined if there is none. Expired tokens may still be found. */
  find(digest: string): Promise<FoundToken | undefined>;
}

/**
 * Converts a vault's errors to protocol errors (§7). The vault has seen credentials, so its messages are never logged.
 * @throws ProtocolError `temporarily_unavailable` if its store fails, otherwise `internal_error`
 */
export async function askVault<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (thrown) {
    const cause = new Error(`the vault failed: ${nameOfThrown(thrown)}`);
    const isAway = thrown instanceof StorageError;
    throw new ProtocolError(isAway ? "temporarily_unavailable" : "internal_error", { cause });
  }
}
