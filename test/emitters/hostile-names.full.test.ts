/**
 * No text of a schema or a service document becomes code through the emitters outside of `src`: hostile strings at every
 * place that has text. What they print compiles, and runs nothing when it is imported.
 */

import { describe, expect, it } from "vitest";
import { fixtures } from "../../templates/emitters/fixtures/emit-fixtures.js";
import { msw } from "../../templates/emitters/msw/emit-msw.js";
import { zod } from "../../templates/emitters/zod/emit-zod.js";
import { compileProblems } from "../support/compile.js";
import { sourcesOf, writeEmitted } from "../support/emitted.js";
import { outcomeOf } from "../support/hostile/outcome.js";
import { baseDraft, FREE_PLACES } from "../support/hostile/places.js";
import { strayRuns, type Tree } from "../support/hostile/run-trees.js";
import { INHERITED, ORDINARY } from "../support/hostile/strings.js";
import { reproduction, sampled } from "../support/sizes.js";

const SIZES = { quick: 4, full: 12 };
const OWN = /^(?:fixtures|msw|zod)\//;

/** Text `n` of a release stands at place `n`, and one further in the next release. */
function draftOf(texts: readonly string[], shift: number): ReturnType<typeof baseDraft> {
  const draft = baseDraft();
  const places = FREE_PLACES.map((place, index) => ({
    place,
    text: texts[(index + shift) % texts.length]!,
  })).sort((left, right) => Number(left.place.late ?? false) - Number(right.place.late ?? false));
  for (const { place, text } of places) place.plant(draft, text);
  return draft;
}

const texts = [...ORDINARY, ...INHERITED];
const shifts = sampled("HOSTILE_EMITTERS", [...texts.keys()], SIZES.quick, SIZES.full);

describe(`hostile texts in emitters of others (${reproduction("HOSTILE_EMITTERS", SIZES)})`, () => {
  const trees: Tree[] = [];

  it.each(shifts)("leave what is printed a program that compiles (from text %i)", async (shift) => {
    const outcome = await outcomeOf(draftOf(texts, shift), undefined, [zod(), msw(), fixtures()]);
    // Some texts are too long for a place, or no name of what stands there: they are refused before an emitter runs.
    if (outcome.kind === "refused") {
      expect(outcome.code).not.toMatch(/^EMITTER_/);
      return;
    }
    if (outcome.kind === "defect") throw new Error(outcome.message);
    const directory = writeEmitted(`hostile-emitters-${shift}`, outcome.files);
    const judged = sourcesOf(outcome.files).filter((file) => OWN.test(file));
    expect(judged.length).toBeGreaterThan(10);
    const files = judged.map((file) => `${directory}/${file}`);
    expect(compileProblems({ files, options: { lib: ["es2023", "dom"] } })).toEqual([]);
    trees.push({ name: `from text ${shift}`, files: outcome.files });
  });

  it("run nothing when they are imported", async () => {
    expect(trees.length).toBeGreaterThan(shifts.length / 2);
    expect(await strayRuns(trees)).toEqual({});
  });
});
