/** What a token is bound to (§5.6). In: a checkout and a participant. Out: a digest that is theirs alone. */

import type { Identity } from "../auth/index.js";
import { sha256Hex } from "../digest/sha256-hex.js";
import { encodeUtf8 } from "../rest/encode-utf8.js";

/** As it is sent (§2.10). */
export interface Binding {
  readonly checkout_id: string;
  /** Where the caller acts for another participant; left out where it acts for itself. */
  readonly identity?: { readonly access_token: string } | undefined;
}

export async function bindingDigest(checkoutId: string, participant: Identity): Promise<string> {
  // JSON says where each string ends, so no two bindings have the same bytes.
  return sha256Hex(encodeUtf8(JSON.stringify([checkoutId, keyOf(participant)])));
}

export function sameParticipant(one: Identity, other: Identity): boolean {
  return keyOf(one) === keyOf(other);
}

/**
 * A participant is an id at an issuer. A client is a part of it only where it acts for someone: the
 * access tokens of some authorities name one that acts for itself twice.
 */
function keyOf({ id, issuer, client }: Identity): string {
  return JSON.stringify([issuer ?? null, client === id ? null : (client ?? null), id]);
}
