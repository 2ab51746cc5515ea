/**
 * The two calls (§4.6): `/tokenize` creates a token for a credential, bound to a checkout and a participant, and `/detokenize` returns the
 * credential if the binding matches. Tokens are random, and stored only as digests (§5.6).
 */

import type { Principal } from "../auth/check.js";
import { sha256Hex, sameDigest } from "../digest/sha256.js";
import { ProtocolError } from "../error/protocol-error.js";
import { redactHookErrors } from "../log/quiet.js";
import { randomKey, encodeUtf8 } from "../text/encoding.js";
import type { Cancellation } from "../time/time.js";
import { checkCard, type CredentialCheck, type SourceCredential } from "./credential.js";
import { participantOfCall, bindingDigest, requireLeave } from "./participant.js";
import { invalid, readTokenizeRequest, readDetokenizeRequest } from "./read-request.js";
import type { TokenPolicy } from "./token-policy.js";
import type { ParticipantOf, TokenizeOptions, DetokenizeOptions } from "./tokenizer-options.js";
import { type Vault, askVault, type FoundToken } from "./vault.js";

/** Lets secret scanners recognize tokens in logs and repositories. */
const PREFIX = "tok_";
/** 256 bits: §8 requires 128. */
const RANDOM_BYTES = 32;

function createToken(): string {
  return PREFIX + randomKey(RANDOM_BYTES);
}

/** SHA-256 in hexadecimal. Tokens cannot be guessed, so no salt or slow hash is needed. */
async function tokenDigest(token: string): Promise<string> {
  return sha256Hex(encodeUtf8(token));
}

/**
 * Determines the end of a new token (§2.10), in milliseconds since 1970. Undefined if the checkout's session has
 * ended or does not exist.
 */
async function endOf(
  { maxMs, endOf: ask }: TokenPolicy,
  checkoutId: string,
  now: number,
): Promise<number | undefined> {
  const latest = now + maxMs;
  if (ask === undefined) return latest;
  const end = await redactHookErrors("endOf", () => ask(checkoutId));
  // NaN is not an end either.
  return typeof end === "number" && end > now ? Math.min(Math.floor(end), latest) : undefined;
}

/** The credential of an instrument (§2.5), which is safe with intermediaries. */
export interface TokenCredential {
  /** Such as `token`. */
  readonly type: string;
  readonly token: string;
}

/** Shared by both calls. */
interface TokenizerPorts {
  readonly vault: Vault;
  readonly policy: TokenPolicy;
  readonly participantOf: ParticipantOf | undefined;
  readonly now: () => number;
}

export interface AdmittedCall {
  readonly body: unknown;
  readonly caller: Principal;
  readonly signal: Cancellation;
}

const CARDS: NonNullable<TokenizeOptions["accepts"]> = { card: checkCard };

/** @throws ProtocolError `invalid_request`, `forbidden`; `not_found` if the checkout's session has ended */
export async function tokenize(
  { vault, policy, participantOf, now }: TokenizerPorts,
  { accepts = CARDS }: TokenizeOptions,
  { body, caller, signal }: AdmittedCall,
): Promise<TokenCredential> {
  const { credential, checkoutId, accessToken } = readTokenizeRequest(body);
  await requireAccepted(credential, accepts);
  const asking = { operation: "tokenize", caller, signal } as const;
  const participant = await participantOfCall(accessToken, participantOf, asking);
  const expiresAt = await endOf(policy, checkoutId, now());
  if (expiresAt === undefined)
    throw new ProtocolError("not_found", {
      content: "The checkout does not exist or has ended.",
    });
  const token = createToken();
  const digest = await tokenDigest(token);
  const binding = await bindingDigest(checkoutId, participant);
  await askVault(() =>
    vault.store(digest, { binding, policy: policy.kind, expiresAt }, credential),
  );
  return { type: "token", token };
}

async function requireAccepted(
  credential: SourceCredential,
  accepts: Readonly<Record<string, CredentialCheck>>,
): Promise<void> {
  const { type } = credential;
  const check = Object.hasOwn(accepts, type) ? accepts[type] : undefined;
  if (check === undefined) {
    const kinds = Object.keys(accepts).join(", ");
    throw invalid(`credential.type must be one of ${kinds}.`);
  }
  const wrong = await redactHookErrors("accepts", () => check(credential));
  if (wrong.length > 0)
    throw invalid(`Invalid members: ${wrong.map((name) => `credential.${name}`).join(", ")}.`);
}

/** Compared for unknown tokens, so that they take equally long. Not a valid digest. */
const NO_BINDING = "-".repeat(64);

/**
 * Unknown, used, expired and wrongly bound tokens are indistinguishable, and are neither opened nor used up. There is
 * no replay: a caller that missed the response needs another token, since storing a credential for a second response
 * would defeat single use.
 * @throws ProtocolError `invalid_request`, `forbidden`, `not_found`
 */
export async function detokenize(
  ports: TokenizerPorts,
  { mayActFor }: DetokenizeOptions,
  { body, caller, signal }: AdmittedCall,
): Promise<SourceCredential> {
  const { token, checkoutId, accessToken } = readDetokenizeRequest(body);
  const asking = { operation: "detokenize", caller, signal } as const;
  const participant = await participantOfCall(accessToken, ports.participantOf, asking);
  await requireLeave(caller, participant, mayActFor);
  const binding = await bindingDigest(checkoutId, participant);
  const digest = await tokenDigest(token);
  const found = await askVault(() => ports.vault.find(digest));
  const isBound = sameDigest(found?.binding ?? NO_BINDING, binding);
  if (!isBound || found === undefined || found.expiresAt <= ports.now()) throw gone();
  if (found.policy === "session" && !(await isOpen(ports, checkoutId))) throw gone();
  return releaseCredential(found, signal);
}

/** Opens the credential before using up the token, so that a missing key does not cost a token. */
async function releaseCredential(
  found: FoundToken,
  signal: AdmittedCall["signal"],
): Promise<SourceCredential> {
  const credential = await askVault(() => found.open());
  // A caller that has disconnected would not receive the credential.
  if (signal.aborted) throw new ProtocolError("temporarily_unavailable");
  if (found.policy !== "single_use") return credential;
  if (await askVault(() => found.consume())) return credential;
  throw gone();
}

async function isOpen({ policy, now }: TokenizerPorts, checkoutId: string): Promise<boolean> {
  return (await endOf(policy, checkoutId, now())) !== undefined;
}

function gone(): ProtocolError {
  const content = "No token with this binding exists, or it is no longer valid.";
  return new ProtocolError("not_found", { content });
}
