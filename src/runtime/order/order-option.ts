/** Options of an order's rules: what delivery methods mean, and the form that the release gives to an order's lines. */

import type { MethodTypesOption } from "../fulfillment/method-types.js";
import type { OrderLineForm, ReleaseValues } from "../service/index.js";

export interface OrderLineOption {
  /** The generated `releaseValues`: how lines and adjustments say what happened. As in the protocol's own text unless given. */
  readonly releaseValues?: Pick<ReleaseValues, "orderLines" | "facts"> | undefined;
}

export interface OrderOption extends MethodTypesOption, OrderLineOption {}

const OF_PROTOCOL: OrderLineForm = /* @__PURE__ */ Object.freeze({
  emptyStatus: "fulfilled",
  adjustedQuantities: "positive",
  originalQuantity: "absent",
});

export function lineFormOf({ releaseValues }: OrderLineOption = {}): OrderLineForm {
  return releaseValues?.orderLines ?? OF_PROTOCOL;
}
