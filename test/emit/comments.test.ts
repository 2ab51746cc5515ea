/** Text in comments: the same to read, and nothing that a tool obeys. */

import ts from "typescript";
import { describe, expect, it } from "vitest";
import { printDoc, type Doc } from "../../src/source/doc.js";
import { commentBlock, inertText, lineComment } from "../../src/source/comment.js";
import { docComment } from "../../src/source/doc-comment.js";

/** What tools look for in comments, as their sources have it. */
const OBEYED: readonly (readonly [tool: string, pattern: RegExp])[] = [
  ["TypeScript", /^\/\/\/?\s*@(ts-expect-error|ts-ignore)/m],
  ["TypeScript", /^(?:\/|\*)*\s*@(ts-expect-error|ts-ignore)/m],
  ["TypeScript", /@(?:ts-check|ts-nocheck|jsx|jsxfrag|jsximportsource|jsxruntime)\b/i],
  ["TypeScript", /@internal/],
  ["TypeScript", /<(?:reference|amd-module|amd-dependency)\s/],
  ["esbuild, rollup, terser", /[#@]__[A-Z_]+__/],
  ["esbuild", /[#@](?:jsx|license|preserve)/i],
  ["browsers", /[#@]\s*source(?:Mapping)?URL=/],
  ["ESLint", /\beslint-(?:disable|enable|env)/],
  ["prettier", /prettier-ignore|@(?:no)?(?:format|prettier)\b/],
  ["istanbul", /istanbul\s+ignore\s+(?:if|else|next|file)/],
  [
    "v8-to-istanbul",
    /\/\* [c|v]8 ignore (?:start|stop)|(?:[cv]8|node:coverage) (?:ignore|disable)/,
  ],
  ["webpack", /webpack(?:Ignore|ChunkName)\s*:/],
  ["vite", /@vite-ignore/],
  ["jest, vitest", /@(?:jest|vitest)-environment/],
  ["others", /(?:biome|deno-lint|dprint|ts-prune)-ignore|tslint:disable|Stryker disable|@flow\b/],
];

const TEXTS = [
  "@ts-ignore",
  "@ts-nocheck",
  "  @ts-expect-error because",
  "// @ts-ignore",
  "/// <reference path='x' />",
  "<reference types='x' />",
  "@jsx h",
  "see (@jsx h)",
  "@jsxImportSource evil",
  "@internal",
  "someone@internal.example",
  "#__PURE__",
  "@__NO_SIDE_EFFECTS__",
  "# sourceMappingURL=x",
  "//# sourceURL=x",
  "eslint-disable no-eval",
  "eslint-disable-next-line",
  "prettier-ignore",
  "@format",
  "@noprettier",
  "istanbul ignore next",
  "/* c8 ignore start */",
  "v8 ignore next",
  "node:coverage disable",
  "webpackIgnore: true",
  "@vite-ignore",
  // Vitest reads it here, too.
  ["@jest", "environment jsdom"].join("-"),
  "biome-ignore lint",
  "deno-lint-ignore no-eval",
  "tslint:disable",
  "Stryker disable all",
  "@flow",
  "@license x",
];

function directives(source: string): number {
  const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.ESNext);
  const { commentDirectives, pragmas } = file as unknown as {
    readonly commentDirectives?: readonly unknown[];
    readonly pragmas: ReadonlyMap<string, unknown>;
  };
  return (commentDirectives?.length ?? 0) + pragmas.size + file.referencedFiles.length;
}

const printed = (doc: Doc): string => `${printDoc(doc)}\nexport const a = 1;\n`;

describe("a comment", () => {
  it.each(TEXTS)("of %j is obeyed by nobody", (text) => {
    expect(OBEYED.some(([, pattern]) => pattern.test(text))).toBe(true);
    for (const source of [
      printed(commentBlock([text])),
      printed(commentBlock(["First.", text])),
      printed(docComment({ description: text })),
      printed(docComment({ description: `First.\n${text}`, deprecated: true })),
      printed(lineComment(text)),
    ]) {
      for (const [tool, pattern] of OBEYED) expect(source, tool).not.toMatch(pattern);
      expect(directives(source)).toBe(0);
    }
  });

  it("would steer the compiler otherwise", () => {
    expect(directives("/** @ts-ignore */\na;")).toBe(1);
    expect(directives("/** @jsx h */\na;")).toBe(1);
  });

  it.each([
    [
      'jane@example.com, \u2264 3 of `sig=("@method")`',
      'jane@example.com, \u2264 3 of `sig=("@method")`',
    ],
    ["on @ts-ignore", "on &#64;ts-ignore"],
    ["a #__PURE__ b", "a &#35;__PURE__ b"],
    ["eslint-disable", "eslint&#45;disable"],
    ["c8 ignore", "c8&#32;ignore"],
    ["*/ a", "*\\/ a"],
    ["a\u202eb\u200bc\u0007d", "a b c d"],
    ["\u{1f469}\u200d\u{1f467} \u2764\ufe0f", "\u{1f469}\u200d\u{1f467} \u2764\ufe0f"],
  ])("shows %j as %j, and once more the same", (text, shown) => {
    expect(inertText(text)).toBe(shown);
    expect(inertText(shown)).toBe(shown);
  });

  it("of one line has no other", () => {
    expect(lineComment("a\nb\r\nc\u2028d")).toBe("// a b c d");
  });

  it("takes linear time, whatever its text", () => {
    for (const part of ["webpackA", "@ ", "# ", "<  ", "lint  ", "c8  ", "@"]) {
      const text = part.repeat(200_000);
      expect(inertText(text).length).toBeGreaterThanOrEqual(text.length);
    }
  });
});
