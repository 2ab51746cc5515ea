/** Checkout states, severities, `continue_url` (§3), and what a forbidden operation does. */

import { beforeAll, describe, expect, it, vi } from "vitest";
import { openPurchase, type Purchase } from "./fixture.js";
import { business, expectCharges, needs, shopping } from "./opening.js";
import {
  added,
  codes,
  errors,
  escalations,
  lasting,
  there,
  total,
  warnings,
  type Body,
} from "./shapes.js";
import { TRANSPORTS, type Tool } from "./speak.js";
import {
  basket,
  BUYER,
  choosing,
  kept,
  pay,
  readyDownload,
  readyShipped,
  shipped,
  shopper,
  type Shopper,
} from "./steps.js";

const HOUR = 3_600_000;
const ANY_STRING: unknown = expect.any(String);
const STATUSES = [
  "incomplete",
  "requires_escalation",
  "ready_for_complete",
  "complete_in_progress",
  "completed",
  "canceled",
];

/** A checkout that only a buyer can go on with: by its sum, and of downloads, which never run out. */
function escalated(by: Shopper): Promise<Body> {
  return by.create({ ...basket(["presets", 40]), buyer: BUYER });
}

/** How each state that is not an end is reached. */
const OPEN_STATES: readonly (readonly [string, (by: Shopper) => Promise<Body>])[] = [
  ["incomplete", (by) => by.create(basket("presets"))],
  ["requires_escalation", escalated],
  ["ready_for_complete", readyDownload],
];

const FORBIDDEN: readonly Tool[] = ["update_checkout", "complete_checkout", "cancel_checkout"];

function payloadOf(tool: Tool, body: Body): object | undefined {
  if (tool === "cancel_checkout") return undefined;
  return tool === "complete_checkout" ? pay() : { ...kept(body), buyer: BUYER };
}

/** Asks for what a checkout's state forbids: 200, an error, the checkout as it was (§3.1). */
async function forbidden(by: Shopper, tool: Tool, body: Body): Promise<readonly string[]> {
  const before = lasting(await by.read(body.id));
  const answer = await by.ask(tool, { id: body.id, payload: payloadOf(tool, body) });
  expect(answer.refused).toBeUndefined();
  expect(answer.status).toBe(200);
  expect(lasting(answer.body)).toEqual(before);
  expect(answer.body).toMatchObject({ proto: { status: "error" } });
  const after = await by.read(body.id);
  expect(lasting(after)).toEqual(before);
  expect(after).toMatchObject({ proto: { status: "success" } });
  return codes(errors(answer.body));
}

/** Every checkout that is seen on the ways through the machine, by the way and the step. */
async function journey(open: Purchase, by: Shopper): Promise<readonly Body[]> {
  const incomplete = await by.create(basket("tabletop"));
  const offered = await shipped(by, basket("tabletop"));
  const ready = await by.update(offered.id, choosing(offered, "Standard"));
  const declined = await by.complete(ready.id, "tok_declined");
  const completed = await by.complete(ready.id);
  const handed = await escalated(by);
  await open.buyerFinishes(handed.id);
  const finished = await by.read(handed.id);
  const discounted = await by.create({ ...basket("card_64"), discounts: { codes: ["TEN"] } });
  const canceled = await by.cancel(incomplete.id);
  const seen = [incomplete, offered, ready, declined, completed, handed, finished];
  return [...seen, discounted, canceled, await by.read(completed.id)];
}

