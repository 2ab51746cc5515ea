/** A business that a process serves: the addresses of one process for a whole run, with platforms of each test's own. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { JsonObject } from "@proto-gen/runtime/json";
import { finishOnPage } from "./buyer-page.js";
import { openPlatforms } from "./platforms.js";
import { lacking, type Ability, type Purchase, type PurchaseOptions } from "./purchase.js";

/** Plain data: it passes from the process that runs Vitest to its workers. */
export interface ServedBusiness {
  readonly url: string;
  readonly rest: string;
  readonly mcp: string;
  /** Those that the one who started it has given it. */
  readonly abilities: readonly Ability[];
  /** A file with a line of JSON for each payment that was taken or given back. */
  readonly ledger?: string;
  /** All that it keeps is in files below this. */
  readonly directory?: string;
  /** Where its people say what they do by hand: `<URL>/orders/ID/ship`, `deliver` and `adjust`. */
  readonly backOffice?: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Not provided where scenarios run against the storefront in their own process. */
    servedBusiness: ServedBusiness;
  }
}

export async function openServedPurchase(
  served: ServedBusiness,
  { sessionMs, geoIpCountryHeader, ...options }: PurchaseOptions = {},
): Promise<Purchase> {
  const { ledger, directory, backOffice, abilities, ...addresses } = served;
  const act = (orderId: string, action: string, body: object): Promise<void> =>
    backOffice === undefined
      ? lacking("back office")
      : post(`${backOffice}/orders/${encodeURIComponent(orderId)}/${action}`, body);
  if (options.trustedUi === false && !abilities.includes("platform trust"))
    lacking("platform trust");
  if (sessionMs !== undefined) lacking("session length");
  if (geoIpCountryHeader !== undefined) lacking("proxy header");
  const discovered = await fetch(`${addresses.url}/.well-known/proto`);
  const platforms = await openPlatforms(options);
  return {
    ...addresses,
    ...platforms,
    abilities: new Set(abilities),
    profile: (await discovered.json()) as JsonObject,
    advance: () => lacking("clock"),
    buyerFinishes: (checkoutId) => finishOnPage(addresses.url, checkoutId),
    ship: (orderId, lines) => act(orderId, "ship", { lines }),
    deliver: (orderId, lines) => act(orderId, "deliver", { lines }),
    refund: (orderId, amount) => act(orderId, "adjust", { type: "refund", amount }),
    sendParcel: async () => undefined,
    kept: () => (directory === undefined ? lacking("kept files") : contentsOf(directory)),
    deliverWebhooks: async () => undefined,
    charges: (checkoutId) =>
      ledger === undefined ? lacking("charges") : chargesIn(ledger, checkoutId),
  };
}

async function post(url: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
}

interface LedgerLine {
  readonly kind: "charge" | "cancel";
  readonly paymentKey: string;
  readonly checkoutId?: string;
}

function chargesIn(ledger: string, checkoutId: string): number {
  if (!existsSync(ledger)) return 0;
  const charged = new Set<string>();
  for (const line of readFileSync(ledger, "utf8").split("\n").filter(Boolean)) {
    const { kind, paymentKey, checkoutId: of } = JSON.parse(line) as LedgerLine;
    if (kind === "cancel") charged.delete(paymentKey);
    else if (of === checkoutId) charged.add(paymentKey);
  }
  return charged.size;
}

function contentsOf(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
