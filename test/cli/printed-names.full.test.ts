/**
 * Text of documents in what every command prints, to terminals and into logs: no line begins with it, and nothing in it
 * steers a terminal or the runner of a workflow.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKOUT, GIFT, profileOf, release, runTool, SCHEMAS } from "../support/release.js";

/** Each breaks the line, or is a command to a runner where it begins one, or anywhere in it. */
const HOSTILE = [
  "x\n::stop-commands::quiet\nwrote 12 files to generated/ (2 capabilities)\n",
  "::add-mask::2026",
  "  ::error::no",
  "##[add-mask]2026",
  "#",
  "a ##vso[task.setvariable variable=PATH]b",
  "##teamcity[testFailed]",
  "\r\u001b[2Kwrote 12 files",
  "a\u2028::debug::b\u2029##[group]c\u0085d",
  "\u202e\u2066\u200b\u200e\u061czhostile\u{e0041}\ud800\u007f\u009b2J",
  "wrote 12 files to generated/ (2 capabilities)",
  "a ".repeat(80) + "::warning::wrapped",
] as const;

/** Fragments of the texts above with which no line may begin. */
const STARTS = ["x\\u", "::", "##", "wrote 12", "a #", "a \\u", "a a", "\\u", "zhostile"];

/** What lines of a format begin with, that looks like a text above. */
const OWN_START: Readonly<Record<string, RegExp>> = {
  github: /^::(?:error|warning|notice) (?:file=.*?,)?title=[\w-]+::/gm,
  markdown: /^##+ /gm,
};

const NOTHING = /(?!)/g;

const OWN = /^(?:wrote \d+ files?(?:, \d+ unchanged,)? to out\/)/;

function expectHarmless(text: string, planted: string): void {
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(text).not.toMatch(/[\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
  expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(text).not.toMatch(/##(?:vso|teamcity)?\[/i);
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (OWN.test(line)) continue;
    expect(STARTS.filter((start) => line.startsWith(start))).toEqual([]);
    // One character is too little to tell whose it is.
    if (planted.trim().length > 1) expect(line.startsWith(planted.trim())).toBe(false);
  }
}

/** A release with the text in every name that an author is free in, and mistakes that name it. */
function hostileRelease(text: string): { readonly args: readonly string[]; readonly root: string } {
  const gift = `${SCHEMAS}/gift.json`;
  const { args, directory } = release({
    profile: profileOf(
      {
        [CHECKOUT]: [{ version: "2026-01-01", schema: `${SCHEMAS}/checkout.json` }],
        [GIFT]: [{ version: "2026-01-01", schema: gift, extends: CHECKOUT }],
      },
      { [text]: 1 },
    ),
    schemas: {
      "checkout.json": {
        $id: `${SCHEMAS}/checkout.json`,
        title: text,
        description: text,
        type: "object",
        required: ["id", text, `${text}2`],
        properties: {
          id: { type: "string", description: text },
          [text]: { type: "string", format: text, description: text },
          kind: { enum: [text, "other"], title: text },
          [`object${text}`]: { type: "object", properties: { [text]: { const: text } } },
        },
        [text]: true,
      },
      "gift.json": {
        $id: gift,
        $defs: {
          [CHECKOUT]: {
            allOf: [
              { $ref: "checkout.json" },
              { type: "object", properties: { [text]: { type: "string", maxLength: 3 } } },
            ],
          },
          [text]: { type: "object", properties: { [text]: { type: "string", default: 3 } } },
        },
      },
    },
  });
  return { args, root: directory };
}

describe("text of documents in what is printed", () => {
  it.each(HOSTILE)("begins no line and steers nothing: %j", { timeout: 60_000 }, async (text) => {
    const { args, root } = hostileRelease(text);
    const input = args.slice(0, args.indexOf("--out"));
    const schemas = path.join(root, "schemas");
    const payload = path.join(root, "payload.json");
    writeFileSync(payload, JSON.stringify({ id: 1, [text]: 1, kind: text, [`${text}3`]: text }));
    const other = path.join(root, "other");
    mkdirSync(other);
    writeFileSync(
      path.join(other, "checkout.json"),
      JSON.stringify({ $id: `${SCHEMAS}/checkout.json`, type: "object", required: [text] }),
    );
    const runs: readonly (readonly string[])[] = [
      [...args, "--verbose"],
      [...args, "--check"],
      [...args, "--dry-run"],
      ["list", ...input],
      ["inspect", "Checkout", ...input],
      ["inspect", text, ...input],
      ["resolve", "Checkout", ...input],
      ["resolve", path.join(schemas, "gift.json"), "--schemas", schemas],
      ["validate", payload, "--type", "Checkout", ...input],
      ["validate", payload, "--schema", path.join(schemas, "checkout.json")],
      ["lint", schemas],
      ["lint", schemas, "--schemas", text],
      ["diff", other, schemas],
      ["diff", schemas, other],
      ["explain", text],
      ["release", text, "--schemas", root],
      ["scaffold", "--into", path.join(root, "handlers.ts"), ...input],
      ["mock", ...input],
      ["--profile", text],
      [text],
      [...args, `--${text}`],
      ["list", ...input, "--capabilities", text],
      ["list", ...input, "--platform", text],
      ["--profile", path.join(root, "profile.json"), "--schemas", `${schemas}=${text}`],
    ];
    const codes: number[] = [];
    for (const run of runs)
      for (const more of [[], ["--json"]]) {
        const { code, out, err } = await runTool([...run, ...more]);
        codes.push(code);
        expectHarmless(out, text);
        expectHarmless(err, text);
      }
    expect(codes).not.toContain(70);
    // No document may have half a surrogate pair: those are errors. All others get as far as a result.
    if (/\p{Surrogate}/u.test(text)) return;
    expect(codes.filter((code) => code < 2).length).toBeGreaterThan(20);
    for (const format of ["github", "sarif", "markdown", "html"]) {
      const reports = [["diff", other, schemas, "--format", format]];
      if (format === "github" || format === "sarif")
        reports.push(["lint", schemas, "--format", format]);
      for (const report of reports) {
        const { code, out } = await runTool(report);
        expect([code, out !== ""]).toEqual([1, true]);
        expectHarmless(out.replaceAll(OWN_START[format] ?? NOTHING, ""), text);
      }
    }
  });

  it("is judged: a line of its own is seen", () => {
    for (const line of ["::stop-commands::x", "  ##[group]x", "a\u001b[2J"])
      expect(() => expectHarmless(`one\n${line}\n`, "other")).toThrow();
  });

  it("is a defect's message, too", async () => {
    const { main } = await import("../../src/cli/main.js");
    const { fakeHost } = await import("./fake-host.js");
    const host = fakeHost();
    const code = await main(["list", "--profile", "package.json", "--json"], {
      ...host,
      loadInterpret: () =>
        Promise.reject(new Error("no\n::stop-commands::x\n    at a\n##[group]b")),
    });
    expect(code).toBe(70);
    expectHarmless(host.out(), "::stop-commands::x");
    expectHarmless(host.err(), "::stop-commands::x");
  });
});
