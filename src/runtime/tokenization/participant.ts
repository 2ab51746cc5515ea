/** Determines the participant that a token is for (§2.10). */

import {
  type Identity,
  type Principal,
  isAuthenticated,
  requireIdentified,
} from "../auth/principal.js";
import { ProtocolError } from "../error/protocol-error.js";
import { redactHookErrors } from "../server/redact-hook-errors.js";
import { sameParticipant } from "./binding.js";
import { invalid } from "./read-request.js";
import type { DetokenizeOptions, ParticipantOf, ParticipantRequest } from "./tokenizer-options.js";

/**
 * Returns the caller, unless the request names another participant.
 * @throws ProtocolError `forbidden` if an access token names nobody; `invalid_request` if the caller is anonymous and
 * names nobody
 */
export async function participantOfCall(
  accessToken: string | undefined,
  participantOf: ParticipantOf | undefined,
  request: ParticipantRequest,
): Promise<Identity> {
  const { caller } = request;
  if (accessToken === undefined) {
    if (isAuthenticated(caller)) return caller;
    throw invalid("binding.identity is required if the caller does not authenticate.");
  }
  const found = await redactHookErrors("participantOf", async () => {
    const identity = await participantOf?.(accessToken, request);
    if (identity) requireIdentified({ ...identity, kind: "participant" });
    return identity;
  });
  if (!found) throw notTheirs();
  return found;
}

/**
 * Checked before the token is looked up, so that the response reveals nothing about it. Callers may always act for
 * themselves.
 * @throws ProtocolError `forbidden`
 */
export async function requireLeave(
  caller: Principal,
  participant: Identity,
  mayActFor: DetokenizeOptions["mayActFor"],
): Promise<void> {
  if (sameParticipant(caller, participant)) return;
  const may = await redactHookErrors("mayActFor", async () => mayActFor?.(caller, participant));
  // Only true permits: a rule without a return value must not permit anything.
  if (may !== true) throw notTheirs();
}

/** The same for a token that names nobody and one that names someone else's participant. */
function notTheirs(): ProtocolError {
  const content = "binding.identity names no participant that the caller may act for.";
  return new ProtocolError("forbidden", { content });
}
