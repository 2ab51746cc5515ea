/**
 * Extracts a readable text from MCP errors. Servers put it into the `data` of JSON-RPC in several forms, or into the
 * text of a failed tool. It ends up in logs, so it is made printable and limited to 1,000 characters.
 */

import { isObject, own } from "../../json/members.js";
import { cutText } from "../../text/cut-text.js";
import { printableText } from "../../text/printable-text.js";

/** As `errorOf` takes it. */
export interface ErrorWords {
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
export function wordsOfError(message: string | undefined, data: unknown): ErrorWords {
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
