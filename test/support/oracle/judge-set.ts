/**
 * All that one random set makes, against ajv. In: a set and the profile it was generated in. Out: how
 * many verdicts there were, and what the two differ in, in words.
 */

import { subset, type Validator } from "@proto-gen/runtime/schema";
import type { Json } from "@proto-gen/runtime/json";
import { viewText, type View } from "../../../src/compose/view.js";
import type { ComposedShape } from "../../../src/compose/compose.js";
import type { Oracle } from "./ajv-oracle.js";
import type { Emitted } from "./emitted.js";
import { disagreements } from "./judge.js";
import { deepFreeze, mutantsOf } from "./mutate.js";
import type { Random } from "./random.js";
import type { RandomSet } from "./random-set.js";
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
  oracle: Oracle,
  random: Random,
  into: Judgement,
): Promise<void> {
  for (const shape of both.composition.shapes.filter(({ root }) => root === set.root)) {
    for (const [index, view] of shape.views.entries()) {
      const values = payloads(set, shape, index, both, oracle, random);
      for (const { label, validator, isValid } of await subjects(
        set,
        shape,
        index,
        view,
        both,
        oracle,
      )) {
        for (const value of values) {
          const valid = isValid(value);
          into.verdicts++;
          if (valid) into.accepted++;
          const faults = disagreements(validator, value, valid);
          if (faults.length > 0)
            into.wrong.push(
              `${label}: ajv says ${valid}, ${faults.join(", ")}: ${JSON.stringify(value)}`,
            );
        }
      }
    }
  }
}

async function subjects(
  set: RandomSet,
  shape: ComposedShape,
  index: number,
  view: View,
  both: Emitted,
  oracle: Oracle,
): Promise<Subject[]> {
  const { composition } = both;
  const type = typeName(shape, view);
  const subject = async (label: string, module: string, uri: string): Promise<Subject> => ({
    label: `${label} ${type} (${viewText(view)})`,
    validator: await both.validator(module, type),
    isValid: oracle.predicate(uri),
  });
  const found = [
    await subject("surface", "index", shape.surface[index]?.uri ?? ""),
    await subject("base", moduleOf(shape.root), composition.schemas.reference(shape.base, view)),
  ];
  for (const { capability } of shape.contributions) {
    const { uri = "" } = shape.withExtension(capability)[index] ?? {};
    found.push(await subject(capability, moduleOf(capability), uri));
  }
  return set.annotated ? found : [...found, ...(await parts(shape, view, both, oracle))];
}

/** The surface in parts, for every subset of the extensions. */
async function parts(
  shape: ComposedShape,
  view: View,
  both: Emitted,
  oracle: Oracle,
): Promise<Subject[]> {
  const key = shape.key === "" ? shape.root : `${shape.root}/${shape.key}`;
  const part = (await both.surface())[key]?.[viewText(view)];
  if (part === undefined) throw new Error(`the surface has no ${key} ${viewText(view)}`);
  return subsetsOf(shape.contributions.map(({ capability }) => capability)).map((active) => ({
    label: `${key} in parts with [${active.join(", ")}]`,
    validator: subset(part, new Set(active)),
    isValid: oracle.predicate(both.composition.composeSubset(shape, view, active)),
  }));
}

/** Payloads that the whole surface or the base accepts come first: of random ones few are valid. */
function payloads(
  set: RandomSet,
  shape: ComposedShape,
  index: number,
  both: Emitted,
  oracle: Oracle,
  random: Random,
): Json[] {
  const view = shape.views[index] as View;
  const name = `${shape.key === "" ? shape.root.slice(shape.root.lastIndexOf(".") + 1) : shape.key} ${viewText(view)}`;
  const isWhole = oracle.predicate(shape.surface[index]?.uri ?? "");
  const isBase = oracle.predicate(both.composition.schemas.reference(shape.base, view));
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
