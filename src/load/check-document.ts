/**
 * Checks the schemas of a document before they are used; errors point at the keyword. Patterns are analyzed here too,
 * because a schema may be hostile.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { cutText } from "@proto-gen/runtime/json";
import { budgetDiagnostic } from "../budgets.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { schemaProblem } from "../json-schema/check-schema.js";
import { earlierDialect } from "../json-schema/earlier-dialect.js";
import { findForeignKeywords } from "../json-schema/foreign-keywords.js";
import { findMisspeltKeywords } from "../json-schema/misspelt-keywords.js";
import { isObject, isSchema, subschemas, type Schema } from "../json-schema/keywords.js";
import { nearestFormat } from "../keywords/formats.js";
import type { PatternVerdict } from "../pattern-analysis/index.js";
import { isTriviallySafe } from "../pattern-analysis/trivial.js";
import { annotationProblem } from "../json-schema/visibility.js";
import type { Vocabulary } from "@proto-gen/runtime/codegen/generator";
import { locateSource, type Document, type DocumentPosition } from "./document.js";
import { throwDiagnostic, type DiagnosticSink } from "./diagnostic-sink.js";
import { createSchemaBudget, type BudgetExcess, type SchemaBudget } from "./schema-budget.js";

/** A schema, and where it stands. */
export interface LocatedSchema extends DocumentPosition {
  readonly schema: Schema;
}

export interface CheckOptions {
  readonly vocabulary: Vocabulary;
  /** By default, the first error is thrown. */
  readonly report?: DiagnosticSink;
  /** Takes the warnings. By default, they are dropped. */
  readonly warn?: DiagnosticSink;
  /**
   * Takes the errors with which the schemas can still be read, so that `diff` compares them; `interpret` refuses them. By
   * default, they are dropped.
   */
  readonly refuse?: DiagnosticSink;
  /** Is called with each schema that is checked. */
  readonly visit?: (checked: LocatedSchema) => void;
  /** Shared by the documents of a run. */
  readonly budget?: SchemaBudget;
}

type Sinks = Required<Pick<CheckOptions, "report" | "warn" | "refuse">>;

interface CheckPosition extends DocumentPosition, Sinks {}

interface SchemaToCheck {
  readonly schema: Json;
  readonly pointer: string;
  /** The keyword in which it stands; undefined for the first one. */
  readonly keyword?: string;
}

/** @param start the schema to check with all below it: the root, or one under an unknown keyword */
export async function checkSchemas(
  document: Document,
  start: { readonly schema: Json; readonly pointer: string },
  {
    vocabulary,
    report = throwDiagnostic,
    warn = () => {},
    refuse = () => {},
    visit = () => {},
    budget = createSchemaBudget(),
  }: CheckOptions,
): Promise<void> {
  if (!isSchema(start.schema))
    reportInvalid(
      { document, pointer: start.pointer, report, warn, refuse },
      "a schema must be an object or a boolean",
    );
  const waiting: SchemaToCheck[] = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    if (isSchema(schema)) visit({ document, pointer, schema });
    if (!isObject(schema)) continue;
    const excess = budget.add(schema);
    if (excess !== undefined) {
      report(document, () => excessDiagnostic(excess, document, pointer));
      return;
    }
    const position = { document, pointer, report, warn, refuse };
    checkKeywords(schema, position);
    checkSpelling(schema, vocabulary, position);
    checkForeignKeywords(schema, vocabulary, position);
    checkFormat(schema, position);
    checkAnnotations(schema, vocabulary, position);
    checkAnnotatedPlace(next, vocabulary, position);
    if (schema["pattern"] !== undefined || schema["patternProperties"] !== undefined)
      await checkPatterns(schema, position);
    for (const each of subschemas(schema, pointer).reverse()) waiting.push(each);
  }
}

function checkKeywords(schema: JsonObject, position: CheckPosition): void {
  const problem = schemaProblem(schema);
  if (problem === undefined) return;
  const { keyword, message, hint } = problem;
  const pointer = `${position.pointer}/${keyword}`;
  reportInvalid({ ...position, pointer }, `${keyword}: ${message}`, hint);
}

function checkSpelling(
  schema: JsonObject,
  { requestAnnotation, responseAnnotation }: Vocabulary,
  { document, pointer, report, warn }: CheckPosition,
): void {
  const annotations = [requestAnnotation, responseAnnotation];
  for (const { written, meant, isRule } of findMisspeltKeywords(schema, annotations)) {
    const code = isRule ? "SCHEMA_KEYWORD_MISSPELT" : "SCHEMA_ANNOTATION_MISSPELT";
    (isRule ? report : warn)(document, () =>
      diagnostic(code, `${JSON.stringify(written)} is not a keyword, and is ignored`, {
        place: locateSource(document, joinPointer(pointer, written), "key"),
        hint: `did you mean ${meant}? A member of your own begins with x-`,
      }),
    );
  }
}

function checkForeignKeywords(
  schema: JsonObject,
  { requestAnnotation, responseAnnotation }: Vocabulary,
  { document, pointer, refuse }: CheckPosition,
): void {
  const annotations = [requestAnnotation, responseAnnotation];
  for (const { written, kind, fix } of findForeignKeywords(schema, annotations))
    refuse(document, () =>
      diagnostic(
        "SCHEMA_KEYWORD_MISSPELT",
        `${JSON.stringify(written)} is ${kind}, and is ignored`,
        {
          place: locateSource(document, joinPointer(pointer, written), "key"),
          hint: fix,
        },
      ),
    );
}

