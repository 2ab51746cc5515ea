/**
 * Check a schema document before anything is made of it. In: a document. Out: nothing, or what is reported,
 * which points at the keyword. Patterns are judged here too, since a schema is hostile until shown otherwise.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { exceeded } from "../budgets.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { schemaProblem } from "../json-schema/check-schema.js";
import { isObject, isSchema, subschemas } from "../json-schema/keywords.js";
import type { PatternVerdict } from "../pattern-analysis/index.js";
import { isTriviallySafe } from "../pattern-analysis/trivial.js";
import { annotationProblem } from "../json-schema/visibility.js";
import type { Vocabulary } from "@proto-gen/runtime/vocabulary";
import { locateSource, type Document } from "./document.js";
import { refuse, type Report } from "./report.js";
import { createTally, type Excess, type SchemaTally } from "./schema-tally.js";

/** @param start the schema to check with all below it: the root, or what a reference found elsewhere */
export async function checkSchemas(
  document: Document,
  vocabulary: Vocabulary,
  start: { readonly schema: Json; readonly pointer: string },
  { report = refuse, tally = createTally() }: CheckOptions = {},
): Promise<void> {
  if (!isSchema(start.schema)) {
    report(document, () =>
      diagnostic(
        "SCHEMA_INVALID",
        "a schema is an object or a boolean",
        locateSource(document, start.pointer),
      ),
    );
  }
  const waiting: { schema: Json; pointer: string }[] = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    if (!isObject(schema)) continue;
    const excess = tally.add(schema);
    if (excess !== undefined) {
      report(document, () => excessDiagnostic(excess, document, pointer));
      return;
    }
    const problem = schemaProblem(schema);
    if (problem !== undefined) {
      report(document, () =>
        diagnostic(
          "SCHEMA_INVALID",
          `${problem.keyword}: ${problem.message}`,
          locateSource(document, `${pointer}/${problem.keyword}`),
          problem.hint,
        ),
      );
    }
    checkAnnotations(schema, vocabulary, { document, pointer, report });
    if (typeof schema["pattern"] === "string") {
      const maxLength = schema["maxLength"];
      await checkPattern(
        schema["pattern"],
        { document, pointer: `${pointer}/pattern`, report },
        typeof maxLength === "number" ? maxLength : undefined,
      );
    }
    for (const pattern of isObject(schema["patternProperties"])
      ? Object.keys(schema["patternProperties"])
      : []) {
      const at = joinPointer(pointer, "patternProperties", pattern);
      await checkPattern(pattern, { document, pointer: at, report });
    }
    for (const each of subschemas(schema, pointer).reverse()) waiting.push(each);
  }
}

export interface CheckOptions {
  readonly report?: Report;
  /** What other documents of the run have. */
  readonly tally?: SchemaTally;
}

function excessDiagnostic(
  { budget, keyword, count }: Excess,
  document: Document,
  pointer: string,
): Diagnostic {
  const at = keyword === "" ? pointer : joinPointer(pointer, keyword);
  const subject = count === undefined ? "the release" : keyword;
  return exceeded(
    budget,
    subject,
    count,
    locateSource(document, at, keyword === "" ? "value" : "key"),
  );
}

interface Checked {
  readonly document: Document;
  readonly pointer: string;
  readonly report: Report;
}

function checkAnnotations(
  schema: JsonObject,
  vocabulary: Vocabulary,
  { document, pointer, report }: Checked,
): void {
  for (const keyword of [vocabulary.requestAnnotation, vocabulary.responseAnnotation]) {
    const value = schema[keyword];
    const problem = value === undefined ? undefined : annotationProblem(value);
    if (problem !== undefined)
      report(document, () =>
        diagnostic(
          "SCHEMA_VISIBILITY",
          `${keyword}: ${problem}`,
          locateSource(document, `${pointer}/${keyword}`),
        ),
      );
  }
}

/** A pattern may be as long as its document. */
function shown(pattern: string): string {
  return pattern.length <= MAX_SHOWN
    ? JSON.stringify(pattern)
    : `${JSON.stringify(pattern.slice(0, MAX_SHOWN))}...`;
}

const MAX_SHOWN = 200;

async function checkPattern(
  pattern: string,
  { document, pointer, report }: Checked,
  maxLength?: number,
): Promise<void> {
  if (isTriviallySafe(pattern)) return;
  // Only a pattern that is not plainly harmless costs loading the analysis.
  const { analyzePattern } = await import("../pattern-analysis/index.js");
  const verdict = analyzePattern(pattern, maxLength);
  if (verdict.kind === "safe") return;
  const { what, hint } = wordsFor(verdict);
  report(document, () =>
    diagnostic(
      "SCHEMA_PATTERN",
      `pattern ${shown(pattern)} ${what}`,
      locateSource(document, pointer, "key"),
      hint,
    ),
  );
}

function wordsFor(verdict: Exclude<PatternVerdict, { kind: "safe" }>): {
  readonly what: string;
  readonly hint?: string;
} {
  switch (verdict.kind) {
    case "exponential":
      return {
        what: `can backtrack exponentially: ${verdict.reason}`,
        hint: "write it so that each text matches in one way only",
      };
    case "polynomial":
      return {
        what: `can backtrack for too long: ${verdict.reason}`,
        hint: `let repetitions in a row read different characters, begin it with ^, or give the string a maxLength of at most ${verdict.maxLength}`,
      };
    case "unsupported":
      return { what: `is not supported: ${verdict.reason}` };
    case "invalid":
      return { what: verdict.reason };
  }
}
