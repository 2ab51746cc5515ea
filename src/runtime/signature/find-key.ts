/** Finds the key that a signature names in its signer's profile (§5.4). */

import { ProtocolError } from "../error/protocol-error.js";
import { isObject, own } from "../json/members.js";
import { isReadableKey } from "./readable-key.js";

/**
 * Returns the key with this id. Undefined if there is none.
 * @param signingKeys `signing_keys` of a profile, unchecked
 * @throws ProtocolError `key_not_found` if several keys have the id, since verifiers would choose different ones
 */
export function findKey(signingKeys: unknown, kid: string): unknown {
  if (!Array.isArray(signingKeys)) return undefined;
  const named = signingKeys.filter((key) => isObject(key) && own(key, "kid") === kid);
  const readable = named.filter(isReadableKey);
  // Ignore unreadable entries with the same id. If there is no other, return it, so that its reader can say what is
  // wrong.
  const found = readable.length > 0 ? readable : named;
  if (found.length < 2) return found[0];
  const content = "The signer's profile must not have several keys with this id.";
  throw new ProtocolError("key_not_found", { content });
}
