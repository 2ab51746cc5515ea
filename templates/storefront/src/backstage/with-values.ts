/**
 * What the buyer has filled in, as a platform would say it. In: what the platform asked for, the checkout that came
 * of it, and values by path. Out: the request with them; an update says all of it again (§4.2).
 */

import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";
import { segmentsOf, type FormValue, type Segment } from "../pages/index.js";

type Resource = Pick<Checkout, "fulfillment">;
type Asked = NonNullable<CheckoutUpdateRequest["fulfillment"]>;

export function withValues<Request extends object>(
  request: Request,
  checkout: Resource,
  values: readonly FormValue[],
): Request {
  const isDelivery = values.some(({ path }) => path.startsWith("$.fulfillment."));
  const whole = isDelivery ? { ...request, fulfillment: chosenOf(checkout) } : request;
  return values.reduce<unknown>(
    (each, { path, value }) => withMember(each, segmentsOf(path) ?? [], value),
    whole,
  ) as Request;
}

/** As it was chosen until now, under the ids that it has in the checkout; shipped, where nobody has said how. */
function chosenOf({ fulfillment }: Resource): Asked {
  const methods = fulfillment?.methods ?? [];
  if (methods.length === 0) return { methods: [{ type: "shipping" }] };
  return {
    methods: methods.map((method) => {
      const { id, type, line_item_ids, destinations, selected_destination_id: to, groups } = method;
      return {
        id,
        type,
        line_item_ids,
        // What is picked up is picked up where the shop says.
        ...(type === "pickup" ? {} : { destinations }),
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
