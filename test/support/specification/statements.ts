/** The statements of the specification, and the sentences that need none; `quotes` are the first words of sentences. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../published.js";
import type { Sentence } from "./sentences.js";

export interface Statement {
  /** `5.4-17`: the section, and a number that counts within it. */
  readonly id: string;
  readonly section: string;
  /** The rule, paraphrased in one clause. */
  readonly sentence: string;
  /** The party that the statement is about. */
  readonly role: string;
  readonly level: string;
  /** The first words of each sentence of the section that the statement is of. */
  readonly quotes: readonly string[];
  /** `path#title` of a test, or of a `describe` block where several of its tests prove the rule. */
  readonly test?: string | undefined;
  /** The row of a table of cases, where one of them proves the rule. */
  readonly case?: string;
  /** The reason why no test proves the rule. */
  readonly why?: string;
}

/** Reasons why a sentence has no statement. */
export const REASONS = {
  heading: "it is a heading, and says no more than what follows",
  "lead-in": "it introduces a list, a table or what follows",
  definition: "it says what a word or a placeholder of the specification means",
  repeated: "other statements, which the entry names, say the same in other sections",
} as const;

export interface Unstated {
  readonly section: string;
  readonly quote: string;
  readonly reason: keyof typeof REASONS;
  /** Ids; for `repeated` alone. */
  readonly statements?: readonly string[];
}

export interface Coverage {
  readonly statements: readonly Statement[];
  readonly unstated: readonly Unstated[];
  /** By section: a hash of its sentences, as they were when the statements were last read beside them. */
  readonly digests: Readonly<Record<string, string>>;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(repository, "test/specification", file), "utf8"));
}

export const STATEMENTS = read("statements.json") as readonly Statement[];

export const COVERAGE: Coverage = {
  ...(read("unstated.json") as Omit<Coverage, "statements">),
  statements: STATEMENTS,
};

/** Words of obligation (RFC 2119), with the level that a statement has for them. */
const LEVELS: readonly (readonly [RegExp, string])[] = [
  [/\bMUST\b/, "must"],
  [/\b(?:SHOULD|RECOMMENDED)\b/, "should"],
  [/\b(?:MAY|OPTIONAL)\b/, "may"],
];

/** Statements of §7.1 may quote part 7, too: its tables stand outside of its list. */
function quotes({ section, text }: Sentence, statement: Statement): boolean {
  const isOfSection = `${statement.section}.`.startsWith(`${section}.`);
  return isOfSection && statement.quotes.some((quote) => text.startsWith(quote));
}

/** What is wrong with each sentence: no statement quotes it, or none of the level that its words ask for. */
export function problemsOfSentences(
  sentences: readonly Sentence[],
  { statements, unstated }: Coverage,
): readonly string[] {
  return sentences.flatMap((sentence) => {
    const { section, text } = sentence;
    const stating = statements.filter((each) => quotes(sentence, each));
    const reasons = unstated.filter(
      (each) => each.section === section && text.startsWith(each.quote),
    );
    const place = `§${section} ${JSON.stringify(text)}`;
    if (stating.length === 0) return reasons.length > 0 ? [] : [`${place}: no statement quotes it`];
    if (reasons.length > 0) return [`${place}: it has statements, and a reason to have none`];
    return LEVELS.filter(([word]) => word.test(text))
      .filter(([, level]) => stating.every((each) => each.level !== level))
      .map(([, level]) => `${place}: no statement of level ${level} quotes it`);
  });
}

/** Quotes that are the beginning of no sentence of their section, or of several that differ. */
export function problemsOfQuotes(
  sentences: readonly Sentence[],
  { statements, unstated }: Coverage,
): readonly string[] {
  const quoted = [
    ...statements.flatMap(({ id, section, quotes: all }) =>
      all.map((quote) => ({ name: id, section, quote })),
    ),
    ...unstated.map(({ section, quote }) => ({ name: "unstated", section, quote })),
  ];
  return quoted.flatMap(({ name, section, quote }) => {
    const found = sentences.filter(
      (each) => `${section}.`.startsWith(`${each.section}.`) && each.text.startsWith(quote),
    );
    const { size } = new Set(found.map(({ text }) => text));
    return size === 1 ? [] : [`${name}: ${size} sentences begin with ${JSON.stringify(quote)}`];
  });
}
