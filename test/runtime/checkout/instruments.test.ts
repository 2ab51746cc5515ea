/** Which instrument pays, and whether a checkout offers it (§2.1.3, §2.5): in both forms of a payment, and both of its handlers. */

import { chosenInstrument } from "@proto-gen/runtime/commerce";
import { describe, expect, it } from "vitest";
import {
  instrumentProblem,
  paymentIn,
} from "../../../src/runtime/commerce/checkout/instruments.js";

const CARD = { id: "card_1", handler_id: "tokenizer", type: "card" };
const OTHER = { ...CARD, id: "card_2" };

describe("the chosen instrument", () => {
  it("is the selected one, by whichever form, or the only one", () => {
    expect(chosenInstrument({ instruments: [CARD, { ...OTHER, selected: true }] })?.id).toBe(
      "card_2",
    );
    const earlier = { instruments: [CARD, OTHER], selected_instrument_id: "card_2" };
    expect(chosenInstrument(earlier)?.id).toBe("card_2");
    expect(chosenInstrument({ instruments: [CARD] })?.id).toBe("card_1");
  });

  it.each([
    ["no payment", undefined],
    ["several of which none is selected", { instruments: [CARD, OTHER] }],
    ["one that is not selected", { instruments: [{ ...CARD, selected: false }] }],
    [
      "two that are selected",
      { instruments: [CARD, OTHER].map((each) => ({ ...each, selected: true })) },
    ],
    ["two of the selected id", { instruments: [CARD, CARD], selected_instrument_id: "card_1" }],
    [
      "two that are selected in the two forms",
      { instruments: [CARD, { ...OTHER, selected: true }], selected_instrument_id: "card_1" },
    ],
    ["an id that names none", { instruments: [CARD], selected_instrument_id: "card_9" }],
    ["several without an id", { instruments: [{ type: "card" }, { type: "card" }] }],
  ])("is none for %s", (_what, payment) => {
    expect(chosenInstrument(payment)).toBeUndefined();
  });
});

const CARDS = { type: "card", constraints: { brands: ["visa", "amex"], "": ["x"] } };
const handler = (more: object = {}): object => ({
  id: "tokenizer",
  version: "2026-11-27",
  available_instruments: [CARDS],
  ...more,
});
const registry = (...handlers: readonly object[]): object => ({
  proto: { payment_handlers: { "dev.proto.tokenization": handlers } },
});
const listed = (...handlers: readonly object[]): object => ({ proto: {}, payment: { handlers } });

function problemOf(request: object, checkout: object): string {
  const found = instrumentProblem(paymentIn(request, undefined), checkout, "proto");
  return found === undefined ? "" : `${found.code} ${found.path}`;
}

const payingWith = (...instruments: readonly object[]): object => ({ payment: { instruments } });

describe.each([
  ["the registry", registry],
  ["the list", listed],
])("an instrument, with handlers in %s,", (_form, offering) => {
  it.each<readonly [string, object, string]>([
    ["that says nothing of its brand", {}, ""],
    ["of an allowed brand", { display: { brand: "visa" } }, ""],
    ["of an allowed brand in the flat form", { brand: "amex" }, ""],
    ["of another brand", { display: { brand: "diners" } }, "instrument_excluded [0].display.brand"],
    ["of another brand in the flat form", { brand: "diners" }, "instrument_excluded [0].brand"],
    [
      "that shows an allowed brand and states another",
      { display: { brand: "visa" }, brand: "diners" },
      "instrument_excluded [0].brand",
    ],
    ["of another type", { type: "wallet" }, "instrument_unsupported [0].type"],
    ["of another handler", { handler_id: "other" }, "payment_handler_unknown [0].handler_id"],
    ["of no handler", { handler_id: undefined }, "payment_handler_unknown [0].handler_id"],
  ])("checks an instrument %s", (_what, change, expected) => {
    const problem = problemOf(payingWith({ ...CARD, ...change }), offering(handler()));
    expect(problem).toBe(expected.replace(" ", " $.payment.instruments"));
  });

  it("is accepted, whatever its type, by a handler that names no types", () => {
    const open = offering(handler({ available_instruments: undefined }));
    expect(problemOf(payingWith({ ...CARD, type: "wallet" }), open)).toBe("");
  });

  it("is taken if one of the declarations takes it", () => {
    const strict = handler({
      available_instruments: [{ type: "card", constraints: { brands: [] } }],
    });
    const diners = payingWith({ ...CARD, display: { brand: "diners" } });
    expect(problemOf(diners, offering(strict, handler()))).toMatch(/^instrument_excluded/);
    const open = handler({ available_instruments: [CARDS, { type: "card" }] });
    expect(problemOf(diners, offering(strict, open))).toBe("");
  });

  it("is refused where the cart leaves no handler", () => {
    expect(problemOf(payingWith(CARD), offering())).toMatch(/^payment_handler_unknown/);
  });
});

describe("the instruments of a request", () => {
  it("have one that pays", () => {
    const two = payingWith({ ...CARD, selected: true }, { ...OTHER, selected: true });
    expect(problemOf(two, registry(handler()))).toBe(
      "instrument_ambiguous $.payment.instruments[1].selected",
    );
    expect(problemOf(payingWith(CARD, OTHER), registry(handler()))).toBe(
      "missing $.payment.instruments",
    );
  });

  it("are held against the one that is selected alone", () => {
    const request = payingWith({ ...CARD, type: "wallet" }, { ...OTHER, selected: true });
    expect(problemOf(request, registry(handler()))).toBe("");
    const other = payingWith(CARD, { ...OTHER, selected: true, type: "wallet" });
    expect(problemOf(other, registry(handler()))).toBe(
      "instrument_unsupported $.payment.instruments[1].type",
    );
  });

  it("may be one by itself, as the first release sends it", () => {
    const request = { payment_data: { ...CARD, handler_id: "other" } };
    expect(problemOf(request, listed(handler()))).toBe(
      "payment_handler_unknown $.payment_data.handler_id",
    );
  });

  it("are the business's matter where there are none, or its answers offer no handlers", () => {
    expect(problemOf({}, registry(handler()))).toBe("");
    expect(problemOf({ payment: {} }, registry(handler()))).toBe("");
    expect(problemOf(payingWith(CARD), { proto: {} })).toBe("");
  });
});
