/**
 * Counts the schemas of a run against its budgets, before anything is made of them. It tells which budget is exceeded, and
 * the keyword that exceeds it.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { BUDGETS, type BudgetName } from "../budgets.js";
import { holdsSchemas } from "../json-schema/keywords.js";

export interface BudgetExcess {
  readonly budget: BudgetName;
  /** Empty where it is the schema itself. */
  readonly keyword: string;
  /** Undefined if counting stopped at the limit. */
  readonly count: number | undefined;
}

export interface SchemaBudget {
  add(schema: JsonObject): BudgetExcess | undefined;
}

export function createSchemaBudget(): SchemaBudget {
  let [schemas, values, dynamicAnchors] = [0, 0, 0];

  /** Every value in a keyword that holds no schemas. */
  function countValues(keyword: string, top: Json): BudgetExcess | undefined {
    const waiting: Json[] = [top];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (++values > BUDGETS.values.limit) return { budget: "values", keyword, count: undefined };
      if (typeof next === "string" && next.length > BUDGETS.text.limit)
        return { budget: "text", keyword, count: next.length };
      if (typeof next !== "object" || next === null) continue;
      for (const value of Object.values(next) as readonly Json[]) waiting.push(value);
    }
    return undefined;
  }

  return {
    add(schema) {
      if (++schemas > BUDGETS.schemas.limit)
        return { budget: "schemas", keyword: "", count: undefined };
      if (schema["$dynamicAnchor"] !== undefined && ++dynamicAnchors > BUDGETS.dynamicAnchors.limit)
        return { budget: "dynamicAnchors", keyword: "$dynamicAnchor", count: undefined };
      for (const keyword of Object.keys(schema)) {
        const value = schema[keyword] as Json;
        const long = longestName(keyword, value);
        if (long > BUDGETS.name.limit) return { budget: "name", keyword, count: long };
        const count = entriesOf(value);
        if (count > BUDGETS.entries.limit) return { budget: "entries", keyword, count };
        const excess = holdsSchemas(keyword) ? undefined : countValues(keyword, value);
        if (excess !== undefined) return excess;
      }
      return undefined;
    },
  };
}

/** Keywords whose value names members or schemas; others may be as long as any text. */
const NAMES: ReadonlySet<string> = new Set([
  ...["$anchor", "$dynamicAnchor", "$id", "$ref", "$dynamicRef"],
  ...["properties", "required", "dependentRequired", "dependentSchemas", "patternProperties"],
  ...["$defs", "definitions"],
]);

/** The length of the longest name that a keyword gives, or of its own. */
function longestName(keyword: string, value: Json): number {
  const names = NAMES.has(keyword) ? namesIn(value) : [];
  return names.reduce((longest, name) => Math.max(longest, name.length), keyword.length);
}

function namesIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
  if (typeof value !== "object" || value === null) return [];
  const lists = Object.values(value).filter((each) => Array.isArray(each));
  const listed = lists.flat().filter((each): each is string => typeof each === "string");
  return [...Object.keys(value), ...listed];
}

function entriesOf(value: Json): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
