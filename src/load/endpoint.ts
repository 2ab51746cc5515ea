/** Where a binding is called (§2.1.1). In: a binding. Out: what is worth a warning, or an error. */

import { diagnostic, failure, type Diagnostic, type SourceLocation } from "../errors.js";
import type { Binding } from "./profile.js";

/** @throws ProtoGenError where the endpoint is no https URL */
export function checkEndpoint(
  { endpoint, transport, pointer }: Binding,
  at: (pointer: string) => SourceLocation,
): Diagnostic[] {
  if (endpoint === undefined) return [];
  const place = (): SourceLocation => at(`${pointer}/endpoint`);
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== "https:")
    throw failure("PROFILE_ENDPOINT", `the ${transport} endpoint ${endpoint} is no https URL`, {
      place: place(),
    });
  // Paths are appended to it as they are, so that a slash at its end would stand there twice.
  return endpoint.endsWith("/")
    ? [
        diagnostic(
          "PROFILE_ENDPOINT_SLASH",
          `the ${transport} endpoint ${endpoint} ends in a slash`,
          { place: place() },
        ),
      ]
    : [];
}
