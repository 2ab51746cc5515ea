/** HTTP Message Signatures (§5.4): RFC 9421 with ES256 and ES384, and body digests (RFC 9530). */

export { clientSignatures } from "./client-signatures.js";
export {
  type SigningKeyPair,
  generateSigningKey,
  type PrivateJwk,
  type PublicJwk,
} from "./signing-key.js";
export {
  type KeySchedule,
  type ScheduledKey,
  advanceKeySchedule,
  createKeySchedule,
  currentKey,
  publishedKeys,
  revokeScheduledKey,
  rotateKeySchedule,
} from "./key-schedule.js";
export type { RequestMessage, ResponseMessage } from "./message.js";
export { removeDueKeys, revokeKey, rotateKey } from "./rotate-key.js";
export { signAnswers, verifyRequests } from "./server-signatures.js";
export { signRequest, signResponse } from "./sign.js";
export { type Signer, createSigner } from "./signer.js";
export { keysOf } from "./verification-keys.js";
export { type Verified, verifyRequest, verifyResponse } from "./verify.js";
