/** Reads the buyer's choices from a fulfillment, and finds those still to be made (§2.6). */

import { missingAddressFields, type RequiredAddressFields } from "../address/postal-address.js";
import { writtenMessage, type WrittenMessage } from "../../envelope/written-messages.js";
import { amountOf, sumOf } from "../totals/total.js";
import type {
  Destination,
  Fulfillment,
  FulfillmentGroup,
  FulfillmentLine,
  FulfillmentMethod,
  FulfillmentOption,
} from "./fulfillment.js";
import { methodTypeOf, type MethodTypesOption } from "./method-types.js";
import { METHODS_PATH } from "./problems.js";

/**
 * Returns the chosen destination of a method (§2.6). Undefined until it is chosen.
 * @example
 * ```ts
 * import { selectedDestination } from "@proto-gen/runtime/commerce";
 *
 * const destinations = [
 *   { id: "home", postal_code: "75001" },
 *   { id: "office", postal_code: "75008" },
 * ];
 * const method = { id: "m1", type: "shipping", line_item_ids: ["line_1"], destinations };
 * selectedDestination(method); // undefined
 * selectedDestination({ ...method, selected_destination_id: "office" })?.postal_code; // "75008"
 * ```
 */
export function selectedDestination<Place extends Destination>({
  destinations,
  selected_destination_id: selected,
}: FulfillmentMethod<string, Place>): Place | undefined {
  // A destination without an id is not chosen by a missing selection.
  return typeof selected === "string" ? destinations?.find(({ id }) => id === selected) : undefined;
}

/** The chosen option of a group. Undefined until it is chosen. */
function selectedOption<Option extends FulfillmentOption>({
  options,
  selected_option_id: selected,
}: Omit<FulfillmentGroup, "options"> & {
  readonly options?: readonly Option[] | undefined;
}): Option | undefined {
  return options?.find(({ id }) => id === selected);
}

export interface MissingOptions extends MethodTypesOption {
  /** Returns the fields that a shipping address must have. Default: by country (`requiredAddressFields`). */
  readonly addressFields?: RequiredAddressFields | undefined;
}

/**
 * Returns one message per choice that the platform still has to make (§2.6): code `missing`, recoverable. Options and
 * missing address fields are only requested once the destination is chosen.
 * @example
 * ```ts
 * import { missingChoices } from "@proto-gen/runtime/commerce";
 *
 * const destinations = [{ id: "home" }, { id: "office" }];
 * const method = { id: "m1", type: "shipping", line_item_ids: ["line_1"], destinations };
 * missingChoices({ methods: [method] })[0]?.path; // "$.fulfillment.methods[0].selected_destination_id"
 * ```
 */
export function missingChoices(
  fulfillment: Fulfillment | undefined,
  options: MissingOptions = {},
): readonly WrittenMessage<"missing">[] {
  return (fulfillment?.methods ?? []).flatMap((method, index) => {
    const path = `${METHODS_PATH}[${index}]`;
    return [...missingIn(method, path), ...missingFields(method, path, options)];
  });
}

/** Only for destinations from the platform: the business knows its own locations. */
function missingFields(
  method: FulfillmentMethod,
  path: string,
  options: MissingOptions,
): readonly WrittenMessage<"missing">[] {
  const destination = selectedDestination(method);
  const isPlatforms = methodTypeOf(method.type, options).destinations === "platform";
  if (destination === undefined || !isPlatforms) return [];
  const at = method.destinations?.indexOf(destination);
  const { address } = destination;
  const place = `${path}.destinations[${at}]${address === undefined ? "" : ".address"}`;
  return missingAddressFields(address ?? destination, options.addressFields).map((field) =>
    missing(`The address needs ${field}.`, `${place}.${field}`),
  );
}

function missingIn(method: FulfillmentMethod, path: string): readonly WrittenMessage<"missing">[] {
  if (selectedDestination(method) === undefined) {
    const has = (method.destinations ?? []).length > 0;
    return has
      ? [missing("Choose a destination.", `${path}.selected_destination_id`)]
      : [missing("Give a destination.", `${path}.destinations`)];
  }
  const groups = method.groups ?? [];
  if (groups.length === 0) return [missing("There is no option to choose yet.", `${path}.groups`)];
  return groups.flatMap((group, index) =>
    selectedOption(group) === undefined
      ? [missing("Choose an option.", `${path}.groups[${index}].selected_option_id`)]
      : [],
  );
}

function missing(content: string, path: string): WrittenMessage<"missing"> {
  return writtenMessage("missing", { content, path });
}

/**
 * True if every method has its destination and every group its option.
 * @param lines of the checkout; if given, every line that needs delivery must also be in a method
 */
export function isFulfillmentChosen(
  fulfillment: Fulfillment | undefined,
  lines: readonly FulfillmentLine[] = [],
): boolean {
  const assigned = new Set(fulfillment?.methods?.flatMap((method) => method.line_item_ids));
  return (
    lines.every(({ id, physical }) => !physical || assigned.has(id)) &&
    (fulfillment?.methods ?? []).every((method) => missingIn(method, "").length === 0)
  );
}

/**
 * The sum of the chosen options' `total`s (§2.6), in minor units. Undefined while a choice is missing, or if nothing is
 * delivered.
 * @throws RangeError if a chosen option has no total, or the sum is not a safe integer
 * @example
 * ```ts
 * import { fulfillmentTotal } from "@proto-gen/runtime/commerce";
 *
 * const express = { id: "express", title: "Express", totals: [{ type: "total", amount: 990 }] };
 * const group = { id: "g1", line_item_ids: ["line_1"], options: [express], selected_option_id: "express" };
 * const place = { destinations: [{ id: "home" }], selected_destination_id: "home" };
 * const method = { id: "m1", type: "shipping", line_item_ids: ["line_1"], ...place, groups: [group] };
 * fulfillmentTotal({ methods: [method] }); // 990
 * ```
 */
export function fulfillmentTotal(fulfillment: Fulfillment | undefined): number | undefined {
  if (!isFulfillmentChosen(fulfillment)) return undefined;
  const { methods = [] } = fulfillment ?? {};
  const groups = methods.flatMap((method) => method.groups ?? []);
  if (methods.length === 0) return undefined;
  return sumOf(groups.map((group) => costOf(selectedOption(group))));
}

function costOf(option: FulfillmentOption | undefined): number {
  const amount = amountOf(option?.totals ?? [], "total");
  if (amount === undefined) throw new RangeError("an option has no total");
  return amount;
}
