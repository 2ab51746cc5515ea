/** A completed checkout has its order (§3.1), from the next release on in its schema, too. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repository } from "../support/published.js";
import { runTool } from "../support/release.js";
import { temporaryDirectory } from "../write/temporary.js";

const SCHEMA = path.join(repository, "schemas/draft/shopping/checkout.json");

async function problemsWith(members: object): Promise<string> {
  const checkout = JSON.parse(
    readFileSync(path.join(repository, "test/data/instances/checkout.json"), "utf8"),
  ) as object;
  const file = path.join(temporaryDirectory(), "checkout.json");
  writeFileSync(file, JSON.stringify({ ...checkout, ...members }));
  return (await runTool(["validate", file, "--schema", SCHEMA])).out;
}

it("is invalid without an order once it is completed, and needs none before", async () => {
  const order = { id: "order_1", permalink_url: "https://shop.example.com/orders/order_1" };
  expect(await problemsWith({ status: "completed", order: undefined })).toContain(
    "/order is required",
  );
  expect(await problemsWith({ status: "completed", order })).not.toContain("/order is");
  expect(await problemsWith({ status: "incomplete", order: undefined })).not.toContain("/order is");
});
