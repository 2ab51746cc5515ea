/**
 * Edits of JSON text: `lint --fix` and `release` change some strings of an author's file, and every other byte stays as
 * it was written. A parser and printer would lay the whole file out anew.
 */

import {
  escapePointerToken,
  locateJsonAll,
  isHalfOfPair,
} from "@proto-gen/runtime/codegen/generator";
import { applyEdits } from "./text-edit.js";

export interface StringEdit {
  /** JSON pointer (RFC 6901) of a string. */
  readonly pointer: string;
  readonly value: string;
}

/** @throws Error where a pointer leads to no string: the edits were made for another document */
export function replaceStrings(text: string, edits: readonly StringEdit[]): string {
  const locations = locateJsonAll(
    text,
    edits.map(({ pointer }) => pointer),
  );
  const textEdits = edits.map(({ pointer, value }) => {
    const offset = locations.get(pointer)?.offset ?? text.length;
    const [start, end] = stringSpan(text, offset, pointer);
    return { start, end, text: replaceLiteral(text.slice(start, end), value) };
  });
  return applyEdits(text, textEdits);
}

export interface StringMember {
  readonly name: string;
  readonly value: string;
}

/** Adds a string member to the object that a document is: behind the string member `after`, or as the first one. */
export function insertMember(text: string, { name, value }: StringMember, after?: string): string {
  const open = (locateJsonAll(text, [""]).get("")?.offset ?? 0) + 1;
  const space = SPACE.exec(text.slice(open, open + MAX_INDENT))?.[0] ?? "";
  const member = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  if (after !== undefined) {
    const pointer = `/${escapePointerToken(after)}`;
    const key = locateJsonAll(text, [pointer]).get(pointer)?.offset ?? text.length;
    const [, end] = stringSpan(text, key, pointer);
    return insert(text, end, `,${space}${member}`);
  }
  const isEmpty = text[open + space.length] === "}";
  return insert(text, open, isEmpty ? member : `${space}${member},`);
}

function insert(text: string, offset: number, added: string): string {
  return applyEdits(text, [{ start: offset, end: offset, text: added }]);
}

const SPACE = /^[ \t\r\n]*/;
/** More white space in front of a member is not indentation. */
const MAX_INDENT = 200;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const COLON = /[ \t\r\n]*:[ \t\r\n]*/y;

/** The start and end of the string at an offset, which is the string's own or that of its key. */
function stringSpan(text: string, offset: number, pointer: string): readonly [number, number] {
  const first = matchEnd(STRING, text, offset);
  const value = first === undefined ? undefined : matchEnd(COLON, text, first);
  const [start, end] =
    value === undefined ? [offset, first] : [value, matchEnd(STRING, text, value)];
  if (end === undefined) throw new Error(`there is no string at ${pointer}`);
  return [start, end];
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A common start and end of the old and the new string stay as they were written, escapes included. */
function replaceLiteral(literal: string, value: string): string {
  const units = literal.slice(1, -1).match(/\\u[0-9a-fA-F]{4}|\\.|[^]/g) ?? [];
  const old = units.map((unit) => (unit.length === 1 ? unit : (JSON.parse(`"${unit}"`) as string)));
  const shorter = Math.min(old.length, value.length);
  let start = 0;
  while (start < shorter && old[start] === value[start]) start++;
  if (isHalfOfPair(value, start)) start--;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === value[value.length - 1 - end])
    end++;
  if (isHalfOfPair(value, value.length - end)) end--;
  const middle = JSON.stringify(value.slice(start, value.length - end)).slice(1, -1);
  return `"${units.slice(0, start).join("")}${middle}${units.slice(units.length - end).join("")}"`;
}
