/** Answers of the pages: none is stored, none is framed, and none tells the next site where the buyer was. */

import { encodeUtf8 } from "./encode-utf8.js";
import type { Answer } from "@proto-gen/runtime/server";
import type { Html } from "../layout.js";

// The id in a buyer's URL is what opens the session: it is in no `Referer`, in no cache, in no frame.
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Answer["headers"] = [
  ["cache-control", "no-store"],
  ["content-security-policy", POLICY],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["x-robots-tag", "noindex"],
];

export function answerOf(
  status: number,
  type: string,
  body: Answer["body"],
  headers: Answer["headers"] = [],
): Answer {
  return { status, headers: [...HEADERS, ["content-type", type], ...headers], body };
}

export function textAnswer(status: number, type: string, text: string): Answer {
  return answerOf(status, `${type}; charset=utf-8`, encodeUtf8(text));
}

export async function pageAnswer(status: number, page: Html): Promise<Answer> {
  return textAnswer(status, "text/html", String(await page));
}

/** RFC 9110 §15.4.4: the answer to a form is a page that can be loaded again without sending it again. */
export function seeOther(location: string): Answer {
  return { status: 303, headers: [...HEADERS, ["location", location]], body: null };
}

/** RFC 9110 §15.5.6. */
export function notAllowed(allow: string): Answer {
  const text = encodeUtf8("This page has no such method.\n");
  return answerOf(405, "text/plain; charset=utf-8", text, [["allow", allow]]);
}
