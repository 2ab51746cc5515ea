/**
 * The same sets of values in other words: nothing is reported. A failure names the seed of its pair:
 * `REWRITES_SEED=... REWRITES_RUNS=1` tries that one alone.
 */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { compared, releaseFiles, thingRelease } from "../support/diff/release-files.js";
import { REWRITE_NAMES, rewritten, type RewriteName } from "../support/diff/rewrites.js";
import { randomThing } from "../support/diff/random-thing.js";
import { createRandom } from "../support/oracle/random.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const SIZES = { quick: 1, full: 150 };
/** Schemas that are drawn for one pair, until the rewrite applies somewhere. */
const MAX_DRAWN = 4_000;

/** A random schema and the same one rewritten. */
function randomPair(name: RewriteName, own: number): readonly [JsonObject, JsonObject] {
  const random = createRandom(own);
  for (let drawn = 0; drawn < MAX_DRAWN; drawn++) {
    const schema = randomThing(random);
    const other = rewritten(schema, name, random);
    if (other !== undefined) return random.chance(0.5) ? [schema, other] : [other, schema];
  }
  throw new Error(`${name} applies to none of ${MAX_DRAWN} schemas`);
}

describe(`nothing is reported (${reproduction("REWRITES", SIZES)}) of`, () => {
  it("many rewrites", () => {
    expect(REWRITE_NAMES.length).toBeGreaterThanOrEqual(15);
  });

  it.each(REWRITE_NAMES)("%s", { timeout: 600_000 }, async (name) => {
    const wrong: string[] = [];
    for (let index = 0; index < runs("REWRITES", SIZES); index++) {
      const own = seed("REWRITES") + index;
      const [before, after] = randomPair(name, own);
      const changes = await compared(
        releaseFiles(thingRelease(before)),
        releaseFiles(thingRelease(after)),
      );
      const told = changes.map(({ rule, subject, message }) => `${subject}: ${message} [${rule}]`);
      if (told.length > 0)
        wrong.push(
          [
            `REWRITES_SEED=${own} REWRITES_RUNS=1`,
            JSON.stringify(before),
            JSON.stringify(after),
            ...new Set(told),
          ].join("\n"),
        );
    }
    expect(wrong.slice(0, 2).join("\n\n"), `${wrong.length} wrong`).toBe("");
  });
});
