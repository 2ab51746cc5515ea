/** The binding of a token to a checkout and a participant (§5.6), as a digest. */

import type { Identity } from "../auth/principal.js";
import { encodeUtf8 } from "../text/utf8.js";
import { sha256Hex } from "../digest/sha256.js";

/** As it is sent (§2.10). */
export interface Binding {
  readonly checkout_id: string;
  /** Present if the caller acts for another participant. */
  readonly identity?: { readonly access_token: string } | undefined;
}

export async function bindingDigest(checkoutId: string, participant: Identity): Promise<string> {
  // JSON separates the strings unambiguously, so no two bindings have the same bytes.
  return sha256Hex(encodeUtf8(JSON.stringify([checkoutId, keyOf(participant)])));
}

export function sameParticipant(one: Identity, other: Identity): boolean {
  return keyOf(one) === keyOf(other);
}

/**
 * A participant is an id at an issuer. The client only counts if it acts for someone else: some authorities name a
 * client that acts for itself twice in a token.
 */
function keyOf({ id, issuer, client }: Identity): string {
  return JSON.stringify([issuer ?? null, client === id ? null : (client ?? null), id]);
}
