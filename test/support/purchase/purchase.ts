/**
 * A business that sells, as a scenario sees it. The storefront in this process, the process of `proto-gen mock` and the
 * process of a project that `proto-gen init` wrote are such businesses; all of them sell the storefront's sample articles.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SigningKeyPair } from "@proto-gen/runtime/signature";
import type { PlatformOptions } from "./platforms.js";

/** Abilities that some businesses lack, each with what a scenario needs it for. */
export const WHY_LACKING = {
  clock: "needs a clock that can be moved; a process has that of its machine",
  "back office": "needs somebody who ships single lines and refunds by hand",
  charges: "needs to see the payments, which a process shows to nobody",
  "fresh profiles": "needs profiles of platforms to be read anew; a process keeps one for a minute",
  "platform trust": "needs a platform whose page is not trusted; this business trusts all",
  "kept files": "needs data in files; this business keeps it elsewhere",
  "session length": "needs checkouts that end soon; no option of a process says when",
  pickup: "needs places where things are picked up; this business only ships",
  currencies: "needs prices in several currencies; this business has one",
  "sale limits": "needs items that are not sold everywhere; this business sells all to everyone",
  variants: "needs products with options, such as sizes; each of this business is one item",
  "counted stock": "needs stock that each sale takes from; this business does not count it",
  "instruments by cart": "needs instruments that depend on the cart; this business takes all",
  "cart pages": "needs a page of the cart, and permalinks; this business has neither",
  warehouse: "needs a warehouse that ships by itself; at this business, people do",
  "proxy header": "needs another header of a proxy; a process is told once which to trust",
} as const;

export type Ability = keyof typeof WHY_LACKING;

/** What the goods and the pages of the storefront have, which a business from `init` lacks until its owner adds it. */
export const OF_STOREFRONT = [
  ...(["pickup", "currencies", "sale limits", "variants", "counted stock"] as const),
  ...(["instruments by cart", "cart pages", "warehouse"] as const),
] satisfies readonly Ability[];

/** Of the storefront in this process, which keeps what it knows in memory. */
export const IN_PROCESS = (Object.keys(WHY_LACKING) as readonly Ability[]).filter(
  (ability) => ability !== "kept files",
);

export function lacking(ability: Ability): never {
  throw new Error(`the test has to ask for the ability "${ability}": ${WHY_LACKING[ability]}`);
}

/** The header in which the proxy in front of a business says the country of a caller's IP address. */
export const GEO_IP_HEADER = "CF-IPCountry";

/** `trustedUi: false` needs "platform trust". */
export interface PurchaseOptions extends PlatformOptions {
  /** The lifetime of a checkout, which `expires_at` then tells. Needs "session length". */
  readonly sessionMs?: number;
  /** Another header than `GEO_IP_HEADER`, or null for a business without such a proxy. Needs "proxy header". */
  readonly geoIpCountryHeader?: string | null;
}

export interface OrderedLine {
  readonly id: string;
  readonly quantity: number;
}

export interface Purchase {
  readonly abilities: ReadonlySet<Ability>;
  readonly url: string;
  readonly rest: string;
  readonly mcp: string;
  /** URLs of the profiles of two platforms. */
  readonly platform: string;
  readonly otherPlatform: string;
  /** The business's, as it is published. */
  readonly profile: JsonObject;
  /** The platform's key, which its profile has. */
  readonly agentKeys: SigningKeyPair;
  /** Replaces the platform's profile. */
  publish(options: PlatformOptions): void;
  /** Needs "clock". */
  advance(ms: number): void;
  /** The buyer finishes an escalated checkout in the business's own pages. */
  buyerFinishes(checkoutId: string): Promise<void>;
  /** Each needs "back office". */
  ship(orderId: string, lines: readonly OrderedLine[]): Promise<void>;
  deliver(orderId: string, lines: readonly OrderedLine[]): Promise<void>;
  refund(orderId: string, amount: number): Promise<void>;
  /** Ships all lines of an order, and delivers them; the warehouse of a process does so by itself. */
  sendParcel(orderId: string): Promise<void>;
  /** Sends what is due, and waits for it; a process sends it by itself. */
  deliverWebhooks(): Promise<void>;
  /** Payments that were taken and not given back. Needs "charges". */
  charges(checkoutId: string): number;
  /** The contents of all files of the business. Needs "kept files". */
  kept(): string;
  close(): Promise<void>;
}
