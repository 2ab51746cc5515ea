/** Reads a body that may contain a credential: no error quotes it. */

import { ProtocolError } from "../error/index.js";
import { JsonSyntaxError } from "../json/index.js";
import { readJsonBody, type BodyLimits, type JsonBody, type WebRequest } from "../rest/index.js";

/** Credentials are short and flat. */
export const MAX_BYTES = 16_384;
const MAX_DEPTH = 8;

/**
 * Like `readJsonBody`, with lower limits.
 * @throws ProtocolError `unsupported_media_type`, `content_too_large`, `invalid_request`, `request_timeout`,
 * `request_aborted`
 */
export async function readSecretBody(
  request: WebRequest,
  limits: BodyLimits = {},
): Promise<JsonBody> {
  const { maxBytes = MAX_BYTES, maxDepth = MAX_DEPTH, ...more } = limits;
  try {
    return await readJsonBody(request, "required", { maxBytes, maxDepth, ...more });
  } catch (thrown) {
    throw withoutText(thrown);
  }
}

/** Other syntax errors quote the text, which might be digits of a card. */
function withoutText(thrown: unknown): unknown {
  const cause = thrown instanceof ProtocolError ? thrown.cause : undefined;
  if (!(cause instanceof JsonSyntaxError)) return thrown;
  const { code, line, column } = cause;
  const content = `The body is not valid JSON: ${code} (line ${line}, column ${column}).`;
  return new ProtocolError("invalid_request", { content });
}
