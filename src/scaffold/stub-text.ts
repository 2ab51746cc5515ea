/**
 * Stubs as source text, before prettier has formatted it: methods that compile and throw. Names and descriptions come
 * from other people's documents, so they must not end a string or a comment.
 */

import { inertText } from "../source/comment.js";
import { propertyName, stringLiteral } from "../source/literal.js";
import { wrap } from "../text/wrap.js";
import type { HandlerStub } from "./handler-stubs.js";

const COMMENT_WIDTH = 90;
/** Longer descriptions are cut: the service document has the rest. */
const MAX_LINES = 4;

/** Methods with comments, separated by empty lines. */
export function printHandlerStubs(stubs: readonly HandlerStub[]): string {
  return stubs.map(printHandlerStub).join("\n\n");
}

function printHandlerStub({ name, description }: HandlerStub): string {
  return printMethodStub({
    name,
    parameters: ["_request", "_context"],
    comment: description,
    isAsync: true,
  });
}

export interface MethodStub {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly comment: string | undefined;
  readonly isAsync: boolean;
}

/** It throws a `TypeError`, not a `ProtocolError`: the fault is the program's, and no import has to be added. */
export function printMethodStub({ name, parameters, comment, isAsync }: MethodStub): string {
  const message = stringLiteral(`${name} is not written yet`);
  const head = `${isAsync ? "async " : ""}${propertyName(name)}(${parameters.join(", ")})`;
  return `${commentText(comment)}${head} { throw new TypeError(${message}); },`;
}

function commentText(text = ""): string {
  const all = wrap(singleLine(text), COMMENT_WIDTH);
  const lines = all.slice(0, MAX_LINES);
  const [first = ""] = lines;
  if (first === "") return "";
  if (all.length > MAX_LINES) lines.push("...");
  if (lines.length === 1) return `/** ${first} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

/** One line that cannot end the comment, and holds no directive for a tool. */
function singleLine(text: string): string {
  return inertText(text).replace(/\s+/g, " ").trim();
}
