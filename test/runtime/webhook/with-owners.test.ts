/** A client that notes whose checkout it is before it completes it (§5.5). */

import { expect, it } from "vitest";
import { withOwners } from "@proto-gen/runtime/webhook";
import { connect, json, ORDERED, sample, scripted } from "../../support/sample-client.js";

const PAID = { id: "checkout_1", payment: { instruments: [] } } as never;

it("remembers the business before it completes, and is the client otherwise", async () => {
  const { fetch, calls } = scripted(() => json(sample));
  const client = await connect({ fetch, validate: false });
  const said: unknown[] = [];
  const remember = async (...given: readonly string[]): Promise<void> => {
    said.push([...given, calls.length]);
  };
  const keeping = withOwners(client, { remember });
  await keeping.createCheckout(ORDERED);
  expect(said).toEqual([]);
  expect(keeping.$business).toEqual(client.$business);
  await keeping.completeCheckout(PAID);
  expect(said).toEqual([["checkout_1", client.$business.url, 1]]);
  expect(calls.at(-1)?.url).toMatch(/checkout_1\/complete$/);
  await keeping.$close();
});

it("sends nothing where that cannot be noted", async () => {
  const { fetch, calls } = scripted(() => json(sample));
  const client = await connect({ fetch, validate: false });
  const failing = { remember: () => Promise.reject(new Error("the store is down")) };
  const completing = withOwners(client, failing).completeCheckout(PAID);
  await expect(completing).rejects.toThrow("the store is down");
  expect(calls).toEqual([]);
});

it("is made of a client that completes checkouts", () => {
  const remember = async (): Promise<void> => {};
  expect(() => withOwners({ $business: { url: "https://shop.example" } }, { remember })).toThrow(
    "the client has no operation completeCheckout",
  );
});
