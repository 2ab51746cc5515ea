/** Idempotency keys (§8): what a key is unique for, and the answers that are given again. */

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { business, expectCharges, shopping } from "../../blackbox/opening.js";
import { overRest, TRANSPORTS, type Tool } from "../../blackbox/speak.js";
import { basket, BUYER, pay, readyDownload, shopper } from "../../blackbox/steps.js";

const CREATE = { ...basket("presets"), buyer: BUYER };

describe.each(TRANSPORTS)("a key over %s", (_, speak) => {
  it.each<[Tool, object | undefined]>([
    ["create_checkout", CREATE],
    ["complete_checkout", pay()],
    ["cancel_checkout", undefined],
  ])("§8: has the same answer again: %s", async (tool, payload) => {
    const by = await shopping(speak);
    const id = tool === "create_checkout" ? undefined : (await readyDownload(by)).id;
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
