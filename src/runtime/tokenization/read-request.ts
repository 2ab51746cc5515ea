/** Reads the bodies of the two calls (§4.6) strictly. Errors name the member and never contain a value. */

import { ProtocolError } from "../error/protocol-error.js";
import { isObject, own, type Members } from "../json/members.js";
import { isSourceCredential, type SourceCredential } from "./credential.js";
import { JsonSyntaxError } from "../json/json-syntax-error.js";
import { readJsonBody, type BodyLimits, type JsonBody } from "../rest/read-json-body.js";
import type { WebRequest } from "../rest/web.js";

/** Credentials are short and flat. */
const MAX_BYTES = 16_384;
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

export interface SentBinding {
  readonly checkoutId: string;
  /** From `identity`. Undefined if the caller acts for itself. */
  readonly accessToken: string | undefined;
}

export interface TokenizeRequest extends SentBinding {
  readonly credential: SourceCredential;
}

export interface DetokenizeRequest extends SentBinding {
  readonly token: string;
}

const MAX_TOKEN = 512;
const MAX_CHECKOUT_ID = 512;
/** As long as a token in `Authorization`. */
const MAX_ACCESS_TOKEN = 8_192;

/** @throws ProtocolError `invalid_request` */
export function readTokenizeRequest(body: unknown): TokenizeRequest {
  const members = requireObject(body, "The body");
  const credential = own(members, "credential");
  if (!isSourceCredential(credential))
    throw invalid("credential must have a valid type, and the members of a card if it is one.");
  return { credential, ...readBinding(members) };
}

/** @throws ProtocolError `invalid_request` */
export function readDetokenizeRequest(body: unknown): DetokenizeRequest {
  const members = requireObject(body, "The body");
  return { token: requireText(members, "token", MAX_TOKEN), ...readBinding(members) };
}

function readBinding(members: Members): SentBinding {
  const binding = requireObject(own(members, "binding"), "binding");
  const checkoutId = requireText(binding, "checkout_id", MAX_CHECKOUT_ID);
  const sent = own(binding, "identity");
  if (sent === undefined) return { checkoutId, accessToken: undefined };
  const identity = requireObject(sent, "binding.identity");
  return { checkoutId, accessToken: requireText(identity, "access_token", MAX_ACCESS_TOKEN) };
}

function requireObject(value: unknown, what: string): Members {
  if (!isObject(value)) throw invalid(`${what} must be an object.`);
  return value;
}

function requireText(members: Members, name: string, longest: number): string {
  const value = own(members, name);
  if (typeof value === "string" && value !== "" && value.length <= longest) return value;
  throw invalid(`${name} must be a string of 1 to ${longest} characters.`);
}

export function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}
