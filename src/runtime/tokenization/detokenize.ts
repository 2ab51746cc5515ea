/** `/detokenize` (§4.6): returns the credential of a token if the binding matches. */

import { sameDigest } from "../digest/sha256.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { SourceCredential } from "./credential.js";
import { participantOfCall, requireLeave, bindingDigest } from "./participant.js";
import { readDetokenizeRequest } from "./read-request.js";
import { tokenDigest, endOf } from "./token.js";
import type { AdmittedCall, TokenizerPorts } from "./tokenize.js";
import type { DetokenizeOptions } from "./tokenizer-options.js";
import { type FoundToken, askVault } from "./vault.js";

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
