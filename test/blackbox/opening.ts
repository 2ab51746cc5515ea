/** Businesses and endpoints of one test: opened as it needs them, closed after it. */

import { afterEach } from "vitest";
import { openPurchase, type Purchase } from "./fixture.js";
import { openReceiver, type Receiver } from "./receiver.js";
import type { Speak } from "./speak.js";
import { shopper, type Shopper } from "./steps.js";

export type PurchaseOptions = NonNullable<Parameters<typeof openPurchase>[0]>;

let opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  const all = opened;
  opened = [];
  await Promise.all(all.map((each) => each.close()));
});

function registered<T extends { close(): Promise<void> }>(one: T): T {
  opened.push(one);
  return one;
}

export async function business(options?: PurchaseOptions): Promise<Purchase> {
  return registered(await openPurchase(options));
}

export async function receiver(...how: Parameters<typeof openReceiver>): Promise<Receiver> {
  return registered(await openReceiver(...how));
}

/** A platform in front of a business of its own. */
export async function shopping(speak: Speak, options?: PurchaseOptions): Promise<Shopper> {
  return shopper(await business(options), speak);
}
