/** `/detokenize` (§4.6). In: a token, and what it has to be bound to. Out: the credential. */

import { sameDigest } from "../auth/same-digest.js";
import { ProtocolError } from "../error/index.js";
import { askVault } from "./ask-vault.js";
import { bindingDigest } from "./binding.js";
import type { SourceCredential } from "./credential.js";
import { participantOfCall, requireLeave } from "./participant.js";
import { readDetokenizeRequest } from "./read-request.js";
import { endOf } from "./session-end.js";
import { tokenDigest } from "./token.js";
import type { AdmittedCall, TokenizerPorts } from "./tokenize.js";
import type { DetokenizeOptions } from "./tokenizer-options.js";
import type { FoundToken } from "./vault.js";

/** What an unknown token is compared with, so that it takes as long as another's: no digest is this. */
const NO_BINDING = "-".repeat(64);

/**
 * Unknown, used, expired and bound to something else look the same, and of these nothing is opened or used
 * up. There is no replay: who did not get the answer needs another token, since a credential that is kept
 * for a second answer is one that a single use does not end.
 *
 * @throws ProtocolError invalid_request, forbidden, not_found
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
  return release(found, signal);
}

/** Opened before it is used up: a key that is missing costs no token. */
async function release(
  found: FoundToken,
  signal: AdmittedCall["signal"],
): Promise<SourceCredential> {
  const credential = await askVault(() => found.open());
  // Who is not there any more would not get it.
  if (signal.aborted) throw new ProtocolError("temporarily_unavailable");
  if (found.policy !== "single_use") return credential;
  if (await askVault(() => found.consume())) return credential;
  throw gone();
}

async function isOpen({ policy, now }: TokenizerPorts, checkoutId: string): Promise<boolean> {
  return (await endOf(policy, checkoutId, now())) !== undefined;
}

function gone(): ProtocolError {
  const content = "There is no such token with this binding, or it is no longer good.";
  return new ProtocolError("not_found", { content });
}