describe.each(TRANSPORTS)("every checkout answered over %s", (_, speak) => {
  let seen: readonly Body[] = [];

  beforeAll(async () => {
    const open = await openPurchase();
    seen = await journey(open, shopper(open, speak)).finally(() => open.close());
  });

  it("§2.4: has the required fields", () => {
    for (const body of seen) {
      const { id, currency, links, line_items, proto, status, totals } = body;
      expect({ id, currency }).toEqual({ id: ANY_STRING, currency: "USD" });
      expect(proto.version).toEqual(ANY_STRING);
      expect(STATUSES).toContain(status);
      expect(totals.map(({ type }) => type)).toContain("total");
      expect(links.length).toBeGreaterThan(0);
      expect(line_items.length).toBeGreaterThan(0);
      for (const line of line_items) {
        expect(line).toMatchObject({ id: ANY_STRING, totals: expect.any(Array) });
        expect(line.quantity).toBeGreaterThan(0);
        expect(line.item).toMatchObject({ id: ANY_STRING, title: ANY_STRING });
        expect(Number.isInteger(line.item.price)).toBe(true);
      }
      expect(body.payment).toBeTypeOf("object");
      for (const link of links) expect(link).toMatchObject({ type: ANY_STRING, url: ANY_STRING });
    }
  });

  it("§3.1: has one of six statuses", () => {
    for (const { status } of seen) expect(STATUSES).toContain(status);
    expect(new Set(seen.map(({ status }) => status)).size).toBeGreaterThanOrEqual(5);
  });

  it("§9.4: carries proto.version and proto.capabilities", () => {
    for (const { proto } of seen) {
      expect(proto.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(JSON.stringify(proto.capabilities)).toContain("dev.proto.shopping.checkout");
    }
  });

  it("§2.3: has a total of subtotal - discount + fulfillment + tax + fee, not below 0, in integers", () => {
    for (const body of seen) {
      expect(total(body, "total")).toBe(added(body));
      expect(added(body)).toBeGreaterThanOrEqual(0);
      for (const { amount } of body.totals) expect(Number.isSafeInteger(amount)).toBe(true);
    }
  });

  it("§2.3: gives each error a code, a text and one of four severities", () => {
    for (const error of seen.flatMap(errors)) {
      expect(error).toMatchObject({ code: ANY_STRING, content: ANY_STRING });
      expect(error.severity).toMatch(
        /^(recoverable|requires_buyer_input|requires_buyer_review|unrecoverable)$/,
      );
    }
  });

  it("§3.2: is in requires_escalation when, and only when, an error has a requires_* severity", () => {
    const open = seen.filter(({ status }) => status !== "completed" && status !== "canceled");
    for (const body of open) {
      expect(escalations(body).length > 0).toBe(body.status === "requires_escalation");
    }
  });

  it("§3.3: has a continue_url while it is open, absolute and https, and none at an end", () => {
    for (const { status, continue_url } of seen) {
      if (status === "completed" || status === "canceled") expect(continue_url).toBeUndefined();
      else expect(continue_url).toMatch(/^https:\/\/[^/]+/);
    }
  });

  it("§3.1: has an order with id and permalink_url when, and only when, it is completed", () => {
    for (const { status, order } of seen) {
      if (status !== "completed") expect(order).toBeUndefined();
      else expect(order).toMatchObject({ id: ANY_STRING, permalink_url: ANY_STRING });
    }
  });

  it("§2.5: does not echo credentials", () => {
    expect(JSON.stringify(seen)).not.toMatch(/tok_|"credential"/);
  });
});

describe.each(TRANSPORTS)("checkout states over %s", (_, speak) => {
  it("incomplete: missing information stands in messages, recoverable, with its path", async () => {
    const body = await (await shopping(speak)).create(basket("presets"));
    expect(body.status).toBe("incomplete");
    const path = "$.buyer.email";
    expect(errors(body)).toContainEqual(
      expect.objectContaining({ code: "missing", severity: "recoverable", path }),
    );
  });

  it("incomplete -> ready_for_complete: an update collects all information", async () => {
    const by = await shopping(speak);
    const first = await by.create(basket("presets"));
    const body = await by.update(first.id, { ...kept(first), buyer: BUYER });
    expect(body.status).toBe("ready_for_complete");
    expect(errors(body)).toEqual([]);
  });

  it("incomplete -> requires_escalation: errors that need buyer input exist", async () => {
    const by = await shopping(speak);
    const { id } = await by.create(basket("presets"));
    const offered = await by.update(id, {
      ...basket("cabinet"),
      buyer: BUYER,
    });
    expect(offered.status).toBe("requires_escalation");
    expect(offered.continue_url).toMatch(/^https:\/\//);
    expect(escalations(offered)).toContainEqual(
      expect.objectContaining({ code: "schedule_delivery", severity: "requires_buyer_input" }),
    );
  });

  it("incomplete -> requires_escalation: errors that need buyer review exist", async () => {
    const by = await shopping(speak);
    const { id } = await by.create(basket("presets"));
    const body = await by.update(id, { ...basket(["presets", 70]), buyer: BUYER });
    expect(total(body, "total")).toBeGreaterThanOrEqual(100_000);
    expect(body.status).toBe("requires_escalation");
    expect(body.continue_url).toMatch(/^https:\/\//);
    expect(escalations(body)).toContainEqual(
      expect.objectContaining({ code: "high_value_order", severity: "requires_buyer_review" }),
    );
  });

  it("requires_escalation -> incomplete: the platform resolves the issue", async () => {
    const by = await shopping(speak);
    const { id } = await escalated(by);
    const body = await by.update(id, basket("presets"));
    expect(body.status).toBe("incomplete");
    expect(escalations(body)).toEqual([]);
  });

  it("requires_escalation -> ready_for_complete: the issue was the last", async () => {
    const by = await shopping(speak);
    const { id } = await escalated(by);
    const body = await by.update(id, { ...basket("presets"), buyer: BUYER });
    expect(body.status).toBe("ready_for_complete");
  });

  it.each([
    ["incomplete", basket("presets")],
    ["requires_escalation", { ...basket("cabinet"), buyer: BUYER }],
  ])("ready_for_complete -> %s: by an update", async (status, payload) => {
    const by = await shopping(speak);
    const { id } = await readyDownload(by);
    expect((await by.update(id, payload)).status).toBe(status);
  });

  it("a new checkout may be requires_escalation or ready_for_complete at once", async () => {
    const by = await shopping(speak);
    expect((await readyDownload(by)).status).toBe("ready_for_complete");
    const appointment = await by.create({ ...basket("cabinet"), buyer: BUYER });
    expect(appointment.status).toBe("requires_escalation");
  });

  it("ready_for_complete -> completed: the answer carries order with id and permalink_url", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyShipped(by);
    const body = await by.complete(id);
    expect(body.status).toBe("completed");
    expect(body.order?.id).toEqual(ANY_STRING);
    expect(new URL(body.order?.permalink_url ?? "").protocol).toMatch(/^https?:$/);
    expectCharges(open, id, 1);
  });

  it("complete_in_progress: the business is processing Complete Checkout", async () => {
    const by = await shopping(speak);
    const { id } = await readyDownload(by);
    const completing = by.complete(id, "tok_slow");
    const statuses = new Set<string>();
    let last = "";
    while (last !== "completed") {
      last = (await by.read(id)).status;
      statuses.add(last);
    }
    expect((await completing).status).toBe("completed");
    expect(statuses).toContain("complete_in_progress");
    statuses.delete("ready_for_complete");
    expect([...statuses]).toEqual(["complete_in_progress", "completed"]);
  });

  it("requires_escalation -> completed: the buyer finishes in the business's pages", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await escalated(by);
    await open.buyerFinishes(id);
    const body = await by.read(id);
    expect(body.status).toBe("completed");
    expect(body.order).toMatchObject({ id: ANY_STRING, permalink_url: ANY_STRING });
  });

  it.each(OPEN_STATES)("%s -> canceled: Cancel Checkout", async (status, reach) => {
    const by = await shopping(speak);
    const reached = await reach(by);
    expect(reached.status).toBe(status);
    const body = await by.cancel(reached.id);
    expect(body).toMatchObject({ id: reached.id, status: "canceled" });
    expect((await by.read(reached.id)).status).toBe("canceled");
  });

  it("get changes nothing", async () => {
    const by = await shopping(speak);
    const first = await readyShipped(by);
    expect(await by.read(first.id)).toEqual(await by.read(first.id));
    expect(lasting(await by.read(first.id))).toEqual(lasting(first));
  });
});

describe.each(TRANSPORTS)("payments over %s", (_, speak) => {
  it("complete_in_progress -> back: a declined payment does not stick, and is recoverable", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const declined = await by.complete(id, "tok_declined");
    expect(["incomplete", "ready_for_complete"]).toContain(declined.status);
    expect(errors(declined)).toContainEqual(
      expect.objectContaining({ code: "payment_declined", severity: "recoverable" }),
    );
    expect(declined.proto.status).toBe("error");
    expect((await by.read(id)).proto.status).toBe("success");
    expect((await by.read(id)).status).not.toBe("complete_in_progress");
    expect((await by.complete(id)).status).toBe("completed");
    expectCharges(open, id, 1);
  });

  it("a payment that fails by accident makes no order, and leaks nothing of it", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const answer = await by.ask("complete_checkout", { id, payload: pay("tok_error") });
    expect([200, 500]).toContain(answer.status);
    expect(answer.text).not.toMatch(/tok_error|\bat .*\.[jt]s:\d+|node_modules/);
    const body = await by.read(id);
    expect(body.status).not.toBe("completed");
    expect(body.order).toBeUndefined();
    if (open.abilities.has("charges")) await expect.poll(() => open.charges(id)).toBe(0);
  });

  it("two completions at once, with a key each, charge once", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const payload = pay("tok_slow");
    const both = await Promise.all([1, 2].map(() => by.ask("complete_checkout", { id, payload })));
    expect(both.filter(({ body }) => errors(body).length === 0 && body.order)).toHaveLength(1);
    expect((await by.read(id)).status).toBe("completed");
    expectCharges(open, id, 1);
  });

  it.each([
    ["incomplete", (by: Shopper) => by.create(basket("presets"))],
    ["requires_escalation", escalated],
  ])("completing what is %s charges nothing, and says why", async (status, reach) => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await reach(by);
    const answer = await by.ask("complete_checkout", { id, payload: pay() });
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe(status);
    expect(errors(answer.body)).not.toEqual([]);
    expect(answer.body.order).toBeUndefined();
    expectCharges(open, id, 0);
  });

  it("§1.8: without a trusted UI or a mandate the buyer has to finish", async () => {
    needs("platform trust");
    const open = await business({ trustedUi: false });
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const body = await by.complete(id);
    expect(body.status).toBe("requires_escalation");
    expect(codes(escalations(body))).not.toEqual([]);
    expect(escalations(body).map(({ severity }) => severity)).toContain("requires_buyer_review");
    expect(body.continue_url).toMatch(/^https:\/\//);
    expectCharges(open, id, 0);
    await open.buyerFinishes(id);
    expect((await by.read(id)).status).toBe("completed");
  });
});

