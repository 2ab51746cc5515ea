/** Businesses and endpoints of one test: opened as it needs them, closed after it. */

import { afterEach, expect, TestRunner } from "vitest";
import {
  abilities,
  openPurchase,
  WHY_LACKING,
  type Ability,
  type Purchase,
  type PurchaseOptions,
} from "./fixture.js";
import { openReceiver, type Receiver } from "./receiver.js";
import type { Speak } from "./speak.js";
import { shopper, type Shopper } from "./steps.js";

export type { PurchaseOptions };

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

/** Skips the test, with the reason, at a business that lacks one of these abilities. */
export function needs(...needed: readonly Ability[]): void {
  const lacking = needed.filter((ability) => !abilities().has(ability));
  if (lacking.length === 0) return;
  TestRunner.getCurrentTest()?.context.skip(
    lacking.map((ability) => WHY_LACKING[ability]).join("; "),
  );
}

/** Compares the number of payments for a checkout, at businesses where it can be seen. */
export function expectCharges(open: Purchase, checkoutId: string, count: number): void {
  if (open.abilities.has("charges")) expect(open.charges(checkoutId)).toBe(count);
}

export async function receiver(...how: Parameters<typeof openReceiver>): Promise<Receiver> {
  return registered(await openReceiver(...how));
}

/** A platform in front of a business of its own. */
export async function shopping(speak: Speak, options?: PurchaseOptions): Promise<Shopper> {
  return shopper(await business(options), speak);
}
