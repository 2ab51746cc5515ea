/** Reads the valid entries of a platform's profile (§2.1). */

import { JsonSyntaxError, parseJsonBytes } from "../json/index.js";
import type { Members } from "../json/members.js";
import { RegistryError } from "../negotiation/index.js";
import { malformedProfile } from "./malformed-profile.js";
import { requireSoundProfile } from "./sound-profile.js";

/**
 * Frozen, because the result is shared by all calls.
 * @throws ProtocolError `profile_malformed`
 */
export function readProfile(name: string, bytes: Uint8Array): Members {
  try {
    return frozen(requireSoundProfile(name, parseJsonBytes(bytes)).profile);
  } catch (cause) {
    if (cause instanceof JsonSyntaxError || cause instanceof RegistryError)
      throw malformedProfile(cause);
    throw cause;
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value))
    if (typeof member === "object" && member !== null) frozen(member as object);
  return Object.freeze(value);
}