describe.each(TRANSPORTS)("the ends over %s", (_, speak) => {
  it.each(FORBIDDEN)("completed: the session is immutable, %s is an error", async (tool) => {
    const open = await business();
    const by = shopper(open, speak);
    const ready = await readyDownload(by);
    const completed = await by.complete(ready.id);
    expect(await forbidden(by, tool, ready)).toContain("operation_not_allowed");
    expect((await by.read(ready.id)).order).toEqual(completed.order);
    expectCharges(open, ready.id, 1);
  });

  it.each(FORBIDDEN)("canceled: a new session should be started, %s is an error", async (tool) => {
    const open = await business();
    const by = shopper(open, speak);
    const ready = await readyDownload(by);
    await by.cancel(ready.id);
    expect(await forbidden(by, tool, ready)).toContain("operation_not_allowed");
    expectCharges(open, ready.id, 0);
  });

  it("complete_in_progress -> canceled: Cancel Checkout, and what is charged is given back", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const completing = by.complete(id, "tok_slow");
    while ((await by.read(id)).status === "ready_for_complete");
    const { status, body } = await by.ask("cancel_checkout", { id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: "canceled" });
    expect(errors(body)).toEqual([]);
    const told = await completing;
    expect(told.status).toBe("canceled");
    expect(codes(errors(told))).toEqual(["operation_not_allowed"]);
    expect(told.proto.status).toBe("error");
    expect((await by.read(id)).order).toBeUndefined();
    await vi.waitFor(() => expectCharges(open, id, 0));
  });

  it("what the buyer finished is not finished again by the platform", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const handed = await escalated(by);
    await open.buyerFinishes(handed.id);
    expect(await forbidden(by, "complete_checkout", handed)).toContain("operation_not_allowed");
    expectCharges(open, handed.id, 1);
  });
});

