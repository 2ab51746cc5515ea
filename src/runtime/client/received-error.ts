/**
 * Turns an error response (§7) of HTTP or JSON-RPC into a `ProtocolError`, whatever was sent. Its code is the one
 * sent if the table has it, and otherwise follows from the status.
 */

import { ERROR_CODES, type ErrorRow, type ProtocolErrorCode } from "../error/error-codes.js";
import { ProtocolError, type ProtocolErrorOptions } from "../error/protocol-error.js";
import { abandon } from "../rest/read-all.js";
import { isObject, own } from "../json/members.js";
import { ClientError } from "./client-error.js";
import type { FetchResponse } from "./fetch.js";
import { parseStrictly, readAnswer, type ReadOptions } from "./read-answer.js";

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
