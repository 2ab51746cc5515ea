/**
 * The business that the scenarios drive: the process that this Vitest project serves, or else the storefront in this
 * process. The scenarios know no more of it than its addresses, its platforms and its abilities.
 */

import { inject } from "vitest";
import { openPurchase as openInProcess } from "../support/purchase/in-process.js";
import {
  IN_PROCESS,
  type Ability,
  type Purchase,
  type PurchaseOptions,
} from "../support/purchase/purchase.js";
import { openServedPurchase, type ServedBusiness } from "../support/purchase/served-business.js";

export { WHY_LACKING } from "../support/purchase/purchase.js";
export type { Ability, Purchase, PurchaseOptions };

export function openPurchase(options?: PurchaseOptions): Promise<Purchase> {
  const served = servedBusiness();
  return served === undefined ? openInProcess(options) : openServedPurchase(served, options);
}

export function abilities(): ReadonlySet<Ability> {
  const served = servedBusiness();
  return new Set(served === undefined ? IN_PROCESS : served.abilities);
}

function servedBusiness(): ServedBusiness | undefined {
  return inject("servedBusiness") as ServedBusiness | undefined;
}
