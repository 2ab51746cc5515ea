/** Line items of what is asked for, in carts as in checkouts: with what is wrong about them. */

import {
  errorMessage,
  warningMessage,
  type ErrorMessage,
  type Message,
} from "@proto-gen/runtime/envelope";
import { totalsOf } from "@proto-gen/runtime/totals";
import type { Catalog, Item } from "../catalog/index.js";
import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";

export type Line = Checkout["line_items"][number];
type Asked = CheckoutUpdateRequest["line_items"][number];

export interface Lines {
  readonly lines: readonly Line[];
  readonly messages: readonly Message[];
}

/** Nothing can be made of what is asked for (§4.3). */
export const NOTHING_LEFT: ErrorMessage = errorMessage({
  code: "out_of_stock",
  content: "None of it is in stock.",
  severity: "unrecoverable",
});

export function linesOf(
  catalog: Catalog,
  asked: readonly Asked[],
  before: readonly Line[] = [],
): Lines {
  const lines: Line[] = [];
  const messages: Message[] = [];
  for (const [at, each] of asked.entries()) {
    const item = catalog.itemOf(each.item.id);
    if (item === undefined || item.stock === 0) {
      messages.push(item === undefined ? unknownItem(at) : soldOut(at));
      continue;
    }
    const quantity = Math.min(each.quantity, item.stock);
    if (quantity < each.quantity) messages.push(adjusted(at, quantity));
    lines.push(lineOf(idFor(each, item, before, lines), item, quantity, each.parent_id));
  }
  return { lines, messages };
}

function unknownItem(at: number): Message {
  const path = `$.line_items[${at}].item.id`;
  const content = "There is no such item.";
  return errorMessage({ code: "invalid_cart_items", content, severity: "recoverable", path });
}

function soldOut(at: number): Message {
  const path = `$.line_items[${at}].item.id`;
  return errorMessage({
    code: "out_of_stock",
    content: "It is sold out.",
    severity: "recoverable",
    path,
  });
}

function adjusted(at: number, left: number): Message {
  const path = `$.line_items[${at}].quantity`;
  return warningMessage({ code: "quantity_adjusted", content: `Only ${left} are left.`, path });
}

/** A line keeps its id: the one that the platform names, or that of its item before. */
function idFor(asked: Asked, item: Item, before: readonly Line[], taken: readonly Line[]): string {
  const free = before.filter(({ id }) => taken.every((line) => line.id !== id));
  const kept =
    free.find(({ id }) => id === asked.id) ?? free.find((line) => line.item.id === item.id);
  return kept?.id ?? newId(item.id, [...before, ...taken]);
}

function newId(item: string, others: readonly Line[]): string {
  for (let count = 1; ; count += 1) {
    const id = `${item}-${count}`;
    if (others.every((line) => line.id !== id)) return id;
  }
}

function lineOf(id: string, item: Item, quantity: number, parent: string | undefined): Line {
  const { title, price, image_url } = item;
  return {
    id,
    item: { id: item.id, title, price, ...(image_url === undefined ? {} : { image_url }) },
    quantity,
    totals: totalsOf({ subtotal: price * quantity }),
    ...(parent === undefined ? {} : { parent_id: parent }),
  };
}
