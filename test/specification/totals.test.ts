/** Totals (§2.3, §2.7): what the specification recommends is not demanded. */

import { describe, expect, it } from "vitest";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { checkTotals } from "@proto-gen/runtime/codegen/v1/commerce";
import { createServer } from "../../generated/server.js";
import { evaluate, keeper, type Evaluated } from "../support/checkout-keeper.js";
import { createOverRest, profile, sampleHandlers, WHOLE } from "../support/sample-business.js";

const total = (amount: number) => [{ type: "total" as const, amount }];

describe("a total below zero, which should not be (§2.3)", () => {
  it("is answered, and the business's log names it", async () => {
    const logged: unknown[] = [];
    const { create } = keeper({
      log: (error) => void logged.push(error),
      evaluate: async (request, session) => ({
        ...((await evaluate(request, session)) as Evaluated),
        line_items: [
          {
            id: "line_1",
            item: { id: "item_1", title: "A gift", price: 100 },
            quantity: 1,
            totals: [{ type: "subtotal", amount: 100 }],
          },
        ],
        totals: [
          { type: "subtotal", amount: 100 },
          { type: "discount", amount: 150 },
          { type: "total", amount: -50 },
        ],
      }),
    });
    const { totals } = await create();
    expect(totals).toContainEqual({ type: "total", amount: -50 });
    expect(String(logged[0])).toContain("total_negative at $.totals[2].amount");
  });
});

describe("a line with its total alone", () => {
  const lines = [{ totals: total(300) }, { totals: [{ type: "subtotal" as const, amount: 200 }] }];

  it("counts as its subtotal", () => {
    const totals = [{ type: "subtotal" as const, amount: 500 }, ...total(500)];
    expect(checkTotals(totals, { lines })).toEqual([]);
  });

  it("is counted: another subtotal is wrong", () => {
    const totals = [{ type: "subtotal" as const, amount: 400 }, ...total(400)];
    expect(checkTotals(totals, { lines }).map(({ code }) => code)).toEqual(["subtotal_mismatch"]);
  });

  it("is not what a checkout's own list may be", () => {
    expect(checkTotals(total(500)).map(({ code }) => code)).toEqual(["total_mismatch"]);
    expect(checkTotals(total(500), { partial: true })).toEqual([]);
  });
});

describe("a business whose totals do not add up", () => {
  it("is told by its log which rule it breaks, and where", async () => {
    const { checkouts } = keeper({
      evaluate: async (request, session) => ({
        ...((await evaluate(request, session)) as Evaluated),
        totals: [{ type: "subtotal", amount: 100 }, ...total(99)],
      }),
    });
    const lines: string[] = [];
    const server = createServer(
      { ...sampleHandlers({ created: [] }), ...checkouts.handlers },
      {
        profile,
        platforms: approvedPlatforms({ [WHOLE]: profile }),
        log: (entry) => void lines.push(JSON.stringify(entry)),
      },
    );
    expect((await createOverRest(server, "key_1")).status).toBe(500);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("total_mismatch at $.totals[1].amount");
  });
});
