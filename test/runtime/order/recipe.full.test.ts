/** Compiles and runs the code of `docs/guide/orders.md`. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { OrderBody } from "@proto-gen/runtime/commerce";
import { describe, expect, it } from "vitest";
import { instance } from "../../support/instance.js";
import { outDirectory, repository } from "../../support/published.js";
import { problems } from "../../support/user-project.js";

const PAGE = readFileSync(path.join(repository, "docs/guide/orders.md"), "utf8");
const directory = path.join(outDirectory, "order-recipe");
const generated = path.relative(directory, path.join(repository, "generated"));
const found = /# Orders\n.*?```ts\n(.*?)```/s.exec(PAGE)?.[1] ?? "";
const source = found.replaceAll('"./generated/', `"${generated}/`);

interface Recipe {
  placeOrder(checkout: unknown, platform: object): Promise<OrderBody>;
  delivered(orderId: string, lineId: string, parcel: string): Promise<OrderBody>;
}

const PLATFORM = {
  profile: "https://agent.example/.well-known/proto",
  webhookUrl: undefined,
  envelope: {},
};

describe("the code of the orders page", () => {
  it.each([
    ["no globals", { lib: ["es2023"], types: [] }],
    ["Node's globals", { lib: ["es2023"], types: ["node"] }],
  ])("compiles with %s", (name, globals) => {
    const options = { ...globals, isolatedDeclarations: false };
    const inPlace = found.replaceAll('"./generated/', '"../../../generated/');
    expect(problems(`order ${name}`, inPlace, options)).toEqual([]);
  });

  it("places an order once, and delivers it", async () => {
    mkdirSync(directory, { recursive: true });
    const file = path.join(directory, "orders.ts");
    writeFileSync(file, source);
    const recipe = (await import(pathToFileURL(file).href)) as Recipe;
    const checkout = instance<object>("checkout-completed");
    const { id } = await recipe.placeOrder(checkout, PLATFORM);
    await expect(recipe.placeOrder(checkout, PLATFORM)).rejects.toThrow("placed already");
    await recipe.delivered(id, "li_3", "PU-3");
    const order = await recipe.delivered(id, "li_3", "PU-4");
    expect(order.line_items.map(({ status }) => status)).toEqual([
      "processing",
      "processing",
      "fulfilled",
    ]);
  });
});
