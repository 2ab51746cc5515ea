/**
 * The one table of budgets: the largest input that is read, and the largest output that is made of it. Inputs may be
 * hostile, and a small one can demand more than a machine has. `docs/budgets.md` is printed from this table.
 */

import { diagnostic, type DiagnosticCode, type Diagnostic, type SourceLocation } from "./errors.js";

interface BudgetEntry {
  readonly limit: number;
  /** The counted things, as a plural noun. */
  readonly counts: string;
  /** The whole in which they are counted. */
  readonly of: string;
  /** The code of the error for more. Without a code, the generator leaves out the rest. */
  readonly code?: DiagnosticCode;
  readonly hint?: string;
}

/** Keeps the names of the table in its type. */
function freezeBudgets<Name extends string>(
  table: Record<Name, BudgetEntry>,
): Readonly<Record<Name, BudgetEntry>> {
  return Object.freeze(table);
}

const SPLIT = "split the release, or generate for fewer capabilities with --capabilities";

export const BUDGETS = freezeBudgets({
  profileBytes: {
    limit: 256 * 1024,
    counts: "bytes",
    of: "a profile",
    code: "LOAD_TOO_LARGE",
  },
  documentBytes: {
    limit: 4 * 1024 * 1024,
    counts: "bytes",
    of: "a schema or service document",
    code: "LOAD_TOO_LARGE",
  },
  fetchedDocuments: {
    limit: 256,
    counts: "documents",
    of: "the documents fetched for one profile",
    code: "LOAD_TOO_LARGE",
  },
  schemas: {
    limit: 20_000,
    counts: "schemas",
    of: "all documents together",
    code: "LOAD_TOO_LARGE",
    hint: SPLIT,
  },
  entries: {
    limit: 20_000,
    counts: "entries",
    of: "one list or map of a schema, such as enum, required or properties",
    code: "LOAD_TOO_LARGE",
    hint: "use a pattern or format instead, or move the list to a service",
  },
  values: {
    limit: 200_000,
    counts: "values",
    of: "all keywords without schemas, in all documents together, such as enum, required and examples",
    code: "LOAD_TOO_LARGE",
    hint: SPLIT,
  },
  text: {
    limit: 100_000,
    counts: "characters",
    of: "one text of a schema, such as a description",
    code: "LOAD_TOO_LARGE",
    hint: "shorten it, or link to a page with the details",
  },
  name: {
    limit: 1_000,
    counts: "characters",
    of: "a name: of a member, a definition, an anchor or a keyword",
    code: "SCHEMA_TOO_LARGE",
    hint: "shorten it: generated code and error messages repeat it",
  },
  chain: {
    limit: 1_000,
    counts: "schemas",
    of: "a chain of schemas that apply to one value, each by a keyword of the one before",
    code: "SCHEMA_TOO_LARGE",
    hint: "refer to the last schema of the chain directly",
  },
  choices: {
    limit: 100,
    counts: "choices",
    of: "such a chain, by anyOf, oneOf, not, if, then, else or dependentSchemas",
    code: "SCHEMA_TOO_LARGE",
    hint: "list the alternatives in one schema",
  },
  dynamicAnchors: {
    limit: 100,
    counts: "dynamic anchors",
    of: "all documents together",
    code: "SCHEMA_TOO_LARGE",
    hint: "use $anchor where no other document is to replace the schema",
  },
  nodes: {
    limit: 30_000,
    counts: "types, members, items and branches",
    of: "the model, with all extensions composed",
    code: "MODEL_TOO_LARGE",
    hint: SPLIT,
  },
  merges: {
    limit: 200_000,
    counts: "merged schemas",
    of: "the model: the schemas of each value, which are merged into one type",
    code: "MODEL_TOO_LARGE",
    hint: SPLIT,
  },
  patternMatches: {
    limit: 100_000,
    counts: "pairs of a member and a pattern",
    of: "the model: each pattern for members is tried on each member of its object",
    code: "MODEL_TOO_LARGE",
    hint: "declare fewer patterns, or join them into one",
  },
  overlayActions: {
    limit: 1_000,
    counts: "actions",
    of: "an overlay",
    code: "LOAD_TOO_LARGE",
    hint: "select several places with one target, or write a second overlay",
  },
  overlayTarget: {
    limit: 1_000,
    counts: "characters",
    of: "the target of an action of an overlay",
    code: "OVERLAY_INVALID",
  },
  overlayValues: {
    limit: 200_000,
    counts: "values",
    of: "what the overlays of a document bring, at each place that their targets select",
    code: "LOAD_TOO_LARGE",
    hint: "select fewer places",
  },
  overlaySteps: {
    limit: 50_000_000,
    counts: "values to visit",
    of: "the document of an overlay, by all targets together; `..` in `..` visits the square of the values, and a pattern may cost the square of its text",
    code: "LOAD_TOO_LARGE",
    hint: "name the path from the root instead of .., and no $ in a filter; try patterns on short texts",
  },
  exampleValues: {
    limit: 10_000,
    counts: "values",
    of: "an example in an OpenAPI document, which is left out beyond",
  },
  toolSchemas: {
    limit: 20_000,
    counts: "schemas",
    of: "the descriptor of a tool, each type written out where it is used",
    code: "EMIT_TOOL_TOO_LARGE",
  },
  toolText: {
    limit: 5_000_000,
    counts: "characters",
    of: "the texts, values and names in the descriptor of a tool",
    code: "EMIT_TOOL_TOO_LARGE",
  },
  toolDepth: {
    limit: 400,
    counts: "levels",
    of: "the descriptor of a tool",
    code: "EMIT_TOOL_TOO_LARGE",
  },
  outputCharacters: {
    limit: 64_000_000,
    counts: "characters",
    of: "all generated files together",
    code: "EMIT_TOO_LARGE",
    hint: SPLIT,
  },
});

export type BudgetName = keyof typeof BUDGETS;

interface BudgetExcess {
  /** The number that the subject has; undefined if counting stopped at the limit. */
  readonly count?: number | undefined;
  readonly place?: SourceLocation | undefined;
}

/**
 * Returns the diagnostic for a budget that is exceeded.
 *
 * @param subject the thing that has too many
 */
export function budgetDiagnostic(
  name: BudgetName,
  subject: string,
  { count, place }: BudgetExcess = {},
): Diagnostic {
  const { limit, counts, code = "INTERNAL", hint } = BUDGETS[name];
  const [most, has] = [limit, count].map((number) => number?.toLocaleString("en-US"));
  const message =
    count === undefined
      ? `${subject} has more than ${most} ${counts}`
      : `${subject} has ${has} ${counts}; the limit is ${most}`;
  return diagnostic(code, message, { place, hint });
}
