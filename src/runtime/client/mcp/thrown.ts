/**
 * Converts errors of the MCP client, and of JSON-RPC, to those of every transport. Servers put a readable text into the `data` of
 * JSON-RPC in several forms, or into the text of a failed tool. It ends up in logs, so it is made printable and limited to
 * 1,000 characters.
 */

import {
  ProtocolError as JsonRpcError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import { ProtocolError, type ProtocolErrorOptions } from "../../error/protocol-error.js";
import { isObject, own, type Members, defined } from "../../json/members.js";
import { cutText, printableText } from "../../text/printable-text.js";
import { ClientError } from "../client-error.js";
import { invalidAnswer, parseStrictly, errorOf, sentIn } from "../read-answer.js";

/** JSON-RPC 2.0 §5.1. Servers define the codes from -32099 to -32000 themselves. */
const STATUS: ReadonlyMap<unknown, number> = new Map([
  [-32700, 400],
  [-32600, 400],
  // The method or tool is missing, not the resource, which a 404 would mean.
  [-32601, 501],
  [-32602, 400],
  [-32603, 500],
]);

/**
 * For a JSON-RPC error.
 * @param status of its response; undefined for a success
 */
function jsonRpcError(
  status: number | undefined,
  error: Members,
  options: ProtocolErrorOptions,
): ProtocolError {
  const code = own(error, "code");
  const message = own(error, "message");
  const words = wordsOfError(typeof message === "string" ? message : undefined, own(error, "data"));
  const sent = {
    ...words,
    code: words.code ?? (typeof code === "number" ? String(code) : undefined),
  };
  return errorOf(status, sent, options, STATUS.get(code) ?? withoutResource(status));
}

/** Interprets the body of an error response as one of MCP. */
export function overMcp(
  status: number,
  error: ProtocolError | ClientError,
): ProtocolError | ClientError {
  if (error instanceof ClientError) return error;
  const { headers = {}, answer } = error;
  return errorOverMcp(status, answer, { headers, answer });
}

/** For a response whose status is not a success; its body may be a JSON-RPC error. */
function errorOverMcp(status: number, body: unknown, options: ProtocolErrorOptions): ProtocolError {
  const error = isObject(body) ? own(body, "error") : undefined;
  return isObject(error)
    ? jsonRpcError(status, error, options)
    : errorOf(status, sentIn(body), options, withoutResource(status));
}

/** Over MCP, a 404 concerns the endpoint or its session, never a tool's resource. */
function withoutResource(status: number | undefined): number | undefined {
  return status === 404 ? 501 : status;
}

/** @param received the parsed response, if known */
export function thrownOf(thrown: unknown, received?: unknown): unknown {
  const own = ownOf(thrown);
  if (own !== undefined) return own;
  if (thrown instanceof JsonRpcError) return ofJsonRpc(thrown);
  if (thrown instanceof SdkHttpError && thrown.status >= 400) return ofStatus(thrown);
  if (!(thrown instanceof SdkError)) return thrown;
  if (thrown.code === SdkErrorCode.RequestTimeout)
    return new ClientError("TIMEOUT", { cause: thrown });
  if (LOST.has(thrown.code)) return new ClientError("NETWORK", { cause: thrown });
  return invalidAnswer("The answer violates MCP.", { cause: thrown, answer: received });
}

const LOST: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.NotConnected,
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.SendFailed,
]);

/** An error thrown on this side and wrapped on its way. Returns a copy, since calls share a connection. */
function ownOf(thrown: unknown): ClientError | ProtocolError | undefined {
  for (let each = thrown; each instanceof Error; each = each.cause) {
    if (each instanceof ProtocolError) return each;
    if (!(each instanceof ClientError)) continue;
    const { code, content, issues, cause, answer } = each;
    return new ClientError(code, { content, issues, cause, answer });
  }
  return undefined;
}

/** §7: the data has the code. Without it, JSON-RPC's own code says whose fault it is. */
function ofJsonRpc({ code, data, message }: JsonRpcError): ProtocolError {
  const answer = { code, message, ...defined({ data }) };
  return jsonRpcError(undefined, answer, { answer });
}

