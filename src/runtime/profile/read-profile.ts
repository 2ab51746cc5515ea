/** A profile (§2.1). In: bytes. Out: an object whose member of the protocol has a readable registry. */

import { ProtocolError } from "../error/index.js";
import { JsonSyntaxError, parseJsonBytes } from "../json/index.js";
import { isObject, own, type Members } from "../json/members.js";
import { readRegistry, RegistryError } from "../negotiation/index.js";
import { withoutUsurped } from "./without-usurped.js";

/**
 * What it gives is everyone's: it is frozen.
 * @throws ProtocolError profile_malformed
 */
export function readProfile(name: string, bytes: Uint8Array): Members {
  try {
    const profile = parseJsonBytes(bytes);
    const member = isObject(profile) ? own(profile, name) : undefined;
    if (!isObject(profile) || !isObject(member)) throw new ProtocolError("profile_malformed");
    const read = withoutUsurped(member, readRegistry(member));
    return frozen({ ...profile, [name]: read });
  } catch (cause) {
    if (cause instanceof JsonSyntaxError || cause instanceof RegistryError)
      throw new ProtocolError("profile_malformed", { cause });
    throw cause;
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value))
    if (typeof member === "object" && member !== null) frozen(member as object);
  return Object.freeze(value);
}
