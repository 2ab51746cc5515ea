/** A tokenizer (§2.10, §4.6, §5.6): server, vault and client. */

export {
  aesGcmSeal,
  type AesGcmSealOptions,
  SealError,
  type Seal,
  type SealErrorCode,
} from "./seal.js";
export type { Binding } from "./binding.js";
export {
  createTokenizerClient,
  type TokenCallOptions,
  type TokenizerClient,
  type TokenizerClientOptions,
} from "./client/create-tokenizer-client.js";
export {
  createSandboxTokenizer,
  type SandboxTokenizerOptions,
} from "./create-sandbox-tokenizer.js";
export { createTokenizer, type Tokenizer } from "./create-tokenizer.js";
export {
  checkCard,
  isCard,
  type CardCredential,
  type CredentialCheck,
  type SourceCredential,
} from "./credential.js";
export {
  session,
  singleUse,
  ttl,
  type SessionEnd,
  type SessionOptions,
  type TokenLifetime,
  type TokenPolicy,
  type TokenPolicyName,
} from "./token-policy.js";
export type { TokenCredential } from "./tokenize.js";
export type {
  DetokenizeOptions,
  LimitedTokenizerCall,
  ParticipantOf,
  ParticipantRequest,
  TokenizeOptions,
  TokenizerLimits,
  TokenizerOptions,
  TokenizerCall,
} from "./tokenizer-options.js";
export {
  type FoundToken,
  type TokenEntry,
  type Vault,
  createVault,
  type VaultOptions,
} from "./vault.js";
