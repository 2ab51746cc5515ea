/**
 * Counts how many schemas apply to one value, each by a keyword of the one before. Later stages look at all of them for
 * each schema of such a chain, so that a long one takes time in proportion to the square of its length.
 */

import { BUDGETS, budgetDiagnostic } from "../budgets.js";
import type { Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import type { ResolvedSchema, SchemaSet } from "../json-schema/schema-set.js";
import { locateSource, type Document } from "./document.js";

/** The longest way on from a schema: all of its steps, and those that ask or choose. */
interface Chain {
  readonly chain: number;
  readonly choices: number;
}

type ChainBudget = keyof Chain;

interface Step {
  readonly schema: ResolvedSchema;
  readonly isChoice: boolean;
}

interface Visit extends Step {
  readonly steps: Iterator<Step>;
  chain: number;
  choices: number;
}

export interface ChainSources {
  readonly documents: ReadonlyMap<string, Document>;
  readonly schemas: SchemaSet;
}

/** The first chain that exceeds a budget, at the schema where it does. */
export function findLongChain(
  starts: Iterable<{ readonly document: Document; readonly pointer: string }>,
  sources: ChainSources,
): { readonly document: Document; readonly diagnostic: Diagnostic } | undefined {
  const known = new Map<ResolvedSchema, Chain>();
  for (const { document, pointer } of starts) {
    const start = sources.schemas.locate(document.uri, pointer);
    const excess = start && !known.has(start) ? measure(start, known, sources) : undefined;
    if (excess === undefined) continue;
    const { schema, budget } = excess;
    const found = sources.documents.get(schema.document) ?? document;
    const place = locateSource(found, schema.pointer);
    return {
      document: found,
      diagnostic: budgetDiagnostic(budget, "what applies to one value", { place }),
    };
  }
  return undefined;
}

/** Without recursion, since a chain may be as long as a release. A way back ends it: the model refuses those. */
function measure(
  start: ResolvedSchema,
  known: Map<ResolvedSchema, Chain>,
  sources: ChainSources,
): { readonly schema: ResolvedSchema; readonly budget: ChainBudget } | undefined {
  const path: Visit[] = [];
  const isOpen = new Set<ResolvedSchema>();
  const enter = (step: Step): void => {
    isOpen.add(step.schema);
    path.push({ ...step, steps: stepsFrom(step.schema, sources), chain: 0, choices: 0 });
  };
  enter({ schema: start, isChoice: false });
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.steps.next();
    if (next.done !== true) {
      const chain = known.get(next.value.schema);
      if (chain !== undefined) lengthen(top, chain, next.value);
      else if (!isOpen.has(next.value.schema)) enter(next.value);
    } else {
      const { schema, chain, choices } = top;
      known.set(schema, { chain, choices });
      isOpen.delete(schema);
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lengthen(above, top, top);
    }
    const last = path.at(-1);
    for (const budget of ["chain", "choices"] as const)
      if (last !== undefined && last[budget] > BUDGETS[budget].limit)
        return { schema: last.schema, budget };
  }
  return undefined;
}

function lengthen(visit: Visit, { chain, choices }: Chain, { isChoice }: Step): void {
  visit.chain = Math.max(visit.chain, chain + 1);
  visit.choices = Math.max(visit.choices, choices + (isChoice ? 1 : 0));
}

const CHOICES: ReadonlySet<string> = new Set([
  ...["anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
]);

const IN_PLACE: ReadonlySet<string> = new Set(["allOf", ...CHOICES]);

function* stepsFrom(
  location: ResolvedSchema,
  { schemas, documents }: ChainSources,
): Generator<Step, undefined> {
  const { schema, document, resource } = location;
  if (!isObject(schema)) return;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (keyword === "$ref" || keyword === "$dynamicRef") {
      if (typeof value !== "string") continue;
      const base = documents.get(document)?.fileUri ?? document;
      const target = schemas.resolve(resource.uri, value) ?? schemas.resolve(base, value);
      // One object for each schema, however it is found.
      const found = target && schemas.locate(target.document, target.pointer);
      if (found !== undefined) yield { schema: found, isChoice: false };
      continue;
    }
    if (!IN_PLACE.has(keyword)) continue;
    const isChoice = CHOICES.has(keyword);
    const isMany = Array.isArray(value) || keyword === "dependentSchemas";
    for (const token of isMany && isObjectOrList(value) ? Object.keys(value) : [undefined]) {
      const tokens = token === undefined ? [keyword] : [keyword, token];
      const found = schemas.child(location, ...tokens);
      if (found !== undefined) yield { schema: found, isChoice };
    }
  }
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