describe.each(TRANSPORTS)("expiry over %s", (_, speak) => {
  it.each(OPEN_STATES)(
    "§8: %s lives 6 hours from creation, then is canceled",
    async (status, reach) => {
      needs("clock");
      const open = await business();
      const by = shopper(open, speak);
      const { id, expires_at } = await reach(by);
      expect(expires_at).toBeUndefined();
      open.advance(6 * HOUR - 60_000);
      expect((await by.read(id)).status).toBe(status);
      open.advance(120_000);
      expect((await by.read(id)).status).toBe("canceled");
    },
  );

  it("§2.4: expires_at, where it is sent, is RFC 3339 and the end of the session", async () => {
    needs("clock", "session length");
    const open = await business({ sessionMs: HOUR });
    const by = shopper(open, speak);
    const { id, expires_at } = await readyDownload(by);
    expect(expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
    open.advance(HOUR - 60_000);
    expect((await by.read(id)).status).toBe("ready_for_complete");
    open.advance(120_000);
    expect((await by.read(id)).status).toBe("canceled");
  });

  it.each(["update_checkout", "complete_checkout"] as const)(
    "§3.1: %s of an expired session is an error, session_expired",
    async (tool) => {
      needs("clock");
      const open = await business();
      const by = shopper(open, speak);
      const ready = await readyDownload(by);
      open.advance(6 * HOUR + 60_000);
      const answer = await by.ask(tool, { id: ready.id, payload: payloadOf(tool, ready) });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: ready.id, status: "canceled" });
      expect(codes(errors(answer.body))).toContain("session_expired");
      expectCharges(open, ready.id, 0);
    },
  );

  it("§3.1: cancel of an expired session is an error", async () => {
    needs("clock");
    const open = await business();
    const by = shopper(open, speak);
    const ready = await readyDownload(by);
    open.advance(6 * HOUR + 60_000);
    expect(await forbidden(by, "cancel_checkout", ready)).not.toEqual([]);
  });

  it("§3.1: a completed session does not expire", async () => {
    needs("clock");
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const completed = await by.complete(id);
    open.advance(6 * HOUR + 60_000);
    const answer = await by.ask("get_checkout", { id });
    if (answer.refused === undefined) {
      expect(answer.body).toMatchObject({ status: "completed", order: completed.order });
    }
  });
});

