/**
 * Every sentence and every row of the specification is quoted by a statement, or has a reason why it is not. The specification
 * is found through `PROTO_GEN_SPECIFICATION`; `unstated.json` has the reasons, and a hash of each section, so that a sentence
 * that changes is read again. `UPDATE_GOLDEN=1` writes the hashes: first read the sentences beside their statements.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { repository, specification } from "../support/published.js";
import { sentencesOf, type Sentence } from "../support/specification/sentences.js";
import {
  COVERAGE,
  problemsOfQuotes,
  problemsOfSentences,
  REASONS,
  type Coverage,
  type Statement,
  type Unstated,
} from "../support/specification/statements.js";

const UPDATE = (process.env["UPDATE_GOLDEN"] ?? "") !== "";
const TEXT = specification === undefined ? "" : readFileSync(specification, "utf8");
const SENTENCES = sentencesOf(TEXT);

function digestsOf(sentences: readonly Sentence[]): Readonly<Record<string, string>> {
  const sections = [...new Set(sentences.map(({ section }) => section))];
  return Object.fromEntries(
    sections.map((section) => {
      const texts = sentences.filter((each) => each.section === section).map(({ text }) => text);
      return [section, createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16)];
    }),
  );
}

/** The specification with a line more, below the heading of §2.5. */
function withLine(line: string): readonly Sentence[] {
  return sentencesOf(TEXT.replace(/^### 2\.5 .*$/m, (heading) => `${heading}\n\n${line}\n`));
}

describe.skipIf(specification === undefined)("the specification", () => {
  it("is quoted by statements, sentence by sentence and row by row", () => {
    expect(SENTENCES.length).toBeGreaterThan(400);
    expect(problemsOfSentences(SENTENCES, COVERAGE)).toEqual([]);
  });

  it("has each sentence that a statement or a reason quotes", () => {
    expect(problemsOfQuotes(SENTENCES, COVERAGE)).toEqual([]);
  });

  it("is, in each section, what it was when its statements were read beside it", () => {
    const digests = digestsOf(SENTENCES);
    if (UPDATE) {
      const file = path.join(repository, "test/specification/unstated.json");
      writeFileSync(
        file,
        `${JSON.stringify({ digests, unstated: COVERAGE.unstated }, undefined, 2)}\n`,
      );
    }
    expect(digests).toEqual(COVERAGE.digests);
  });

  it.each([
    ["a sentence", "The business MUST send flowers with the first order."],
    ["a sentence that begins as another one does", "Credentials flow platform to nobody."],
    ["a row", "| flowers | array of string | no | Sent with the first order |"],
    ["an item of a list", "- `payment.flowers[]`: flowers, by name."],
    ["a clause", "Businesses like it; flowers are sent with the first order."],
  ])("with %s more is not covered", (_, line) => {
    const sentences = withLine(line);
    expect(sentences.length).toBeGreaterThan(SENTENCES.length);
    const problems = [
      ...problemsOfSentences(sentences, COVERAGE),
      ...problemsOfQuotes(sentences, COVERAGE),
    ];
    expect(problems).not.toEqual([]);
    expect(digestsOf(sentences)).not.toEqual(COVERAGE.digests);
  });

  it("with a sentence less is not what the statements quote", () => {
    const fewer = SENTENCES.filter(({ text }) => !text.includes("filter the handler list"));
    expect(fewer).toHaveLength(SENTENCES.length - 1);
    expect(problemsOfQuotes(fewer, COVERAGE).length).toBeGreaterThan(0);
  });
});

describe("a sentence without a statement", () => {
  it("has a reason of the list", () => {
    const count = (reason: string) =>
      COVERAGE.unstated.filter((each) => each.reason === reason).length;
    const counts = Object.keys(REASONS).map((reason) => [reason, count(reason)] as const);
    console.log(
      `sentences without a statement: ${counts.map((each) => each.join(" ")).join(", ")}`,
    );
    expect(counts.reduce((sum, [, each]) => sum + each, 0)).toBe(COVERAGE.unstated.length);
    expect(counts.filter(([, each]) => each === 0)).toEqual([]);
  });

  it("names the statements that say the same, where it repeats them", () => {
    const ids = new Set(COVERAGE.statements.map(({ id }) => id));
    const wrong = COVERAGE.unstated.filter(({ reason, statements = [] }: Unstated) => {
      const isNamed = statements.length > 0 && statements.every((id) => ids.has(id));
      return reason === "repeated" ? !isNamed : statements.length > 0;
    });
    expect(wrong).toEqual([]);
  });
});

describe("the check of sentences", () => {
  const rule = { section: "1.1", text: "A shop MUST open; it MAY close." };
  const statement = {
    ...{ id: "1.1-1", section: "1.1", sentence: "It opens.", role: "business", level: "must" },
    quotes: ["A shop"],
  };
  const coverage = (statements: readonly Statement[], unstated: readonly Unstated[] = []) =>
    ({ statements, unstated, digests: {} }) satisfies Coverage;
  const closing = { ...statement, id: "1.1-2", level: "may" };

  it.each<[string, Coverage, number]>([
    ["nothing where it is quoted for each of its words", coverage([statement, closing]), 0],
    ["a sentence that nothing quotes", coverage([]), 1],
    [
      "a sentence that a statement of another section quotes",
      coverage([{ ...statement, section: "1.10" }]),
      1,
    ],
    ["a level that no statement has", coverage([statement]), 1],
    [
      "a sentence with statements and a reason",
      coverage([statement, closing], [{ section: "1.1", quote: "A shop", reason: "lead-in" }]),
      1,
    ],
    [
      "nothing where there is a reason",
      coverage([], [{ section: "1.1", quote: "A shop", reason: "lead-in" }]),
      0,
    ],
  ])("finds %s", (_, known, count) => {
    expect(problemsOfSentences([rule], known)).toHaveLength(count);
  });

  it("finds a quote of no sentence, and one of two", () => {
    const other = { section: "1.1", text: "A shop is a house." };
    expect(problemsOfQuotes([rule], coverage([statement]))).toEqual([]);
    expect(problemsOfQuotes([other, rule], coverage([statement]))).toHaveLength(1);
    expect(problemsOfQuotes([], coverage([statement]))).toHaveLength(1);
  });
});

describe("the sentences of a text", () => {
  it("have the section of the heading, or of the numbered item of a part", () => {
    const text = [
      "# Title",
      "## 1. Part",
      "1. **One** is first. It has more:",
      "   - a clause; another one",
      "Text of the part.",
      "### 1.2 Section (`a`)",
      "1. An item of the section.",
    ].join("\n");
    expect(sentencesOf(text).map(({ section, text: each }) => `${section} ${each}`)).toEqual([
      ...["0 Title", "1 Part", "1.1 One is first.", "1.1 It has more:", "1.1 a clause;"],
      ...["1.1 another one", "1 Text of the part.", "1.2 Section (`a`)"],
      "1.2 An item of the section.",
    ]);
  });

  it("do not end in parentheses or in code", () => {
    expect(sentencesOf("One (it is. So; yes) and `a; b. c` is. Two.")).toMatchObject([
      { text: "One (it is. So; yes) and `a; b. c` is." },
      { text: "Two." },
    ]);
  });

  it("are rows of tables, without the names of columns", () => {
    const text = ["| Field | Notes |", "|---|:-:|", "| a | One. Two |", "| b | |"].join("\n");
    expect(sentencesOf(text).map((each) => each.text)).toEqual(["a | One. Two", "b |"]);
  });
});
