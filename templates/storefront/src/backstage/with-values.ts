/**
 * What the buyer has filled in, as a platform would say it. In: what the platform asked for, the checkout that came
 * of it, and values by path. Out: the request with them; an update says all of it again (§4.2).
 */

import { chosenDelivery } from "../checkout/chosen-delivery.js";
import type { Checkout } from "../generated/index.js";
import { segmentsOf, type FormValue, type Segment } from "../pages/index.js";

type Resource = Pick<Checkout, "fulfillment">;

/** Where nobody has said how. */
const SHIPPED = { methods: [{ type: "shipping" }] };

export function withValues<Request extends { readonly fulfillment?: unknown }>(
  request: Request,
  checkout: Resource,
  values: readonly FormValue[],
): Request {
  const isDelivery = values.some(({ path }) => path.startsWith("$.fulfillment."));
  const { fulfillment: _, ...rest } = request;
  // What the buyer has seen, and not what the platform has asked for: it may be what the shop did not take.
  const fulfillment = chosenDelivery(checkout.fulfillment) ?? (isDelivery ? SHIPPED : undefined);
  const whole = fulfillment === undefined ? rest : { ...rest, fulfillment };
  return values.reduce<unknown>(
    (each, { path, value }) => withMember(each, segmentsOf(path) ?? [], value),
    whole,
  ) as Request;
}

function withMember(whole: unknown, [first, ...rest]: readonly Segment[], value: string): unknown {
  if (first === undefined) return value;
  if (typeof first === "number") {
    const items: readonly unknown[] = Array.isArray(whole) ? whole : [];
    const item = withMember(items[first], rest, value);
    return [...items.slice(0, first), item, ...items.slice(first + 1)];
  }
  const members = (typeof whole === "object" && whole !== null ? whole : {}) as object;
  const old = Object.hasOwn(members, first) ? members[first as never] : undefined;
  return { ...members, [first]: withMember(old, rest, value) };
}
