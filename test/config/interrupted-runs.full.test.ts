/** A run that is ended by a callback leaves nothing behind: the next one gives what a fresh generator does. */

import { describe, expect, it } from "vitest";
import { generate, openGenerator, type Generation } from "../../src/generate.js";
import { checkoutAndGift, giftSchema, release, rootOf } from "../support/release.js";

describe("a generator whose run was ended", () => {
  it("generates the same afterwards, wherever the run was", async () => {
    const given = release({
      capabilities: checkoutAndGift(),
      schemas: { "gift.json": giftSchema({ note: { type: "string" } }) },
    });
    const options = { profile: given.profile, schemas: [rootOf(given)] };
    const generator = openGenerator();
    /** Ends a run at its step with this number; undefined if the run has fewer. */
    const endedAt = async (last: number): Promise<Generation | undefined> => {
      let step = 0;
      const count = (): void => {
        if (step++ === last) throw new Error("ended");
      };
      try {
        return await generator.generate({ ...options, onStage: count }, count);
      } catch (error) {
        expect(error).toMatchObject({ message: "ended" });
        return undefined;
      }
    };
    const fresh = await generate(options);
    let steps = 0;
    let whole: Generation | undefined;
    while (whole === undefined) whole = await endedAt(steps++);
    generator.close();
    // Each stage, and each emitter.
    expect(steps).toBeGreaterThan(15);
    expect(whole.files).toEqual(fresh.files);
    expect(whole.record).toEqual(fresh.record);
  });
});
