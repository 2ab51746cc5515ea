/** A business of one product, as small as the keeper of checkouts allows, and calls without a server. */

import { createCheckouts, type ReleaseOption } from "@proto-gen/runtime/codegen/v1/commerce";
import {
  Declined,
  type Checkouts,
  type CheckoutOptions,
  type Evaluation,
} from "@proto-gen/runtime/commerce";
import { createEnvelope, type CallContext } from "@proto-gen/runtime/server";
import { errorMessage, type BusinessOutcome } from "@proto-gen/runtime/error";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import type { Checkout } from "../../generated/index.js";
import type { Handlers } from "../../generated/server.js";

export type Resource = Omit<Checkout, "proto">;
export type Options = CheckoutOptions<Handlers> & ReleaseOption;
export type Evaluated = Evaluation<Handlers>;

const ENVELOPE = createEnvelope({
  name: "proto",
  agreement: { version: "2026-11-27", capabilities: [] },
  shape: "keyed",
});

export const CONTEXT: CallContext = {
  operation: "test",
  platform: {
    profile: "https://agent.example/profile",
    capabilities: new Set(["dev.proto.shopping.checkout"]),
    configs: { "dev.proto.shopping.order": { webhook_url: "https://agent.example/orders" } },
    envelope: ENVELOPE,
  },
  principal: { kind: "open", id: "anonymous" },
  requestId: "r1",
  idempotencyKey: "k1",
  callId: undefined,
  languages: [],
  headers: new Headers(),
  signal: new AbortController().signal,
  present: (resource) => resource,
};

/** 1,000 each; complete once there is an email address. */
export const evaluate: Options["evaluate"] = ({ line_items, buyer }) => {
  const lines = line_items.map(({ item, quantity }, at) => ({
    id: `line_${at + 1}`,
    item: { id: item.id, title: item.id, price: 1000 },
    quantity,
    totals: [
      { type: "subtotal" as const, amount: 1000 * quantity },
      { type: "total" as const, amount: 1000 * quantity },
    ],
  }));
  const subtotal = lines.reduce((sum, { quantity }) => sum + 1000 * quantity, 0);
  return {
    line_items: lines,
    totals: [
      { type: "subtotal", amount: subtotal },
      { type: "total", amount: subtotal },
    ],
    links: [],
    messages:
      buyer?.email === undefined
        ? [
            errorMessage({
              code: "missing",
              content: "An email address is needed.",
              severity: "recoverable",
              path: "$.buyer.email",
            }),
          ]
        : [],
  };
};

export const DECLINED = new Declined([
  errorMessage({ code: "payment_declined", content: "Declined.", severity: "recoverable" }),
]);

export function orderOf({ id, currency }: Resource) {
  return {
    id: `order_of_${id}`,
    permalink_url: `https://shop.example/orders/${id}`,
    checkout_id: id,
    currency,
  };
}

export interface Keeper {
  readonly checkouts: Checkouts<Handlers>;
  readonly store: Storage;
  create(more?: object): Promise<Resource>;
  update(id: string, more?: object): Promise<Resource>;
  complete(id: string, token?: string): Promise<Resource>;
  cancel(id: string): Promise<Resource>;
  get(id: string): Promise<Resource>;
}

export const READY = {
  line_items: [{ item: { id: "camera" }, quantity: 2 }],
  currency: "USD",
  buyer: { email: "ada@example.com" },
};

function paymentWith(token: string) {
  const credential = { type: "token", token };
  return { instruments: [{ id: "i1", handler_id: "h1", type: "card", credential }] };
}

/** Of a call that is to give a checkout. */
function resource(answer: Resource | BusinessOutcome): Resource {
  if ("kind" in answer) throw new Error(`an outcome: ${JSON.stringify(answer)}`);
  return answer;
}

export function keeper(options: Partial<Options> = {}): Keeper {
  const store = options.store ?? createMemoryStorage();
  const checkouts = createCheckouts<Handlers>({
    evaluate,
    complete: (checkout, { payment }) =>
      JSON.stringify(payment).includes("tok_declined") ? DECLINED : orderOf(checkout),
    release: () => {},
    continueUrl: (id) => `https://shop.example/checkouts/${id}`,
    trustedUi: () => true,
    ...options,
    store,
  });
  const { handlers } = checkouts;
  return {
    checkouts,
    store,
    create: async (more = {}) =>
      resource(await handlers.createCheckout({ ...READY, ...more }, CONTEXT)),
    update: async (id, more = {}) =>
      resource(await handlers.updateCheckout({ ...READY, id, ...more }, CONTEXT)),
    complete: async (id, token = "tok_ok") =>
      resource(
        await handlers.completeCheckout({ id, payment: paymentWith(token) } as never, CONTEXT),
      ),
    cancel: async (id) => resource(await handlers.cancelCheckout({ id }, CONTEXT)),
    get: async (id) => resource(await handlers.getCheckout({ id }, CONTEXT)),
  };
}
