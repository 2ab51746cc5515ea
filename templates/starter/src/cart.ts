/** What is in a cart (§2.7). Prices are estimates: a checkout decides. */

import { Declined } from "@proto-gen/runtime/commerce";
import type { BusinessOptions } from "./generated/business.js";
import { totalsOf } from "./generated/commerce.js";
import { linesOf, shownLine, subtotalOf } from "./lines.js";
import { CURRENCY } from "./products.js";

export const evaluateCart: BusinessOptions["carts"]["evaluate"] = async (request) => {
  const { lines, messages } = await linesOf(request.line_items);
  if (lines.length === 0) return new Declined(messages);
  return {
    line_items: lines.map(shownLine),
    currency: CURRENCY,
    totals: totalsOf({ subtotal: subtotalOf(lines) }),
    messages,
  };
};
