/**
 * A business as a process of its own, whose checkouts, orders and idempotency keys are in one SQLite file that others share. Its payment
 * provider is another file, with a line for each charge and each release. It sends its URL.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import { serveNode } from "@proto-gen/runtime/node";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createCheckouts, createOrders, newOrder } from "../../generated/commerce.js";
import { createServer } from "../../generated/server.js";
import { evaluate } from "./checkout-keeper.js";
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
const checkouts = createCheckouts({
  ...{ store, orders, evaluate },
  completionMs: 1_000,
  async complete(checkout, _request, { paymentKey }) {
    // Processes die before the charge, after it, and after the commit.
    await setTimeout(Math.random() * 30);
    say("charge", checkout.id, paymentKey);
    await setTimeout(Math.random() * 30);
    const permalinkUrl = `https://shop.example/orders/${checkout.id}`;
    return newOrder(checkout, { id: `order-${checkout.id}`, permalinkUrl });
  },
  release: ({ id }, paymentKey) => say("release", id, paymentKey),
  continueUrl: (id) => `https://shop.example/checkouts/${id}`,
  trustedUi: () => true,
});
setInterval(() => void checkouts.sweep(1_000), 100);

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
process.send?.({ url });
