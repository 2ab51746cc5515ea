/**
 * The specification as data: `statements.json` has one entry per statement, with the test that proves it or the
 * reason why there is none. The checks here need no copy of the specification.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";
import { STATEMENTS, type Statement } from "../support/specification/statements.js";

/** Every numbered part of the specification that states something. */
const SECTIONS = [
  ...["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9"],
  ...["2.1", "2.1.1", "2.1.2", "2.1.3", "2.1.4", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7"],
  ...["2.8", "2.9", "2.10", "2.11", "3.1", "3.2", "3.3", "3.4"],
  ...["4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8"],
  ...["5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "6.1", "6.2", "6.3", "6.4", "6.5"],
  ...["7.1", "7.2", "8", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7"],
];

const ROLES = ["business", "platform", "both", "buyer-ui", "tokenizer", "author", "generator"];
const LEVELS = ["must", "should", "may", "is"];
const REASONS = /^(not testable here|not met|nothing to do): \S/;

const texts = new Map<string, string>();

/** The text of a file of the repository; empty where there is no such file. */
function textOf(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const at = path.join(repository, file);
  const text = existsSync(at) ? readFileSync(at, "utf8") : "";
  texts.set(file, text);
  return text;
}

function splitTest(test: string): readonly [file: string, title: string] {
  const at = test.indexOf("#");
  return at === -1 ? [test, ""] : [test.slice(0, at), test.slice(at + 1)];
}

/** How often a text is the first argument of a call, as the title of a test or of a block is. */
function titlesIn(source: string, text: string): number {
  const literals = [JSON.stringify(text), `\`${text.replaceAll("`", "\\`")}\``].map((literal) =>
    literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"),
  );
  return [...source.matchAll(new RegExp(`\\(\\s*(?:${literals.join("|")}),`, "g"))].length;
}

function problemsOf(statement: Statement): string[] {
  const { id, section, sentence, role, level, quotes, test, why } = statement;
  const problems = [
    [new RegExp(`^${section.replaceAll(".", "\\.")}-[1-9]\\d*$`).test(id), "id"],
    [SECTIONS.includes(section), "section"],
    [sentence.trim() === sentence && sentence.length > 0 && sentence.length <= 200, "sentence"],
    [ROLES.includes(role), "role"],
    [LEVELS.includes(level), "level"],
    [quotes.length > 0 && quotes.every((quote) => quote.trim() !== ""), "quotes"],
    [(test === undefined) !== (why === undefined), "one of test and why"],
    [why === undefined || REASONS.test(why), "why"],
  ] as const;
  return problems.filter(([isRight]) => !isRight).map(([, what]) => `${id}: ${what}`);
}

/** A case is a literal or a name in the test's file, or a directory of cases beside it. */
function testProblemsOf({ id, test = "", case: row }: Statement): string[] {
  const [file, title] = splitTest(test);
  if (!/\.test\.ts$/.test(file) || textOf(file) === "") return [`${id}: there is no test ${file}`];
  const titles = titlesIn(textOf(file), title);
  if (titles !== 1) return [`${id}: ${file} has ${titles} titles ${title}`];
  if (row === undefined) return [];
  const isThere =
    textOf(file).includes(row) || existsSync(path.join(repository, path.dirname(file), row));
  return isThere ? [] : [`${id}: ${file} has no case ${row}`];
}

describe("a statement of the specification", () => {
  it("has a section, a sentence, a role, a level, quotes, and a test or the reason why there is none", () => {
    expect(STATEMENTS.flatMap(problemsOf)).toEqual([]);
  });

  it("names a test that is there, by its file and its title", () => {
    const tested = STATEMENTS.filter(({ test }) => test !== undefined);
    expect(tested.length).toBeGreaterThan(0);
    expect(tested.flatMap(testProblemsOf)).toEqual([]);
  });

  it("names a case only together with a test", () => {
    const alone = STATEMENTS.filter((each) => each.case !== undefined && each.test === undefined);
    expect(alone).toEqual([]);
  });

  it("is there once", () => {
    for (const member of ["id", "sentence"] as const) {
      const all = STATEMENTS.map((each) => `${each.section} ${each[member]}`);
      expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
    }
  });
});

describe("the statements of the specification", () => {
  it("are in the order of its sections, numbered from 1 in each", () => {
    const expected = SECTIONS.flatMap((section) =>
      STATEMENTS.filter((each) => each.section === section).map((_, at) => `${section}-${at + 1}`),
    );
    expect(STATEMENTS.map(({ id }) => id)).toEqual(expected);
  });

  it.each(SECTIONS)("are there for §%s", (section) => {
    expect(STATEMENTS.filter((each) => each.section === section)).not.toEqual([]);
  });
});

describe("the check of a statement", () => {
  const right: Statement = {
    ...{ id: "5.4-1", section: "5.4", sentence: "A rule.", role: "both", level: "must" },
    quotes: ["A rule"],
    test: "test/specification/statements.test.ts#is there once",
  };

  it.each<[string, Partial<Statement>]>([
    ["another section in its id", { id: "5.5-1" }],
    ["an unknown section", { id: "5.9-1", section: "5.9" }],
    ["no sentence", { sentence: " " }],
    ["a sentence that is too long", { sentence: "a".repeat(201) }],
    ["an unknown role", { role: "buyer" }],
    ["an unknown level", { level: "shall" }],
    ["no quotes", { quotes: [] }],
    ["an empty quote", { quotes: [""] }],
    ["a test and a reason", { why: "not met: it is not." }],
    ["a reason of no kind", { test: undefined, why: "later" }],
    ["a reason that says nothing", { test: undefined, why: "not met: " }],
    ["neither", { test: undefined }],
  ])("finds %s", (_, wrong) => {
    expect(problemsOf(right)).toEqual([]);
    expect(problemsOf({ ...right, ...wrong })).toHaveLength(1);
  });

  it.each([
    ["a file that is not there", { test: "test/specification/nowhere.test.ts#is there once" }],
    ["a file that is no test", { test: "test/specification/statements.json#id" }],
    // Put together, so that it does not occur here as a title does.
    ["another title", { test: `${right.test}${" more"}` }],
    ["no title", { test: "test/specification/statements.test.ts" }],
    ["another case", { case: ["no", "such", "case"].join("-") }],
  ])("finds a test with %s", (_, wrong) => {
    expect(testProblemsOf(right)).toEqual([]);
    expect(testProblemsOf({ ...right, ...wrong })).toHaveLength(1);
  });
});
