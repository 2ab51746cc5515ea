/** For whom a token is (§2.10). In: who calls, and the identity that it sent. Out: a participant. */

import type { Identity, Principal } from "../auth/index.js";
import { isAuthenticated, requireIdentified } from "../auth/principal.js";
import { ProtocolError } from "../error/index.js";
import { ownWords } from "../server/own-words.js";
import { sameParticipant } from "./binding.js";
import { invalid } from "./read-request.js";
import type { DetokenizeOptions, ParticipantOf, ParticipantRequest } from "./tokenizer-options.js";

/**
 * The caller, where it names nobody else.
 * @throws ProtocolError forbidden for an access token that names nobody; invalid_request where there is
 * neither a caller that is known nor an identity
 */
export async function participantOfCall(
  accessToken: string | undefined,
  participantOf: ParticipantOf | undefined,
  request: ParticipantRequest,
): Promise<Identity> {
  const { caller } = request;
  if (accessToken === undefined) {
    if (isAuthenticated(caller)) return caller;
    throw invalid("binding.identity is required of a caller that does not say who it is.");
  }
  const found = await ownWords("participantOf", async () => {
    const identity = await participantOf?.(accessToken, request);
    if (identity) requireIdentified({ ...identity, kind: "participant" });
    return identity;
  });
  if (!found) throw notTheirs();
  return found;
}

/**
 * Before a token is looked at, so that the answer says nothing of it. Who names itself acts for itself.
 * @throws ProtocolError forbidden
 */
export async function requireLeave(
  caller: Principal,
  participant: Identity,
  mayActFor: DetokenizeOptions["mayActFor"],
): Promise<void> {
  if (sameParticipant(caller, participant)) return;
  const may = await ownWords("mayActFor", async () => mayActFor?.(caller, participant));
  // Nothing but true: a rule that forgets to answer permits nothing.
  if (may !== true) throw notTheirs();
}

/** The same for a token that names nobody and for one that names someone else's participant. */
function notTheirs(): ProtocolError {
  const content = "binding.identity names no participant that the caller may act for.";
  return new ProtocolError("forbidden", { content });
}
