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
import { createLineIds } from "./line-ids.js";
import { withParents } from "./parents.js";

export type Line = Checkout["line_items"][number];
export type Asked = CheckoutUpdateRequest["line_items"][number];

export interface PlacedLine {
  readonly line: Line;
  /** Of what was asked for: not all of it comes to be a line. */
  readonly index: number;
}

export interface Lines {
  readonly lines: readonly Line[];
  /** Of each line, which one of the request it is: paths count there. */
  readonly indexes: readonly number[];
  readonly messages: readonly Message[];
  /** Why nothing can be made of what is asked for (§4.3): where there is no line. */
  readonly refusal: ErrorMessage | undefined;
}

const ALL_SOLD_OUT = errorMessage({
  code: "out_of_stock",
  content: "None of it is in stock.",
  severity: "unrecoverable",
});

const ALL_UNKNOWN = errorMessage({
  code: "item_unavailable",
  content: "Nothing of it is sold here.",
  severity: "unrecoverable",
});

const NO_LINES = errorMessage({
  code: "missing",
  content: "Name at least one item.",
  severity: "recoverable",
  path: "$.line_items",
});

/** Of one item, however much of it there is: totals stay within safe integers. */
const MOST = 10_000;

/** Several lines of one item share what there is of it. */
export function linesOf(
  catalog: Catalog,
  asked: readonly Asked[],
  before: readonly Line[] = [],
): Lines {
  const idFor = createLineIds(asked, before);
  const left = new Map<string, number>();
  const placed: PlacedLine[] = [];
  const messages: Message[] = asked.length === 0 ? [NO_LINES] : [];
  for (const [at, each] of asked.entries()) {
    const item = catalog.itemOf(each.item.id);
    if (item === undefined) {
      messages.push(unknownItem(at));
      continue;
    }
    const available = left.get(item.id) ?? Math.min(item.stock, MOST);
    const quantity = Math.min(each.quantity, available);
    left.set(item.id, available - quantity);
    if (quantity === 0) messages.push(soldOut(at));
    else if (quantity < each.quantity) messages.push(adjusted(at, quantity));
    if (quantity > 0)
      placed.push({ line: lineOf(idFor(each, item.id), item, quantity), index: at });
  }
  const { lines, messages: wrong } = withParents(placed, asked);
  const isSoldOut = messages.some(({ code }) => code === ALL_SOLD_OUT.code);
  const refusal = isSoldOut ? ALL_SOLD_OUT : ALL_UNKNOWN;
  return {
    lines,
    indexes: placed.map(({ index }) => index),
    messages: [...messages, ...wrong],
    refusal: lines.length === 0 ? refusal : undefined,
  };
}

function unknownItem(at: number): Message {
  const path = `$.line_items[${at}].item.id`;
  const content = "There is no such item.";
  return errorMessage({ code: "invalid_cart_items", content, severity: "recoverable", path });
}

/** @param at which line of the request it is; of a checkout that is ready, all of them came to be */
export function soldOut(at: number): Message {
  const path = `$.line_items[${at}].item.id`;
  return errorMessage({
    code: "out_of_stock",
    content: "There is no more of it.",
    severity: "recoverable",
    path,
  });
}

function adjusted(at: number, quantity: number): Message {
  const path = `$.line_items[${at}].quantity`;
  return warningMessage({
    code: "quantity_adjusted",
    content: `There are only ${quantity} of it.`,
    path,
  });
}

function lineOf(id: string, item: Item, quantity: number): Line {
  const { title, price, image_url } = item;
  return {
    id,
    item: { id: item.id, title, price, ...(image_url === undefined ? {} : { image_url }) },
    quantity,
    totals: totalsOf({ subtotal: price * quantity }),
  };
}