describe.each(TRANSPORTS)("severities over %s", (_, speak) => {
  it("recoverable errors alone do not escalate", async () => {
    const by = await shopping(speak);
    const buyer = { email: BUYER.email, phone_number: "call me" };
    const body = await by.create({ ...basket("presets"), buyer });
    expect(body.status).toBe("incomplete");
    expect(errors(body)).toContainEqual(
      expect.objectContaining({ code: "invalid_phone", severity: "recoverable" }),
    );
    const phone_number = "+14155550100";
    const fixed = await by.update(body.id, { ...kept(body), buyer: { ...buyer, phone_number } });
    expect(fixed.status).toBe("ready_for_complete");
  });

  it("recoverable errors stand beside those that escalate, to be resolved first", async () => {
    const by = await shopping(speak);
    const body = await by.create(basket("cabinet"));
    expect(errors(body).map(({ severity }) => severity)).toContain("recoverable");
    expect(body.status).toBe("requires_escalation");
  });

  it("warnings hold nothing up", async () => {
    const by = await shopping(speak);
    const offered = await shipped(by, basket(["pol_77", 12]));
    const body = await by.update(offered.id, choosing(offered, "Standard"));
    const path: unknown = expect.stringContaining("$.line_items[0]");
    expect(warnings(offered)).toContainEqual(
      expect.objectContaining({ code: "quantity_adjusted", path }),
    );
    expect(there(body.line_items[0], "line").quantity).toBe(11);
    expect(total(body, "subtotal")).toBe(11 * 8900);
    expect(body.status).toBe("ready_for_complete");
  });
});
