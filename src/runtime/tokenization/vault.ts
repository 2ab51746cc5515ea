/** Where credentials are while tokens stand for them: a port. */

import type { SourceCredential } from "./credential.js";
import type { TokenPolicyName } from "./token-policy.js";

/** What is known of a token without its credential. */
export interface TokenEntry {
  /** Digest of what it is bound to. */
  readonly binding: string;
  /** The policy that it was made under. */
  readonly policy: TokenPolicyName;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface FoundToken extends TokenEntry {
  /** The credential, in the clear. */
  open(): Promise<SourceCredential>;
  /** Takes the token out. True for one of all that ask, also where several processes do. */
  consume(): Promise<boolean>;
}

/**
 * `digest` is the token's SHA-256: a vault never sees a token. Of what its methods throw, the name and
 * the code are logged, nothing else.
 */
export interface Vault {
  /** Nothing is ever written over: two tokens with one digest are an error. */
  store(digest: string, entry: TokenEntry, credential: SourceCredential): Promise<void>;
  /** Undefined where there is none. One that has expired may still be found. */
  find(digest: string): Promise<FoundToken | undefined>;
}
