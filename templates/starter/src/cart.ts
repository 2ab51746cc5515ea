/** What is in a cart (§2.7). Prices are estimates: a checkout decides. */

import type { BusinessOptions } from "./generated/business.js";
import { totalsOf } from "./generated/commerce.js";
import { linesOf, refused, shownLine, subtotalOf } from "./lines.js";
import { CURRENCY } from "./products.js";

export const evaluateCart: BusinessOptions["carts"]["evaluate"] = async (request, { before }) => {
  const { lines, messages } = await linesOf(request.line_items);
  if (lines.length === 0) return refused(messages, before);
  return {
    line_items: lines.map(shownLine),
    currency: CURRENCY,
    totals: totalsOf({ subtotal: subtotalOf(lines) }),
    messages,
  };
};
