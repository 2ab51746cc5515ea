/** The fixtures of real releases compile, and every value of them passes the type's validator and ajv. */

import fc, { type Arbitrary } from "fast-check";
import type { Validator } from "@proto-gen/runtime/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { fixtures } from "../../templates/emitters/fixtures/emit-fixtures.js";
import {
  ajvVerdicts,
  emitRelease,
  emitterReleases,
  exportedTypes,
  importModule,
  problemsBelow,
  type EmittedRelease,
} from "../support/emitters.js";
import { seed, runs } from "../support/sizes.js";

const VALUES = runs("FIXTURES", { quick: 10, full: 100 });
const SEED = seed("FIXTURES");
/** Types that nothing satisfies, or that have one value. */
const LEAST_VARIED = 0.8;

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

describe.each(emitterReleases)("fixtures of $name", (release) => {
  let emitted: EmittedRelease;

  beforeAll(async () => {
    emitted = await emitRelease("emitter-fixtures", release, [fixtures()]);
  });

  it("compile under every strict option", () => {
    const { judged, problems } = problemsBelow(emitted, "fixtures");
    expect(problems).toEqual([]);
    expect(judged).toBeGreaterThan(20);
  });

  it(`have values that the validator and ajv accept (seed ${SEED})`, async () => {
    const verdictOf = ajvVerdicts(emitted.model);
    const refused: string[] = [];
    const missing: string[] = [];
    const repetitive: string[] = [];
    const types = exportedTypes(emitted.model);
    for (const type of types) {
      const { module, name } = type;
      const { [name]: validator } = await importModule<Record<string, Validator<unknown>>>(
        emitted,
        module,
      );
      const own = await importModule<Record<string, unknown>>(emitted, `fixtures/${module}`);
      const arbitrary = own[`${lowerFirst(name)}Arbitrary`] as Arbitrary<unknown> | undefined;
      if (arbitrary === undefined) {
        missing.push(name);
        continue;
      }
      const isValid = verdictOf(type);
      const values = fc.sample(arbitrary, { numRuns: VALUES, seed: SEED });
      for (const value of [own[`${lowerFirst(name)}Example`], ...values])
        if (!validator!.is(value) || !isValid(value))
          refused.push(`${module} ${name}: ${JSON.stringify(value)}`);
      if (new Set(values.map((value) => JSON.stringify(value))).size < VALUES / 2)
        repetitive.push(name);
    }
    expect(refused.slice(0, 10)).toEqual([]);
    expect(missing).toEqual([]);
    expect(repetitive.length, repetitive.join(", ")).toBeLessThan(
      types.length * (1 - LEAST_VARIED),
    );
  });
});
