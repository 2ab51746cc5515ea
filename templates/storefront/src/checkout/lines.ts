/** Line items of what is asked for, in carts as in checkouts: with what is wrong about them. */

import {
  errorMessage,
  warningMessage,
  type ErrorMessage,
  type Message,
} from "@proto-gen/runtime/error";
import { cutText } from "@proto-gen/runtime/json";
import type { Catalog, Item } from "../catalog/index.js";
import { totalsOf } from "../generated/commerce.js";
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
  /** With paths of these lines; a message on an item that is left out names it. */
  readonly messages: readonly Message[];
  /** Why nothing can be made of what is asked for (§4.3): where there is no line. */
  readonly refusal: ErrorMessage | undefined;
}

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
  const leftOut: LeftOut[] = [];
  const messages: Message[] = asked.length === 0 ? [NO_LINES] : [];
  for (const [index, each] of asked.entries()) {
    const item = catalog.itemOf(each.item.id);
    const available = item === undefined ? 0 : (left.get(item.id) ?? Math.min(item.stock, MOST));
    const quantity = Math.min(each.quantity, available);
    if (item === undefined || quantity === 0) {
      leftOut.push({ id: each.item.id, item, index });
      continue;
    }
    left.set(item.id, available - quantity);
    if (quantity < each.quantity) messages.push(adjusted(placed.length, quantity));
    placed.push({ line: lineOf(idFor(each, item.id), item, quantity), index });
  }
  const { lines, messages: wrong } = withParents(placed, asked);
  // Without any line, what was there before is answered.
  const answered = lines.length === 0 ? before : [];
  const gone = leftOut.map((each) => leftOutMessage(each, answered));
  return {
    lines,
    messages: once([...gone, ...messages, ...wrong]),
    refusal: lines.length === 0 ? refusalOf(leftOut) : undefined,
  };
}

/** Items that a refusal names. */
const MOST_NAMED = 5;

function refusalOf(leftOut: readonly LeftOut[]): ErrorMessage {
  const isSoldOut = leftOut.some(({ item }) => item !== undefined);
  const names = leftOut.map(({ id, item }) => item?.title ?? cutText(id, LONGEST_ID));
  const unique = [...new Set(names)];
  const more = unique.length > MOST_NAMED ? " and others" : "";
  const named = unique.length === 0 ? "" : `: ${unique.slice(0, MOST_NAMED).join(", ")}${more}`;
  return errorMessage({
    code: isSoldOut ? "out_of_stock" : "item_unavailable",
    content: `${isSoldOut ? "None of it is in stock" : "Nothing of it is sold here"}${named}.`,
    severity: "unrecoverable",
  });
}

/** What was asked for and comes to be no line. */
interface LeftOut {
  /** As it was asked for. */
  readonly id: string;
  /** Undefined where there is no such item. */
  readonly item: Item | undefined;
  /** Of the line in the request. */
  readonly index: number;
}

/** @param answered lines of the answer that the item may be one of */
function leftOutMessage({ id, item, index }: LeftOut, answered: readonly Line[]): Message {
  const at = answered.findIndex((line) => line.item.id === (item?.id ?? id));
  const line = at === -1 ? undefined : at;
  return item === undefined ? unknownItem(id, line ?? index) : soldOut(item, line);
}

/** Several lines of an item that is left out have one message. */
function once(messages: readonly Message[]): readonly Message[] {
  return [...new Map(messages.map((each) => [JSON.stringify(each), each])).values()];
}

/** Of an id that a message repeats. */
const LONGEST_ID = 100;

/** @param at its line in the request, since the answer has none */
function unknownItem(id: string, at: number): Message {
  const content = `There is no item ${cutText(id, LONGEST_ID)}.`;
  const path = itemPath(at);
  return errorMessage({ code: "invalid_cart_items", content, severity: "recoverable", path });
}

/** @param at the line of the item in the answer; undefined where it is left out */
export function soldOut({ title }: Pick<Item, "title">, at: number | undefined): ErrorMessage {
  const content = `There is no more of ${title}.`;
  const path = itemPath(at);
  return errorMessage({ code: "out_of_stock", content, severity: "recoverable", path });
}

function itemPath(at: number | undefined): string | undefined {
  return at === undefined ? undefined : `$.line_items[${at}].item.id`;
}

function adjusted(at: number, available: number): Message {
  const path = `$.line_items[${at}].quantity`;
  const content = `There are only ${available} of it.`;
  const message = warningMessage({ code: "quantity_adjusted", content, path });
  return Object.assign(message, { available_quantity: available });
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
