/** Where the lines of a checkout go, as far as that is known (§2.3). */

import {
  buyerLocation,
  shippingAddress,
  type BuyerLocation,
  type BuyerLocationOptions,
} from "@proto-gen/runtime/commerce";
import { METHOD_TYPES } from "../delivery-methods.js";
import type { Fulfillment } from "./delivery.js";
import type { Line } from "./lines.js";

export interface KnownPlaces extends Pick<BuyerLocationOptions, "billing" | "context" | "geoIp"> {
  readonly fulfillment: Fulfillment | undefined;
}

/** Verified inputs first, then hints; each line by its own method, and where it has none, by the first. */
export async function locationsOf(
  lines: readonly Line[],
  { fulfillment, ...hints }: KnownPlaces,
): Promise<(line: Line) => BuyerLocation | undefined> {
  const option = { methodTypes: METHOD_TYPES };
  const shippings = new Map(
    fulfillment?.methods?.flatMap((method) => {
      const address = shippingAddress({ methods: [method] }, option);
      return method.line_item_ids.map((id) => [id, address] as const);
    }),
  );
  const first = shippingAddress(fulfillment, option);
  const locations = new Map<string, BuyerLocation | undefined>();
  for (const { id } of lines) {
    const shipping = shippings.get(id) ?? first;
    locations.set(id, await buyerLocation({ shipping, ...hints }));
  }
  return ({ id }) => locations.get(id);
}
