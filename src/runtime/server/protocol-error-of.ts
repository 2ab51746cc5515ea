/** Maps whatever was thrown during a call to a protocol error (§7). */

import { asProtocolError, ProtocolError } from "../error/index.js";
import { IdempotencyError } from "../idempotency/index.js";
import { RegistryError } from "../negotiation/index.js";
import { malformedProfile } from "../profile/malformed-profile.js";

const QUOTA = "This client has too many stored answers. Retry when the first of them has expired.";

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
