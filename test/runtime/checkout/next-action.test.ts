/**
 * What a platform does next: the procedure of §3.2.
 * `CHECKOUT_SEED` brings a random failure back; `CHECKOUT_RUNS` makes it look longer.
 */

import { nextAction, type CheckoutMessage, type CheckoutStatus } from "@proto-gen/runtime/commerce";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../generated/index.js";
import { propertyOptions } from "../../support/sizes.js";

const PAGE = "https://shop.example/checkout/1";

function error(severity: string, code = severity): CheckoutMessage {
  return { type: "error", code, content: code, severity } as CheckoutMessage;
}

function actionFor(status: CheckoutStatus, ...messages: CheckoutMessage[]) {
  return nextAction({ status, messages, continue_url: PAGE });
}

const FIX = error("recoverable");
const INPUT = error("requires_buyer_input");
const REVIEW = error("requires_buyer_review");
const LOST = error("unrecoverable");

describe("nextAction (§3.2)", () => {
  it("fixes recoverable errors before anything else, and only them", () => {
    const action = actionFor("requires_escalation", REVIEW, INPUT, FIX, LOST);
    expect(action).toEqual({ kind: "fix", messages: [FIX] });
  });

  it("hands off as incomplete where input is needed, also beside a review", () => {
    expect(actionFor("requires_escalation", REVIEW, INPUT)).toEqual({
      kind: "hand_off",
      reason: "buyer_input",
      continueUrl: PAGE,
      messages: [INPUT],
    });
  });

  it("hands off as ready for review where only a review is needed", () => {
    expect(actionFor("requires_escalation", REVIEW)).toEqual({
      kind: "hand_off",
      reason: "buyer_review",
      continueUrl: PAGE,
      messages: [REVIEW],
    });
  });

  it("hands off or starts over where nothing can be recovered", () => {
    expect(actionFor("incomplete", LOST)).toMatchObject({ kind: "hand_off", continueUrl: PAGE });
    const nowhere = nextAction({ status: "incomplete", messages: [LOST] });
    expect(nowhere).toEqual({ kind: "start_over", messages: [LOST] });
  });

  it("looks at errors only", () => {
    const warning = { type: "warning", content: "w", severity: "recoverable" } as CheckoutMessage;
    expect(actionFor("ready_for_complete", warning)).toEqual({ kind: "complete" });
  });

  it("hands off an escalated session that says no more", () => {
    expect(actionFor("requires_escalation")).toMatchObject({ kind: "hand_off", continueUrl: PAGE });
  });

  it.each<[CheckoutStatus, string]>([
    ["ready_for_complete", "complete"],
    ["complete_in_progress", "wait"],
    ["completed", "done"],
    ["canceled", "start_over"],
    ["incomplete", "review"],
  ])("without messages, %s means %s", (status, kind) => {
    expect(actionFor(status).kind).toBe(kind);
  });

  it("never fixes what is over, and never completes what has an error", () => {
    const messages = fc.array(fc.constantFrom(FIX, INPUT, REVIEW, LOST), { minLength: 1 });
    fc.assert(
      fc.property(messages, (each) => {
        expect(actionFor("completed", ...each).kind).toBe("done");
        expect(actionFor("canceled", ...each).kind).toBe("start_over");
        expect(actionFor("ready_for_complete", ...each).kind).not.toBe("complete");
      }),
      propertyOptions("CHECKOUT", { quick: 100, full: 5_000 }),
    );
  });

  it("takes a checkout of generated types, and gives its messages back", () => {
    const checkout: Pick<Checkout, "status" | "messages" | "continue_url"> = {
      status: "incomplete",
      messages: [{ type: "error", code: "missing", content: "Email.", severity: "recoverable" }],
    };
    const action = nextAction(checkout);
    expect(action.kind === "fix" && action.messages[0]?.code).toBe("missing");
  });
});

type Entry = readonly [type: string, amount: number, lines?: readonly number[]];

function withTotals(entries: readonly Entry[], page: string | undefined, discounts?: "negative") {
  const totals = entries.map(([type, amount, lines]) => ({
    type,
    amount,
    ...(lines === undefined ? {} : { lines: lines.map((each) => ({ amount: each })) }),
  }));
  const checkout = { status: "ready_for_complete", totals, continue_url: page } as const;
  return nextAction(checkout, discounts === undefined ? {} : { discounts });
}

