/**
 * The protocol's errors (§7), one row per code: those of §7, and one for each status that §7 leaves without a code,
 * with its section or RFC. Codes are an interface: add new ones, never rename.
 */

export type ProtocolErrorCode =
  | "invalid_request"
  | "unsupported_request"
  | "digest_mismatch"
  | "algorithm_unsupported"
  | "invalid_profile_url"
  | "request_too_large"
  | "request_aborted"
  | "signature_missing"
  | "signature_invalid"
  | "key_not_found"
  | "unauthorized"
  | "forbidden"
  | "profile_not_trusted"
  | "not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "request_timeout"
  | "conflict"
  | "idempotency_key_reused"
  | "idempotency_in_progress"
  | "content_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "version_unsupported"
  | "profile_malformed"
  | "profile_unreachable"
  | "rate_limited"
  | "headers_too_large"
  | "internal_error"
  | "temporarily_unavailable";

export interface ErrorRow {
  /** Status of the response over REST. */
  readonly status: number;
  /** Over MCP: -32001 for errors of a profile, -32000 for all others. */
  readonly jsonRpcCode: -32000 | -32001;
  /** Text for the caller if nothing more specific is known. */
  readonly content: string;
  /**
   * True if the same request may succeed when sent again with the same Idempotency-Key. If false, the request must
   * change first.
   */
  readonly retry: boolean;
}

function row(
  status: number,
  content: string,
  retry = false,
  jsonRpcCode: ErrorRow["jsonRpcCode"] = -32000,
): ErrorRow {
  return Object.freeze({ status, jsonRpcCode, content, retry });
}

function profileRow(status: number, content: string, retry = false): ErrorRow {
  return row(status, content, retry, -32001);
}

export const ERROR_CODES: Readonly<Record<ProtocolErrorCode, ErrorRow>> = Object.freeze({
  invalid_request: row(400, "The request is not valid."),
  /**
   * RFC 9112 §6.1, for Transfer-Encoding. Listed next to similar texts rather than by status, so that it compresses
   * well: clients have 12 kB.
   */
  unsupported_request: row(501, "The request is not supported."),
  digest_mismatch: row(400, "The body differs from its Content-Digest."),
  algorithm_unsupported: row(400, "The signature's algorithm is not supported."),
  /** Listed here for the same reason. */
  version_unsupported: profileRow(422, "The version is not supported."),
  invalid_profile_url: profileRow(400, "The profile URL is malformed or not https."),
  /** A catalog batch has too many ids (§4.4). A body with too many bytes is a 413. */
  request_too_large: row(400, "The batch has more items than are allowed."),
  /** The body is incomplete (RFC 9112 §8): the caller disconnected, or the connection broke. */
  request_aborted: row(400, "The request ended before its body did.", true),
  signature_missing: row(401, "The request lacks a required signature."),
  signature_invalid: row(401, "The signature does not verify."),
  key_not_found: row(401, "The signer's profile has no key with this id."),
  unauthorized: row(401, "Authentication is missing or failed."),
  forbidden: row(403, "The caller may not do this."),
  profile_not_trusted: profileRow(403, "The profile URL is not among those approved."),
  not_found: row(404, "There is no such resource."),
  /** RFC 9110 §15.5.6 */
  method_not_allowed: row(405, "This path does not take this method."),
  /** RFC 9110 §15.5.7 */
  not_acceptable: row(406, "The answer is not accepted."),
  /** RFC 9110 §15.5.9 */
  request_timeout: row(408, "The request took too long.", true),
  /** RFC 9110 §15.5.10 */
  conflict: row(409, "The request is in conflict."),
  /** §4.8 */
  idempotency_key_reused: row(
    409,
    "The Idempotency-Key was used for a request with other parameters.",
  ),
  /** §4.8 */
  idempotency_in_progress: row(
    409,
    "A request with this Idempotency-Key is still in progress.",
    true,
  ),
  /** RFC 9110 §15.5.14 */
  content_too_large: row(413, "The body is too large."),
  /** RFC 9110 §15.5.15 */
  uri_too_long: row(414, "The path is too long."),
  /** RFC 9110 §15.5.16 */
  unsupported_media_type: row(415, "The body must be uncompressed application/json in UTF-8."),
  profile_malformed: profileRow(422, "The profile is not valid."),
  profile_unreachable: profileRow(424, "The profile cannot be fetched.", true),
  rate_limited: row(429, "Too many requests; try again later.", true),
  /** RFC 6585 §5 */
  headers_too_large: row(431, "The header fields are too large."),
  /** It is unknown how far the call got. Its key gets the same answer again for as long as keys are stored (§4.8). */
  internal_error: row(500, "An unexpected error occurred."),
  temporarily_unavailable: row(503, "The service is temporarily unavailable.", true),
});
