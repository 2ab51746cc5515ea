/**
 * `oneOf` whose branches overlap: a value that two of them accept is refused by the whole. In: the release's
 * schemas. Out: a finding for each `oneOf` of which that is proved by a value, which is shown.
 *
 * Values are made from each branch and judged by the checks of the others. Where a tag tells the branches apart,
 * nothing has to be tried.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import {
  createCommonInstance,
  createInstance,
  type InstanceOptions,
} from "../../model/instance/create-instance.js";
import type { Definition, Node } from "../../model/node.js";
import { findDiscriminator } from "../../model/discriminator.js";
import { eachSchema } from "../each-schema.js";
import { lintRule, type Observation } from "../rule.js";
import type { SchemaPlace, Workshop } from "../workshop.js";

export const oneOfOverlap = lintRule("one-of-overlap", (context) =>
  eachSchema(context, context.own.filter(context.isSound), (place) => {
    const branches = isObject(place.schema) ? place.schema["oneOf"] : undefined;
    const count = Array.isArray(branches) ? Math.min(branches.length, MAX_BRANCHES) : 0;
    return count < 2 ? [] : overlapAt(place, count, context.workshop);
  }),
);

/** Of more branches only these are tried: each has to be compiled. */
const MAX_BRANCHES = 64;

interface Overlap {
  readonly first: number;
  readonly second: number;
  readonly value: Json;
}

async function overlapAt(
  place: SchemaPlace,
  count: number,
  workshop: Workshop,
): Promise<Observation[]> {
  const branches = branchesAt(place, count, workshop);
  if (branches === undefined || findDiscriminator(branches.map(({ node }) => node)) !== undefined)
    return [];
  const overlap = await overlapOf(branches, workshop);
  if (overlap === undefined) return [];
  const { first, second, value } = overlap;
  const at = joinPointer(place.pointer, "oneOf");
  return [
    {
      message: `branches ${first} and ${second} of this oneOf both accept ${shown(value)}, so that it is refused`,
      place: locateSource(place.document, at, "key"),
      related: [first, second].map((index) => ({
        message: `branch ${index}`,
        place: locateSource(place.document, `${at}/${index}`),
      })),
    },
  ];
}

function branchesAt(
  { document, pointer }: SchemaPlace,
  count: number,
  workshop: Workshop,
): Definition[] | undefined {
  try {
    const all = Array.from({ length: count }, (_, index) =>
      workshop.definition({ document, pointer: joinPointer(pointer, "oneOf", index) }),
    );
    return all.every(({ node }) => node !== undefined) ? all : undefined;
  } catch (error) {
    if (error instanceof ProtoGenError) return undefined;
    throw error;
  }
}

/** The simplest value comes first: what is shown should show the overlap and nothing else. */
const TRIALS: readonly InstanceOptions[] = [
  { optional: "none" },
  { optional: "none", seed: 1 },
  { optional: "some" },
  { optional: "all" },
  { optional: "all", seed: 1 },
];

async function overlapOf(
  branches: readonly Definition[],
  workshop: Workshop,
): Promise<Overlap | undefined> {
  const checks = await Promise.all(branches.map((branch) => workshop.check(branch)));
  for (const value of candidates(branches.map(({ node }) => node))) {
    const accepting = checks.flatMap((check, index) =>
      check(value, 1).length === 0 ? [index] : [],
    );
    const [first, second] = accepting;
    if (first !== undefined && second !== undefined) return { first, second, value };
  }
  return undefined;
}

/** Of each branch by itself, then of each two together, which need not be alike to overlap. */
function* candidates(branches: readonly Node[]): Generator<Json, void> {
  for (const options of TRIALS)
    for (const branch of branches) {
      const value = createInstance(branch, options);
      if (value !== undefined) yield value;
    }
  for (const [index, left] of branches.slice(0, MAX_PAIRED).entries())
    for (const right of branches.slice(index + 1, MAX_PAIRED)) {
      const value = createCommonInstance([left, right], { optional: "none" });
      if (value !== undefined) yield value;
    }
}

/** Of more branches not each two are tried: their number grows with its square. */
const MAX_PAIRED = 16;
const MAX_SHOWN = 200;

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}...`;
}
