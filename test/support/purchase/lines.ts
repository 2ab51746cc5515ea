/** Line items of what is asked for, as carts and checkouts have them: with what is wrong about them. */

import {
  errorMessage,
  warningMessage,
  type ErrorMessage,
  type Message,
} from "@proto-gen/runtime/envelope";
import { totalsOf } from "@proto-gen/runtime/totals";
import type { Checkout, CheckoutUpdateRequest } from "../../../generated/index.js";
import { articleOf, type Article } from "./articles.js";

export type Line = Checkout["line_items"][number];
type Asked = CheckoutUpdateRequest["line_items"][number];

export interface Lines {
  readonly lines: readonly Line[];
  readonly messages: readonly Message[];
}

export const NOTHING_LEFT: ErrorMessage = errorMessage({
  code: "out_of_stock",
  content: "None of it is in stock.",
  severity: "unrecoverable",
});

export function linesOf(asked: readonly Asked[], before: readonly Line[] = []): Lines {
  const known = asked.map((each, at) => ({ each, at, article: articleOf(each.item.id) }));
  const used = new Set<string>();
  const lines: Line[] = [];
  const messages: Message[] = [];
  for (const { each, at, article } of known) {
    const problem = problemWith(article, at);
    if (problem !== undefined) messages.push(problem);
    if (article === undefined || article.stock === 0) continue;
    const quantity = Math.min(each.quantity, article.stock);
    if (quantity < each.quantity) messages.push(adjusted(quantity, at));
    const id = idFor(each, before, used);
    used.add(id);
    lines.push(lineOf(id, article, quantity, each.parent_id));
  }
  return { lines, messages };
}

function problemWith(article: Article | undefined, at: number): ErrorMessage | undefined {
  const path = `$.line_items[${at}].item.id`;
  const severity = "recoverable";
  if (article === undefined)
    return errorMessage({ code: "invalid_cart_items", content: "No such item.", severity, path });
  if (article.stock > 0) return undefined;
  return errorMessage({ code: "out_of_stock", content: "None is left.", severity, path });
}

function adjusted(quantity: number, at: number): Message {
  const path = `$.line_items[${at}].quantity`;
  return warningMessage({ code: "quantity_adjusted", content: `Only ${quantity} are left.`, path });
}

/** The platform's where it names one; else that of the line with the item before. */
function idFor({ id, item }: Asked, before: readonly Line[], used: ReadonlySet<string>): string {
  const same = before.find((line) => line.item.id === item.id && !used.has(line.id));
  const named = id !== undefined && before.some((line) => line.id === id) ? id : same?.id;
  if (named !== undefined && !used.has(named)) return named;
  for (let count = 1; ; count += 1) {
    const candidate = `line_${item.id}_${count}`;
    if (!used.has(candidate) && !before.some((line) => line.id === candidate)) return candidate;
  }
}

function lineOf(id: string, article: Article, quantity: number, parent: string | undefined): Line {
  const { title, price } = article;
  return {
    id,
    item: { id: article.id, title, price },
    quantity,
    totals: totalsOf({ subtotal: price * quantity }),
    ...(parent === undefined ? {} : { parent_id: parent }),
  };
}