function checkFormat({ format }: JsonObject, { document, pointer, refuse }: CheckPosition): void {
  const meant = typeof format === "string" ? nearestFormat(format) : undefined;
  if (meant === undefined) return;
  refuse(document, () =>
    diagnostic(
      "SCHEMA_FORMAT_MISSPELT",
      `format ${JSON.stringify(format)} is not known, and is ignored`,
      {
        place: locateSource(document, `${pointer}/format`),
        hint: `did you mean ${meant}?`,
      },
    ),
  );
}

/** The dialect of a document is named at its root. */
export function checkDialect(document: Document, warn: DiagnosticSink): void {
  const earlier = isObject(document.root) ? earlierDialect(document.root) : undefined;
  if (earlier === undefined) return;
  warn(document, () =>
    diagnostic(
      "SCHEMA_DIALECT_OUTDATED",
      `$schema names ${earlier}, but it is read as JSON Schema 2020-12`,
      {
        place: locateSource(document, "/$schema"),
      },
    ),
  );
}

/** The keywords in which a schema describes a member, or all other members. */
const MEMBER_KEYWORDS: ReadonlySet<string | undefined> = new Set([
  "properties",
  "additionalProperties",
]);

function checkAnnotatedPlace(
  { schema, keyword, pointer: at }: SchemaToCheck,
  { requestAnnotation, responseAnnotation }: Vocabulary,
  { document, pointer, warn }: CheckPosition,
): void {
  // A reference may lead to a single member below an unknown keyword.
  if (MEMBER_KEYWORDS.has(keyword) || (keyword === undefined && at.includes("/properties/")))
    return;
  for (const annotation of [requestAnnotation, responseAnnotation])
    if (isObject(schema) && schema[annotation] !== undefined)
      warn(document, () =>
        diagnostic(
          "SCHEMA_VISIBILITY_UNUSED",
          `${annotation} stands on a schema that is no member's, and is ignored`,
          {
            place: locateSource(document, joinPointer(pointer, annotation), "key"),
          },
        ),
      );
}

function reportInvalid(
  { document, pointer, report }: CheckPosition,
  message: string,
  hint?: string,
): void {
  report(document, () =>
    diagnostic("SCHEMA_INVALID", message, { place: locateSource(document, pointer), hint }),
  );
}

function excessDiagnostic(
  { budget, keyword, count }: BudgetExcess,
  document: Document,
  pointer: string,
): Diagnostic {
  const at = keyword === "" ? pointer : joinPointer(pointer, keyword);
  const subject = count === undefined ? "the release" : keyword;
  return budgetDiagnostic(budget, subject, {
    count,
    place: locateSource(document, at, keyword === "" ? "value" : "key"),
  });
}

function checkAnnotations(
  schema: JsonObject,
  vocabulary: Vocabulary,
  { document, pointer, report }: CheckPosition,
): void {
  for (const keyword of [vocabulary.requestAnnotation, vocabulary.responseAnnotation]) {
    const value = schema[keyword];
    const problem = value === undefined ? undefined : annotationProblem(value);
    if (problem !== undefined)
      report(document, () =>
        diagnostic("SCHEMA_VISIBILITY_INVALID", `${keyword}: ${problem}`, {
          place: locateSource(document, `${pointer}/${keyword}`),
        }),
      );
  }
}

/** A pattern may be as long as its document: messages show its beginning. */
function abbreviatePattern(pattern: string): string {
  return pattern.length <= MAX_SHOWN
    ? JSON.stringify(pattern)
    : `${JSON.stringify(cutText(pattern, MAX_SHOWN))}...`;
}

const MAX_SHOWN = 200;

async function checkPatterns(schema: JsonObject, position: CheckPosition): Promise<void> {
  const { pattern, maxLength, patternProperties } = schema;
  if (typeof pattern === "string") {
    const limit = typeof maxLength === "number" ? maxLength : undefined;
    await checkPattern(pattern, { ...position, pointer: `${position.pointer}/pattern` }, limit);
  }
  for (const name of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
    const pointer = joinPointer(position.pointer, "patternProperties", name);
    await checkPattern(name, { ...position, pointer });
  }
}

async function checkPattern(
  pattern: string,
  { document, pointer, report }: CheckPosition,
  maxLength?: number,
): Promise<void> {
  if (isTriviallySafe(pattern)) return;
  // The analysis brings a parser, which few patterns need.
  const { analyzePattern } = await import("../pattern-analysis/index.js");
  const verdict = analyzePattern(pattern, maxLength);
  if (verdict.kind === "safe") return;
  const { what, hint } = describeVerdict(verdict);
  report(document, () =>
    diagnostic("SCHEMA_PATTERN_INVALID", `pattern ${abbreviatePattern(pattern)} ${what}`, {
      place: locateSource(document, pointer, "key"),
      hint,
    }),
  );
}

function describeVerdict(verdict: Exclude<PatternVerdict, { kind: "safe" }>): {
  readonly what: string;
  readonly hint?: string;
} {
  switch (verdict.kind) {
    case "exponential":
      return {
        what: `can backtrack exponentially: ${verdict.reason}`,
        hint: "rewrite it so that each string matches in only one way",
      };
    case "polynomial":
      return {
        what: `can backtrack for too long: ${verdict.reason}`,
        hint: `make adjacent repetitions match different characters, start it with ^, or set a maxLength of at most ${verdict.maxLength}`,
      };
    case "unsupported":
      return { what: `is not supported: ${verdict.reason}` };
    case "invalid":
      return { what: verdict.reason };
  }
}
