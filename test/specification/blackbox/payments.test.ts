/** Payments (§2.1.3, §2.5): credentials are neither answered nor kept, and handlers are those that a cart allows. */

import { describe, expect, it } from "vitest";
import { business, expectCharges, needs, receiver, shopping } from "../../blackbox/opening.js";
import { there, type Body } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER, choosing, HOME, shipped, shopper } from "../../blackbox/steps.js";
import { PRIVATE_MEMBER } from "../../support/purchase/business-profile.js";

const HANDLERS = "dev.proto.tokenization";
const NUMBER = "4111111111111111";
const SECRET = "tok_very_secret";
const credential = { type: "token", token: SECRET };

const INSTRUMENT = {
  id: "card_1",
  handler_id: "tokenizer",
  type: "card",
  selected: true,
  display: { brand: "visa", last_digits: "1111" },
};

/** A payment as a platform must not send it. */
const MISPLACED = {
  credential,
  card_number: NUMBER,
  instruments: [{ ...INSTRUMENT, card: { number: NUMBER }, number: NUMBER, credential }],
};

interface Handler {
  readonly id: string;
  readonly config?: object;
  readonly available_instruments?: readonly { readonly type: string }[];
}

function handlersOf({ proto }: Body): readonly Handler[] {
  const { payment_handlers } = proto as {
    readonly payment_handlers?: Readonly<Record<string, readonly Handler[]>>;
  };
  return there(payment_handlers?.[HANDLERS], "payment handlers");
}

function instrumentsOf(body: Body): readonly string[] {
  return handlersOf(body).flatMap(({ available_instruments: all = [] }) => all.map((x) => x.type));
}

describe.each(TRANSPORTS)("credentials over %s", (_, speak) => {
  it("§2.5: in the wrong place are in no answer and in no event", async () => {
    const hooks = await receiver();
    const open = await business({ webhookUrl: hooks.url });
    const by = shopper(open, speak);
    const payload = { ...basket("presets"), buyer: BUYER, payment: MISPLACED };
    const created = await by.ask("create_checkout", { payload });
    const { id } = created.body;
    const answers = [
      created,
      await by.ask("update_checkout", { id, payload }),
      await by.ask("complete_checkout", { id, payload: { payment: MISPLACED } }),
      await by.ask("get_checkout", { id }),
    ];
    await open.deliverWebhooks();
    const event = (await hooks.delivery(0)).bytes.toString("utf8");
    expect(answers.at(-1)?.body.status).toBe("completed");
    expectCharges(open, id, 1);
    for (const text of [...answers.map((each) => each.text), event]) {
      expect(text).not.toContain(NUMBER);
      expect(text).not.toContain(SECRET);
    }
    const { instruments } = answers[2]?.body.payment as { readonly instruments: unknown };
    expect(instruments).toEqual([INSTRUMENT]);
  });

  it("§2.5: that make no valid payment are not in the refusal", async () => {
    const by = await shopping(speak);
    const { id } = await by.create({ ...basket("presets"), buyer: BUYER });
    const instrument = { ...INSTRUMENT, id: { number: NUMBER }, credential };
    const payload = { payment: { instruments: [instrument] } };
    const answer = await by.ask("complete_checkout", { id, payload });
    expect(answer.refused?.code).toBe("invalid_request");
    expect(answer.text).not.toContain(NUMBER);
    expect(answer.text).not.toContain(SECRET);
  });

  it("§2.5: are not kept", async () => {
    needs("kept files");
    const open = await business();
    const by = shopper(open, speak);
    const buyer = { ...BUYER, last_name: `Kept over ${_}` };
    const payload = { ...basket("presets"), buyer, payment: MISPLACED };
    const { body } = await by.ask("create_checkout", { payload });
    await by.ask("update_checkout", { id: body.id, payload });
    await by.ask("complete_checkout", { id: body.id, payload: { payment: MISPLACED } });
    const kept = open.kept();
    expect(kept).toContain(buyer.last_name);
    expect(kept).not.toContain(NUMBER);
    expect(kept).not.toContain(SECRET);
  });
});

