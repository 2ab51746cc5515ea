/**
 * Sets of code points as sorted, disjoint ranges, and the sets that the character classes and escapes of a pattern with
 * the flag `u` stand for.
 */

import type { AST } from "@eslint-community/regexpp";

/** Sorted, disjoint, inclusive ranges. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

type Range = readonly [first: number, last: number];
type Escape = AST.CharacterSet;

const LAST = 0x10ffff;
const DIGIT: CodePoints = [[0x30, 0x39]];
const LINE_END: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export const ALL_CODE_POINTS: CodePoints = [[0, LAST]];
export const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
export const NOT_WORD = complement(WORD);

/**
 * The code points that a character, an escape or a class of a pattern matches.
 *
 * @throws TypeError for a class of the flag `v`
 */
export function codePointsOf(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass,
): CodePoints {
  if (node.type === "Character") return [[node.value, node.value]];
  if (node.type === "CharacterSet") return escape(node);
  const members = union(node.elements.flatMap(member));
  return node.negate ? complement(members) : members;
}

function member(node: AST.CharacterClass["elements"][number]): CodePoints {
  if (node.type === "CharacterClassRange") return [[node.min.value, node.max.value]];
  if (node.type === "Character" || node.type === "CharacterSet") return codePointsOf(node);
  throw new TypeError(`${node.type} needs flag v`);
}

function escape(node: Escape): CodePoints {
  if (node.kind === "any") return complement(LINE_END);
  const named = { digit: DIGIT, space: SPACE, word: WORD };
  const ranges = node.kind === "property" ? property(node) : named[node.kind];
  return node.negate ? complement(ranges) : ranges;
}

export function union(ranges: readonly Range[]): CodePoints {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const open = merged.at(-1);
    if (open && first <= open[1] + 1) open[1] = Math.max(open[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: CodePoints): CodePoints {
  const gaps: Range[] = [];
  let from = 0;
  for (const [first, last] of set) {
    if (first > from) gaps.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST) gaps.push([from, LAST]);
  return gaps;
}

export function intersection(a: CodePoints, b: CodePoints): CodePoints {
  const common: Range[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left, right] = [a[i]!, b[j]!];
    const first = Math.max(left[0], right[0]);
    const last = Math.min(left[1], right[1]);
    if (first <= last) common.push([first, last]);
    if (left[1] < right[1]) i++;
    else j++;
  }
  return common;
}

/** True when some code point is in both. */
export function overlaps(a: CodePoints, b: CodePoints): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left, right] = [a[i]!, b[j]!];
    if (left[0] <= right[1] && right[0] <= left[1]) return true;
    if (left[1] < right[1]) i++;
    else j++;
  }
  return false;
}

export function contains(set: CodePoints, codePoint: number): boolean {
  return set.some(([first, last]) => first <= codePoint && codePoint <= last);
}

/** The member that reads best in a message: a letter, a digit, another visible character. */
export function sampleCharacter(set: CodePoints): string {
  for (const preferred of READABLE) {
    const [range] = intersection(set, preferred);
    if (range) return String.fromCodePoint(range[0]);
  }
  return String.fromCodePoint(set[0]?.[0] ?? 0);
}

const READABLE: readonly CodePoints[] = [[[0x61, 0x7a]], DIGIT, [[0x21, 0x7e]], [[0xa1, 0xd7ff]]];

/**
 * The code points of a Unicode property. The engine itself is asked, so that no table here can disagree with it. Takes
 * about 10 ms for each property, once.
 */
function property(node: Escape & { kind: "property" }): CodePoints {
  const name = node.value === null ? node.key : `${node.key}=${node.value}`;
  const known = properties.get(name);
  if (known) return known;
  const ranges = union([...scanned(name), ...sampled(name)]);
  properties.set(name, ranges);
  return ranges;
}

const properties = new Map<string, CodePoints>();

// Surrogates share all their properties, and so do the code points of each block above
// plane 3: unassigned, unassigned, private use. One of each is asked.
const UNIFORM: readonly Range[] = [
  [0xd800, 0xdfff],
  [0x40000, 0xdffff],
  [0xe1000, 0xeffff],
  [0xf0000, LAST],
];

function sampled(name: string): Range[] {
  const pattern = new RegExp(`\\p{${name}}`, "u");
  return UNIFORM.filter(([first]) => pattern.test(String.fromCodePoint(first)));
}

function scanned(name: string): Range[] {
  const runs = new RegExp(`\\p{${name}}+`, "gu");
  texts ??= [text(0, 0xd7ff), text(0xe000, 0x3ffff), text(0xe0000, 0xe0fff)];
  return texts.flatMap((all) =>
    Array.from(all.matchAll(runs), ({ 0: run }): Range => {
      const low = run.charCodeAt(run.length - 1);
      const last = low >= 0xdc00 && low <= 0xdfff ? run.length - 2 : run.length - 1;
      return [run.codePointAt(0)!, run.codePointAt(last)!];
    }),
  );
}

let texts: readonly string[] | undefined;

function text(first: number, last: number): string {
  const pieces: string[] = [];
  for (let from = first; from <= last; from += 0x1000) {
    const length = Math.min(0x1000, last - from + 1);
    pieces.push(String.fromCodePoint(...Array.from({ length }, (_, i) => from + i)));
  }
  return pieces.join("");
}
