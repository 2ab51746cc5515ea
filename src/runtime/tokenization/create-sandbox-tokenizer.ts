/**
 * A tokenizer to test with: one business, in memory, with a key that ends with the process. Everyone may make tokens for the business,
 * since a platform that is being written has no account anywhere. Never for real cards.
 */

import { bearer, open } from "../auth/index.js";
import { createMemoryStorage } from "../storage/index.js";
import type { LogEntry } from "../server/index.js";
import { aesGcmSeal } from "./aes-gcm-seal.js";
import { createTokenizer, type Tokenizer } from "./create-tokenizer.js";
import { createVault } from "./create-vault.js";
import type { TokenPolicy } from "./token-policy.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

export interface SandboxTokenizerOptions {
  /** The protocol's name, `proto`. */
  readonly name: string;
  /** Path of the base URL, without a slash at its end; none unless told. */
  readonly basePath?: string | undefined;
  /** What `binding.identity.access_token` of `/tokenize` names the business by. */
  readonly participant: string;
  /** With what the business calls `/detokenize`: `Authorization: Bearer`. */
  readonly bearer: string;
  /** `singleUse()` unless told. */
  readonly policy?: TokenPolicy | undefined;
  /** No entry has a credential, a token or an access token. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

const BUSINESS = { id: "business" };

/** @throws TypeError for a path that is none */
export function createSandboxTokenizer(options: SandboxTokenizerOptions): Tokenizer {
  const { participant, bearer: secret, ...others } = options;
  const seal = aesGcmSeal({
    keys: { sandbox: crypto.getRandomValues(new Uint8Array(32)) },
    current: "sandbox",
  });
  return createTokenizer({
    ...others,
    // A page that is being written may be anywhere.
    cors: { origins: "*" },
    vault: createVault({ store: createMemoryStorage(), seal }),
    tokenize: { authentication: open() },
    detokenize: {
      authentication: bearer((token) => (token === secret ? BUSINESS : undefined)),
    },
    participantOf: (accessToken) => (accessToken === participant ? BUSINESS : undefined),
  });
}