describe("nextAction with totals", () => {
  it.each<[string, readonly Entry[]]>([
    [
      "the parts",
      [
        ["subtotal", 1000],
        ["tax", 100],
        ["total", 1100],
      ],
    ],
    [
      "a discount above zero",
      [
        ["subtotal", 1000],
        ["discount", 100],
        ["total", 900],
      ],
    ],
    [
      "a discount below zero",
      [
        ["subtotal", 1000],
        ["discount", -100],
        ["total", 900],
      ],
    ],
    [
      "items_discount, which takes no part",
      [
        ["items_discount", 50],
        ["subtotal", 1000],
        ["total", 1000],
      ],
    ],
    [
      "a type of the business's own",
      [
        ["subtotal", 1000],
        ["gift_wrap", 300],
        ["total", 1300],
      ],
    ],
    [
      "one that takes no part",
      [
        ["subtotal", 1000],
        ["loyalty", 300],
        ["total", 1000],
      ],
    ],
    [
      "one that takes off",
      [
        ["subtotal", 1000],
        ["gift_card", -300],
        ["total", 700],
      ],
    ],
    [
      "lines of an entry",
      [
        ["subtotal", 1000],
        ["tax", 100, [60, 40]],
        ["total", 1100],
      ],
    ],
    ["a total alone", [["total", 900]]],
    [
      "a total below zero",
      [
        ["subtotal", 100],
        ["discount", 300],
        ["total", -200],
      ],
    ],
  ])("completes a checkout that adds up: %s", (_, entries) => {
    expect(withTotals(entries, PAGE)).toEqual({ kind: "complete" });
  });

  it.each<[string, readonly Entry[]]>([
    [
      "too much",
      [
        ["subtotal", 1000],
        ["tax", 100],
        ["total", 1900],
      ],
    ],
    [
      "too little",
      [
        ["subtotal", 1000],
        ["tax", 100],
        ["total", 1000],
      ],
    ],
    [
      "a discount that is added",
      [
        ["subtotal", 1000],
        ["discount", 100],
        ["total", 1100],
      ],
    ],
    [
      "a discount that is taken off twice",
      [
        ["subtotal", 1000],
        ["discount", -100],
        ["total", 1100],
      ],
    ],
    [
      "two totals",
      [
        ["subtotal", 1000],
        ["total", 1000],
        ["total", 1000],
      ],
    ],
    ["no total", [["subtotal", 1000]]],
    [
      "an unsafe amount",
      [
        ["subtotal", 2 ** 53],
        ["total", 2 ** 53],
      ],
    ],
    [
      "a fraction",
      [
        ["subtotal", 10.5],
        ["total", 10.5],
      ],
    ],
    [
      "lines of an entry that do not",
      [
        ["subtotal", 1000],
        ["tax", 100, [60, 50]],
        ["total", 1100],
      ],
    ],
    [
      "neither with a type of the business's own nor without",
      [
        ["subtotal", 1000],
        ["gift_wrap", 300],
        ["total", 1200],
      ],
    ],
  ])("does not complete a checkout that does not add up: %s", (_, entries) => {
    expect(withTotals(entries, PAGE)).toEqual({
      ...{ kind: "hand_off", reason: "buyer_review", continueUrl: PAGE, messages: [] },
    });
    expect(withTotals(entries, undefined)).toEqual({ kind: "start_over", messages: [] });
  });

  it("follows the rules of the release if they are given", () => {
    const entries: readonly Entry[] = [
      ["subtotal", 1000],
      ["discount", 100],
      ["total", 900],
    ];
    expect(withTotals(entries, PAGE).kind).toBe("complete");
    expect(withTotals(entries, PAGE, "negative").kind).toBe("hand_off");
  });

  it("fixes errors before it looks at the totals", () => {
    const totals = [
      { type: "total", amount: 1 },
      { type: "subtotal", amount: 2 },
    ];
    const checkout = { status: "ready_for_complete", totals, continue_url: PAGE } as const;
    expect(nextAction({ ...checkout, messages: [FIX] })).toEqual({ kind: "fix", messages: [FIX] });
  });
});
