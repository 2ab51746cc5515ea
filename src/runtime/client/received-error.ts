/**
 * What the business says went wrong (§7). In: a status with a body, or an error of JSON-RPC. Out: a
 * `ProtocolError`, whatever was sent: its code if the table has it, else the one of the status.
 */

import {
  ERROR_CODES,
  ProtocolError,
  type ProtocolErrorCode,
  type ProtocolErrorOptions,
} from "../error/index.js";
import { abandon } from "../rest/read-all.js";
import { isObject, own } from "../json/members.js";
import { ClientError } from "./client-error.js";
import type { FetchResponse } from "./fetch.js";
import { parseStrictly, readAnswer, type ReadOptions } from "./read-answer.js";

/** Errors are short: what is longer is not read. */
const MAX_ERROR_BYTES = 65_536;

const KEPT_HEADERS = ["Retry-After", "WWW-Authenticate", "Allow"];

/**
 * For a response with a status that is no success.
 *
 * @param readSent finds the error in its body
 */
export async function errorFrom(
  response: FetchResponse,
  options: ReadOptions,
  readSent: (body: unknown) => unknown = sentIn,
): Promise<ProtocolError | ClientError> {
  const { status, body: stream } = response;
  if (status < 400) {
    if (stream !== null) abandon(stream);
    return new ClientError("ANSWER_INVALID", {
      content: `The answer is a redirect, or has no content (${status}).`,
    });
  }
  const answer = await bodyOf(response, options);
  return errorOf(status, readSent(answer), { headers: keptHeaders(response), answer });
}

/** The code and the text are the body's own, those of its error, or those of the first message of an error envelope. */
export function sentIn(body: unknown): unknown {
  return {
    ...(own(Object(member(body, "messages")), "0") as object),
    ...(member(body, "error") as object),
    ...(body as object),
  };
}

/** For a status, or for one that stands for an error of JSON-RPC. */
export function errorOf(
  status: number,
  sent: unknown,
  options: ProtocolErrorOptions = {},
): ProtocolError {
  const code = text(member(sent, "code"));
  const content = text(member(sent, "content"));
  if (code !== undefined && isKnown(code))
    return new ProtocolError(code, { ...(content === undefined ? {} : { content }), ...options });
  const detail = detailOf(sent);
  return new ProtocolError(codeFor(status), {
    // The table's own text could name a cause that is not this one.
    content: content ?? detail ?? answeredText(status, code),
    ...options,
    received: { code, status, detail },
  });
}

/** The words of servers that do not write errors as §7 does: RFC 9457 §3.1, or a message. */
function detailOf(sent: unknown): string | undefined {
  const told = (name: string): string | undefined => text(member(sent, name));
  return told("detail") ?? told("message") ?? told("title");
}

function answeredText(status: number, code = ""): string {
  return `The business answered ${status} ${code.length > 100 ? "" : code}`;
}

async function bodyOf(
  response: FetchResponse,
  { maxBytes, signal }: ReadOptions,
): Promise<unknown> {
  try {
    const limit = Math.min(maxBytes, MAX_ERROR_BYTES);
    // The media type is not checked: a problem of RFC 9457 has one of its own.
    return parseStrictly(await readAnswer(response, { maxBytes: limit, signal }));
  } catch {
    // An error page of whatever stands before the business: its status is all that is known.
    return undefined;
  }
}

/** Codes that name a cause, which another server's error of the same status need not have. */
const SPECIFIC = /^(?:idempotency|key|profile|signature|version)_/;

/** §7, and RFC 9110 §15 for what it leaves open: a status is at least its class. */
function codeFor(status: number): ProtocolErrorCode {
  if (status === 502 || status === 504) return "temporarily_unavailable";
  const codes = Object.keys(ERROR_CODES) as ProtocolErrorCode[];
  const general = codes.find((code) => ERROR_CODES[code].status === status && !SPECIFIC.test(code));
  return general ?? (status < 500 ? "invalid_request" : "internal_error");
}

function isKnown(code: string): code is ProtocolErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
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
