/**
 * Reads the body of a response up to a size limit, parses it as strict JSON, and distinguishes resources from error
 * envelopes. An error response (§7) of HTTP or JSON-RPC becomes a `ProtocolError`, whatever was sent: its code is the one
 * sent if the table has it, and otherwise follows from the status.
 */

import { ERROR_CODES, type ErrorRow, type ProtocolErrorCode } from "../error/error-codes.js";
import { ProtocolError, type ProtocolErrorOptions } from "../error/protocol-error.js";
import { isObject, own } from "../json/members.js";
import type { Json } from "../json/parse-json.js";
import { parseUnambiguous } from "../json/parse-unambiguous.js";
import { isJsonInUtf8 } from "../rest/media-type.js";
import { abandon, readAll, requireLength } from "../rest/read-json-body.js";
import type { WebReader } from "../rest/web.js";
import type { Operation } from "../service/operation.js";
import type { Cancellation } from "../time/time.js";
import { ClientError, type ClientErrorOptions } from "./client-error.js";
import type { Received } from "./definition.js";
import type { FetchResponse } from "./send.js";

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal: Cancellation;
}

/** @throws ClientError `ANSWER_INVALID` if the body is too large, `NETWORK` if it is incomplete */
export async function readAnswer(
  { body, headers }: FetchResponse,
  { maxBytes, signal }: ReadOptions,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  try {
    requireLength(body, headers, maxBytes);
    return await readUntil(signal, body.getReader(), maxBytes);
  } catch (cause) {
    const isTooLarge = cause instanceof ProtocolError && cause.code === "content_too_large";
    if (!isTooLarge) throw new ClientError("NETWORK", { cause });
    throw invalidAnswer(`The answer is larger than ${maxBytes} bytes.`);
  }
}

/** The attempt's own timeout rejects the call; this only makes the transfer stop with it. */
async function readUntil(
  signal: Cancellation,
  reader: WebReader,
  maxBytes: number,
): Promise<Uint8Array> {
  const stop = (): void => abandon(reader);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    return await readAll(() => reader.read(), maxBytes);
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** @throws ClientError `ANSWER_INVALID` */
export function parseAnswer({ headers }: FetchResponse, bytes: Uint8Array): Json {
  const contentType = headers.get("content-type");
  if (contentType === null || !isJsonInUtf8(contentType))
    throw invalidAnswer(`The answer is not JSON but ${String(contentType).slice(0, 80)}.`);
  return parseStrictly(bytes);
}

/** Rejects integers beyond ±(2^53 - 1), which would change as amounts. */
export function parseStrictly(bytes: Uint8Array): Json {
  // Not the scanner, which would report the place but is a tenth of what a browser must load.
  const value = parseUnambiguous(bytes, { safeNumbers: true });
  if (value === undefined) throw invalidAnswer("The answer is not valid JSON.");
  return value;
}

export function invalidAnswer(
  content: string,
  more: Pick<ClientErrorOptions, "answer" | "cause"> = {},
): ClientError {
  return new ClientError("ANSWER_INVALID", { content, ...more });
}

/**
 * Distinguishes resources from error envelopes (§7), by the members that every resource has and no error envelope.
 * @param name the envelope's member, which is the protocol's name
 * @throws ClientError `ANSWER_INVALID`
 */
export function receivedOf({ marks }: Operation, name: string, body: unknown): Received {
  if (!isObject(body)) throw invalidAnswer("The answer is not an object.", { answer: body });
  const envelope = own(body, name);
  const status = isObject(envelope) ? own(envelope, "status") : undefined;
  const failed = status === "error";
  const has = (mark: string): boolean => own(body, mark) !== undefined;
  // An error envelope may have any additional members, even an `id`.
  const isResource = failed ? marks.length > 0 && marks.every(has) : marks.some(has);
  if (isResource || (!failed && marks.length === 0)) return { kind: "resource", body };
  // Resources have messages too, so an envelope with status `success` is not an error envelope, even if the
  // resource's own members are missing.
  const isOutcome = failed || (status !== "success" && Array.isArray(own(body, "messages")));
  return { kind: isOutcome ? "outcome" : "unknown", body };
}

/** Errors are short: the rest is not read. */
const MAX_ERROR_BYTES = 65_536;

const KEPT_HEADERS = ["Retry-After", "WWW-Authenticate", "Allow"];

/** For a response whose status is not a success. */
export async function errorFrom(
  response: FetchResponse,
  options: ReadOptions,
): Promise<ProtocolError | ClientError> {
  const { status, body: stream } = response;
  if (status < 400) {
    if (stream !== null) abandon(stream);
    return new ClientError("ANSWER_INVALID", {
      content: `The answer is a redirect, or has no content (${status}).`,
    });
  }
  const answer = await bodyOf(response, options);
  return errorOf(status, sentIn(answer), { headers: keptHeaders(response), answer });
}

/** Takes code and text from the body itself, its `error`, or the first message of an error envelope. */
export function sentIn(body: unknown): unknown {
  return {
    ...(own(Object(member(body, "messages")), "0") as object),
    ...(member(body, "error") as object),
    ...(body as object),
  };
}

/**
 * @param status of the response; undefined for an error within a success
 * @param as the status that determines the code if the one sent is not in the table
 */
export function errorOf(
  status: number | undefined,
  sent: unknown,
  options: ProtocolErrorOptions,
  as: number = status ?? 500,
): ProtocolError {
  const told = (name: string): string | undefined => text(member(sent, name));
  const code = told("code");
  // RFC 9457 §3.1, or a message, for servers that do not format errors as in §7.
  const detail = told("detail") ?? told("message") ?? told("title");
  const received = { code, status: status ?? as, detail };
  const row = own(ERROR_CODES, code ?? "") as ErrorRow | undefined;
  const isAsInTable = row && (status ?? row.status) === row.status;
  return new ProtocolError(row ? (code as ProtocolErrorCode) : codeFor(as), {
    // The table's text for a status could name a cause that does not apply.
    content:
      told("content") ??
      row?.content ??
      detail ??
      `The business answered ${received.status} ${code?.slice(0, 100) ?? ""}`,
    ...options,
    received: isAsInTable ? undefined : received,
  });
}

async function bodyOf(
  response: FetchResponse,
  { maxBytes, signal }: ReadOptions,
): Promise<unknown> {
  try {
    const limit = Math.min(maxBytes, MAX_ERROR_BYTES);
    // The media type is not checked, since RFC 9457 has its own.
    return parseStrictly(await readAnswer(response, { maxBytes: limit, signal }));
  } catch {
    // An error page of a proxy in front of the business: only the status is known.
    return undefined;
  }
}

/** Codes that name a cause, which another server's error with the same status need not have. */
const SPECIFIC = /^(?:key|profile|signature|version)_/;

/** §7, and for other statuses RFC 9110 §15: an unknown status is treated as its class. */
function codeFor(status: number): ProtocolErrorCode {
  if (status === 502 || status === 504) return "temporarily_unavailable";
  const codes = Object.keys(ERROR_CODES) as ProtocolErrorCode[];
  const general = codes.find((code) => ERROR_CODES[code].status === status && !SPECIFIC.test(code));
  return general ?? (status < 500 ? "invalid_request" : "internal_error");
}

function keptHeaders({ headers }: FetchResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? own(value, name) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
