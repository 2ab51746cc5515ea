/** Builds one object by its plan: undefined where a required member is missing. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { extraNames } from "./extra-names.js";
import type { ObjectPlan } from "./object-plan.js";

export interface Difference {
  readonly given?: JsonObject;
  /** Members there shall be, if need be of names that nothing declares. */
  readonly atLeast?: number;
}

type Entries = Map<string, Json>;

/** Names that no value is found for, until no further ones are tried. */
const MAX_FRUITLESS = 8;

export function buildObject(
  plan: ObjectPlan,
  names: readonly string[],
  { given = {}, atLeast = plan.low }: Difference = {},
): JsonObject | undefined {
  const { required, high } = plan;
  const entries: Entries = new Map();
  let missing = required.size;
  for (const name of withDependents(names, plan)) {
    const isRequired = required.has(name);
    if (!isRequired && entries.size + missing >= high) continue;
    const value = Object.hasOwn(given, name) ? given[name] : plan.member(name).at(0);
    if (isRequired && value === undefined) return undefined;
    if (isRequired) missing--;
    if (value !== undefined) entries.set(name, value);
  }
  addExtras(entries, plan, atLeast);
  return entries.size > high ? undefined : Object.fromEntries(entries);
}

function withDependents(
  names: readonly string[],
  { nodes, required }: ObjectPlan,
): ReadonlySet<string> {
  const rules = nodes.flatMap(({ dependentRequired }) => dependentRequired);
  const all = new Set([...names, ...required]);
  // A set is walked to its end, with what is added on the way.
  for (const name of all)
    for (const each of rules)
      if (each.name === name) for (const other of each.required.value) all.add(other);
  return all;
}

function addExtras(entries: Entries, plan: ObjectPlan, atLeast: number): void {
  const isMap = plan.declared.length === 0 && entries.size === 0 && holdsSomething(plan);
  const goal = Math.min(plan.high, isMap ? Math.max(1, atLeast) : atLeast);
  if (entries.size >= goal) return;
  let fruitless = 0;
  for (const name of otherNames(plan)) {
    if (entries.has(name)) continue;
    const value = plan.member(name).at(0);
    if (value !== undefined) entries.set(name, value);
    else if (!plan.declared.includes(name) && ++fruitless > MAX_FRUITLESS) return;
    if (entries.size >= goal) return;
  }
}

function* otherNames({ declared, nodes, context, search }: ObjectPlan): Generator<string, void> {
  yield* declared;
  yield* extraNames(nodes, context, search);
}

/** A map of something is shown with an entry; what may hold anything is left empty. */
function holdsSomething({ nodes, context, search }: ObjectPlan): boolean {
  if (search.optional === "none" || context.depth > search.maxDepth) return false;
  return nodes.some(
    ({ additionalProperties: rest, patternProperties }) =>
      patternProperties.length > 0 ||
      (rest !== undefined && (rest.types ?? rest.references[0] ?? rest.anyOf[0]) !== undefined),
  );
}
