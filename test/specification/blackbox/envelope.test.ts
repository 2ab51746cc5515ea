/** The envelope (§2.2) of each operation's answer, of outcomes too: the version that the business has used. */

import { describe, expect, it } from "vitest";
import type { Purchase } from "../../blackbox/fixture.js";
import { business } from "../../blackbox/opening.js";
import type { Body } from "../../blackbox/shapes.js";
import { restHeaders, send, TRANSPORTS, without } from "../../blackbox/speak.js";
import { basket, BUYER, pay, readyDownload, shopper, type Shopper } from "../../blackbox/steps.js";

const { line_items } = basket("presets");

interface Called {
  readonly open: Purchase;
  readonly by: Shopper;
}

async function made(by: Shopper): Promise<string> {
  return (await by.ask("create_cart", { payload: { line_items } })).body.id;
}

const CALLS: Readonly<Record<string, (called: Called) => Promise<Body>>> = {
  create_checkout: ({ by }) => by.create(basket("presets")),
  get_checkout: async ({ by }) => by.read((await readyDownload(by)).id),
  update_checkout: async ({ by }) => {
    const { id } = await readyDownload(by);
    return by.update(id, { ...basket("presets"), buyer: BUYER });
  },
  complete_checkout: async ({ by }) => by.complete((await readyDownload(by)).id),
  cancel_checkout: async ({ by }) => by.cancel((await readyDownload(by)).id),
  create_cart: async ({ by }) => (await by.ask("create_cart", { payload: { line_items } })).body,
  get_cart: async ({ by }) => (await by.ask("get_cart", { id: await made(by) })).body,
  update_cart: async ({ by }) =>
    (await by.ask("update_cart", { id: await made(by), payload: { line_items } })).body,
  cancel_cart: async ({ by }) => (await by.ask("cancel_cart", { id: await made(by) })).body,
  "a checkout of nothing that there is": async ({ by }) =>
    (await by.ask("create_checkout", { payload: basket("film_snap") })).body,
  "a cart of nothing that there is": async ({ by }) =>
    (await by.ask("create_cart", { payload: { line_items: basket("film_snap").line_items } })).body,
  "a cart that is missing": async ({ by }) =>
    (await by.ask("get_cart", { id: "no-such-cart" })).body,
  "a completion that is not allowed": async ({ by }) => {
    const { id } = await readyDownload(by);
    await by.cancel(id);
    return (await by.ask("complete_checkout", { id, payload: pay() })).body;
  },
};

/** The version that the business itself publishes. */
function versionOf({ profile }: Purchase): unknown {
  return (profile["proto"] as { readonly version?: unknown }).version;
}

describe.each(TRANSPORTS)("the envelope over %s", (_, speak) => {
  it.each(Object.keys(CALLS))(
    "§2.2: of %s has the version that was used, and the active capabilities",
    async (name) => {
      const open = await business();
      const body = await CALLS[name]?.({ open, by: shopper(open, speak) });
      expect(versionOf(open)).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(body?.proto.version).toBe(versionOf(open));
      const root = name.includes("cart") ? "cart" : "checkout";
      expect(JSON.stringify(body?.proto.capabilities)).toContain(`"dev.proto.shopping.${root}"`);
    },
  );
});

describe("the envelope of the catalog", () => {
  it.each([
    ["search", {}],
    ["lookup", { ids: ["tabletop"] }],
    ["lookup", { ids: ["no-such-item"] }],
  ])(
    "§2.2: of a %s has the version that was used, and the active capabilities: %j",
    async (what, request) => {
      const open = await business();
      const headers = without(restHeaders(open.platform), "idempotency-key");
      const body = JSON.stringify(request);
      const answer = await send(`${open.rest}/catalog/${what}`, { method: "POST", headers, body });
      expect(answer.body.proto.version).toBe(versionOf(open));
      expect(JSON.stringify(answer.body.proto.capabilities)).toContain(`.catalog.${what}"`);
    },
  );
});
