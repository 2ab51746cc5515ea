/** Every subset's verdict is that of the subset composed alone (DESIGN §6), with ajv as the oracle. */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import type { View } from "../../src/compose/view.js";
import type { ComposedShape } from "../../src/compose/compose.js";
import { emitted } from "../support/oracle/emitted.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { instance, OWN_PROFILE } from "../support/oracle/releases.js";
import { sampled } from "../support/sizes.js";
import { judgeSubsets, type Labelled } from "../support/oracle/subset-verdicts.js";

/** The instance of each shape and view, and some of its mutants. */
function valuesOf({ root, key }: ComposedShape, view: View): readonly Labelled[] {
  const requests = instance("requests");
  const name = key === "" ? root.slice(root.lastIndexOf(".") + 1) : key;
  const responses: Readonly<Record<string, string[]>> = {
    checkout: ["checkout", "checkout-completed"],
    cart: ["cart"],
    order: ["order"],
    search_response: ["search-response"],
    lookup_response: ["lookup-response"],
  };
  const payloads: readonly Json[] =
    view.direction === "response"
      ? (responses[name] ?? []).map(instance)
      : [requests[key === "" ? `${name}.${view.operation ?? ""}` : (view.operation ?? "")] as Json];
  return payloads.flatMap((payload) => [
    { label: "the instance", value: payload },
    ...sampled("SUBSETS", [...mutantsOf(payload)], 30).map(({ kind, at, value }) => ({
      label: `${kind} at ${at}`,
      value,
    })),
  ]);
}

describe("surface.ts in parts", () => {
  it(
    "gives each subset of the profile's extensions the verdict of the subset composed alone",
    { timeout: 600_000 },
    async () => {
      const result = await judgeSubsets(
        await emitted("subsets-own", { profile: OWN_PROFILE }),
        valuesOf,
      );
      console.info(
        `${result.subsets} subsets and views, ${result.verdicts} verdicts, ${result.accepted} accepted`,
      );
      expect(result.subsets).toBe(4 * 2 ** 4 + 8);
      expect(result.accepted).toBeGreaterThan(1000);
      expect(result.verdicts - result.accepted).toBeGreaterThan(1000);
      expect(result.differences).toEqual([]);
    },
  );
});
