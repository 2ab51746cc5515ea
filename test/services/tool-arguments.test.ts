/**
 * What agents read, and what they send by it (§4.5): the sizes of descriptors, and arguments that are made from a descriptor alone. A failure
 * names what repeats it.
 */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { DEFAULT_FORM, type DescriptorForm } from "../../src/emit/descriptor-form.js";
import { bundleOf, operationsOf, toolsOf, type Bundle } from "../support/bundle.js";
import { importEmitted, type EmittedModule } from "../support/emitted.js";
import { definitionOf, predicateOf } from "../support/exported.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { createRandom } from "../support/oracle/random.js";
import { availableReleases, ownRelease } from "../support/published.js";
import { reproduction, runs, seed } from "../support/sizes.js";

/** Bytes that all tools of a release may have, as `tools/list` sends them. */
const LIMITS: Readonly<Record<string, number>> = {
  [ownRelease.name]: 24_000,
  "2026-01-11": 18_000,
  "2026-01-23": 18_000,
  "2026-04-08": 40_000,
};
const LARGEST_TOOL = 7_000;

const SIZES = { quick: 40, full: 1000 };
const INLINE: DescriptorForm = { ...DEFAULT_FORM, schemas: "inline" };

describe.each(availableReleases)("the tools of $name", (release) => {
  let shared: Bundle;
  let inline: Bundle;
  let emitted: EmittedModule;

  beforeAll(async () => {
    shared = await bundleOf(release, `tool-arguments-${release.name}`);
    inline = await bundleOf(release, `tool-arguments-inline-${release.name}`, INLINE);
    emitted = await importEmitted(shared.directory, "mcp-tools.ts");
  }, 120_000);

  it("are as small as agents need them", () => {
    const sizes = [...toolsOf(shared).values()].map((each) => bytesOf(each));
    expect(sizes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(LIMITS[release.name]!);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGEST_TOOL);
  });

  it("have no reference where readers have none", () => {
    expect(JSON.stringify([...toolsOf(inline).values()])).not.toContain('"$ref"');
  });

  it("say nothing of results, and have no schema of others that allows all", () => {
    for (const tools of [toolsOf(shared), toolsOf(inline)]) {
      const text = JSON.stringify([...tools.values()]);
      for (const each of ['"outputSchema"', '"additionalProperties":{}', '"not":{}'])
        expect(text).not.toContain(each);
    }
  });

  it.each(["shared", "inline"] as const)(
    `take arguments that are made from the descriptor alone, %s (${reproduction("ARGUMENTS", SIZES)})`,
    (form) => {
      const bundle = form === "shared" ? shared : inline;
      const tally = { sent: 0, refused: 0 };
      for (const [name, tool] of toolsOf(bundle)) {
        const schema = tool["inputSchema"] as JsonObject;
        const accepts = predicateOf(schema, { assertFormats: true });
        const { is } = validatorOf(bundle, emitted, name);
        const { node } = definitionOf(schema);
        const made = (["none", "some", "all"] as const).map((optional): Json =>
          createInstance(node, { optional })!,
        );
        const random = createRandom(seed("ARGUMENTS"));
        for (let count = 0; count < runs("ARGUMENTS", SIZES); count++) {
          const given = made[count % made.length]!;
          const { value, kind, at } = random.pick([...mutantsOf(given)]);
          const isAccepted = accepts(value);
          tally[isAccepted ? "sent" : "refused"]++;
          expect(is(value), `${name}, ${kind} at ${at}: ${JSON.stringify(value)}`).toBe(isAccepted);
          // One step after another leads far from where it began.
          if (isAccepted && isObject(value) && random.chance(0.7))
            made[count % made.length] = value;
        }
        for (const each of made) expect(is(each), `${name}: ${JSON.stringify(each)}`).toBe(true);
      }
      expect(tally.sent).toBeGreaterThan(tally.refused / 20);
    },
    600_000,
  );
});

function bytesOf(tool: JsonObject): number {
  return new TextEncoder().encode(JSON.stringify(tool)).length;
}

function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function validatorOf(bundle: Bundle, emitted: EmittedModule, tool: string): Validator<unknown> {
  const mcp = operationsOf(bundle).find((each) => each.mcp?.tool === tool)?.mcp;
  const type = mcp && bundle.model.typeOf(mcp.input);
  return emitted[type?.name ?? ""]!;
}
