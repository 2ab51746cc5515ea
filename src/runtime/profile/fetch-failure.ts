/** A profile that could not be fetched, as the protocol's errors (§7). */

import {
  DocumentFetchError,
  type DocumentFetchErrorCode,
} from "../document/document-fetch-error.js";
import { ProtocolError } from "../error/index.js";

/** What came, and is no profile. */
const MALFORMED: readonly DocumentFetchErrorCode[] = ["TYPE_UNEXPECTED", "TOO_LARGE"];
/** What the host may recover from by itself. */
const OUTAGES: readonly DocumentFetchErrorCode[] = [
  "NOT_RESOLVED",
  "NOT_CONNECTED",
  "BROKEN_OFF",
  "TIMEOUT",
];

/** That an address was refused is not told apart: nobody is to learn what a name leads to in here. */
export function failureOf(cause: unknown, retryMs: number): ProtocolError {
  if (cause instanceof ProtocolError) return cause;
  const code = cause instanceof DocumentFetchError ? cause.code : undefined;
  if (code === "URL_REFUSED") return new ProtocolError("invalid_profile_url", { cause });
  if (code !== undefined && MALFORMED.includes(code))
    return new ProtocolError("profile_malformed", { cause });
  const headers = { "Retry-After": String(Math.ceil(retryMs / 1_000)) };
  return new ProtocolError("profile_unreachable", { cause, headers });
}

/** Whether what was fetched before may still be true: a 404 says that it is not. */
export function isOutage(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return false;
  if (!(cause instanceof DocumentFetchError)) return true;
  const { code, status = 0 } = cause;
  return OUTAGES.includes(code) || status >= 500 || status === 429;
}
