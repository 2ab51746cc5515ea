/** How a checkout is delivered, as a request says it again (§4.2). In: its fulfillment. Out: the request's. */

import { hasShopDestinations } from "../delivery-methods.js";
import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";

export type DeliveryAsked = NonNullable<CheckoutUpdateRequest["fulfillment"]>;

/** As it was chosen until now, under the ids that it has in the checkout; undefined where nobody has said how. */
export function chosenDelivery(
  fulfillment: Checkout["fulfillment"] | undefined,
): DeliveryAsked | undefined {
  const methods = fulfillment?.methods ?? [];
  if (methods.length === 0) return undefined;
  return {
    methods: methods.map((method) => {
      const { id, type, line_item_ids, destinations, selected_destination_id: to, groups } = method;
      return {
        id,
        type,
        line_item_ids,
        ...(hasShopDestinations(type) ? {} : { destinations }),
        ...(typeof to === "string" ? { selected_destination_id: to } : {}),
        groups: (groups ?? []).map((group) => ({
          id: group.id,
          ...(typeof group.selected_option_id === "string"
            ? { selected_option_id: group.selected_option_id }
            : {}),
        })),
      };
    }),
  };
}

export interface RequestedLines {
  readonly before: Checkout["line_items"] | undefined;
  readonly requested: CheckoutUpdateRequest["line_items"];
  readonly lines: readonly Checkout["line_items"][number][];
}

/**
 * A delivery without the lines that are requested again and cannot be had any more: the message on such an item is about
 * the item, and the delivery of the others stays as it was chosen.
 */
export function withoutGoneLines(
  delivery: DeliveryAsked | undefined,
  { before = [], requested, lines }: RequestedLines,
): DeliveryAsked | undefined {
  const left = new Set(lines.map(({ id }) => id));
  const names = new Set(requested.flatMap(({ id, item }) => [id, item.id]));
  const gone = new Set(
    before
      .filter(({ id, item }) => !left.has(id) && (names.has(id) || names.has(item.id)))
      .map(({ id }) => id),
  );
  if (gone.size === 0 || delivery?.methods === undefined) return delivery;
  const methods = delivery.methods.map((method) => ({
    ...method,
    ...(method.line_item_ids === undefined
      ? {}
      : { line_item_ids: method.line_item_ids.filter((id) => !gone.has(id)) }),
  }));
  return { ...delivery, methods };
}
