/** The error of an unreadable profile (§7). It tells the caller the first invalid place and the reason. */

import { ERROR_CODES, ProtocolError } from "../error/index.js";
import { JsonSyntaxError } from "../json/index.js";
import type { RegistryError } from "../negotiation/index.js";
import { describePlace } from "./sound-profile.js";

/** For invalid JSON only the position is given, never the text at it. */
export function malformedProfile(cause: RegistryError | JsonSyntaxError): ProtocolError {
  const why =
    cause instanceof JsonSyntaxError
      ? `${cause.code} in line ${cause.line}, column ${cause.column}`
      : describePlace(cause);
  const content = `${ERROR_CODES.profile_malformed.content} ${why}.`;
  return new ProtocolError("profile_malformed", { content, cause });
}
