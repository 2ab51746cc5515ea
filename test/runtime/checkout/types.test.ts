/** The types of a business's checkouts, where its handlers were generated without fulfillment and order (§9). */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { OutputFile } from "../../../src/emit/output-file.js";
import { generate } from "../../../src/generate.js";
import { compileErrors, writeEmitted } from "../../support/emitted.js";
import { outDirectory, ownRelease } from "../../support/published.js";

const PROFILE = {
  proto: {
    version: "2026-11-27",
    capabilities: {
      "dev.proto.shopping.checkout": [
        {
          version: "2026-11-27",
          spec: "https://proto.dev/specification/checkout",
          schema: "https://proto.dev/schemas/2026-11-27/shopping/checkout.json",
        },
      ],
    },
  },
};

let files: readonly OutputFile[];

beforeAll(async () => {
  mkdirSync(outDirectory, { recursive: true });
  const platform = path.join(outDirectory, "checkout-types-profile.json");
  writeFileSync(platform, JSON.stringify(PROFILE));
  ({ files } = await generate({ ...ownRelease, platform }));
  // The compiler reads declarations, which a build writes.
}, 180_000);

function shopWith({ evaluation = "", types = "Handlers", more = "" }): string {
  return `
import { createCheckouts, createOrders, totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { Declined, type OrderBody } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { createServer, type Handlers } from "./server.js";

const SOLD_OUT = errorMessage({ code: "out_of_stock", content: "Gone.", severity: "recoverable" });

const checkouts = createCheckouts<${types}>({
  store: createMemoryStorage(),
  evaluate({ line_items, buyer }, { trigger, before, payment }) {
    if (line_items.length === 0) return new Declined([SOLD_OUT]);
    const lines = line_items.map(({ item, quantity }, at) => ({
      id: "line_" + at,
      item: { id: item.id, title: item.id, price: 1000 },
      quantity,
      totals: totalsOf({ subtotal: 1000 * quantity }),
    }));
    const binding = trigger === "complete" ? payment?.instruments?.[0]?.billing_address : undefined;
    const again = before?.line_items.length ?? 0;
    return {
      line_items: lines,
      totals: totalsOf({ subtotal: 1000 * again }),
      links: [],
      messages: buyer?.email === undefined || binding === undefined ? [SOLD_OUT] : [],
      ${evaluation}
    };
  },
  complete({ id, currency }, { payment }, { paymentKey }) {
    if (payment.instruments?.length !== 1) return new Declined([SOLD_OUT]);
    return { id: id + paymentKey, permalink_url: "https://shop.example/" + id, currency };
  },
  release: (_checkout, paymentKey) => console.log(paymentKey.length),
  continueUrl: (id) => "https://shop.example/checkouts/" + id,
  trustedUi: () => true,
  ${more}
});
export type Kept = ReturnType<typeof createOrders<OrderBody>>;
declare const console: { log(value: unknown): void };
export const server: unknown = createServer(checkouts.handlers, { profile: {}, platforms: {} as never });
`;
}

function errorsOf(shop: string): readonly string[] {
  const all = [...files, { path: "shop.ts", content: shop }];
  return compileErrors(writeEmitted("checkout-types", all), all, { judged: ["shop.ts"] });
}

describe("a business without fulfillment", () => {
  it("compiles", () => {
    expect(errorsOf(shopWith({}))).toEqual([]);
  }, 60_000);

  it("does not compile if it lacks `release`", () => {
    const shop = shopWith({}).replace(/^ {2}release: .*$/m, "");
    expect(errorsOf(shop)).toEqual([expect.stringContaining("Property 'release' is missing")]);
  }, 60_000);

  it("does not compile if it sets a status that is not its own to set", () => {
    const [error, ...others] = errorsOf(shopWith({ evaluation: 'status: "completed",' }));
    expect(error).toContain("Type '\"completed\"' is not assignable to type");
    expect(others).toEqual([]);
  }, 60_000);

  it("does not compile if its orders are kept but have only an id and a page", () => {
    const orders = "orders: createOrders<OrderBody>({ store: createMemoryStorage() }),";
    expect(errorsOf(shopWith({ more: orders })).join()).toMatch(/writesFor.*line_items/s);
    const [error, ...others] = errorsOf(shopWith({ more: orders, types: "Handlers, OrderBody" }));
    expect(error).toContain("line_items");
    expect(others).toEqual([]);
  }, 60_000);
});
