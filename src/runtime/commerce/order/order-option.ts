/** Options shared by the order rules: the meaning of delivery methods, and the release's form of order lines. */

import type { MethodTypesOption } from "../fulfillment/method-types.js";
import type { OrderLineForm, ReleaseValues } from "../../service/release-values.js";

export interface OrderLineOption {
  /**
   * The generated `releaseValues`, which define the form of lines and adjustments. Default: as in the protocol's own
   * text.
   */
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
