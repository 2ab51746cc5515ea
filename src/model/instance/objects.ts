/**
 * Makes objects that may satisfy nodes without choices: the fullest that the options ask for first, then objects with
 * fewer, more and other members.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Node } from "../node.js";
import { buildObject } from "./build-object.js";
import { planObject, usualNames, type ObjectPlan } from "./object-plan.js";
import type { ValueContext, Search } from "./search.js";

/** How many members are left out, added or varied one at a time. */
const MAX_SINGLE = 24;
/** How many other values of one member are tried. */
const MAX_ALTERNATIVES = 64;
const MAX_EXTRAS = 3;

export function* objects(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): Generator<JsonObject, void> {
  const plan = planObject(nodes, context, search);
  const usual = plan && usualNames(plan);
  const base = plan && buildObject(plan, usual ?? []);
  if (plan === undefined || usual === undefined || base === undefined) return;
  yield base;
  for (const each of variations(plan, usual, Object.keys(base))) if (each !== undefined) yield each;
}

type Objects = Generator<JsonObject | undefined, void>;

/** @param present names of the members of the object that did not do */
function* variations(
  plan: ObjectPlan,
  usual: readonly string[],
  present: readonly string[],
): Objects {
  yield* withFewer(plan, usual, present);
  yield* withMore(plan, usual);
  yield* withOthers(plan, usual, present);
}

function* withFewer(
  plan: ObjectPlan,
  usual: readonly string[],
  present: readonly string[],
): Objects {
  const optional = present.filter((name) => !plan.required.has(name));
  for (const without of optional.slice(0, MAX_SINGLE))
    yield buildObject(
      plan,
      usual.filter((name) => name !== without),
    );
  if (usual.length > plan.required.size) yield buildObject(plan, []);
}

function* withMore(plan: ObjectPlan, usual: readonly string[]): Objects {
  const absent = plan.declared.filter((name) => !usual.includes(name));
  for (const name of absent.slice(0, MAX_SINGLE)) yield buildObject(plan, [...usual, name]);
  if (absent.length > 1) yield buildObject(plan, plan.declared);
  for (const names of [usual, [...plan.required]])
    for (let count = 1; count <= MAX_EXTRAS; count++)
      yield buildObject(plan, names, { atLeast: names.length + count });
}

function* withOthers(
  plan: ObjectPlan,
  usual: readonly string[],
  present: readonly string[],
): Objects {
  for (let turn = 1; turn <= MAX_ALTERNATIVES; turn++) {
    let isSpent = true;
    for (const name of present.slice(0, MAX_SINGLE)) {
      const value = plan.member(name).at(turn);
      if (value === undefined) continue;
      isSpent = false;
      yield buildObject(plan, usual, { given: { [name]: value } });
    }
    if (isSpent) return;
  }
}
