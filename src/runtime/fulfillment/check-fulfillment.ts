/** Checks a business's own fulfillment against §2.6. Returns the problems and never throws. */

import { isDate, isDateTime } from "../formats/index.js";
import { breach, type FulfillmentBreach } from "./breach.js";
import { checkChoices, checkIds } from "./check-ids.js";
import { checkAssigned, checkGrouped, checkKnown } from "./check-lines.js";
import { checkMethods } from "./check-methods.js";
import { checkOptions } from "./check-options.js";
import type {
  AvailableMethod,
  Fulfillment,
  FulfillmentLine,
  FulfillmentMethod,
} from "./fulfillment.js";
import { isSentence } from "./option-texts.js";
import { METHODS_PATH } from "./problems.js";
import type { FulfillmentRules } from "./rules.js";

export interface CheckFulfillmentOptions {
  /** All lines of the checkout. */
  readonly lines: readonly FulfillmentLine[];
  readonly rules: FulfillmentRules;
  /** ISO 4217. Default: descriptions are not searched for prices. */
  readonly currency?: string | undefined;
}

/** For the business's tests and logs: the problems are its own mistakes and not for the platform. */
export function checkFulfillment(
  { methods = [], available_methods: available = [] }: Fulfillment,
  { lines, rules, currency }: CheckFulfillmentOptions,
): readonly FulfillmentBreach[] {
  return [
    ...checkMethods(methods, METHODS_PATH, rules),
    ...checkAssigned(methods, METHODS_PATH, lines),
    ...checkIds(methods, METHODS_PATH),
    ...methods.flatMap((method, index) =>
      checkMethod(method, `${METHODS_PATH}[${index}]`, currency),
    ),
    ...available.flatMap((each, index) =>
      checkAvailable(each, `$.fulfillment.available_methods[${index}]`, lines),
    ),
  ];
}

function checkMethod(
  method: FulfillmentMethod,
  path: string,
  currency: string | undefined,
): readonly FulfillmentBreach[] {
  const options = (method.groups ?? []).flatMap((group, index) =>
    checkOptions(group.options ?? [], `${path}.groups[${index}].options`, currency),
  );
  return [...checkGrouped(method, path), ...checkChoices(method, path), ...options];
}

function checkAvailable(
  { line_item_ids, fulfillable_on: on, description }: AvailableMethod,
  path: string,
  lines: readonly FulfillmentLine[],
): readonly FulfillmentBreach[] {
  const breaches = [...checkKnown(line_item_ids, `${path}.line_item_ids`, lines)];
  if (description !== undefined && !isSentence(description)) {
    const place = `${path}.description`;
    breaches.push(breach("available_description_no_sentence", place, "a sentence", description));
  }
  if (typeof on === "string" && on !== "now" && !isDate(on) && !isDateTime(on))
    breaches.push(breach("fulfillable_on_invalid", `${path}.fulfillable_on`, "now or a date", on));
  return breaches;
}
