/**
 * Random extensions that annotate the same members of a root, in random subsets, against the reference composer (DESIGN §6).
 * `VISIBILITY_RUNS` counts roots; each is judged in its surface, in every extension's module, and in some subsets.
 */

import { describe, expect, it } from "vitest";
import { subset, type Validator } from "@proto-gen/runtime/schema";
import type { ComposedShape } from "../../src/compose/compose.js";
import { viewText, type View } from "../../src/compose/view.js";
import { ProtoGenError } from "../../src/errors.js";
import { emitted, type Emitted } from "../support/oracle/emitted.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import {
  visibilityPayloads,
  visibilitySet,
  type VisibilitySet,
} from "../support/oracle/random-visibility.js";
import { ancestorsOf, isNegotiable } from "../support/oracle/reference/release.js";
import { vendorProfile } from "../support/oracle/vendor.js";
import { reproduction, runs, seed } from "../support/sizes.js";

/** How many extensions a root may have. */
const EXTENSIONS = 12;
const SUBSETS = 6;
const SIZES = { quick: 4, full: 60 };
const SEED = seed("VISIBILITY");
const COUNT = runs("VISIBILITY", SIZES);

const PAYLOADS = visibilityPayloads();

interface Totals {
  readonly wrong: string[];
  composed: number;
  refused: number;
  verdicts: number;
  accepted: number;
}

async function judge(set: VisibilitySet, both: Emitted, random: Random, totals: Totals) {
  const shape = both.composition.shapes.find(({ root }) => root === set.root) as ComposedShape;
  const extensions = shape.contributions.map(({ capability }) => capability);
  const subsets = [
    [],
    extensions,
    ...Array.from({ length: SUBSETS }, () => random.some(extensions)),
  ].filter((active) => isNegotiable(both.reference.release, set.root, active));
  const surface = (await both.surface())[set.root];
  for (const view of shape.views) {
    compare("index", await validatorOf(both, "index", view), view, extensions);
    for (const capability of extensions) {
      const module = `capabilities/${capability.replaceAll(".", "/")}`;
      const active = [capability, ...ancestorsOf(both.reference.release, capability)];
      compare(capability, await validatorOf(both, module, view), view, active);
    }
    const part = surface?.[viewText(view)];
    if (part === undefined) throw new Error(`the surface has no ${viewText(view)} of ${set.root}`);
    for (const active of subsets)
      compare(`parts with [${active.join(", ")}]`, subset(part, new Set(active)), view, active);
  }

  function compare(
    label: string,
    validator: Pick<Validator<unknown>, "is">,
    view: View,
    active: readonly string[],
  ): void {
    const isValid = both.reference.composed({ root: set.root, key: "" }, view, active);
    const wrong = PAYLOADS.filter((value) => validator.is(value) !== isValid(value));
    totals.verdicts += PAYLOADS.length;
    totals.accepted += PAYLOADS.filter(isValid).length;
    const [first] = wrong;
    if (first !== undefined)
      totals.wrong.push(
        `${set.root} ${viewText(view)}, ${label}: the reference says ${isValid(first)} of ${JSON.stringify(first)} and ${wrong.length - 1} more`,
      );
  }
}

/** A root with one request view has a `ThingRequest`. */
async function validatorOf(both: Emitted, module: string, view: View): Promise<Validator<unknown>> {
  const { direction, operation } = view;
  if (operation === undefined) return both.validator(module, "Thing");
  const name = `Thing${capitalized(operation)}${capitalized(direction)}`;
  return both.validator(module, name).catch(() => both.validator(module, "ThingRequest"));
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

describe("random annotations of one root's members", () => {
  it(
    "are seen as the reference composer sees them, in every subset",
    { timeout: 600_000 },
    async () => {
      const totals: Totals = { wrong: [], composed: 0, refused: 0, verdicts: 0, accepted: 0 };
      for (let number = 0; number < COUNT; number++) {
        const random = createRandom(SEED + number);
        const set = visibilitySet(random, number, { extensions: EXTENSIONS, without: new Set() });
        try {
          const options = vendorProfile([], set.capabilities);
          await judge(set, await emitted(`random-visibility-${number}`, options), random, totals);
          totals.composed++;
        } catch (error) {
          const codes =
            error instanceof ProtoGenError ? error.diagnostics.map(({ code }) => code) : [];
          if (codes.length === 0 || codes.some((code) => code !== "COMPOSE_WEAKENS_BASE"))
            throw error;
          totals.refused++;
        }
      }
      const { wrong, composed, refused, verdicts, accepted } = totals;
      const repeat = reproduction("VISIBILITY", SIZES);
      console.info(
        `${repeat}: ${composed} roots, ${refused} refused; ${verdicts} verdicts, ${accepted} accepted`,
      );
      expect.soft(wrong.slice(0, 5), `${wrong.length} views differ: ${repeat}`).toEqual([]);
      expect(composed).toBeGreaterThan(0);
      expect(accepted).toBeGreaterThan(verdicts / 100);
      expect(accepted).toBeLessThan(verdicts);
    },
  );
});
