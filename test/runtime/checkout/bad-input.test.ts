/**
 * What is wrong with a checkout, on the platform's side and on the business's, over both transports: each has
 * its code, and the session is as it was.
 */

import { afterEach, describe, expect, it } from "vitest";
import { method, methods, type Body, type Method } from "../../blackbox/shapes.js";
import { TRANSPORTS, type Answer, type Speak } from "../../blackbox/speak.js";
import {
  basket,
  BUYER,
  chosen,
  choosing,
  HOME,
  kept,
  OFFICE,
  pay,
  shopper,
} from "../../blackbox/steps.js";
import { HOUR } from "../../support/claims.js";
import { openPurchase, type InProcessPurchase } from "../../support/purchase/in-process.js";

interface Session {
  readonly business: InProcessPurchase;
  readonly speak: Speak;
  /** Ready, with a tripod shipped and a memory card picked up. */
  readonly ready: Body;
  /** From now on the business's evaluation has this. */
  break(more: object): void;
}

let opened: InProcessPurchase[] = [];
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

async function open(speak: Speak): Promise<Session> {
  let more = {};
  const business = await openPurchase({ mistake: () => more });
  opened.push(business);
  const by = shopper(business, speak);
  const plain = await by.create({ ...basket("tabletop", "card_64"), buyer: BUYER });
  const [tabletop, card] = plain.line_items.map(({ id }) => id);
  const offered = await by.update(plain.id, {
    ...kept(plain),
    fulfillment: {
      methods: [
        { type: "shipping", line_item_ids: [tabletop], destinations: [HOME, OFFICE] },
        { type: "pickup", line_item_ids: [card] },
      ],
    },
  });
  const placed = await by.update(plain.id, choosing(offered));
  const ready = await by.update(plain.id, choosing(placed));
  expect(ready.status).toBe("ready_for_complete");
  return { business, speak, ready, break: (broken) => void (more = broken) };
}

function codesOf({ body }: Answer): readonly (string | undefined)[] {
  return (body.messages ?? []).map(({ code }) => code);
}

function withMethods(body: Body, change: (method: Method) => object): object {
  return { ...kept(body), fulfillment: { methods: methods(body).map(change) } };
}

describe.each(TRANSPORTS)("over %s", (_, speak) => {
  /** What the platform sends, and the code that it gets. */
  const WRONG: readonly (readonly [string, string, (ready: Body) => object])[] = [
    [
      "an option that does not exist",
      "fulfillment_option_unknown",
      (ready) =>
        withMethods(ready, (each) => ({
          ...chosen(each),
          groups: each.groups?.map(({ id }) => ({ id, selected_option_id: "no_such_option" })),
        })),
    ],
    [
      "a destination of another method",
      "fulfillment_destination_unknown",
      (ready) =>
        withMethods(ready, (each) =>
          each.type === "pickup"
            ? { ...chosen(each), selected_destination_id: destinationOf(ready, "shipping") }
            : chosen(each),
        ),
    ],
    [
      "the other method's location for what is shipped",
      "fulfillment_destination_unknown",
      (ready) =>
        withMethods(ready, (each) =>
          each.type === "shipping"
            ? { ...chosen(each), selected_destination_id: destinationOf(ready, "pickup") }
            : chosen(each),
        ),
    ],
    [
      "a method that does not exist",
      "fulfillment_method_unknown",
      (ready) => withMethods(ready, (each) => ({ ...chosen(each), id: "no_such_method" })),
    ],
    [
      "a line item that does not exist",
      "fulfillment_line_unknown",
      (ready) => withMethods(ready, (each) => ({ ...chosen(each), line_item_ids: ["no_such"] })),
    ],
  ];

  it.each(WRONG)("%s is refused: %s", async (_what, code, update) => {
    const { business, ready } = await open(speak);
    const { id } = ready;
    const answer = await speak(business, "update_checkout", { id, payload: update(ready) });
    expect(codesOf(answer)).toContain(code);
    expect(answer.body.messages?.find((each) => each.code === code)).toMatchObject({
      type: "error",
      severity: "recoverable",
      path: expect.stringMatching(/^\$\.fulfillment\.methods/) as string,
    });
    expect((await speak(business, "get_checkout", { id })).body).toEqual(ready);
  });

  const BROKEN: readonly (readonly [string, string, object])[] = [
    ["amounts that do not add up", "totals_invalid", { totals: [{ type: "total", amount: 7 }] }],
    ["a status that no update leads to", "illegal_transition", { status: "completed" }],
    [
      "a status that its messages contradict",
      "status_contradicted",
      { status: "requires_escalation" },
    ],
    ["what its schema does not allow", "InvalidAnswer", { links: "none" }],
    ["a relative continue_url", "continue_url_invalid", { continue_url: "/checkout" }],
    [
      "a method for a line that is not there",
      "fulfillment_invalid",
      { fulfillment: { methods: [{ id: "m1", type: "shipping", line_item_ids: ["unknown"] }] } },
    ],
  ];

  it.each(BROKEN)("does not disclose the business's own mistake: %s", async (_what, code, more) => {
    const session = await open(speak);
    const { business, ready } = session;
    const { id } = ready;
    session.break(more);
    const answer = await speak(business, "update_checkout", { id, payload: kept(ready) });
    expect(answer.refused?.code).toBe("internal_error");
    expect(answer.text).not.toContain(code);
    const cause = business.log.at(-1)?.cause;
    expect([(cause as { code?: string }).code, (cause as Error).name]).toContain(code);
    session.break({});
    expect((await speak(business, "get_checkout", { id })).body).toEqual(ready);
  });

  it("refuses to complete an expired checkout: session_expired", async () => {
    const { business, ready } = await open(speak);
    const { id } = ready;
    business.advance(6 * HOUR);
    const answer = await speak(business, "complete_checkout", { id, payload: pay() });
    expect(codesOf(answer)).toEqual(["session_expired"]);
    expect(answer.body.status).toBe("canceled");
    expect(answer.body.order).toBeUndefined();
    expect(business.charges(id)).toBe(0);
    // It stays what it was when its time was over.
    const { body } = await speak(business, "get_checkout", { id });
    expect(answer.body.proto).toEqual({ ...body.proto, status: "error" });
    expect({ ...answer.body, proto: body.proto }).toEqual(body);
  });
});

function destinationOf(body: Body, type: string): string | undefined {
  return method(body, type).selected_destination_id ?? undefined;
}