describe.each(TRANSPORTS)("payment handlers over %s", (_, speak) => {
  it("§2.1.3: have the configuration for answers, and nothing else of the business's", async () => {
    const open = await business();
    const body = await shopper(open, speak).create(basket("presets"));
    const [handler] = handlersOf(body);
    expect(handler).toMatchObject({ id: "tokenizer", config: { environment: "sandbox" } });
    const { proto } = open.profile as unknown as {
      readonly proto: { readonly payment_handlers: Readonly<Record<string, readonly Handler[]>> };
    };
    const published = there(proto.payment_handlers[HANDLERS]?.[0]?.config, "configuration");
    expect(published).toMatchObject(PRIVATE_MEMBER);
    expect({ ...handler?.config, ...PRIVATE_MEMBER }).toEqual(published);
    expect(handler?.config).not.toMatchObject(PRIVATE_MEMBER);
  });

  it("§2.5: have the instruments that the cart allows", async () => {
    needs("instruments by cart");
    const by = await shopping(speak);
    const download = await by.create(basket(["presets", 3]));
    expect(instrumentsOf(download)).toEqual(["card"]);
    const offered = await shipped(by, basket(["tabletop", 3]));
    const american = await by.update(offered.id, choosing(offered, "Standard"));
    expect(instrumentsOf(american)).toEqual(["card", "pay_later"]);
    const { address_region: _region, ...elsewhere } = { ...HOME, address_country: "DE" };
    const methods = [{ type: "shipping", destinations: [elsewhere] }];
    const german = await shipped(by, basket(["tabletop", 3]), { fulfillment: { methods } });
    expect(instrumentsOf(german)).toEqual(["card"]);
  });

  it.each([
    [
      "of an unknown handler",
      [{ handler_id: "other" }],
      "payment_handler_unknown",
      "[0].handler_id",
    ],
    ["of another type", [{ type: "bank_transfer" }], "instrument_unsupported", "[0].type"],
    [
      "of another brand",
      [{ display: { brand: "diners" } }],
      "instrument_excluded",
      "[0].display.brand",
    ],
    ["that is one of two selected", [{}, { id: "card_2" }], "instrument_ambiguous", "[1].selected"],
  ])("§2.1.3, §2.5: an instrument %s pays nothing", async (_what, changes, code, member) => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await by.create({ ...basket("presets"), buyer: BUYER });
    const instruments = changes.map((change) => ({ ...INSTRUMENT, credential, ...change }));
    const { body } = await by.ask("complete_checkout", {
      id,
      payload: { payment: { instruments } },
    });
    expect(body.status).toBe("ready_for_complete");
    expect(body.messages).toMatchObject([
      { type: "error", severity: "recoverable", code, path: `$.payment.instruments${member}` },
    ]);
    expectCharges(open, id, 0);
    await by.complete(id);
    expectCharges(open, id, 1);
  });

  it("§2.5: an instrument that the cart does not allow pays nothing", async () => {
    needs("instruments by cart");
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await by.create({ ...basket("presets"), buyer: BUYER });
    const instrument = { ...INSTRUMENT, type: "pay_later", credential };
    const { body } = await by.ask("complete_checkout", {
      id,
      payload: { payment: { instruments: [instrument] } },
    });
    expect(body.order).toBeUndefined();
    const path: unknown = expect.stringMatching(/^\$\.payment\.instruments\b/);
    expect(body.messages).toMatchObject([{ type: "error", code: "instrument_unsupported", path }]);
    expectCharges(open, id, 0);
    expect((await by.read(id)).status).toBe("ready_for_complete");
    // The same instrument pays where it is of a type that the cart allows.
    const allowed = { payment: { instruments: [{ ...instrument, type: "card" }] } };
    const paid = await by.ask("complete_checkout", { id, payload: allowed });
    expect(paid.body.status).toBe("completed");
    expectCharges(open, id, 1);
  });

  it("§2.5: of the earlier flat form pay, and are answered with their members", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { display: _display, selected: _selected, ...bare } = INSTRUMENT;
    const flat = {
      ...bare,
      ...{ brand: "visa", last_digits: "1111", rich_text_description: "Visa, ending in 1111" },
      rich_card_art: "https://bank.example/card.png",
    };
    const { id } = await by.create({ ...basket("presets"), buyer: BUYER });
    const payment = {
      instruments: [
        { ...flat, id: "card_0", type: "pay_later" },
        { ...flat, credential },
      ],
      selected_instrument_id: flat.id,
    };
    const { body } = await by.ask("complete_checkout", { id, payload: { payment } });
    expect(body.status).toBe("completed");
    expectCharges(open, id, 1);
    const { instruments = [] } = body.payment as { readonly instruments?: readonly object[] };
    expect(instruments).toContainEqual(expect.objectContaining(flat));
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });

  it("§2.5: the one that is selected pays, whichever others are beside it", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await by.create({ ...basket("presets"), buyer: BUYER });
    // The other one could not pay for this cart.
    const other = { ...INSTRUMENT, id: "card_0", type: "pay_later", selected: false, credential };
    const payment = { instruments: [other, { ...INSTRUMENT, credential }] };
    const { body } = await by.ask("complete_checkout", { id, payload: { payment } });
    expect(body.status).toBe("completed");
    expectCharges(open, id, 1);
  });
});

describe.each(TRANSPORTS)("a completed checkout over %s", (_, speak) => {
  it("§3.1: has its order, in the answer to its completion and from then on", async () => {
    const by = await shopping(speak);
    const { id } = await by.create({ ...basket("presets"), buyer: BUYER });
    const { status, order } = await by.complete(id);
    expect(status).toBe("completed");
    expect(there(order, "order").id).toMatch(/./);
    expect(new URL(there(order, "order").permalink_url).pathname).toMatch(/^\/orders\//);
    expect(await by.read(id)).toMatchObject({ status: "completed", order });
  });
});
