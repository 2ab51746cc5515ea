/** The lines of carts and checkouts: one for each product, with what there is of it. */

import { Declined, sumOf } from "@proto-gen/runtime/commerce";
import {
  BusinessOutcome,
  errorMessage,
  warningMessage,
  type ErrorMessage,
  type WarningMessage,
} from "@proto-gen/runtime/error";
import { cutText } from "@proto-gen/runtime/json";
import { totalsOf } from "./generated/commerce.js";
import { findProduct, type Product } from "./products.js";

/** Messages repeat ids of callers, and refusals several messages. */
const LONGEST_ID = 100;
const MOST_NAMED = 5;

export interface Line {
  readonly product: Product;
  readonly quantity: number;
}

/** Says what the platform can mend. */
export type LineMessage = ErrorMessage<"recoverable"> | WarningMessage;

interface RequestedLine {
  readonly item: { readonly id: string };
  readonly quantity: number;
}

export async function linesOf(
  requested: readonly RequestedLine[],
): Promise<{ readonly lines: readonly Line[]; readonly messages: LineMessage[] }> {
  const quantities = new Map<string, number>();
  for (const { item, quantity } of requested)
    quantities.set(item.id, (quantities.get(item.id) ?? 0) + quantity);
  const lines: Line[] = [];
  const messages: LineMessage[] = [];
  for (const [id, wanted] of quantities) {
    const product = await findProduct(id);
    const quantity = Math.min(wanted, product?.stock ?? 0);
    if (product === undefined || quantity === 0) {
      const name = product?.title ?? cutText(id, LONGEST_ID);
      const content =
        product === undefined ? `There is no item ${name}.` : `There is no more of ${name}.`;
      const at = requested.findIndex(({ item }) => item.id === id);
      const path = product === undefined ? `$.line_items[${at}].item.id` : undefined;
      const code = product === undefined ? "invalid_cart_items" : "out_of_stock";
      messages.push(errorMessage({ code, content, severity: "recoverable", path }));
      continue;
    }
    if (quantity < wanted) {
      const path = `$.line_items[${lines.length}].quantity`;
      const content = `There are only ${quantity} of ${product.title}.`;
      const message = warningMessage({ code: "quantity_adjusted", content, path });
      messages.push(Object.assign(message, { available_quantity: quantity }));
    }
    lines.push({ product, quantity });
  }
  return { lines, messages };
}

/** Nothing of it can be sold: a new checkout is not created, and one that exists stays as it is (§3.2). */
export function refused(
  messages: readonly LineMessage[],
  before: object | undefined,
): BusinessOutcome | Declined {
  if (before !== undefined) return new Declined(messages);
  const isSoldOut = messages.some(({ code }) => code === "out_of_stock");
  const named = messages.slice(0, MOST_NAMED).map((each) => each.content);
  const content = named.join(" ") || "Name at least one item.";
  const code = isSoldOut ? "out_of_stock" : "item_unavailable";
  return new BusinessOutcome([errorMessage({ code, content, severity: "unrecoverable" })]);
}

/** A line as a platform sees it (§2.4). Its id is that of the product, so that it stays the same. */
export function shownLine({ product: { id, title, price }, quantity }: Line) {
  const totals = totalsOf({ subtotal: price * quantity });
  return { id, item: { id, title, price }, quantity, totals };
}

export function subtotalOf(lines: readonly Line[]): number {
  return sumOf(lines.map(({ product, quantity }) => product.price * quantity));
}
