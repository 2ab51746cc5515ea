/** The key that a signature names, in its signer's profile (§5.4). */

import { ProtocolError } from "../error/index.js";
import { isObject, own } from "../json/members.js";
import { isReadableKey } from "./readable-key.js";

/**
 * In: `signing_keys` of a profile, whatever it is. Out: the one key with this id; undefined without.
 *
 * @throws ProtocolError key_not_found where several have it: readers would take different ones
 */
export function findKey(signingKeys: unknown, kid: string): unknown {
  if (!Array.isArray(signingKeys)) return undefined;
  const named = signingKeys.filter((key) => isObject(key) && own(key, "kid") === kid);
  const readable = named.filter(isReadableKey);
  // An entry that is no key takes no other key's id. One that stands alone is for its reader to refuse, with the reason.
  const found = readable.length > 0 ? readable : named;
  if (found.length < 2) return found[0];
  const content = "The signer's profile has several keys with this id.";
  throw new ProtocolError("key_not_found", { content });
}
