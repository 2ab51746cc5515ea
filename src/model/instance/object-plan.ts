/** Plans an object before it is made: how many members it may have, their names, and the values of each. */

import type { Json } from "@proto-gen/runtime/json";
import { sampleLimits } from "../../keywords/simple-keywords.js";
import type { Node, Property } from "../node.js";
import { candidates } from "./candidates.js";
import { choices, type Choices } from "./choices.js";
import { closure } from "./closure.js";
import { holds, memberNodes } from "./satisfies.js";
import type { ValueContext, Search } from "./search.js";
import { singular } from "./wording.js";

export interface ObjectPlan {
  readonly nodes: readonly Node[];
  readonly context: ValueContext;
  readonly search: Search;
  /** The fewest and the most members. */
  readonly low: number;
  readonly high: number;
  readonly required: ReadonlySet<string>;
  /** Names that `properties` or `required` have, in their order. */
  readonly declared: readonly string[];
  member(name: string): Choices<Json>;
}

/** An example with more members is none. */
const MAX_MEMBERS = 256;

/** Returns undefined if no suitable object exists. */
export function planObject(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): ObjectPlan | undefined {
  const limits = sampleLimits(nodes, "object");
  const low = Math.max(0, limits.low);
  const { high } = limits;
  const required = new Set(namesOf(nodes, (property) => property.required !== undefined));
  if (Math.max(low, required.size) > Math.min(high, MAX_MEMBERS)) return undefined;
  const members = new Map<string, Choices<Json>>();
  const declared = [...new Set(namesOf(nodes, () => true))];
  const member = (name: string): Choices<Json> => {
    const found = members.get(name) ?? choices(membersNamed(name, { nodes, context, search }));
    members.set(name, found);
    return found;
  };
  return { nodes, context, search, low, high, required, declared, member };
}

function namesOf(nodes: readonly Node[], take: (property: Property) => boolean): string[] {
  return nodes.flatMap(({ properties }) =>
    [...properties].filter(([, property]) => take(property)).map(([name]) => name),
  );
}

function* membersNamed(
  name: string,
  { nodes, context, search }: Pick<ObjectPlan, "nodes" | "context" | "search">,
): Generator<Json, void> {
  const rules = nodes.flatMap(({ propertyNames }) => propertyNames);
  if (!rules.every((rule) => holds(rule, name, search))) return;
  const isKnown = nodes.some(({ properties }) => isDeclared(properties.get(name)));
  const rest = isKnown ? [] : nodes.flatMap((node) => node.unevaluatedProperties ?? []);
  const owner = singular(context.name);
  // The key of a map says nothing about what the map holds; the map's own name does.
  const inner = { ...context, name: isKnown ? name : owner, owner, depth: context.depth + 1 };
  yield* candidates([...nodes.flatMap((node) => memberNodes(node, name)), ...rest], inner, search);
}

function isDeclared(property: Property | undefined): boolean {
  return property !== undefined && property.origins.length > 0;
}

/** Those that are required, and those that the options ask for: at the last depth only plain values. */
export function usualNames(plan: ObjectPlan): string[] {
  const { declared, required, context, search } = plan;
  return declared.filter((name) => {
    if (required.has(name)) return true;
    if (search.optional === "none" || context.depth > search.maxDepth) return false;
    return !isUnwanted(name, plan) && (context.depth < search.maxDepth || isPlain(name, plan));
  });
}

/** Deprecated, or not to be sent. */
function isUnwanted(name: string, { nodes, search }: ObjectPlan): boolean {
  const declared = nodes.flatMap(({ properties }) => properties.get(name)?.node ?? []);
  return closure(declared).some(
    ({ annotations: { deprecated, readOnly } }) =>
      deprecated === true || (readOnly === true && !search.readOnly),
  );
}

function isPlain(name: string, { nodes }: ObjectPlan): boolean {
  const all = closure(nodes.flatMap((node) => memberNodes(node, name)));
  const types = all.flatMap((node) => node.types?.value ?? []);
  return types.length > 0 && !types.some((type) => type === "object" || type === "array");
}
