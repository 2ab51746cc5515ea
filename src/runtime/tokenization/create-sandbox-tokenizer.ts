/**
 * A tokenizer for tests: one business, in memory, with a key that is lost with the process. Anyone may create tokens
 * for the business, since a platform under development has no account. Never use it for real cards.
 */

import { bearer } from "../auth/bearer.js";
import { open } from "../auth/check.js";
import { createMemoryStorage } from "../storage/memory-storage.js";
import type { LogEntry } from "../server/definition.js";
import { aesGcmSeal } from "./seal.js";
import { createTokenizer, type Tokenizer } from "./create-tokenizer.js";
import { createVault } from "./vault.js";
import type { TokenPolicy } from "./token-policy.js";

export interface SandboxTokenizerOptions {
  /** The protocol's name, such as `proto`. */
  readonly name: string;
  /** Path of the base URL, without a trailing slash. Default: none. */
  readonly basePath?: string | undefined;
  /** The value of `binding.identity.access_token` that names the business in `/tokenize`. */
  readonly participant: string;
  /** The business's token for `/detokenize`, in `Authorization: Bearer`. */
  readonly bearer: string;
  /** Default: `singleUse()`. */
  readonly policy?: TokenPolicy | undefined;
  /** Entries never contain a credential, a token or an access token. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

const BUSINESS = { id: "business" };

/**
 * Creates a tokenizer for tests (§4.6), in memory. Anyone may create tokens for its one business. Never use it for real
 * cards.
 * @throws TypeError if `basePath` is invalid
 * @example
 * ```ts
 * import { serveNode } from "@proto-gen/runtime/node";
 * import { createSandboxTokenizer } from "@proto-gen/runtime/tokenization";
 *
 * const business = { participant: "sandbox_shop", bearer: "sandbox_secret" };
 * const tokenizer = createSandboxTokenizer({ name: "proto", basePath: "/v1", ...business });
 * const { url } = await serveNode(tokenizer, { port: 0, development: true });
 * ```
 */
export function createSandboxTokenizer(options: SandboxTokenizerOptions): Tokenizer {
  const { participant, bearer: secret, ...others } = options;
  const seal = aesGcmSeal({
    keys: { sandbox: crypto.getRandomValues(new Uint8Array(32)) },
    current: "sandbox",
  });
  return createTokenizer({
    ...others,
    // A page under development may be anywhere.
    cors: { origins: "*" },
    vault: createVault({ store: createMemoryStorage(), seal }),
    tokenize: { authentication: open() },
    detokenize: {
      authentication: bearer((token) => (token === secret ? BUSINESS : undefined)),
    },
    participantOf: (accessToken) => (accessToken === participant ? BUSINESS : undefined),
  });
}
