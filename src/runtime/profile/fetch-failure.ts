/** Converts a failed fetch of a profile to a protocol error (§7). */

import {
  DOCUMENT_FETCH_ERRORS,
  DocumentFetchError,
  type DocumentFetchErrorCode,
} from "../document/document-fetch.js";
import { ERROR_CODES } from "../error/error-codes.js";
import { ProtocolError } from "../error/protocol-error.js";

const UNREACHABLE = ERROR_CODES.profile_unreachable.content;
/** A response arrived that is not a profile. */
const MALFORMED: readonly DocumentFetchErrorCode[] = ["TYPE_UNEXPECTED", "TOO_LARGE"];
/** The host may recover from these on its own. */
const OUTAGES: readonly DocumentFetchErrorCode[] = [
  "NOT_RESOLVED",
  "NOT_CONNECTED",
  "BROKEN_OFF",
  "TIMEOUT",
];

/** Only a reachable host causes these: a refused address has not answered. */
const ANSWERED: readonly DocumentFetchErrorCode[] = [
  "REDIRECTED",
  "STATUS_UNEXPECTED",
  "HEADERS_TOO_LARGE",
  "ENCODED",
];

/**
 * Refused addresses and hosts that do not answer are not distinguished, so callers cannot explore internal names. In
 * development, where callers are on this machine, every reason is given.
 */
export function failureOf(cause: unknown, retryMs: number, development = false): ProtocolError {
  if (cause instanceof ProtocolError) return cause;
  const code = cause instanceof DocumentFetchError ? cause.code : undefined;
  if (code === "URL_REFUSED") return new ProtocolError("invalid_profile_url", { cause });
  if (code === "PORT_REFUSED") {
    const content = DOCUMENT_FETCH_ERRORS[code];
    return new ProtocolError("invalid_profile_url", { cause, content });
  }
  if (code !== undefined && MALFORMED.includes(code)) {
    const content = `${ERROR_CODES.profile_malformed.content} ${DOCUMENT_FETCH_ERRORS[code]}`;
    return new ProtocolError("profile_malformed", { cause, content });
  }
  const headers = { "Retry-After": String(Math.ceil(retryMs / 1_000)) };
  const why = cause instanceof DocumentFetchError ? reasonOf(cause, development) : undefined;
  return new ProtocolError("profile_unreachable", {
    cause,
    headers,
    content: why && `${UNREACHABLE} ${why}`,
  });
}

function reasonOf({ code, status }: DocumentFetchError, development: boolean): string | undefined {
  if (!development && !ANSWERED.includes(code)) return undefined;
  return code === "STATUS_UNEXPECTED" && status !== undefined
    ? `The answer's status is ${status}, not 200.`
    : DOCUMENT_FETCH_ERRORS[code];
}

/** True if the previous profile may still be valid: a 404, for example, means that it is not. */
export function isOutage(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return false;
  if (!(cause instanceof DocumentFetchError)) return true;
  const { code, status = 0 } = cause;
  return OUTAGES.includes(code) || status >= 500 || status === 429;
}
