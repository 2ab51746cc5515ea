/** A profile that cannot be read (§7), told to whoever has named it: the first place, and the reason. */

import { ERROR_CODES, ProtocolError } from "../error/index.js";
import { JsonSyntaxError } from "../json/index.js";
import type { RegistryError } from "../negotiation/index.js";
import { describePlace } from "./sound-profile.js";

/** Of a text that is not JSON, only where it stops to be: what stands there is not repeated. */
export function malformedProfile(cause: RegistryError | JsonSyntaxError): ProtocolError {
  const why =
    cause instanceof JsonSyntaxError
      ? `${cause.code} in line ${cause.line}, column ${cause.column}`
      : describePlace(cause);
  const content = `${ERROR_CODES.profile_malformed.content} ${why}.`;
  return new ProtocolError("profile_malformed", { content, cause });
}
