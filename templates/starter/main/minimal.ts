/** A business in one file: what is sold, what it costs, and where it listens. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { serve, type HttpBindings } from "@hono/node-server";
import { sandboxPayments } from "@proto-gen/runtime/business";
import { Declined, sumOf } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { jwsMandates } from "@proto-gen/runtime/jose";
import { toNodeHandler } from "@proto-gen/runtime/node";
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

const port = Number(process.env["PORT"] ?? 3000);
const profile = JSON.parse(readFileSync("profile.json", "utf8"));
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

const business = await createBusiness({
  ...{
    profile,
    url: `http://localhost:${port}`,
    storage: createMemoryStorage(),
    development: true,
  },
  fetch: guardedFetch({ development: true }),
  post: guardedPost({ development: true }),
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
    trustedUi: () => true,
    anyInstrument: true,
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
});
business.start();

/** @param error why it does not listen, if it does not */
function listening(error?: unknown): void {
  if (error === undefined) return console.log(`The profile is at ${business.profileUrl}`);
  const { code } = error as { readonly code?: string };
  const reason = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code ?? String(error)})`;
  console.error(`Port ${port} ${reason}. Choose another one: PORT=${port + 1}`);
  process.exit(1);
}

//: if node
const server = createServer(toNodeHandler(business)).on("error", listening);
server.listen(port, () => listening());
//: end
//: if express
express().use(["$PATHS"], toNodeHandler(business)).listen(port, listening);
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
await app.listen({ port }).then(() => listening(), listening);
//: end
//: if hono
const app = new Hono<{ Bindings: HttpBindings }>();
app.all("/*", async ({ env: { incoming }, req }: Context<{ Bindings: HttpBindings }>) =>
  toResponse(
    await business.answer(req.raw, { target: incoming.url, rawHeaders: incoming.rawHeaders }),
  ),
);
serve({ fetch: app.fetch, port }, () => listening()).on("error", listening);
//: end
