/** A business in one file: what is sold, what it costs, and where it listens. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { serve, type HttpBindings } from "@hono/node-server";
import { sandboxPayments } from "@proto-gen/runtime/business";
import { Declined, sumOf } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { jwsMandates } from "@proto-gen/runtime/jose";
import { startBusiness, toNodeHandler } from "@proto-gen/runtime/node";
import { toResponse } from "@proto-gen/runtime/server";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
//: if express
import express from "express";
//: end
//: if fastify
import fastify from "fastify";
//: end
import { Hono, type Context } from "hono";
import { createBusiness, type OtherHandlers } from "./generated/business.js";
import { newOrder, totalsOf } from "./generated/commerce.js";

const profile = JSON.parse(readFileSync(new URL("../profile.json", import.meta.url), "utf8"));
//: if sells
/** In cents, by item. */
const PRICES = new Map([
  ["mug", 1_800],
  ["vase", 6_500],
]);

function priced(
  requested: readonly { readonly item: { readonly id: string }; readonly quantity: number }[],
) {
  const line_items = requested.flatMap(({ item: { id }, quantity }, index) => {
    const price = PRICES.get(id);
    if (price === undefined) return [];
    const totals = totalsOf({ subtotal: price * quantity });
    return [{ id: `line_${index}`, item: { id, title: id, price }, quantity, totals }];
  });
  const content = "Nothing of this is sold here.";
  if (line_items.length === 0)
    return new Declined([
      errorMessage({ code: "item_unavailable", content, severity: "recoverable" }),
    ]);
  const subtotal = sumOf(line_items.map(({ item, quantity }) => item.price * quantity));
  return { line_items, currency: "USD", totals: totalsOf({ subtotal }), links: [] };
}
//: end
//: if answers

const handlers: OtherHandlers = {
  $ALL_STUBS,
};
//: end

const { business, port, host, listening, closeOnSignal } = await startBusiness({
  storage: { open: async () => createMemoryStorage() },
  open: ({ url, storage, development }) =>
    createBusiness({
      ...{ profile, url, storage, development },
      fetch: guardedFetch({ development }),
      post: guardedPost({ development }),
      //: if mandate
      mandates: jwsMandates(),
      //: end
      //: if checkout
      payments: sandboxPayments(),
      checkouts: {
        //: if extended
        evaluate(request) {
          const found = priced(request.line_items);
          if (found instanceof Declined) return found;
          return {
            ...found,
            //: if listed
            payment: { ...request.payment, handlers: profile.payment.handlers },
            //: end
            //: if vendor
            ...$VENDOR,
            //: end
          };
        },
        //: else
        evaluate: (request) => priced(request.line_items),
        //: end
        paymentOf: (payment) => payment,
        orderOf: (checkout) =>
          newOrder(checkout, {
            id: `order_${checkout.id}`,
            permalinkUrl: `https://shop.example/${checkout.id}`,
          }),
        trustedUi: () => development,
        anyInstrument: development,
        needsDelivery: () => false,
      },
      //: end
      //: if cart
      carts: { evaluate: (request) => priced(request.line_items) },
      //: end
      //: if answers
      handlers,
      //: end
      //: if webhookHeaders
      webhooks: { headers: $WEBHOOK_HEADERS },
      //: end
    }),
});

//: if node
const server = createServer(toNodeHandler(business)).on("error", listening);
server.listen(port, host, () => listening());
closeOnSignal(async () => server.close());
//: end
//: if express
const app = express().use(["$PATHS"], toNodeHandler(business));
const server = app.listen(port, host, listening);
closeOnSignal(async () => server.close());
//: end
//: if fastify
const handler = toNodeHandler(business);
const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", (_request, _body, done) => done(null));
app.all("/*", (request, reply) => {
  reply.hijack();
  handler(request.raw, reply.raw);
});
await app.listen({ port, host }).then(() => listening(), listening);
closeOnSignal(() => app.close());
//: end
//: if hono
const app = new Hono<{ Bindings: HttpBindings }>();
app.all("/*", async ({ env: { incoming }, req }: Context<{ Bindings: HttpBindings }>) =>
  toResponse(
    await business.answer(req.raw, { target: incoming.url, rawHeaders: incoming.rawHeaders }),
  ),
);
const server = serve({ fetch: app.fetch, port, hostname: host }, () => listening());
server.on("error", listening);
closeOnSignal(async () => server.close());
//: end