/** For a response that no call waited for; its body may be a JSON-RPC error. */
function ofStatus({ status, data }: SdkHttpError): ProtocolError {
  const { text } = data;
  const answer = typeof text === "string" ? parsed(text) : undefined;
  return errorOverMcp(status, answer, { answer });
}

function parsed(text: string): unknown {
  try {
    return parseStrictly(new TextEncoder().encode(text));
  } catch {
    return undefined;
  }
}

/** As `errorOf` takes it. */
interface ErrorWords {
  readonly code: string | undefined;
  readonly content: string | undefined;
  readonly detail: string | undefined;
}

const MAX_WORDS = 1_000;
/** Limit of a code, and of a message that `data` explains. */
const MAX_MESSAGE = 200;
/** Anything deeper or later does not describe an error. */
const MAX_DEPTH = 4;
const MAX_ITEMS = 20;

/** Generic messages of JSON-RPC 2.0 §5.1, which say nothing: only `data` does. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...["parse error", "invalid request", "method not found", "invalid params"],
  ...["internal error", "internal server error", "server error", "error", ""],
]);

/** In the order in which they read best. Includes those of RFC 9457, RFC 6749 and the protocol. */
const TEXT_MEMBERS = [
  ...["title", "error", "message", "content", "error_description", "description", "detail"],
  ...["details", "reason", "errors", "messages", "issues", "data", "text"],
];

/** For a JSON-RPC error (§7), whose data is in the protocol's form or any other. */
function wordsOfError(message: string | undefined, data: unknown): ErrorWords {
  const ofProtocol = textMember(data, "content");
  return limited({
    code: textMember(data, "code"),
    content: ofProtocol ?? joined(message, wordsIn(data)),
    detail: textMember(data, "detail") ?? textMember(data, "message") ?? message,
  });
}

/** For a failed tool: an error in the protocol's form, or any text. */
export function wordsOfFailure(content: unknown): ErrorWords {
  if (typeof content === "string") return limited({ code: undefined, content, detail: undefined });
  return limited({
    code: textMember(content, "code"),
    content: textMember(content, "content"),
    detail: textMember(content, "detail") ?? textMember(content, "message"),
  });
}

/** The message comes first, if it says anything. */
function joined(message = "", words = ""): string {
  const plain = cutText(message, MAX_MESSAGE)
    .replace(/^mcp error\b/i, "")
    .replace(/[^a-z]+/gi, " ");
  if (words !== "" && SAYS_NOTHING.has(plain.trim().toLowerCase())) return words;
  if (message.includes(words)) return message;
  return words.includes(message) ? words : `${cutText(message, MAX_MESSAGE, "…")}: ${words}`;
}

/** Empty if there are none. */
function wordsIn(value: unknown, depth = 0): string {
  if (value === undefined || value === null || depth > MAX_DEPTH) return "";
  if (typeof value !== "object") return cutText(String(value), MAX_WORDS);
  if (Array.isArray(value))
    return distinct(value.slice(0, MAX_ITEMS).map((each) => wordsIn(each, depth + 1))).join("; ");
  const members = value as Readonly<Record<string, unknown>>;
  const texts = TEXT_MEMBERS.map((name) => wordsIn(own(members, name), depth + 1));
  return distinct(texts).join(": ") || plainMembers(members);
}

/** `limit: 100, retry_after: 30`, if no known member has a text. */
function plainMembers(members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .filter(([, value]) => typeof value !== "object")
    .slice(0, MAX_ITEMS)
    .map(([name, value]) => `${cutText(name, MAX_MESSAGE)}: ${wordsIn(value)}`)
    .join(", ");
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((each) => each !== ""))];
}

function limited({ code, content, detail }: ErrorWords): ErrorWords {
  return {
    code: code === undefined ? undefined : cutText(code, MAX_MESSAGE),
    content: printableWords(content),
    detail: printableWords(detail),
  };
}

function printableWords(words = ""): string | undefined {
  // Escaping makes the text longer, so cut megabytes first.
  const text = printableText(cutText(words, MAX_WORDS + 1));
  return text.length > MAX_WORDS ? cutText(text, MAX_WORDS - 1, "…") : text || undefined;
}

function textMember(value: unknown, name: string): string | undefined {
  const found = isObject(value) ? own(value, name) : undefined;
  return typeof found === "string" && found !== "" ? found : undefined;
}
