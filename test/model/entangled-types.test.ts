/** Types that lead to each other in many ways: naming them takes as long as there are types, not as there are ways. */

import { expect, it } from "vitest";
import { modelRelease } from "../support/compose-release.js";
import { inlineRelease } from "../support/inline-release.js";
import { withinCpuTime } from "../support/cpu-time.js";

const CHECKOUT = "com.example.shop.checkout";
const URL = "https://example.com/schemas/checkout.json";
const COUNT = 12;

const range = [...Array(COUNT).keys()];

/** A union without a tag, each branch of which leads to two unions. */
function union(from: number): object {
  return {
    anyOf: range.map((to) => ({
      type: "object",
      properties: {
        [`p${from}`]: { $ref: `#/$defs/u${to}` },
        [`q${to}`]: { $ref: `#/$defs/u${(to + 1) % COUNT}` },
      },
    })),
  };
}

it("names twelve unions that lead to each other in bounded time", async () => {
  const release = inlineRelease({
    documents: {
      [URL]: {
        $id: URL,
        type: "object",
        properties: { value: { $ref: "#/$defs/u0" } },
        $defs: Object.fromEntries(range.map((from) => [`u${from}`, union(from)])),
      },
    },
    capabilities: { [CHECKOUT]: { schema: URL } },
  });
  const model = await withinCpuTime(10_000, () => modelRelease(release));
  const module = model.modules.find(
    ({ path }) => path === "capabilities/com/example/shop/checkout",
  );
  expect(module?.types).toHaveLength(COUNT + 1);
});
