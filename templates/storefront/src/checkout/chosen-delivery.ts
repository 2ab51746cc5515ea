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
