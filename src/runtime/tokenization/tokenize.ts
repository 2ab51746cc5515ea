/** `/tokenize` (§4.6): creates a token for a credential, bound to a checkout and a participant. */

import type { Principal } from "../auth/principal.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { Cancellation } from "../time/cancellation.js";
import { redactHookErrors } from "../error/redact-hook-errors.js";
import { checkCard, type CredentialCheck, type SourceCredential } from "./credential.js";
import { participantOfCall, bindingDigest } from "./participant.js";
import { invalid, readTokenizeRequest } from "./read-request.js";
import { createToken, tokenDigest, endOf } from "./token.js";
import type { TokenPolicy } from "./token-policy.js";
import type { ParticipantOf, TokenizeOptions } from "./tokenizer-options.js";
import { type Vault, askVault } from "./vault.js";

/** The credential of an instrument (§2.5), which is safe with intermediaries. */
export interface TokenCredential {
  /** Such as `token`. */
  readonly type: string;
  readonly token: string;
}

/** Shared by both calls. */
export interface TokenizerPorts {
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
