/**
 * A stateless `continue_url` (§3.3): the URL itself says what is in the checkout, so that it can be made
 * again where no session is kept. It says what is bought, and nothing of the buyer: URLs end up in logs.
 */

import { isObject, own } from "../json/members.js";
import { parseJson } from "../json/parse-json.js";
import { requireContinueUrl } from "./continue-url.js";

/** What a permalink can make again. */
export interface PermalinkItem {
  readonly id: string;
  readonly quantity: number;
}

export interface Permalink {
  /** ISO 4217. */
  readonly currency: string;
  readonly items: readonly PermalinkItem[];
}

declare const URL: new (
  text: string,
  base?: string,
) => {
  readonly href: string;
  readonly searchParams: {
    get(name: string): string | null;
    set(name: string, value: string): void;
  };
};

const PARAMETER = "checkout";
/** Browsers and proxies take about 8,000 characters. */
const MAX_LENGTH = 6000;
const MAX_ITEMS = 200;

/**
 * @param page the page that reads it: an https URL
 * @throws CheckoutError `continue_url_invalid` where the page is none
 * @throws RangeError for more than a URL can carry: use a session's own URL then; and for what could not be read
 *   again
 */
export function permalinkOf(page: string, { currency, items }: Permalink): string {
  const url = new URL(requireContinueUrl(page));
  const pairs = items.map(({ id, quantity }) => [id, quantity]);
  const value = [currency, ...pairs];
  if (permalinkFrom(value) === undefined)
    throw new RangeError(`a permalink has a currency and 1 to ${MAX_ITEMS} items with quantities`);
  url.searchParams.set(PARAMETER, JSON.stringify(value));
  if (url.href.length > MAX_LENGTH)
    throw new RangeError(`a permalink has no more than ${MAX_LENGTH} characters`);
  return url.href;
}

/** Undefined where the URL is no permalink: anyone can write one. */
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

/** The items of line items, as a checkout or a request has them. */
export function itemsOf(lines: readonly unknown[]): PermalinkItem[] {
  return lines.flatMap((line) => {
    const item = isObject(line) ? own(line, "item") : undefined;
    const id = isObject(item) ? own(item, "id") : undefined;
    const quantity = isObject(line) ? own(line, "quantity") : undefined;
    return typeof id === "string" && typeof quantity === "number" ? [{ id, quantity }] : [];
  });
}
