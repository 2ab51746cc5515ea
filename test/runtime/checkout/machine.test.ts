/** The status machine (§3.1, with what its prose implies): every row, and every pair that is in none. */

import {
  allows,
  CHECKOUT_STATUSES,
  isTerminal,
  type CheckoutStatus,
} from "@proto-gen/runtime/commerce";
import { move, type CheckoutTrigger } from "../../../src/runtime/commerce/checkout/status.js";
import { describe, expect, it } from "vitest";

const TRIGGERS: readonly CheckoutTrigger[] = [
  "create",
  "update",
  "complete",
  "succeed",
  "fail",
  "finish",
  "cancel",
  "expire",
];

/** From, trigger, to: as the specification's table and its readings have them, written out. */
const ROWS: readonly (readonly [CheckoutStatus | undefined, CheckoutTrigger, CheckoutStatus])[] = [
  [undefined, "create", "incomplete"],
  [undefined, "create", "requires_escalation"],
  [undefined, "create", "ready_for_complete"],
  ["incomplete", "update", "incomplete"],
  ["incomplete", "update", "requires_escalation"],
  ["incomplete", "update", "ready_for_complete"],
  ["requires_escalation", "update", "incomplete"],
  ["requires_escalation", "update", "requires_escalation"],
  ["requires_escalation", "update", "ready_for_complete"],
  ["ready_for_complete", "update", "incomplete"],
  ["ready_for_complete", "update", "requires_escalation"],
  ["ready_for_complete", "update", "ready_for_complete"],
  ["ready_for_complete", "complete", "complete_in_progress"],
  ["complete_in_progress", "succeed", "completed"],
  ["complete_in_progress", "fail", "incomplete"],
  ["complete_in_progress", "fail", "requires_escalation"],
  ["complete_in_progress", "fail", "ready_for_complete"],
  ["requires_escalation", "finish", "completed"],
  ["incomplete", "cancel", "canceled"],
  ["requires_escalation", "cancel", "canceled"],
  ["ready_for_complete", "cancel", "canceled"],
  ["complete_in_progress", "cancel", "canceled"],
  ["incomplete", "expire", "canceled"],
  ["requires_escalation", "expire", "canceled"],
  ["ready_for_complete", "expire", "canceled"],
];

const STARTS = [undefined, ...CHECKOUT_STATUSES];

function isRow(
  from: CheckoutStatus | undefined,
  trigger: CheckoutTrigger,
  to: CheckoutStatus,
): boolean {
  return ROWS.some((row) => row[0] === from && row[1] === trigger && row[2] === to);
}

const REST = STARTS.flatMap((from) =>
  TRIGGERS.flatMap((trigger) =>
    CHECKOUT_STATUSES.filter((to) => !isRow(from, trigger, to)).map(
      (to) => [from, trigger, to] as const,
    ),
  ),
);

describe("the status machine (§3.1)", () => {
  it.each(ROWS)("goes from %s by %s to %s", (from, trigger, to) => {
    expect(allows(from, trigger)).toBe(true);
    expect(move(from, trigger, to)).toBe(to);
  });

  it.each(REST)("does not go from %s by %s to %s", (from, trigger, to) => {
    expect(() => move(from, trigger, to)).toThrow(
      expect.objectContaining({
        code: "illegal_transition",
        message: `illegal_transition: ${trigger} cannot change the status from ${from ?? "nothing"} to ${to}`,
      }),
    );
  });

  it("has a row or none for each of all combinations", () => {
    expect(ROWS.length + REST.length).toBe(7 * 8 * 6);
  });

  // Pairs of statuses, whatever the trigger: the table and its readings have these and no others.
  const pairs = CHECKOUT_STATUSES.flatMap((from) =>
    CHECKOUT_STATUSES.map((to) => [from, to] as const),
  );
  it.each(pairs)("goes from %s to %s only if a row says so", (from, to) => {
    const legal = ROWS.some((row) => row[0] === from && row[2] === to);
    const reached = TRIGGERS.some((trigger) => {
      try {
        return move(from, trigger, to) === to;
      } catch {
        return false;
      }
    });
    expect(reached).toBe(legal);
  });

  it("ends in completed and in canceled", () => {
    for (const status of CHECKOUT_STATUSES)
      expect(TRIGGERS.some((trigger) => allows(status, trigger))).toBe(!isTerminal(status));
  });
});
