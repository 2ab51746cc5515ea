/**
 * Check a schema document before anything is made of it. In: a document. Out: nothing, or what is reported,
 * which points at the keyword. Patterns are judged here too, since a schema is hostile until shown otherwise.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic } from "../errors.js";
import { schemaProblem } from "../json-schema/check-schema.js";
import { isObject, isSchema, subschemas } from "../json-schema/keywords.js";
import { isTriviallySafe } from "../json-schema/pattern/trivial.js";
import { annotationProblem } from "../json-schema/visibility.js";
import type { Vocabulary } from "@proto-gen/runtime/vocabulary";
import { placeOf, type Document } from "./document.js";
import { refuse, type Report } from "./report.js";

/** @param start the schema to check with all below it: the root, or what a reference found elsewhere */
export async function checkSchemas(
  document: Document,
  vocabulary: Vocabulary,
  start: { readonly schema: Json; readonly pointer: string },
  report: Report = refuse,
): Promise<void> {
  if (!isSchema(start.schema)) {
    report(document, () =>
      diagnostic(
        "SCHEMA_INVALID",
        "a schema is an object or a boolean",
        placeOf(document, start.pointer),
      ),
    );
  }
  const waiting: { schema: Json; pointer: string }[] = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    if (!isObject(schema)) continue;
    const problem = schemaProblem(schema);
    if (problem !== undefined) {
      report(document, () =>
        diagnostic(
          "SCHEMA_INVALID",
          `${problem.keyword}: ${problem.message}`,
          placeOf(document, `${pointer}/${problem.keyword}`),
          problem.hint,
        ),
      );
    }
    checkAnnotations(schema, vocabulary, { document, pointer, report });
    if (typeof schema["pattern"] === "string")
      await checkPattern(schema["pattern"], {
        document,
        pointer: `${pointer}/pattern`,
        report,
      });
    for (const pattern of isObject(schema["patternProperties"])
      ? Object.keys(schema["patternProperties"])
      : []) {
      const at = joinPointer(pointer, "patternProperties", pattern);
      await checkPattern(pattern, { document, pointer: at, report });
    }
    waiting.push(...subschemas(schema, pointer).reverse());
  }
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
          placeOf(document, `${pointer}/${keyword}`),
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
): Promise<void> {
  if (isTriviallySafe(pattern)) return;
  // Only a pattern that is not plainly harmless costs loading the analysis.
  const { analyzePattern } = await import("../json-schema/pattern.js");
  const verdict = analyzePattern(pattern);
  if (verdict.kind === "safe") return;
  const reason =
    verdict.kind === "exponential"
      ? `can backtrack exponentially: ${verdict.reason}`
      : verdict.reason;
  const hint =
    verdict.kind === "exponential"
      ? "write it so that each text matches in one way only"
      : undefined;
  const what = verdict.kind === "unsupported" ? "is not supported: " : "";
  report(document, () =>
    diagnostic(
      "SCHEMA_PATTERN",
      `pattern ${shown(pattern)} ${what}${reason}`,
      placeOf(document, pointer, "key"),
      hint,
    ),
  );
}
