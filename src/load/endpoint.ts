/** Checks the URL at which a binding is called (§2.1.1). */

import { diagnostic, failure, type Diagnostic, type SourceLocation } from "../errors.js";
import { isLoopbackHttp, isUrl } from "../text/http-url.js";

interface CalledBinding {
  readonly endpoint?: string;
  readonly transport: string;
  readonly pointer: string;
}

export interface ProfileOptions {
  /** Allows endpoints at http on this machine. */
  readonly development?: boolean | undefined;
}

/** @throws ProtoGenError where the endpoint is not an https URL */
export function checkEndpoint(
  { endpoint, transport, pointer }: CalledBinding,
  at: (pointer: string) => SourceLocation,
  { development = false }: ProfileOptions = {},
): Diagnostic[] {
  if (endpoint === undefined) return [];
  const place = (): SourceLocation => at(`${pointer}/endpoint`);
  const isLocal = isLoopbackHttp(endpoint);
  const isHttps = isUrl(endpoint) && new URL(endpoint).protocol === "https:";
  if (!isHttps && !(development && isLocal))
    throw failure(
      "PROFILE_ENDPOINT_INVALID",
      `the ${transport} endpoint ${endpoint} is not an https URL`,
      {
        place: place(),
        ...(isLocal ? { hint: "for a business on this machine, add --development" } : {}),
      },
    );
  // Paths are appended to it as they are, so that a slash at its end would stand there twice.
  return endpoint.endsWith("/")
    ? [
        diagnostic(
          "PROFILE_ENDPOINT_SLASH",
          `the ${transport} endpoint ${endpoint} ends with a slash`,
          { place: place() },
        ),
      ]
    : [];
}
