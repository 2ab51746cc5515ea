/**
 * Determines the participant that a token is for (§2.10), and the binding of a token to a checkout and a participant
 * (§5.6).
 */

import {
  type Identity,
  type Principal,
  isAuthenticated,
  requireIdentified,
} from "../auth/check.js";
import { ProtocolError } from "../error/protocol-error.js";
import { redactHookErrors } from "../log/quiet.js";
import { invalid } from "./read-request.js";
import type { DetokenizeOptions, ParticipantOf, ParticipantRequest } from "./tokenizer-options.js";
import { encodeUtf8 } from "../text/encoding.js";
import { sha256Hex } from "../digest/sha256.js";

/** As it is sent (§2.10). */
export interface Binding {
  readonly checkout_id: string;
  /** Present if the caller acts for another participant. */
  readonly identity?: { readonly access_token: string } | undefined;
}

/** The binding of a token to a checkout and a participant (§5.6), as a digest. */
export async function bindingDigest(checkoutId: string, participant: Identity): Promise<string> {
  // JSON separates the strings unambiguously, so no two bindings have the same bytes.
  return sha256Hex(encodeUtf8(JSON.stringify([checkoutId, keyOf(participant)])));
}

function sameParticipant(one: Identity, other: Identity): boolean {
  return keyOf(one) === keyOf(other);
}

/**
 * A participant is an id at an issuer. The client only counts if it acts for someone else: some authorities name a
 * client that acts for itself twice in a token.
 */
function keyOf({ id, issuer, client }: Identity): string {
  return JSON.stringify([issuer ?? null, client === id ? null : (client ?? null), id]);
}

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
