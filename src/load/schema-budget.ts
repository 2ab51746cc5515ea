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
  let [schemas, values] = [0, 0];

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
      for (const keyword of Object.keys(schema)) {
        const value = schema[keyword] as Json;
        const count = entriesOf(value);
        if (count > BUDGETS.entries.limit) return { budget: "entries", keyword, count };
        const excess = holdsSchemas(keyword) ? undefined : countValues(keyword, value);
        if (excess !== undefined) return excess;
      }
      return undefined;
    },
  };
}

function entriesOf(value: Json): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
