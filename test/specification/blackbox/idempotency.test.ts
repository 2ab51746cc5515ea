/** Idempotency keys (§8): what a key is unique for, and the answers that are given again. */

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { business, expectCharges, shopping } from "../../blackbox/opening.js";
import { overRest, TRANSPORTS, type Tool } from "../../blackbox/speak.js";
import { basket, BUYER, pay, readyDownload, shopper } from "../../blackbox/steps.js";

const CREATE = { ...basket("presets"), buyer: BUYER };
const CART = { line_items: basket("presets").line_items };

describe.each(TRANSPORTS)("a key over %s", (_, speak) => {
  it.each<[Tool, object | undefined]>([
    ["create_checkout", CREATE],
    ["update_checkout", CREATE],
    ["complete_checkout", pay()],
    ["cancel_checkout", undefined],
    ["create_cart", CART],
    ["update_cart", CART],
    ["cancel_cart", undefined],
  ])("§8: has the same answer again: %s", async (tool, payload) => {
    const by = await shopping(speak);
    const made = tool.endsWith("_cart")
      ? (await by.ask("create_cart", { payload: CART })).body
      : await readyDownload(by);
    const id = tool.startsWith("create_") ? undefined : made.id;
    const ask = { id, payload, key: randomUUID() };
    const [first, second] = [await by.ask(tool, ask), await by.ask(tool, ask)];
    expect(first.refused).toBeUndefined();
    expect([second.status, second.body]).toEqual([first.status, first.body]);
  });

  it("§8: is not for another payload", async () => {
    const by = await shopping(speak);
    const key = randomUUID();
    const first = await by.ask("create_checkout", { key, payload: CREATE });
    const other = await by.ask("create_checkout", { key, payload: basket("tabletop") });
    expect(first.refused).toBeUndefined();
    expect(other.refused?.code).toBe("idempotency_key_reused");
  });

  it("§4.8: is for the same values, in whatever order the members come", async () => {
    const by = await shopping(speak);
    const key = randomUUID();
    const first = await by.ask("create_checkout", { key, payload: CREATE });
    const payload = Object.fromEntries(Object.entries(CREATE).toReversed());
    const second = await by.ask("create_checkout", { key, payload });
    expect(Object.keys(payload)).not.toEqual(Object.keys(CREATE));
    expect([second.status, second.body]).toEqual([first.status, first.body]);
  });

  it("§4.8: does not keep a refusal for a payment that was running", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const completing = by.complete(id, "tok_slow");
    while ((await by.read(id)).status !== "complete_in_progress");
    const ask = { id, key: randomUUID(), payload: pay() };
    const early = (await by.ask("complete_checkout", ask)).body;
    expect(early).toMatchObject({ status: "complete_in_progress" });
    await completing;
    const late = (await by.ask("complete_checkout", ask)).body;
    expect(late.status).toBe("completed");
    const refusal = { code: "operation_not_allowed", severity: "unrecoverable" };
    expect(late.messages?.at(-1)).toMatchObject(refusal);
    expectCharges(open, id, 1);
  });

  it("§7: is free after a 503: the retry pays", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const ask = { id, key: randomUUID(), payload: pay("tok_unavailable") };
    const first = await by.ask("complete_checkout", ask);
    expect(first.refused?.code).toBe("temporarily_unavailable");
    expect((await by.ask("complete_checkout", ask)).body.status).toBe("completed");
    expectCharges(open, id, 1);
  });

  it("§7.1: of a call that failed inside is answered alike, and a new key tries anew", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const ask = { id, key: randomUUID(), payload: pay("tok_error") };
    const [first, second] = [
      await by.ask("complete_checkout", ask),
      await by.ask("complete_checkout", ask),
    ];
    expect(first.refused?.code).toBe("internal_error");
    expect(first.refused?.content).not.toContain("same");
    expect([second.status, second.refused]).toEqual([first.status, first.refused]);
    expect((await by.complete(id)).status).toBe("completed");
    expectCharges(open, id, 1);
  });
});

describe("a key", () => {
  it("§8: is of one type of operation: another one has its own effect under it", async () => {
    const by = shopper(await business(), overRest);
    const key = "key-of-two-operations";
    const { line_items } = basket("presets");
    const checkout = await by.ask("create_checkout", { payload: basket("presets"), key });
    const cart = await by.ask("create_cart", { payload: { line_items }, key });
    expect([checkout.status, cart.status]).toEqual([201, 201]);
    expect(cart.body.id).not.toBe(checkout.body.id);
  });
});
