/** HTTP Message Signatures (§5.4): RFC 9421 with ES256 and ES384, and body digests (RFC 9530). */

export type { Clock } from "./clock.js";
export { findKey } from "./find-key.js";
export {
  generateSigningKey,
  type GenerateOptions,
  type SigningKeyPair,
  thumbprintOf,
} from "./generate-signing-key.js";
export type { RequestMessage, ResponseMessage, SignatureHeaders } from "./message.js";
export {
  advanceKeySchedule,
  createKeySchedule,
  currentKey,
  publishedKeys,
  revokeScheduledKey,
  rotateKeySchedule,
  type KeySchedule,
  type KeyTimes,
  type ScheduledKey,
} from "./key-schedule.js";
export {
  keysDue,
  removeDueKeys,
  revokeKey,
  rotateKey,
  type Keyed,
  type RetiredKey,
  type RotateOptions,
  type Rotation,
} from "./rotate-key.js";
export { signRequest, signResponse, type SignOptions, type SignRequestOptions } from "./sign.js";
export { clientSignatures, type ClientSignaturesOptions } from "./client-signatures.js";
export {
  verifyRequests,
  type VerifyRequestsOptions,
  signAnswers,
  type SignAnswersOptions,
} from "./server-signatures.js";
export { createSigner, type Signer } from "./signer.js";
export type { PrivateJwk, PublicJwk, Curve } from "./signing-key.js";
export { keysOf, type VerificationKeys, importPublicKey } from "./verification-keys.js";
export {
  verifyRequest,
  verifyResponse,
  type Verified,
  type VerifyOptions,
  type VerifyRequestOptions,
} from "./verify.js";
export type { WebKey } from "./web-crypto.js";
