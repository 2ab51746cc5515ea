/**
 * Reads the body of a request: the bytes, which signatures and idempotency cover, and their JSON value. `readAll` reads any stream up to
 * a size limit, without a timer, since each attempt of a client has its own.
 */

import { ProtocolError } from "../error/protocol-error.js";
import { JsonSyntaxError } from "../json/json-syntax-error.js";
import { parseJsonBytes, type Json } from "../json/parse-json.js";
import { isIdentity, isJsonInUtf8 } from "./media-type.js";
import type { RestOperation } from "./router.js";
import type { WebRequest, WebSignal, WebReader, WebHeaders, WebStream } from "./web.js";

interface ReadLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Ends reading early: as a timeout if the reason's name is `TimeoutError`, otherwise as an abort. */
  readonly signal?: WebSignal | undefined;
}

/**
 * Reads the body of a request within limits of size and time.
 * @throws {ProtocolError} `content_too_large`, `request_timeout`, `request_aborted`
 */
async function readBytes(
  request: Pick<WebRequest, "body" | "headers" | "signal">,
  limits: ReadLimits,
): Promise<Uint8Array> {
  const { body } = request;
  if (body === null) return new Uint8Array(0);
  requireLength(body, request.headers, limits.maxBytes);
  const isOver = request.signal?.aborted === true || limits.signal?.aborted === true;
  const whole = isOver ? undefined : await body.whole?.();
  if (whole === undefined) return readInTime(body.getReader(), request.signal, limits);
  if (whole.length > limits.maxBytes) throw tooLarge(limits.maxBytes);
  return whole;
}

async function readInTime(
  reader: WebReader,
  signal: WebSignal | undefined,
  limits: ReadLimits,
): Promise<Uint8Array> {
  const early = new EarlyEnd([signal, limits.signal], limits.timeoutMs);
  try {
    return await readAll(() => early.orElse(reader.read()), limits.maxBytes);
  } catch (error) {
    abandon(reader);
    throw error instanceof ProtocolError ? error : aborted(error);
  } finally {
    early.release();
  }
}

/** Ends reading before the body does, on timeout or an aborted signal. */
class EarlyEnd {
  private readonly deadline: number;
  private readonly releases: (() => void)[] = [];
  private error: ProtocolError | undefined;
  private reject: ((error: ProtocolError) => void) | undefined;

  constructor(signals: readonly (WebSignal | undefined)[], timeoutMs: number) {
    this.deadline = Date.now() + timeoutMs;
    const timer = setTimeout(() => this.end(new ProtocolError("request_timeout")), timeoutMs);
    this.releases.push(() => clearTimeout(timer));
    for (const signal of signals) if (signal !== undefined) this.heed(signal);
  }

  /**
   * The result of one read, or the error that ends reading. Not `Promise.race`, since racing one promise a million
   * times accumulates a million reactions.
   */
  orElse<Result>(read: Promise<Result>): Promise<Result> {
    // Chunks that are available at once prevent timers from running, and empty ones never reach the size limit.
    if (Date.now() > this.deadline) this.end(new ProtocolError("request_timeout"));
    return new Promise((resolve, reject) => {
      this.reject = reject;
      if (this.error !== undefined) reject(this.error);
      read.then(resolve, reject);
    });
  }

  release(): void {
    for (const release of this.releases) release();
  }

  private heed(signal: WebSignal): void {
    const listener = (): void => this.end(endedBy(signal));
    if (signal.aborted) listener();
    signal.addEventListener("abort", listener);
    this.releases.push(() => signal.removeEventListener("abort", listener));
  }

  private end(error: ProtocolError): void {
    this.error ??= error;
    this.reject?.(this.error);
  }
}

function endedBy({ reason }: WebSignal): ProtocolError {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? new ProtocolError("request_timeout", { cause: reason }) : aborted(reason);
}

function aborted(cause: unknown): ProtocolError {
  return new ProtocolError("request_aborted", { cause });
}

/** Default of `maxBytes`. */
const MAX_BODY_BYTES = 1_048_576;

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
  const { maxBytes = MAX_BODY_BYTES, timeoutMs = 30_000, maxDepth = 64, signal } = limits;
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

const LEAST_CAPACITY = 4_096;

/**
 * A `Content-Length` beyond the limit is conclusive; one within it proves nothing.
 * @throws {ProtocolError} `content_too_large`
 */
export function requireLength(body: WebStream, headers: WebHeaders, maxBytes: number): void {
  if (Number(headers.get("content-length")) > maxBytes) {
    abandon(body);
    throw tooLarge(maxBytes);
  }
}

/**
 * @param next returns the next chunk, like a stream's reader
 * @throws {ProtocolError} `content_too_large`; whatever `next` throws
 */
export async function readAll(next: WebReader["read"], maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array(0);
  let length = 0;
  for (;;) {
    const { done, value: chunk = new Uint8Array(0) } = await next();
    if (done) return length === bytes.length ? bytes : bytes.slice(0, length);
    const needed = length + chunk.length;
    if (needed > maxBytes) throw tooLarge(maxBytes);
    // Most bodies are a single chunk, which is not shared.
    if (length === 0) bytes = chunk;
    else {
      // Copies chunks, since a list of a million one-byte chunks would take far more than a megabyte.
      if (needed > bytes.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(LEAST_CAPACITY, 2 * needed)));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(chunk, length);
    }
    length = needed;
  }
}

function tooLarge(maxBytes: number): ProtocolError {
  const content = `The body is larger than ${maxBytes} bytes.`;
  return new ProtocolError("content_too_large", { content });
}

/** Tells the sender to stop, without waiting for a reaction that may never come. */
export function abandon(stream: WebStream | WebReader): void {
  stream.cancel().catch(() => undefined);
}
