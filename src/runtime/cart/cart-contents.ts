/**
 * The contents of a cart as the request of a checkout that is created from it (§2.7): lines with their items and quantities,
 * the currency, the buyer and the context, and what else the cart was asked for, such as the codes of discounts.
 */

import type { CartContents, ConvertibleCart } from "../checkout/cart-conversion.js";
import type { StoredRecord } from "../storage/index.js";
import { cartWrite, type CartRecord } from "./kept-carts.js";
import type { CartLineShape } from "./types.js";

/** The write fails if the cart has changed since it was read: a checkout is created from the cart as it is. */
export function convertibleCart({ value, version }: StoredRecord<CartRecord>): ConvertibleCart {
  return {
    contents: contentsOf(value),
    checkoutId: value.checkoutId,
    writeFor: (checkoutId) => cartWrite({ ...value, checkoutId }, version),
  };
}

/** Of what was asked for beside these, the answer may have more than a request: what discounts take off, for example. */
function contentsOf({ cart, asked }: CartRecord): CartContents {
  const { line_items, currency, buyer, context } = cart;
  return {
    ...asked,
    line_items: line_items.map(requestedLine),
    ...(currency === undefined ? {} : { currency }),
    ...(buyer === undefined ? {} : { buyer }),
    ...(context === undefined ? {} : { context }),
  };
}

/** Titles, prices and totals are the checkout's to find. */
function requestedLine({ totals: _own, item, ...line }: CartLineShape): object {
  return { ...line, item: { id: item.id } };
}
