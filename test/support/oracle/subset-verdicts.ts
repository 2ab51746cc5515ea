/**
 * The surface in parts against each subset composed alone by the reference composer: each that negotiation can lead to. In:
 * what a profile emits, and values by root and view. Out: the values that the two judge differently, in words.
 */

import { subset } from "@proto-gen/runtime/schema";
import type { Json } from "@proto-gen/runtime/json";
import { viewText, type View } from "../../../src/compose/view.js";
import type { ComposedShape } from "../../../src/compose/compose.js";
import type { Emitted } from "./emitted.js";
import { isNegotiable } from "./reference/release.js";

export interface Labelled {
  readonly label: string;
  readonly value: Json;
}

export interface SubsetVerdicts {
  readonly subsets: number;
  readonly verdicts: number;
  readonly accepted: number;
  /** The first differences of each subset and view. */
  readonly differences: readonly string[];
}

/** @param valuesOf the values to judge in a shape's view */
export async function judgeSubsets(
  { composition, reference, surface }: Emitted,
  valuesOf: (shape: ComposedShape, view: View) => readonly Labelled[],
): Promise<SubsetVerdicts> {
  const parts = await surface();
  const differences: string[] = [];
  let [subsets, verdicts, accepted] = [0, 0, 0];
  for (const shape of composition.shapes) {
    for (const view of shape.views) {
      const values = valuesOf(shape, view);
      const part =
        parts[shape.key === "" ? shape.root : `${shape.root}/${shape.key}`]?.[viewText(view)];
      if (part === undefined) throw new Error(`the surface has no ${shape.root} ${viewText(view)}`);
      const extensions = shape.contributions.map(({ capability }) => capability);
      for (const active of subsetsOf(extensions)) {
        if (!isNegotiable(reference.release, shape.root, active)) continue;
        subsets++;
        const { is } = subset(part, new Set(active));
        const isValid = reference.composed(shape, view, active);
        const wrong = values.filter(({ value }) => is(value) !== isValid(value));
        verdicts += values.length;
        accepted += values.filter(({ value }) => isValid(value)).length;
        const head = `${shape.root} ${shape.key} ${viewText(view)} with [${active.join(", ")}]`;
        for (const { label, value } of wrong.slice(0, 3)) {
          differences.push(
            `${head}: the subset says ${is(value)}, the reference ${isValid(value)}: ${label}`,
          );
        }
      }
    }
  }
  return { subsets, verdicts, accepted, differences };
}

export function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>(
    (all, item) => all.flatMap((each) => [each, [...each, item]]),
    [[]],
  );
}
