/** The zod schemas of real releases compile, run, and agree with ajv on examples of every type and on damages of them. */

import { equalJson, type Json } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it } from "vitest";
import { zod } from "../../templates/emitters/zod/emit-zod.js";
import {
  ajvVerdicts,
  emitRelease,
  emitterReleases,
  examplesAndMutants,
  exportedTypes,
  importModule,
  problemsBelow,
  type EmittedRelease,
} from "../support/emitters.js";
import { sized } from "../support/sizes.js";

interface Schema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

const LEAST_VERDICTS = sized({ quick: 100, full: 5000 });

describe.each(emitterReleases)("zod schemas of $name", (release) => {
  let emitted: EmittedRelease;

  beforeAll(async () => {
    emitted = await emitRelease("emitter-zod", release, [zod()]);
  });

  it("compile under every strict option", () => {
    const { judged, problems } = problemsBelow(emitted, "zod");
    expect(problems).toEqual([]);
    expect(judged).toBeGreaterThan(20);
  });

  it("agree with ajv, and keep every value as it is", async () => {
    const verdictOf = ajvVerdicts(emitted.model);
    const differences: string[] = [];
    const counts = { accepted: 0, rejected: 0 };
    for (const type of exportedTypes(emitted.model)) {
      const path = `zod/${type.module}`;
      const { [type.name]: schema } = await importModule<Record<string, Schema>>(emitted, path);
      const isValid = verdictOf(type);
      for (const value of examplesAndMutants(type)) {
        const { success, data } = schema!.safeParse(value);
        const expected = isValid(value);
        counts[expected ? "accepted" : "rejected"]++;
        if (success !== expected || (success && !equalJson(data as Json, value)))
          differences.push(`${type.module} ${type.name}: ${success} ${JSON.stringify(value)}`);
      }
    }
    expect(differences.slice(0, 10)).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(LEAST_VERDICTS);
    expect(counts.rejected).toBeGreaterThan(LEAST_VERDICTS);
  });
});
