/** A method type that an extension adds (§2.6), judged by the rule for the three lists that need it. */

import { describe, expect, it } from "vitest";
import { lintFiles } from "../../src/lint/lint.js";

const METHOD = "the type enum of fulfillment methods";
const DESTINATIONS = "allows_multi_destination";
const COMBINATIONS = "the item enum of allows_method_combinations";

const TYPES = ["shipping", "pickup"];

/** The three lists of a release that adds lockers, without lockers in one of them. */
function files(without?: string) {
  const types = (list: string) => (list === without ? TYPES : [...TYPES, "locker"]);
  const schemas = {
    fulfillment_method: {
      required: ["type"],
      properties: { type: { type: "string", enum: types(METHOD) } },
    },
    business_fulfillment_config: {
      properties: {
        allows_multi_destination: {
          type: "object",
          properties: Object.fromEntries(
            types(DESTINATIONS).map((type) => [type, { type: "boolean" }]),
          ),
        },
        allows_method_combinations: {
          type: "array",
          items: { type: "array", items: { type: "string", enum: types(COMBINATIONS) } },
        },
      },
    },
  };
  return Object.entries(schemas).map(([name, schema]) => {
    const $id = `https://example.com/schemas/draft/types/${name}.json`;
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    const text = JSON.stringify({ $schema, $id, type: "object", ...schema });
    return { path: `types/${name}.json`, bytes: new TextEncoder().encode(text) };
  });
}

async function said(without?: string): Promise<readonly string[]> {
  const { findings } = await lintFiles({ directory: "release", files: files(without) });
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}

describe("a method type that an extension adds (§2.6)", () => {
  it("is complete in all three lists", async () => {
    expect(await said()).toEqual([]);
  });

  it.each([
    [METHOD, [DESTINATIONS, COMBINATIONS]],
    [DESTINATIONS, [METHOD, COMBINATIONS]],
    [COMBINATIONS, [METHOD, DESTINATIONS]],
  ])("is not complete without %s", async (missing, others) => {
    const found = await said(missing);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      expect(
        others.map(
          (other) => `method-type-incomplete: locker is in ${other}, but not in ${missing}`,
        ),
      ).toContain(each);
    }
  });
});
