/**
 * Mistakes of authors bring the message that `expected.txt` has, word for word, and the mended twin brings none.
 * `UPDATE_GOLDEN=1` writes the messages, and then the
 * page of the guide that shows the first ten; read the difference before committing it.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  CHECKED,
  filesOf,
  MISTAKES,
  NAMES,
  outputText,
  PENDING,
  runMistake,
  runTwin,
} from "../support/mistakes.js";
import { FIRST, mistakesPage } from "../support/mistakes-page.js";
import { repository } from "../support/published.js";

const UPDATE = (process.env["UPDATE_GOLDEN"] ?? "") !== "";
/** An error, or a warning. */
const REPORTED = /^exit code (?:[1-4]\n|0\nwarning: )/;
/** The last of the indented lines is the fix. */
const PLACE_AND_FIX = /^ {2}[\w./-]+:\d+:\d+.*\n(?: {2}.*\n)* {2}(?![\w./-]+:\d+:).*\n/m;
/** What is not an error or a warning. */
const DONE = /^wrote \d+ files to .*\n/;

describe("the mistakes", () => {
  it("are many, and the pending ones are among them", () => {
    expect(CHECKED.length).toBeGreaterThanOrEqual(60);
    expect(PENDING.filter((name) => !NAMES.includes(name))).toEqual([]);
  });
});

describe("a mistake", () => {
  it.each(CHECKED)("%s is reported with its place, its cause and a fix", async (name) => {
    const output = outputText(await runMistake(name, "wrong"));
    const file = path.join(MISTAKES, name, "expected.txt");
    if (UPDATE) writeFileSync(file, output);
    expect(output).toBe(existsSync(file) ? readFileSync(file, "utf8") : undefined);
    expect(output).toMatch(REPORTED);
    if (!name.startsWith("command-line/")) expect(output).toMatch(PLACE_AND_FIX);
  });
});

describe("the mended twin", () => {
  it.each(CHECKED)("of %s is accepted without a word", async (name) => {
    const { code, err } = await runTwin(name);
    expect({ code, err: err.replace(DONE, "") }).toEqual({ code: 0, err: "" });
  });

  it.each(CHECKED)("of %s has the same files", (name) => {
    expect([...filesOf(name, "right").keys()]).toEqual([...filesOf(name, "wrong").keys()]);
  });
});

describe("the page of mistakes", () => {
  it("is printed from the first ten", async () => {
    const page = await mistakesPage();
    const file = path.join(repository, "docs/guide/mistakes.md");
    if (UPDATE) writeFileSync(file, page);
    expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(page);
  });

  it("has ten, each of which is reported", () => {
    expect(FIRST).toHaveLength(10);
    expect(FIRST.filter(({ name }) => !CHECKED.includes(name))).toEqual([]);
  });
});
