/** Messages (§2.3, §3.1, §7.2): their paths are of the answer, and each thing that is wrong is told once. */

import { describe, expect, it } from "vitest";
import { business, needs, shopping } from "../../blackbox/opening.js";
import { codes, errors, there, warnings, type Body, type Message } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import {
  basket,
  BUYER,
  choosing,
  kept,
  pay,
  readyDownload,
  shipped,
  shopper,
} from "../../blackbox/steps.js";

/** An article for each transport, all of which one buyer takes: a process sells it once. */
const LAST_ONES = { REST: "backdrop_white", MCP: "frame_l_black" } as const;

function withCode(body: Body, code: string): readonly Message[] {
  return (body.messages ?? []).filter((each) => each.code === code);
}

/** The line of the answer that a path points into; undefined where the path is of something else. */
function lineAt(body: Body, path = ""): string | undefined {
  const [, index] = /^\$\.line_items\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? undefined : there(body.line_items[Number(index)], path).item.id;
}

describe.each(TRANSPORTS)("messages over %s", (transport, speak) => {
  const asked = basket("film_snap", "presets", "no-such-item", ["power", 11]);

  it("§2.3: point into the lines of the answer, or those of the request for an item that there is not", async () => {
    needs("counted stock");
    const body = await (await shopping(speak)).create({ ...asked, buyer: BUYER });
    expect(body.line_items.map(({ item }) => item.id)).toEqual(["presets", "power"]);
    expect(withCode(body, "quantity_adjusted").map(({ path }) => lineAt(body, path))).toEqual([
      "power",
    ]);
    const [soldOut] = withCode(body, "out_of_stock");
    expect(soldOut).toMatchObject({ content: expect.stringContaining("Snap instant film") });
    const [unknown] = withCode(body, "invalid_cart_items");
    expect(unknown).toMatchObject({ content: expect.stringContaining("no-such-item") });
    expect(unknown).toMatchObject({ path: "$.line_items[2].item.id" });
    expect(soldOut).not.toHaveProperty("path");
  });

  it("§2.3: an adjusted quantity is told with the quantity that there is", async () => {
    const body = await (await shopping(speak)).create(asked);
    const [adjusted] = withCode(body, "quantity_adjusted");
    expect(adjusted).toMatchObject({ path: "$.line_items[1].quantity", available_quantity: 10 });
    expect(body.line_items[1]?.quantity).toBe(10);
  });

  it("§2.3: an item that is sold out meanwhile is told of, at its line where it is one, and not charged", async () => {
    needs("counted stock");
    const open = await business();
    const by = shopper(open, speak);
    const item = LAST_ONES[transport];
    const late = await shipped(by, basket("presets", [item, 1000]));
    const { quantity } = there(late.line_items[1], "line");
    await by.update(late.id, choosing(late));
    const alone = await shipped(by, basket(item));
    await by.update(alone.id, choosing(alone));
    const offered = await shipped(by, basket("presets", item));
    const first = await shipped(by, basket([item, quantity]));
    await by.update(first.id, choosing(first));
    expect((await by.complete(first.id)).status).toBe("completed");
    const title = there(late.line_items[1], "line").item.title;
    const body = await by.complete(late.id);
    expect(body.order).toBeUndefined();
    expect(body.line_items.map((line) => line.item.id)).toEqual(["presets"]);
    expect(errors(body)).toMatchObject([
      { code: "out_of_stock", content: expect.stringContaining(title) as unknown },
    ]);
    expect(errors(body)[0]).not.toHaveProperty("path");
    const updated = await by.update(offered.id, choosing(offered));
    expect(updated.line_items.map((line) => line.item.id)).toEqual(["presets"]);
    expect(codes(errors(updated))).toEqual(["out_of_stock"]);
    const refused = await by.complete(alone.id);
    expect(refused.order).toBeUndefined();
    expect(errors(refused)).toMatchObject([{ code: "out_of_stock" }]);
    expect(lineAt(refused, errors(refused)[0]?.path)).toBe(item);
  });

  it("§2.3: say nothing twice", async () => {
    const by = await shopping(speak);
    const buyer = { email: "ada", phone_number: "555-HELLO" };
    const items = basket("film_snap", "film_snap", "tabletop", "no-such-item", "no-such-item");
    const body = await by.create({ ...items, buyer, discounts: { codes: ["NONE", "NONE"] } });
    const told = (body.messages ?? []).map(({ code, path, content }) => [code, path, content]);
    expect(told.length).toBeGreaterThan(4);
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(told.length);
  });

  it("§3.1: an update that leaves nothing keeps the checkout, with status error and the reason", async () => {
    const by = await shopping(speak);
    const ready = await readyDownload(by);
    const payload = { ...kept(ready), ...basket("film_snap") };
    const { body } = await by.ask("update_checkout", { id: ready.id, payload });
    expect(body.proto.status).toBe("error");
    expect(body.line_items).toEqual(ready.line_items);
    expect(withCode(body, "out_of_stock")).toHaveLength(1);
    expect(withCode(body, "out_of_stock")[0]).not.toHaveProperty("path");
    expect((await by.read(ready.id)).proto.status).toBe("success");
  });

  it("§3.1: a completion that is refused has status error and an error that says why", async () => {
    const by = await shopping(speak);
    const { id } = await by.create(basket("presets"));
    const { body } = await by.ask("complete_checkout", { id, payload: pay() });
    expect(body.proto.status).toBe("error");
    expect(codes(errors(body))).toContain("missing");
  });

  it("§3.1: a completion or a cancellation of what is canceled has status error", async () => {
    const by = await shopping(speak);
    const { id } = await readyDownload(by);
    await by.cancel(id);
    for (const [tool, payload] of [
      ["cancel_checkout", undefined],
      ["complete_checkout", pay()],
    ] as const) {
      const { body } = await by.ask(tool, { id, payload });
      expect(body.proto.status).toBe("error");
      expect(codes(errors(body))).toEqual(["operation_not_allowed"]);
    }
  });

  it("§3.2: a canceled checkout has no error that somebody could still resolve", async () => {
    const by = await shopping(speak);
    const { id, ...created } = await by.create(basket("tabletop"));
    expect(errors({ id, ...created }).map(({ severity }) => severity)).toContain("recoverable");
    for (const body of [await by.cancel(id), await by.read(id)]) {
      expect(body.status).toBe("canceled");
      expect([...errors(body), ...warnings(body)]).toEqual([]);
    }
  });

  it("§3.2: an expired checkout says that it has expired, and nothing else is wrong", async () => {
    needs("clock");
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await by.create(basket("tabletop"));
    open.advance(7 * 3_600_000);
    expect(codes(errors(await by.read(id)))).toEqual(["session_expired"]);
  });
});
