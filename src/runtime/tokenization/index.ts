/** A tokenizer (§2.10, §4.6, §5.6): server, vault and client. */

export {
  type TokenizerClient,
  type TokenizerClientOptions,
  createTokenizerClient,
} from "./client/create-tokenizer-client.js";
export { type Tokenizer, createSandboxTokenizer, createTokenizer } from "./create-tokenizer.js";
export { type Seal, SealError, aesGcmSeal } from "./seal.js";
export { type TokenPolicy, session, singleUse, ttl } from "./token-policy.js";
export type { TokenizerOptions } from "./tokenizer-options.js";
export { type Vault, createVault } from "./vault.js";
