/**
 * The one way by which text reaches a comment of generated source. The comment ends where it should, shows all of the
 * text, and gives no instruction to a compiler, linter, bundler or formatter.
 */

import { INVISIBLE_IN_PROSE } from "../text/invisible.js";
import { code, joinCode, verbatim, type Code } from "./code.js";
import { stack, type Doc } from "./doc.js";

/** Tags that the generator and its libraries write at the start of a line; none of them steers a tool. */
const OWN_TAGS =
  /^@(?:constant|default|deprecated|description|enum|example|maxItems|minItems|see)(?!\S)/;

/**
 * The words that tools look for in comments. The character of the group is written as a character reference, as JSDoc
 * has it: editors and documentation show it as it was, and no tool finds its words. Repetitions have bounds, so that no
 * description takes more than linear time.
 */
const DIRECTIVES: readonly RegExp[] = [
  // Every tag of JSDoc, and with them those of Flow, jest, vitest, vite and prettier.
  /(?<![^\s{(])(@)(?=[A-Za-z_])/g,
  // TypeScript and esbuild look for these anywhere.
  /([#@])(?=internal\b|jsx|ts-(?:check|nocheck|ignore|expect-error)|license\b|preserve\b|cc_on\b)/gi,
  // Bundlers take the next call or function for one without effects.
  /([#@])(?=__[A-Z_]+__)/g,
  // Browsers, and tools that search a whole file for it.
  /([#@])(?=\s{0,9}source(?:Mapping)?URL\s{0,9}=)/gi,
  // TypeScript: `/// <reference path="..." />`.
  /(<)(?=\/?\s{0,9}(?:reference|amd-(?:module|dependency))\b)/gi,
  /(?:lint|lint-fmt|fmt|prettier|biome|rome|dprint|jshint|jscs|jscpd|ts-prune|knip|ast-grep|stryker|spell(?:-checker)?)([-: \t]{1,9})(?=(?:disable|enable|ignore|env|restore|off|on)\b)/gi,
  /(?:istanbul|[cv|]8|node:coverage)(\s{1,9})(?=ignore\b|disable\b)/gi,
  /(?:webpack|turbopack|rspack|vite)([A-Z-])(?=[A-Za-z]{1,30}\s{0,9}:)/g,
];

/** A line of a comment; a tag of the generator's own, at its start, stays one. */
function inertLine(line: string): string {
  const own = OWN_TAGS.exec(line)?.[0] ?? "";
  return own + inertText(line.slice(own.length));
}

/** Text of others as part of a comment: the same to read, and nothing to obey. One line stays one line. */
export function inertText(text: string): string {
  const shown = text.replaceAll("*/", "*\\/").replace(INVISIBLE_IN_PROSE, " ");
  return DIRECTIVES.reduce(
    (inert, directive) =>
      inert.replace(directive, (found: string, mark: string) =>
        found.replace(mark, `&#${mark.codePointAt(0)};${mark.slice(1)}`),
      ),
    shown,
  );
}

/** The lines of a text, however it ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/**
 * A JSDoc comment, on one line where its text is. Text of a document cannot end it.
 *
 * @param lines each without line ends
 *
 * @example
 * ```ts
 * import { code, commentBlock, printDoc, stack } from "proto-gen/emitter/v1";
 *
 * const commented = printDoc(stack([commentBlock(["The buyer."]), code`export type Buyer = object;`]));
 * ```
 */
export function commentBlock(lines: readonly string[]): Doc {
  return stack(commentLines(lines));
}

/** The same as text. */
export function flatComment(lines: readonly string[]): Code {
  return joinCode(commentLines(lines), "\n");
}

function commentLines(lines: readonly string[]): Code[] {
  const [first = "", ...rest] = lines.map(inertLine);
  if (rest.length === 0) return [verbatim(`/** ${`${first.trim()} `.trimStart()}*/`)];
  const starred = [first, ...rest].map((line) => verbatim(` * ${line}`.trimEnd()));
  return [code`/**`, ...starred, code` */`];
}

/**
 * A comment of one line.
 *
 * @example
 * ```ts
 * import { lineComment } from "proto-gen/emitter/v1";
 *
 * lineComment("Two lines\nbecome one."); // "// Two lines become one."
 * ```
 */
export function lineComment(text: string): Code {
  return verbatim(`// ${linesOf(text).map(inertText).join(" ")}`);
}
