/** The interface to the storage of credentials that tokens stand for. */

import type { SourceCredential } from "./credential.js";
import type { TokenPolicyName } from "./token-policy.js";

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
