/** Reads the body of a request: the bytes, which signatures and idempotency cover, and their JSON value. */
import { ProtocolError } from "../error/protocol-error.js";
import type { Json } from "../json/parse-json.js";
import { JsonSyntaxError } from "../json/json-syntax-error.js";
import { parseJsonBytes } from "../json/parse-json-bytes.js";
import { isIdentity, isJsonInUtf8 } from "./media-type.js";
import { abandon } from "./read-all.js";
import { readBytes } from "./read-bytes.js";
import type { RestOperation } from "./router.js";
import type { WebRequest, WebSignal } from "./web.js";

export interface BodyLimits {
  /** Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** Maximum nesting of arrays and objects. Default: 64. */
  readonly maxDepth?: number | undefined;
  /** Time limit for the whole body, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Ends reading early, in addition to the request's own signal. */
  readonly signal?: WebSignal | undefined;
}

export interface JsonBody {
  /** As they were sent. */
  readonly bytes: Uint8Array;
  /** Absent if the body is empty or the operation takes none. */
  readonly value?: Json;
}

/**
 * Reads a JSON body (§4.2). `body` is the operation's: if `"none"`, the bytes are read up to the limit and not parsed.
 * Integers beyond ±(2^53 - 1) are rejected, since amounts would change.
 * @throws {ProtocolError} `unsupported_media_type`, `content_too_large`, `invalid_request`, `request_timeout`,
 * `request_aborted`
 * @example
 * ```ts
 * import { readJsonBody } from "@proto-gen/runtime/server";
 *
 * const headers = { "Content-Type": "application/json" };
 * const body = '{"line_items": []}';
 * const request = new Request("https://shop.example/carts", { method: "POST", headers, body });
 * (await readJsonBody(request, "required", { maxBytes: 65_536 })).value; // { line_items: [] }
 * ```
 */
export async function readJsonBody(
  request: WebRequest,
  body: RestOperation["rest"]["body"],
  limits: BodyLimits = {},
): Promise<JsonBody> {
  const contentType = request.headers.get("content-type");
  // Reject what cannot be valid before reading it.
  if (body !== "none" && !isEmpty(request)) {
    if (!isIdentity(request.headers.get("content-encoding"))) throw unsupported(request, ENCODING);
    if (contentType !== null && !isJsonInUtf8(contentType)) throw unsupported(request, TYPE);
  }
  const { maxBytes = 1_048_576, timeoutMs = 30_000, maxDepth = 64, signal } = limits;
  const bytes = await readBytes(request, { maxBytes, timeoutMs, signal });
  if (body === "none") return { bytes };
  if (bytes.length === 0) {
    if (body === "required") throw invalid("The request needs a body.");
    return { bytes };
  }
  if (contentType === null) throw unsupported(request, TYPE);
  return { bytes, value: parse(bytes, maxDepth) };
}

function isEmpty({ body, headers }: WebRequest): boolean {
  return body === null || headers.get("content-length") === "0";
}

function parse(bytes: Uint8Array, maxDepth: number): Json {
  try {
    return parseJsonBytes(bytes, { maxDepth, safeNumbers: true });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { reason, line, column } = error;
    throw invalid(`The body is not valid JSON: ${reason} (line ${line}, column ${column}).`, error);
  }
}

function invalid(content: string, cause?: unknown): ProtocolError {
  return new ProtocolError("invalid_request", { content, cause });
}

/** The error text, and the header with the same information for programs (RFC 9110 §15.5.16). */
interface Unsupported {
  readonly content: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TYPE: Unsupported = {
  content: "The body must have the Content-Type application/json, in UTF-8.",
  headers: { Accept: "application/json" },
};
const ENCODING: Unsupported = {
  content: "The body must not have a Content-Encoding.",
  headers: { "Accept-Encoding": "identity" },
};

function unsupported({ body }: WebRequest, what: Unsupported): ProtocolError {
  // If the stream was already read, it is locked and this rejects.
  if (body !== null) abandon(body);
  return new ProtocolError("unsupported_media_type", what);
}
