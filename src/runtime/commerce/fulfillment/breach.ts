/** The rules of §2.6 that a business's result may break. */

import type { Breach, TotalsBreachCode } from "../totals/check-totals.js";

export type FulfillmentBreachCode =
  /** A method has several groups, but the platform supports one. */
  | "groups_not_consolidated"
  | "multi_destination_not_allowed"
  | "combination_not_allowed"
  | "line_unknown"
  | "line_not_physical"
  /** In another method, in another group, or twice in one. */
  | "line_repeated"
  /** A line of the method is in none of its groups. */
  | "line_without_group"
  /** A line of the group does not belong to the method. */
  | "line_of_other_method"
  | "selected_destination_unknown"
  | "selected_option_unknown"
  | "id_repeated"
  | "option_title_empty"
  | "option_title_wordless"
  | "option_title_repeated"
  | "description_repeats_title"
  | "description_repeats_price"
  | "available_description_no_sentence"
  | "fulfillable_on_invalid"
  /** Of an option's totals. */
  | TotalsBreachCode;

export type FulfillmentBreach = Breach<FulfillmentBreachCode>;

export function breach(
  code: FulfillmentBreachCode,
  path: string,
  expected: string,
  found: string,
): FulfillmentBreach {
  return { code, path, expected, found };
}
