/** What goes together. In: an order that is paid. Out: its parcels: one for each way, and what is bulky apart. */

import type { NewOrder } from "../orders/new-order.js";
import type { Destination, Parcel } from "./warehouse.js";

type Way = Pick<Parcel, "method" | "lines"> & { readonly destination?: Destination };

/** Of an item, by its id: whether it goes by itself. */
export type IsBulky = (itemId: string) => boolean;

/** @param paidAt milliseconds since 1970 */
export function parcelsOf(order: NewOrder, paidAt: number, isBulky: IsBulky): readonly Parcel[] {
  const { id: orderId, permalink_url: orderUrl } = order;
  const bulky = bulkyLines(order, isBulky);
  return waysOf(order)
    .flatMap((way) => apart(way, bulky))
    .map((part, at) => ({ id: `${orderId}_parcel_${at + 1}`, orderId, orderUrl, paidAt, ...part }));
}

/** What the buyer may expect; and what a platform without the fulfillment extension could not choose for. */
function waysOf({ line_items, fulfillment: { expectations = [] } }: NewOrder): readonly Way[] {
  const promised = expectations.map(({ method_type: method, line_items: lines, destination }) => ({
    method,
    lines,
    destination,
  }));
  const named = new Set(promised.flatMap(({ lines }) => lines.map(({ id }) => id)));
  const others = line_items.filter(({ id }) => !named.has(id));
  const lines = others.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
  return [...promised, { method: "shipping", lines }];
}

function apart(way: Way, bulky: ReadonlySet<string>): readonly (Way & Pick<Parcel, "isBulky">)[] {
  const part = (isBulky: boolean) => {
    const lines = way.lines.filter(({ id }) => bulky.has(id) === isBulky);
    return lines.length === 0 ? [] : [{ ...way, lines, isBulky }];
  };
  return [...part(false), ...part(true)];
}

function bulkyLines({ line_items }: NewOrder, isBulky: IsBulky): ReadonlySet<string> {
  const bulky = line_items.filter(({ item }) => isBulky(item.id));
  return new Set(bulky.map(({ id }) => id));
}
