/**
 * The header fields of a request that every call has (§4.8), as an operation requires them over REST, the
 * rejection of repeated fields, and the URL of the platform's profile in the agent header.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { RestOperation } from "./router.js";
import type { WebHeaders, WebRequest } from "./web.js";
import { RecentMap } from "../bounds/recent-map.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { dictionaryOf } from "../signature/dictionary.js";
import { readWebUrl } from "../formats/web-url.js";

export interface HeaderVocabulary {
  /** The field that carries the platform's profile: `Proto-Agent`. */
  readonly agentHeader: string;
}

export interface HeaderLimits {
  /** Maximum size of all fields together, names and values, in bytes. Default: 16 KiB. */
  readonly headerBytes?: number | undefined;
}

/** Each is there if it was sent, and not empty. */
export interface RequestHeaders {
  /** The raw value of the agent header, a dictionary (RFC 8941 §3.2). */
  readonly agent?: string;
  readonly requestId?: string;
  readonly idempotencyKey?: string;
}

const REQUEST_ID = "Request-Id";
const IDEMPOTENCY_KEY = "Idempotency-Key";

/** Whoever checks who calls (§5) also says what is missing, with 401; the body's are its reader's. */
const CHECKED_ELSEWHERE: ReadonlySet<string> = new Set([
  "authorization",
  "x-api-key",
  "signature",
  "signature-input",
  "content-digest",
  "content-type",
]);

/** §4.8 leaves the length open: a UUID has 36 characters. */
const MAX_LENGTH = 255;
/** What can be logged and stored as it is. A comma would be two fields that were joined into one. */
const SINGLE_VALUE = /^[\x21-\x2b\x2d-\x7e]+$/;

/** @throws {ProtocolError} headers_too_large, invalid_request that names the header */
export function readHeaders(
  request: WebRequest,
  operation: RestOperation,
  vocabulary: HeaderVocabulary,
  limits: HeaderLimits = {},
): RequestHeaders {
  const sent = readSentHeaders(request, vocabulary, limits);
  for (const name of requiredHeaders(operation)) {
    if (!request.headers.get(name)) throw invalid(`The header ${name} is required.`);
  }
  return sent;
}

/**
 * The same where no operation requires any: what REST's headers say stands elsewhere, as in MCP's `meta`.
 * @throws {ProtocolError} headers_too_large, invalid_request that names the header
 */
export function readSentHeaders(
  { headers }: WebRequest,
  vocabulary: HeaderVocabulary,
  limits: HeaderLimits = {},
): RequestHeaders {
  requireHeaderSize(headers, limits);
  const agent = headers.get(vocabulary.agentHeader) || undefined;
  const requestId = single(headers, REQUEST_ID);
  const idempotencyKey = single(headers, IDEMPOTENCY_KEY);
  const sent: { -readonly [Name in keyof RequestHeaders]: RequestHeaders[Name] } = {};
  if (agent !== undefined) sent.agent = agent;
  if (requestId !== undefined) sent.requestId = requestId;
  if (idempotencyKey !== undefined) sent.idempotencyKey = idempotencyKey;
  return sent;
}

/** @throws {ProtocolError} headers_too_large */
export function requireHeaderSize(
  headers: WebHeaders,
  { headerBytes = 16_384 }: HeaderLimits,
): void {
  if (sizeOf(headers) > headerBytes) throw new ProtocolError("headers_too_large");
}

const required = /* @__PURE__ */ new WeakMap<RestOperation, readonly string[]>();

function requiredHeaders(operation: RestOperation): readonly string[] {
  const known = required.get(operation);
  if (known !== undefined) return known;
  const names = operation.rest.parameters
    .filter((parameter) => parameter.in === "header" && parameter.required)
    .map(({ name }) => name)
    .filter((name) => !CHECKED_ELSEWHERE.has(name.toLowerCase()));
  required.set(operation, names);
  return names;
}

/** In bytes as on a line of HTTP/1.1: `name: value`, and its end. */
function sizeOf(headers: WebHeaders): number {
  if (headers.bytes !== undefined) return headers.bytes;
  let size = 0;
  headers.forEach((value, name) => (size += name.length + value.length + 4));
  return size;
}

/** The value of a field that may be sent once; undefined if it is absent or empty. */
function single(headers: WebHeaders, name: string): string | undefined {
  const value = headers.get(name);
  if (!value) return undefined;
  if (value.length > MAX_LENGTH) {
    throw invalid(`The header ${name} is longer than ${MAX_LENGTH} characters.`);
  }
  if (!SINGLE_VALUE.test(value)) {
    throw invalid(`The header ${name} must be one value of visible ASCII without commas.`);
  }
  return value;
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}

const SINGLE: readonly string[] = [
  "host",
  "content-type",
  "content-length",
  "authorization",
  "x-api-key",
  "idempotency-key",
  "request-id",
];

/**
 * Takes alternating names and values; undefined, if they are unknown, passes.
 * @throws ProtocolError `invalid_request` that names the header
 */
type RejectDuplicateHeaders = (rawHeaders: readonly string[] | undefined) => void;

/**
 * Rejects requests that repeat a header field which may occur once (RFC 9110 §5.3), since readers disagree on which
 * value counts. Dictionary and list fields may be split over lines (RFC 8941 §4.2), so the agent header,
 * Content-Digest and the signature fields are not checked.
 */
export function createRejectDuplicateHeaders(): RejectDuplicateHeaders {
  // One bit per field, so the fields seen so far are one number.
  const bits = new Map(SINGLE.map((name, index) => [name, 1 << index] as const));
  return (rawHeaders = []) => {
    let seen = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = (rawHeaders[at] as string).toLowerCase();
      const bit = bits.get(name) ?? 0;
      if ((seen & bit) !== 0)
        throw new ProtocolError("invalid_request", {
          content: `The header ${name} must not be repeated.`,
        });
      seen |= bit;
    }
  };
}

/** Caches recent values, since a platform sends the same value with every call. */
const knownUrls = {
  always: /* @__PURE__ */ new RecentMap<string>(1_000),
  inDevelopment: /* @__PURE__ */ new RecentMap<string>(1_000),
};
const LONGEST_REMEMBERED = 512;

/** @throws ProtocolError `invalid_profile_url` */
export function profileUrlOf(value: string | undefined, development = false): string {
  const before = development ? knownUrls.inDevelopment : knownUrls.always;
  const known = value === undefined ? undefined : before.get(value);
  if (known !== undefined) return known;
  const url = requireProfileUrl(profileMemberOf(value), development);
  if (value !== undefined && value.length <= LONGEST_REMEMBERED) before.set(value, url);
  return url;
}

/** @throws ProtocolError `invalid_profile_url` if the call names no profile and the release requires that code */
export function requireNamed(
  agent: string | null,
  header: string,
  { missingProfile }: ReleaseFacts,
): void {
  if (missingProfile !== "invalid_profile_url" || agent) return;
  throw new ProtocolError("invalid_profile_url", {
    content: `The header ${header} is required: it names the platform's profile.`,
  });
}

/** Returns the string under the key `profile` of a dictionary (RFC 8941 §3.2). Undefined for anything else. */
export function profileMemberOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    const item = dictionaryOf("the agent header", value).get("profile")?.[0];
    return typeof item === "string" ? item : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks the profile URL that a call names (§5.3). It must be https, or http in development.
 * @throws ProtocolError `invalid_profile_url`
 */
export function requireProfileUrl(url: unknown, development: boolean): string {
  if (typeof url !== "string" || readWebUrl(url, development) === undefined)
    throw new ProtocolError("invalid_profile_url");
  return url;
}
