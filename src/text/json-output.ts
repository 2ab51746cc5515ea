/**
 * JSON that may be printed: in its strings every character may be escaped, so none that is invisible is left, and no command
 * that a CI runner would find. A line of it begins with punctuation, a quote or a literal.
 */

import { escapeInvisible } from "./invisible.js";
import type { Printable } from "./line.js";

/** On one line, or indented by a number of spaces. */
export function jsonOutput(value: unknown, indent = 0): Printable {
  return printableJson(JSON.stringify(value, null, indent));
}

/** @param text JSON whose strings have no raw line breaks, as the grammar demands */
export function printableJson(text: string): Printable {
  return text.split("\n").map(escapeLine).join("\n") as Printable;
}

/** Runners find `##[...]` anywhere in a line. */
function escapeLine(line: string): string {
  return escapeInvisible(line).replace(/#(?=#(?:vso|teamcity)?\[)/gi, "\\u0023");
}
