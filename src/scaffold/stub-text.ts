/**
 * Stubs as source text, before prettier has formatted it. In: what a handler is called and does. Out: a
 * method that compiles and throws. Names and descriptions may be anyone's: neither ends a string or a comment.
 */

import { inertText } from "../emit/source/comment.js";
import { propertyName, stringLiteral } from "../emit/source/literal.js";
import { wrap } from "../text/wrap.js";
import type { HandlerStub } from "./handler-stubs.js";

const COMMENT_WIDTH = 90;
/** What is longer is read in the service document. */
const MOST_LINES = 4;

/** Methods with a comment each, and an empty line between them. */
export function stubTexts(stubs: readonly HandlerStub[]): string {
  return stubs.map(stubText).join("\n\n");
}

function stubText({ name, description }: HandlerStub): string {
  return unwritten({
    name,
    parameters: ["_request", "_context"],
    comment: description,
    waits: true,
  });
}

export interface Unwritten {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly comment: string | undefined;
  /** Whether it may give a promise. */
  readonly waits: boolean;
}

/**
 * A method that throws: no one takes it for one that works. A `TypeError`, not a `ProtocolError`: the fault
 * is the program's, and what is added to a user's file needs no import.
 */
export function unwritten({ name, parameters, comment, waits }: Unwritten): string {
  const message = stringLiteral(`${name} is not written yet`);
  const head = `${waits ? "async " : ""}${propertyName(name)}(${parameters.join(", ")})`;
  return `${commentText(comment)}${head} { throw new TypeError(${message}); },`;
}

function commentText(text = ""): string {
  const all = wrap(harmless(text), COMMENT_WIDTH);
  const lines = all.slice(0, MOST_LINES);
  const [first = ""] = lines;
  if (first === "") return "";
  if (all.length > MOST_LINES) lines.push("...");
  if (lines.length === 1) return `/** ${first} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

/** One line that neither ends the comment nor steers what reads it. */
function harmless(text: string): string {
  return inertText(text).replace(/\s+/g, " ").trim();
}
