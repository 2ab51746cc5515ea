/**
 * All that one random set makes, against the reference composer and ajv. In: a set and the profile it was generated in. Out:
 * how many verdicts there were, and what the two differ in, in words.
 */

import { subset, type Validator } from "@proto-gen/runtime/schema";
import type { Json } from "@proto-gen/runtime/json";
import { viewText, type View } from "../../../src/compose/view.js";
import type { ComposedShape } from "../../../src/compose/compose.js";
import type { Emitted } from "./emitted.js";
import { disagreements } from "./judge.js";
import { deepFreeze, mutantsOf } from "./mutate.js";
import type { Random } from "./random.js";
import type { RandomSet } from "./random-set.js";
import { ancestorsOf, isNegotiable } from "./reference/release.js";
import { subsetsOf } from "./subset-verdicts.js";

export interface Judgement {
  verdicts: number;
  accepted: number;
  readonly wrong: string[];
}

interface Subject {
  readonly label: string;
  readonly validator: Validator<unknown>;
  readonly isValid: (value: unknown) => boolean;
}

const CANDIDATES = 32;
const SEEDS = 8;
const MUTANTS = 6;

export async function judgeSet(
  set: RandomSet,
  both: Emitted,
  random: Random,
  into: Judgement,
): Promise<void> {
  for (const shape of both.composition.shapes.filter(({ root }) => root === set.root)) {
    for (const view of shape.views) {
      const values = payloads(set, shape, view, both, random);
      for (const { label, validator, isValid } of await subjects(shape, view, both)) {
        for (const value of values) {
          const valid = isValid(value);
          into.verdicts++;
          if (valid) into.accepted++;
          const faults = disagreements(validator, value, valid);
          if (faults.length > 0)
            into.wrong.push(
              `${label}: the reference says ${valid}, ${faults.join(", ")}: ${JSON.stringify(value).slice(0, 300)}`,
            );
        }
      }
    }
  }
}

async function subjects(shape: ComposedShape, view: View, both: Emitted): Promise<Subject[]> {
  const type = typeName(shape, view);
  const subject = async (
    label: string,
    module: string,
    active: readonly string[],
  ): Promise<Subject> => ({
    label: `${label} ${type} (${viewText(view)})`,
    validator: await both.validator(module, type),
    isValid: both.reference.composed(shape, view, active),
  });
  const found = [
    await subject("surface", "index", extensionsOf(shape)),
    await subject("base", moduleOf(shape.root), []),
  ];
  for (const capability of extensionsOf(shape))
    found.push(await subject(capability, moduleOf(capability), withAncestors(both, capability)));
  return [...found, ...(await parts(shape, view, both))];
}

/** A capability's module has the root with that extension, and with those it extends. */
function withAncestors({ reference }: Emitted, capability: string): string[] {
  return [capability, ...ancestorsOf(reference.release, capability)];
}

function extensionsOf({ contributions }: ComposedShape): string[] {
  return contributions.map(({ capability }) => capability);
}

/** The surface in parts, for every subset of the extensions that negotiation can lead to. */
async function parts(shape: ComposedShape, view: View, both: Emitted): Promise<Subject[]> {
  const key = shape.key === "" ? shape.root : `${shape.root}/${shape.key}`;
  const part = (await both.surface())[key]?.[viewText(view)];
  if (part === undefined) throw new Error(`the surface has no ${key} ${viewText(view)}`);
  return subsetsOf(extensionsOf(shape))
    .filter((active) => isNegotiable(both.reference.release, shape.root, active))
    .map((active) => ({
      label: `${key} in parts with [${active.join(", ")}] (${viewText(view)})`,
      validator: subset(part, new Set(active)),
      isValid: both.reference.composed(shape, view, active),
    }));
}

/** Payloads that the whole surface or the base accepts come first: of random ones few are valid. */
function payloads(
  set: RandomSet,
  shape: ComposedShape,
  view: View,
  both: Emitted,
  random: Random,
): Json[] {
  const name = `${shape.key === "" ? shape.root.slice(shape.root.lastIndexOf(".") + 1) : shape.key} ${viewText(view)}`;
  const isWhole = both.reference.composed(shape, view, extensionsOf(shape));
  const isBase = both.reference.composed(shape, view, []);
  const candidates = Array.from({ length: CANDIDATES }, () => deepFreeze(set.payload(name)));
  const whole = candidates.filter(isWhole).slice(0, SEEDS / 2);
  const base = candidates.filter((each) => isBase(each) && !isWhole(each)).slice(0, SEEDS / 4);
  const others = candidates.filter((each) => !isBase(each));
  return [...whole, ...base, ...others].slice(0, SEEDS).flatMap((payload) => {
    const mutants = [...mutantsOf(payload)];
    return [payload, ...Array.from({ length: MUTANTS }, () => random.pick(mutants).value)];
  });
}

function moduleOf(capability: string): string {
  return `capabilities/${capability.replaceAll(".", "/")}`;
}

function typeName({ root, key }: ComposedShape, { direction, operation }: View): string {
  const name = pascal(key === "" ? root.slice(root.lastIndexOf(".") + 1) : key);
  if (key !== "" || operation === undefined) return name;
  return `${name}${pascal(operation)}${pascal(direction)}`;
}

function pascal(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
