/** What went wrong with a call, in the codes of §7. In: whatever was thrown. Out: a protocol error. */

import { asProtocolError, ProtocolError } from "../error/index.js";
import { IdempotencyError } from "../idempotency/index.js";
import { RegistryError } from "../negotiation/index.js";
import { malformedProfile } from "../profile/malformed-profile.js";

const QUOTA =
  "Too many answers are kept for this client; try again when the first of them expires.";

export function protocolErrorOf(thrown: unknown): ProtocolError {
  if (thrown instanceof RegistryError) return malformedProfile(thrown);
  if (!(thrown instanceof IdempotencyError)) return asProtocolError(thrown);
  const { code, retryAfterSeconds } = thrown;
  const headers =
    retryAfterSeconds === undefined
      ? {}
      : { headers: { "Retry-After": String(retryAfterSeconds) } };
  switch (code) {
    case "idempotency_key_invalid":
      return new ProtocolError("invalid_request", { content: thrown.message });
    case "idempotency_key_reused":
      return new ProtocolError("idempotency_key_reused");
    case "idempotency_in_progress":
    case "idempotency_lease_lost":
      return new ProtocolError("idempotency_in_progress", headers);
    case "idempotency_quota_exceeded":
      return new ProtocolError("rate_limited", { content: QUOTA, ...headers, cause: thrown });
    case "idempotency_unavailable":
      return new ProtocolError("temporarily_unavailable", {
        headers: { "Retry-After": String(retryAfterSeconds ?? 1) },
        cause: thrown,
      });
  }
}
