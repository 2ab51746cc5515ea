/**
 * The `continue_url` at which the buyer continues (§3.3), with a stored session or without one: the URL of a permalink itself lists the
 * items, so the checkout can be rebuilt. It contains nothing about the buyer, because URLs end up in logs.
 */

import { isUri } from "../../formats/uri.js";
import { readWebUrl } from "../../formats/web-url.js";
import { isObject, own } from "../../json/members.js";
import { parseJson } from "../../json/parse-json.js";
import { CheckoutError } from "./checkout-error.js";
import type { CheckoutStatus } from "./status.js";
import type { CheckoutShape } from "./types.js";

/**
 * Requires an absolute https URL without credentials.
 * @throws CheckoutError `continue_url_invalid`
 */
export function requireContinueUrl(url: string): string {
  if (isContinueUrl(url)) return url;
  throw new CheckoutError(
    "continue_url_invalid",
    "continue_url must be an absolute https URL (RFC 3986) without user name and password",
  );
}

// `URL` repairs relative references and surrounding spaces, but the text itself is sent: it must be a valid URI, or
// the response would fail validation.
export function isContinueUrl(url: string): boolean {
  return isUri(url) && readWebUrl(url, false) !== undefined;
}

/**
 * Ends a session. The buyer has nowhere to continue (§3.3) and nobody can resolve an error any more (§3.2), so
 * `continue_url` and errors are dropped.
 */
export function over(
  { continue_url: _, ...checkout }: CheckoutShape,
  status: CheckoutStatus & ("completed" | "canceled"),
): CheckoutShape {
  const { messages } = checkout;
  if (messages?.some(({ type }) => type === "error") !== true) return { ...checkout, status };
  return { ...checkout, status, messages: messages.filter(({ type }) => type !== "error") };
}

/** An item that a permalink can restore. */
interface PermalinkItem {
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
