/**
 * Lines for terminals and logs. Text of documents, of callers and of the file system is foreign: a line break in it would
 * write a line of its own, an escape sequence would control the terminal, and a line that begins with `::` is a command to
 * the runner of a workflow. So foreign text is escaped, and a line begins with text of the program. Both types are branded:
 * only this module and the makers of whole reports make them, and nothing else can be printed (ADR 76).
 */

import { INVISIBLE_IN_CODE } from "./invisible.js";
import { wrap } from "./wrap.js";

declare const brand: unique symbol;

/** Text that may be printed as it stands. */
export type Printable = string & { readonly [brand]: "Printable" | "Line" };

/** A line that may be printed: empty, or one that begins with text of the program. */
export type Line = string & { readonly [brand]: "Line" };

/** Literal types and unions of them, which no data has. */
export type Fixed<Text extends string> = {} extends Record<Text, unknown> ? never : Text;

export const EMPTY_LINE = "" as Line;

/** Stands in front of a line whose own beginning is foreign: a row of a table, the rest of a line that was wrapped. */
export const MARK = "| ";

/** Commands that runners find anywhere in a line: `##[...]` of GitHub, `##vso[...]` of Azure, `##teamcity[...]`. */
const RUNNER_COMMAND = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Escapes what would break the line, control the terminal, be invisible, or be a command to a CI runner. */
export function printable(text: string): string {
  return text.replace(INVISIBLE_IN_CODE, escaped).replace(RUNNER_COMMAND, escaped);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A line of fixed text with foreign text in it. A wall keeps it from beginning with a value. */
export function line(fixed: TemplateStringsArray, ...values: readonly (string | number)[]): Line {
  const text = String.raw({ raw: fixed }, ...values);
  return fixed[0]?.trim() === "" && text !== "" ? markedLine(text) : (printable(text) as Line);
}

/** A line whose beginning is one of several fixed texts, or a count. */
export function startLine<Start extends string | number>(
  start: Start extends string ? Fixed<Start> : Start,
  rest: string,
): Line {
  return printable(`${start}${rest}`) as Line;
}

/** A line of foreign text behind a mark. */
export function markedLine(text: string): Line {
  return printable(MARK + text) as Line;
}

/**
 * A line of text that the program composed elsewhere, such as a hint. Such texts begin with words of the program: a wall
 * demands it. Behind a mark where one begins with anything but a letter or a digit.
 */
export function composedLine(text: string): Line {
  return /^[A-Za-z0-9(-]/.test(text) ? (printable(text) as Line) : markedLine(text);
}

/** Absolute, or relative to a directory that it names. */
const ROOTED = /^(?:\.{0,2}[\\/]|[a-z]:[\\/])/i;
/** One word, which nobody takes for a sentence or a command. */
const WORD = /^[\w.~@(-]\S*$/;

/**
 * A line that begins with the path of a file. `./` comes first where the path could be taken for something else.
 *
 * @param rest the text behind the path
 */
export function pathLine(path: string, rest = ""): Line {
  const start = ROOTED.test(path) || WORD.test(path) ? "" : "./";
  return printable(start + path + rest) as Line;
}

/** A line of the package's own prose; a wall keeps documents away. */
export function ownLine(text: string): Line {
  return printable(text) as Line;
}

/** Lines of the package's own prose, such as the help. */
export function ownText(text: string): Printable {
  return joinLines(text.split("\n").map(ownLine));
}

export function indented(text: Line, columns = 2): Line {
  return (text === "" ? "" : " ".repeat(columns) + text) as Line;
}

/** Breaks a line at spaces. What continues it stands behind a mark, below the text behind the first `hang` columns. */
export function wrapLine(text: Line, width: number, hang = 0): Line[] {
  const room = width - hang;
  const [first = "", ...rest] = wrap(text.slice(hang), room, room - MARK.length);
  const margin = " ".repeat(hang) + MARK;
  return [text.slice(0, hang) + first, ...rest.map((each) => margin + each)] as Line[];
}

/**
 * The lines of a difference as `diff -u` prints them. Lines that both files have stand behind a mark in place of the space.
 *
 * @param text hunks, whose lines begin with `@@`, `-`, `+`, a space, or `...`
 */
export function diffLines(text: string): Line[] {
  return text
    .trimEnd()
    .split("\n")
    .map((each) => printable(/^(?:[-+@]|\.{3})/.test(each) ? each : `|${each.slice(1)}`) as Line);
}

export function joinLines(lines: readonly Line[]): Printable {
  return lines.join("\n") as string as Printable;
}

/** A report as a file has it, without the line break at its end. */
export function withoutLineEnd(text: Printable): Printable {
  return text.replace(/\n$/, "") as Printable;
}

export function withLineEnd(text: Printable): Printable {
  return `${text}\n` as Printable;
}
