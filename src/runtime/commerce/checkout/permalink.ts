/**
 * A stateless `continue_url` (§3.3): the URL itself lists the items, so the checkout can be rebuilt without a stored
 * session. It contains nothing about the buyer, because URLs end up in logs.
 */

import { isObject, own } from "../../json/members.js";
import { parseJson } from "../../json/parse-json.js";
import { requireContinueUrl } from "./continue-url.js";

/** An item that a permalink can restore. */
export interface PermalinkItem {
  readonly id: string;
  readonly quantity: number;
}

export interface Permalink {
  /** ISO 4217. */
  readonly currency: string;
  readonly items: readonly PermalinkItem[];
}

const PARAMETER = "checkout";
/** Browsers and proxies accept about 8,000 characters. */
const MAX_LENGTH = 6000;
const MAX_ITEMS = 200;

/**
 * Builds a permalink (§3.3) from the items of a cart or checkout.
 * @param page the https URL of the page that reads the permalink
 * @throws CheckoutError `continue_url_invalid` if `page` is not such a URL
 * @throws RangeError if the permalink would be too long or unreadable; use the session's own URL instead
 * @example
 * ```ts
 * import { permalinkOf } from "@proto-gen/runtime/commerce";
 *
 * const items = [{ id: "camera", quantity: 1 }];
 * const url = permalinkOf("https://shop.example/checkout", { currency: "EUR", items });
 * new URL(url).searchParams.get("checkout"); // '["EUR",["camera",1]]'
 * ```
 */
export function permalinkOf(page: string, { currency, items }: Permalink): string {
  const url = new URL(requireContinueUrl(page));
  const pairs = items.map(({ id, quantity }) => [id, quantity]);
  const value = [currency, ...pairs];
  if (permalinkFrom(value) === undefined)
    throw new RangeError(
      `a permalink needs an ISO 4217 currency and 1 to ${MAX_ITEMS} items, each with an id and a positive quantity`,
    );
  url.searchParams.set(PARAMETER, JSON.stringify(value));
  if (url.href.length > MAX_LENGTH)
    throw new RangeError(
      `a permalink can have at most ${MAX_LENGTH} characters: use the session's own URL instead`,
    );
  return url.href;
}

/**
 * Reads a permalink (§3.3). Undefined if the URL is not a valid one. Its content is untrusted: anyone can write one.
 * @example
 * ```ts
 * import { permalinkOf, readPermalink } from "@proto-gen/runtime/commerce";
 *
 * const items = [{ id: "camera", quantity: 1 }];
 * const url = permalinkOf("https://shop.example/checkout", { currency: "EUR", items });
 * readPermalink(url); // { currency: "EUR", items: [{ id: "camera", quantity: 1 }] }
 * readPermalink("https://shop.example/checkout?checkout=[]"); // undefined
 * ```
 */
export function readPermalink(url: string): Permalink | undefined {
  const text = parameterOf(url);
  if (text === undefined) return undefined;
  try {
    return permalinkFrom(parseJson(text));
  } catch {
    return undefined;
  }
}

function parameterOf(url: string): string | undefined {
  if (url.length > MAX_LENGTH) return undefined;
  try {
    return new URL(url, "https://host.invalid").searchParams.get(PARAMETER) ?? undefined;
  } catch {
    return undefined;
  }
}

function permalinkFrom(value: unknown): Permalink | undefined {
  if (!Array.isArray(value)) return undefined;
  const [currency, ...pairs] = value as unknown[];
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return undefined;
  if (pairs.length === 0 || pairs.length > MAX_ITEMS) return undefined;
  const items = pairs.map(itemFrom);
  return items.every((item) => item !== undefined) ? { currency, items } : undefined;
}

function itemFrom(pair: unknown): PermalinkItem | undefined {
  if (!Array.isArray(pair) || pair.length !== 2) return undefined;
  const [id, quantity] = pair as unknown[];
  if (typeof id !== "string" || id === "") return undefined;
  if (typeof quantity !== "number" || !Number.isSafeInteger(quantity) || quantity < 1)
    return undefined;
  return { id, quantity };
}

/** The items of a checkout's or a request's line items. Lines without a readable item are skipped. */
export function itemsOf(lines: readonly unknown[]): PermalinkItem[] {
  return lines.flatMap((line) => {
    const item = isObject(line) ? own(line, "item") : undefined;
    const id = isObject(item) ? own(item, "id") : undefined;
    const quantity = isObject(line) ? own(line, "quantity") : undefined;
    return typeof id === "string" && typeof quantity === "number" ? [{ id, quantity }] : [];
  });
}
