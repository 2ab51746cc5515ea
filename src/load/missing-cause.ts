/**
 * Why a document is missing, as a value: callers decide by its kind, and no text is parsed. A document that is not at hand
 * may be left out of another's profile; where a host merely failed to answer, the next run could have the document, so that
 * leaving it out would make the output depend on the weather.
 */

import type { DocumentFetchErrorCode } from "@proto-gen/runtime/profile";

export type MissingCause =
  /** No directory and no lock has it, and nothing was fetched. */
  | { readonly kind: "no-source" }
  | { readonly kind: "status"; readonly status: number; readonly message: string }
  | {
      readonly kind: "redirect" | "media-type" | "content-encoding" | "refused" | "failed";
      readonly message: string;
    };

export type MissingKind = MissingCause["kind"];

export const NO_SOURCE: MissingCause = Object.freeze({ kind: "no-source" });

/** A document that is too large is no cause: it ends the run, as does a caller that gives up. */
const KINDS: Readonly<Record<DocumentFetchErrorCode, MissingKind>> = {
  URL_REFUSED: "refused",
  PORT_REFUSED: "refused",
  ADDRESS_REFUSED: "refused",
  NOT_RESOLVED: "failed",
  NOT_CONNECTED: "failed",
  REDIRECTED: "redirect",
  STATUS_UNEXPECTED: "status",
  HEADERS_TOO_LARGE: "failed",
  TYPE_UNEXPECTED: "media-type",
  ENCODED: "content-encoding",
  TOO_LARGE: "failed",
  BROKEN_OFF: "failed",
  TIMEOUT: "failed",
  ABORTED: "failed",
};

interface FetchFailure {
  readonly code: DocumentFetchErrorCode;
  readonly message: string;
  readonly status?: number;
}

export function causeOfFailure({ code, message, status = 0 }: FetchFailure): MissingCause {
  const kind = KINDS[code];
  if (kind === "no-source") return NO_SOURCE;
  return Object.freeze(kind === "status" ? { kind, status, message } : { kind, message });
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/**
 * True where the host's answer is final: there is no such document, or not one that is accepted. False for what a later run
 * may find: a status such as 429 or 503, a time-out, a host that is not reached; and for addresses that are refused.
 */
export function isNotAtHand(cause: MissingCause): boolean {
  switch (cause.kind) {
    case "no-source":
    case "redirect":
    case "media-type":
    case "content-encoding":
      return true;
    case "status":
      return GONE.has(cause.status);
    case "refused":
    case "failed":
      return false;
  }
}

/** The end of a sentence that says that no source contains a document. */
export function reasonText(cause: MissingCause): string {
  return cause.kind === "no-source" ? "" : `, and fetching it failed: ${cause.message}`;
}
