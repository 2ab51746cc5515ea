/** A business in one file: what is sold, what it costs, and where it listens. */

import { readFileSync } from "node:fs";
import { serve, type HttpBindings } from "@hono/node-server";
import { sandboxPayments } from "@proto-gen/runtime/business";
import { createPriceList, Declined } from "@proto-gen/runtime/commerce";
import { jwsMandates } from "@proto-gen/runtime/jose";
import { startBusiness } from "@proto-gen/runtime/node";
import { toResponse } from "@proto-gen/runtime/server";
//: if express
import express from "express";
//: end
//: if fastify
import fastify from "fastify";
//: end
import { Hono } from "hono";
import { createBusiness, type OtherHandlers } from "./generated/business.js";

const profile = JSON.parse(readFileSync(new URL("../profile.json", import.meta.url), "utf8"));
//: if offers

/** The items, by the ids that platforms name, with prices in cents. */
const { $PRICED } = createPriceList({
  currency: "USD",
  items: {
    mug: { title: "Mug", price: 1_800 },
    vase: { title: "Vase", price: 6_500 },
  },
});
//: end
//: if answers

/** The operations that the runtime does not answer by itself. */
const handlers: OtherHandlers = { $HANDLERS };
//: end

await startBusiness({
  open: (options) =>
    createBusiness({
      ...options,
      profile,
      //: if mandate
      mandates: jwsMandates(),
      //: end
      //: if checkout
      payments: sandboxPayments(), // moves no money: put your payment provider here
      //: if extended
      checkouts: {
        evaluate(request) {
          const priced = evaluate(request);
          if (priced instanceof Declined) return priced;
          return {
            ...priced,
            //: if listed
            payment: { ...request.payment, handlers: profile.payment.handlers },
            //: end
            //: if vendorResponse
            ...$VENDOR,
            //: end
          };
        },
        //: if fulfillment
        needsDelivery: () => false,
        //: end
      },
      //: else
      //: if fulfillment
      checkouts: { evaluate, needsDelivery: () => false },
      //: else
      checkouts: { evaluate },
      //: end
      //: end
      //: end
      //: if cart
      carts: { evaluate },
      //: end
      //: if answers
      handlers,
      //: end
      //: if webhookHeaders
      webhooks: { headers: $WEBHOOK_HEADERS },
      //: end
    }),
  //: if express
  listen: ({ handler, port, host }) => express().use(handler).listen(port, host),
  //: end
  //: if fastify
  async listen({ handler, port, host }) {
    const app = fastify();
    app.all("/*", {
      // Before a body is read: the platform signed it as it was sent.
      onRequest: ({ raw }, reply) => handler(raw, reply.hijack().raw),
      handler: () => undefined,
    });
    await app.listen({ port, host });
    return app;
  },
  //: end
  //: if hono
  listen({ business, port, host: hostname }) {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.all("/*", async ({ env, req }) => {
      // As it was sent, which is what the platform signed.
      const { url: target, rawHeaders } = env.incoming;
      return toResponse(await business.answer(req.raw, { target, rawHeaders }));
    });
    return serve({ fetch: app.fetch, port, hostname });
  },
  //: end
});
