/**
 * A business as a process of its own, whose checkouts, orders and idempotency keys are in one SQLite file that others share. Its payment
 * provider is reached over HTTP, or is another file, with a line for each charge and each release. It sends its URL, and the one at which
 * it hears events of the provider.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import { createPayments, Declined, type CheckoutOptions } from "@proto-gen/runtime/commerce";
import { serveNode } from "@proto-gen/runtime/node";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createCheckouts, createOrders, newOrder } from "../../generated/commerce.js";
import { createServer, type Handlers } from "../../generated/server.js";
import { evaluate, type Resource } from "./checkout-keeper.js";
import { createHttpProvider } from "./payments/http-provider.js";
import { createSmallBusiness } from "./small-business.js";

const task = JSON.parse(process.argv[2] ?? "") as Readonly<
  Record<"profile" | "platform" | "database" | "provider", string>
>;
const { platform, database, provider } = task;
// Without its test, nobody would end it.
process.on("disconnect", () => process.exit());
const profile = JSON.parse(readFileSync(task.profile, "utf8")) as {
  readonly proto: { readonly capabilities: Readonly<Record<string, unknown>> };
};
const { "dev.proto.shopping.ap2_mandate": _mandates, ...capabilities } = profile.proto.capabilities;
const withoutMandates = { ...profile, proto: { ...profile.proto, capabilities } };
const open = (): Database.Database => new Database(database, { timeout: 10_000 });
const say = (...words: readonly string[]): void => appendFileSync(provider, `${words.join(" ")}\n`);

const store = createSqliteStorage({ database: open() });
const orders = createOrders({ store });
const orderOf = (checkout: Resource) => {
  const permalinkUrl = `https://shop.example/orders/${checkout.id}`;
  return newOrder(checkout, { id: `order-${checkout.id}`, permalinkUrl });
};

type NewOrder = ReturnType<typeof orderOf>;
type Paying = Pick<CheckoutOptions<Handlers, NewOrder>, "complete" | "release" | "captures">;

const intoFile = (): Paying => ({
  async complete(checkout, _request, { paymentKey }) {
    // Processes die before the charge, after it, and after the commit.
    await setTimeout(Math.random() * 30);
    say("charge", checkout.id, paymentKey);
    await setTimeout(Math.random() * 30);
    return orderOf(checkout);
  },
  release: ({ id }, paymentKey) => say("release", id, paymentKey),
});

function overHttp(url: string): Paying {
  const payments = createPayments({
    provider: createHttpProvider({ url, caller: String(process.pid) }),
    store,
  });
  return {
    async complete(checkout, _request, { paymentKey, signal }) {
      const { id: checkoutId, currency } = checkout;
      const request = { checkoutId, currency, amount: 1_000, paymentKey, signal };
      const paid = await payments.authorize({ ...request, payment: { token: "tok_ok" } });
      return paid instanceof Declined ? paid : orderOf(checkout);
    },
    release: (_checkout, paymentKey) => payments.release(paymentKey),
    captures: payments,
  };
}

const checkouts = createCheckouts({
  ...{ store, orders, evaluate },
  completionMs: 1_000,
  ...(/^http:/.test(provider) ? overHttp(provider) : intoFile()),
  continueUrl: (id) => `https://shop.example/checkouts/${id}`,
  trustedUi: () => true,
});
setInterval(() => void checkouts.sweep(1_000).catch(() => undefined), 100);

const events = createHttpServer((request, response) => {
  const [, id = "", paymentKey = ""] = (request.url ?? "").split("/");
  const answer = (status: number) => (): void => void response.writeHead(status).end();
  checkouts.reconcile(id, paymentKey).then(answer(204), answer(500));
});
await new Promise<void>((resolve) => events.listen(0, "127.0.0.1", resolve));

const server = createServer(
  { ...createSmallBusiness().handlers, ...checkouts.handlers, ...orders.handlers },
  {
    profile,
    platforms: approvedPlatforms({ [platform]: withoutMandates }),
    store,
    idempotency: { leaseMs: 1_000 },
  },
);
const { url } = await serveNode(server, { port: 0, development: true });
const { port } = events.address() as AddressInfo;
process.send?.({ url, events: `http://127.0.0.1:${port}` });
