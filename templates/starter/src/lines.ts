/** The lines of carts and checkouts: one for each product, with what there is of it. */

import { sumOf } from "@proto-gen/runtime/commerce";
import {
  errorMessage,
  warningMessage,
  type ErrorMessage,
  type WarningMessage,
} from "@proto-gen/runtime/error";
import { totalsOf } from "./generated/commerce.js";
import { findProduct, type Product } from "./products.js";

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
      const content = `${product?.title ?? "One of the items"} is not available.`;
      const code = product === undefined ? "item_unavailable" : "out_of_stock";
      messages.push(errorMessage({ code, content, severity: "recoverable" }));
      continue;
    }
    if (quantity < wanted) {
      const path = `$.line_items[${lines.length}].quantity`;
      const content = `There are only ${quantity} of ${product.title}.`;
      messages.push(warningMessage({ code: "quantity_adjusted", content, path }));
    }
    lines.push({ product, quantity });
  }
  return { lines, messages };
}

/** A line as a platform sees it (§2.4). Its id is that of the product, so that it stays the same. */
export function shownLine({ product: { id, title, price }, quantity }: Line) {
  const totals = totalsOf({ subtotal: price * quantity });
  return { id, item: { id, title, price }, quantity, totals };
}

export function subtotalOf(lines: readonly Line[]): number {
  return sumOf(lines.map(({ product, quantity }) => product.price * quantity));
}
