/** What a purchase asks of its storage: the table of `docs/guide/scaling.md`. `UPDATE_GOLDEN=1` writes it anew. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createWebhookSender } from "@proto-gen/runtime/codegen/v1/commerce";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { expect, it } from "vitest";
import { createCheckouts, createOrders } from "../../../generated/commerce.js";
import { evaluate, orderOf } from "../../support/checkout-keeper.js";
import { platformProfile } from "../../support/purchase/platforms.js";
import { repository } from "../../support/published.js";
import { REST_ENDPOINT, sampleServer, WHOLE } from "../../support/sample-business.js";
import { signer } from "../../support/signed-request.js";

const PAGE = path.join(repository, "docs/guide/scaling.md");

/** The table of a purchase, with its head. */
const ROWS = /(\| step .*\n\| -.*\n)(?:\|.*\n)+/;

interface Counts {
  questions: number;
  read: number;
  written: number;
  /** Of the values that are written, as JSON. */
  bytes: number;
}

function counted(storage: Storage): { readonly store: Storage; taken(): Counts } {
  let counts: Counts = { questions: 0, read: 0, written: 0, bytes: 0 };
  const store: Storage = {
    get(keys) {
      counts.questions += 1;
      counts.read += keys.length;
      return storage.get(keys);
    },
    commit(writes) {
      counts.questions += 1;
      counts.written += writes.length;
      for (const { value } of writes)
        counts.bytes += value === undefined ? 0 : JSON.stringify(value).length;
      return storage.commit(writes);
    },
    async scan(collection, options) {
      counts.questions += 1;
      const found = await storage.scan<never>(collection, options);
      counts.read += found.length;
      return found;
    },
    close: () => storage.close(),
  };
  return {
    store,
    taken() {
      const taken = counts;
      counts = { questions: 0, read: 0, written: 0, bytes: 0 };
      return taken;
    },
  };
}

it("is what the guide says", async () => {
  const { store, taken } = counted(createMemoryStorage());
  const outbox = createWebhookSender({
    ...{ store, name: "proto", signer },
    profile: "https://business.example.com/.well-known/proto",
    post: async () => ({ status: 200, headers: new Headers() }),
  });
  const orders = createOrders({ store, outbox });
  const checkouts = createCheckouts({
    ...{ store, orders, evaluate, trustedUi: () => true, anyInstrument: true },
    complete: (checkout: Parameters<typeof orderOf>[0]) => ({
      ...orderOf(checkout),
      line_items: [],
      fulfillment: {},
      totals: checkout.totals,
    }),
    release: () => undefined,
    continueUrl: (id: string) => `https://business.example.com/checkouts/${id}`,
  } as never);
  const platform = platformProfile({ webhookUrl: "https://agent.example/webhooks" });
  const server = sampleServer({ created: [], entries: [] }, checkouts.handlers as never, {
    store,
    platforms: { get: async (url) => ({ url, profile: platform, identity: url }) },
  });
  let calls = 0;
  const call = async (method: string, below: string, body?: object) => {
    calls += 1;
    const headers = {
      "Content-Type": "application/json",
      "Proto-Agent": `profile="${WHOLE}"`,
      "Request-Id": `request_${calls}`,
      ...(body === undefined ? {} : { "Idempotency-Key": `key_${calls}` }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await server.fetch(
      new Request(`${REST_ENDPOINT}/checkout-sessions${below}`, init),
    );
    const answer = (await response.json()) as { readonly id: string; readonly status: string };
    return { status: response.status, answer };
  };
  const rows: string[] = [];
  const row = (what: string): void => {
    const { questions, read, written, bytes } = taken();
    const cells = [questions, read, written, `${(bytes / 1000).toFixed(1)} kB`].map(String);
    const widths = [9, 12, 15, 13];
    const aligned = cells.map((cell, at) => cell.padStart(widths[at] ?? 0));
    rows.push(`| ${what.padEnd(17)} | ${aligned.join(" | ")} |`);
  };
  const cart = {
    currency: "USD",
    line_items: [{ item: { id: "item_1" }, quantity: 1 }],
    buyer: { email: "ada@example.com" },
  };
  const { answer: made } = await call("POST", "", cart);
  row("create a checkout");
  await call("GET", `/${made.id}`);
  row("read it");
  await call("PUT", `/${made.id}`, cart);
  row("update it");
  const card = { id: "card_1", handler_id: "tokenizer", type: "card" };
  const payment = { instruments: [{ ...card, credential: { type: "token", token: "t" } }] };
  const completed = await call("POST", `/${made.id}/complete`, { payment });
  expect(completed).toMatchObject({ status: 200, answer: { status: "completed" } });
  row("complete it");
  await outbox.deliverDue();
  row("send the webhook");
  const page = readFileSync(PAGE, "utf8");
  const written = page.replace(ROWS, (_all, head: string) => head + rows.join("\n") + "\n");
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(PAGE, written);
  else expect(page).toBe(written);
});
