/** The errors of calls with an idempotency key, with their status, and the errors that callers see of them (§7). */

import { ProtocolError } from "../error/protocol-error.js";
import type { ClaimRequest } from "./claims.js";

const STATUS = {
  /** The key is not 1 to 255 visible ASCII characters. */
  idempotency_key_invalid: 400,
  /** The key was used before with other parameters (§4.8). */
  idempotency_key_reused: 409,
  /** A call with the same key and parameters is still running. */
  idempotency_in_progress: 409,
  /** Another call took over while the effect ran; its answer counts. */
  idempotency_lease_lost: 409,
  /** The client's storage quota is used up, so nothing was done (§7: 429). */
  idempotency_quota_exceeded: 429,
  /** The storage failed or is full, so nothing was done (§7: 503). */
  idempotency_unavailable: 503,
} as const;

export type IdempotencyErrorCode = keyof typeof STATUS;

export interface IdempotencyErrorDetails {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number | undefined;
}

export class IdempotencyError extends Error {
  override readonly name = "IdempotencyError";
  readonly code: IdempotencyErrorCode;
  readonly status: number;
  /** For `Retry-After`: whole seconds, at least 1. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: IdempotencyErrorCode, message: string, details: IdempotencyErrorDetails = {}) {
    super(
      `${code}: ${message}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.status = STATUS[code];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export function unavailable(what: string, cause?: unknown): IdempotencyError {
  return new IdempotencyError("idempotency_unavailable", what, { cause });
}

export function leaseLost(): IdempotencyError {
  const what = "another call took over this key, and its answer counts";
  return new IdempotencyError("idempotency_lease_lost", what, { retryAfterSeconds: 1 });
}

/** A guess: storages do not say when an owner will have room again. */
const RETRY_AFTER_SECONDS = 60;

export function quotaExceeded({ isAnonymous }: ClaimRequest): IdempotencyError {
  const whose = isAnonymous === true ? "unauthenticated callers" : "this client";
  const what = `the stored answers of ${whose} have used up their quota`;
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  return new IdempotencyError("idempotency_quota_exceeded", what, { retryAfterSeconds });
}

const QUOTA = "This client has too many stored answers. Retry when the first of them has expired.";

/** The error that a caller gets. */
export function answerToCaller(error: IdempotencyError): ProtocolError {
  const { code, message, retryAfterSeconds } = error;
  const headers =
    retryAfterSeconds === undefined
      ? {}
      : { headers: { "Retry-After": String(retryAfterSeconds) } };
  switch (code) {
    case "idempotency_key_invalid":
      return new ProtocolError("invalid_request", { content: message });
    case "idempotency_key_reused":
      return new ProtocolError("idempotency_key_reused");
    case "idempotency_in_progress":
    case "idempotency_lease_lost":
      return new ProtocolError("idempotency_in_progress", headers);
    case "idempotency_quota_exceeded":
      return new ProtocolError("rate_limited", { content: QUOTA, ...headers, cause: error });
    case "idempotency_unavailable":
      return new ProtocolError("temporarily_unavailable", {
        headers: { "Retry-After": String(retryAfterSeconds ?? 1) },
        cause: error,
      });
  }
}
