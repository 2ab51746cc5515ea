/**
 * Turns a cart into the contents of a create-checkout request (§2.7): lines with items and quantities, currency,
 * buyer, context, and extension members such as discount codes.
 */

import type { CartContents, ConvertibleCart } from "../checkout/cart-conversion.js";
import type { StoredRecord } from "../storage/index.js";
import { cartWrite, type CartRecord } from "./kept-carts.js";
import type { CartLineShape } from "./types.js";

/** The write fails if the cart has changed since it was read, so the checkout always matches the cart. */
export function convertibleCart({ value, version }: StoredRecord<CartRecord>): ConvertibleCart {
  return {
    contents: contentsOf(value),
    checkoutId: value.checkoutId,
    writeFor: (checkoutId) => cartWrite({ ...value, checkoutId }, version),
  };
}

/** Extension members are taken from the request: the cart's own have more, such as discount amounts. */
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

/** Drops titles, prices and totals, which the checkout determines itself. */
function requestedLine({ totals: _own, item, ...line }: CartLineShape): object {
  return { ...line, item: { id: item.id } };
}
