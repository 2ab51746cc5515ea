/** What was ordered of a line (§2.9), where the release's lines keep it and where it follows from the order's logs. */

import { orderedQuantities } from "@proto-gen/runtime/codegen/v1/commerce";
import { expect, it } from "vitest";
import { orderOf } from "../../support/sample-order.js";

it.each([
  ["kept", 3],
  ["absent", 1],
] as const)("is the line's own `original` only where it is %s", (originalQuantity, quantity) => {
  const order = orderOf({ a: 1 });
  const line_items = order.line_items.map((line) => ({
    ...line,
    quantity: { ...line.quantity, original: 3 },
  }));
  const orderLines = {
    emptyStatus: "removed",
    adjustedQuantities: "signed",
    originalQuantity,
  } as const;
  const found = orderedQuantities({ ...order, line_items }, { releaseValues: { orderLines } });
  expect(found).toEqual([{ id: order.line_items[0]?.id, quantity }]);
});

it("takes what adjustments have added from the total of a line without `original`", () => {
  const order = orderOf({ a: 3 });
  const [line] = order.line_items;
  const adjustments = [
    {
      id: "adjustment",
      type: "exchange",
      occurred_at: "2026-11-11T11:11:11Z",
      status: "completed" as const,
      line_items: [{ id: line?.id ?? "", quantity: 2 }],
    },
  ];
  const orderLines = {
    emptyStatus: "removed",
    adjustedQuantities: "signed",
    originalQuantity: "absent",
  } as const;
  const found = orderedQuantities({ ...order, adjustments }, { releaseValues: { orderLines } });
  expect(found).toEqual([{ id: line?.id, quantity: 1 }]);
});
