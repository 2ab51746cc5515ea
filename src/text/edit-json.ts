/**
 * Edit JSON at its places: the text of a document and what some of its strings are to say. Out: the text with
 * these changed and every other byte as its author wrote it.
 */

import { escapePointerToken, locateJsonAll } from "@proto-gen/runtime/json";

export interface StringEdit {
  /** JSON pointer (RFC 6901) of a string. */
  readonly pointer: string;
  readonly value: string;
}

/** @throws Error where a pointer leads to no string: an edit is made from the document that it is for */
export function replaceStrings(text: string, edits: readonly StringEdit[]): string {
  const places = locateJsonAll(
    text,
    edits.map(({ pointer }) => pointer),
  );
  const spans = edits.map(({ pointer, value }) => {
    const [start, end] = stringSpan(text, places.get(pointer)?.offset ?? text.length, pointer);
    return { start, end, literal: literalOf(text.slice(start, end), value) };
  });
  spans.sort((left, right) => left.start - right.start);
  let [result, at] = ["", 0];
  for (const { start, end, literal } of spans) {
    result += text.slice(at, start) + literal;
    at = end;
  }
  return result + text.slice(at);
}

/** Adds a string member to the object that a document is, behind the string member `after`, or as the first one. */
export function insertMember(text: string, name: string, value: string, after?: string): string {
  const open = (locateJsonAll(text, [""]).get("")?.offset ?? 0) + 1;
  const space = SPACE.exec(text.slice(open, open + MAX_INDENT))?.[0] ?? "";
  const member = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  if (after !== undefined) {
    const pointer = `/${escapePointerToken(after)}`;
    const key = locateJsonAll(text, [pointer]).get(pointer)?.offset ?? text.length;
    const [, end] = stringSpan(text, key, pointer);
    return `${text.slice(0, end)},${space}${member}${text.slice(end)}`;
  }
  const isEmpty = text[open + space.length] === "}";
  return `${text.slice(0, open)}${isEmpty ? "" : space}${member}${isEmpty ? "" : ","}${text.slice(open)}`;
}

const SPACE = /^[ \t\r\n]*/;
/** More space than that in front of a member is no indentation. */
const MAX_INDENT = 200;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const COLON = /[ \t\r\n]*:[ \t\r\n]*/y;

/** Where a string begins and ends, of which the place is its own, or that of its key. */
function stringSpan(text: string, offset: number, pointer: string): readonly [number, number] {
  const first = endOf(STRING, text, offset);
  const value = first === undefined ? undefined : endOf(COLON, text, first);
  const [start, end] = value === undefined ? [offset, first] : [value, endOf(STRING, text, value)];
  if (end === undefined) throw new Error(`there is no string at ${pointer}`);
  return [start, end];
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** What the old string and the new one begin and end with stays as it was written, escapes too. */
function literalOf(literal: string, value: string): string {
  const units = literal.slice(1, -1).match(/\\u[0-9a-fA-F]{4}|\\.|[^]/g) ?? [];
  const old = units.map((unit) => (unit.length === 1 ? unit : (JSON.parse(`"${unit}"`) as string)));
  const shorter = Math.min(old.length, value.length);
  let start = 0;
  while (start < shorter && old[start] === value[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === value[value.length - 1 - end])
    end++;
  const middle = JSON.stringify(value.slice(start, value.length - end)).slice(1, -1);
  return `"${units.slice(0, start).join("")}${middle}${units.slice(units.length - end).join("")}"`;
}
