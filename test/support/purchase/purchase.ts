/**
 * A business that sells, as a scenario sees it. The storefront in this process, the process of `proto-gen mock` and the
 * process of a project that `proto-gen init` wrote are such businesses; all of them sell the storefront's sample articles.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SigningKeyPair } from "@proto-gen/runtime/signature";
import type { PlatformOptions } from "./platforms.js";

/** Abilities that some businesses lack, each with the reason. */
export const WHY_LACKING = {
  clock: "the time of a process cannot be moved",
  "back office": "nobody ships single lines or refunds in a process",
  charges: "its charges cannot be seen from outside",
  "fresh profiles": "a process keeps the profile of a platform for a minute",
  "platform trust": "the mock trusts the page of every platform",
  "kept files": "this business keeps nothing in files",
  "session length": "no option of the process sets how long a session lives",
  pickup: "this business ships, and has no places where things are picked up",
  currencies: "this business sells in one currency",
  "sale limits": "this business sells everything everywhere",
  variants: "each product of this business is one item, without options",
  "counted stock": "this business does not count what it sells",
  "instruments by cart": "this business takes each instrument for each cart",
  "cart pages": "this business has no page of a cart, and no permalinks",
  warehouse: "nothing is shipped by itself at this business",
  "proxy header": "the process is told once which header of its proxy to trust",
} as const;

export type Ability = keyof typeof WHY_LACKING;

/** Of the storefront in this process, which keeps what it knows in memory. */
/** What the goods and the pages of the storefront have, which a business from `init` lacks until its owner adds it. */
export const OF_STOREFRONT = [
  ...(["pickup", "currencies", "sale limits", "variants", "counted stock"] as const),
  ...(["instruments by cart", "cart pages", "warehouse"] as const),
] satisfies readonly Ability[];

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
