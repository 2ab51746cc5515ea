/**
 * Reads the body of a response up to a size limit, parses it as strict JSON, and distinguishes resources from error
 * envelopes.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { Cancellation } from "../time/cancellation.js";
import type { Json } from "../json/parse-json.js";
import { parseUnambiguous } from "../json/parse-unambiguous.js";
import { isJsonInUtf8 } from "../rest/media-type.js";
import { abandon, readAll, requireLength } from "../rest/read-all.js";
import type { WebReader } from "../rest/web.js";
import { ClientError, type ClientErrorOptions } from "./client-error.js";
import type { FetchResponse } from "./fetch.js";
import { isObject, own } from "../json/members.js";
import type { Operation } from "../service/operation.js";
import type { Received } from "./transport.js";

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
