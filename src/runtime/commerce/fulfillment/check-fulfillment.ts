/** Checks a business's own fulfillment against §2.6. Returns the problems and never throws. */

import { isDate, isDateTime } from "../../formats/date-time.js";
import {
  breach,
  type FulfillmentBreach,
  checkChoices,
  checkIds,
  checkOptions,
  isSentence,
} from "./check-parts.js";
import {
  type AvailableMethod,
  type Fulfillment,
  type FulfillmentLine,
  type FulfillmentMethod,
  type Destination,
  isSamePlace,
} from "./fulfillment.js";
import { METHODS_PATH } from "./problems.js";
import { type FulfillmentRules, allowsTogether } from "./rules.js";
import { selectedDestination } from "./choices.js";

export interface CheckFulfillmentOptions {
  /** All lines of the checkout. */
  readonly lines: readonly FulfillmentLine[];
  readonly rules: FulfillmentRules;
  /** ISO 4217. Default: descriptions are not searched for prices. */
  readonly currency?: string | undefined;
}

/**
 * Checks the fulfillment that the business sends against §2.6. Returns the problems, none if it is valid. For the
 * business's tests and logs: the problems are its own mistakes and not for the platform.
 * @example
 * ```ts
 * import { checkFulfillment, fulfillmentRules } from "@proto-gen/runtime/commerce";
 *
 * const lines = [
 *   { id: "line_1", physical: true },
 *   { id: "gift_card", physical: false },
 * ];
 * const methods = [{ id: "m1", type: "shipping", line_item_ids: ["line_1", "gift_card"] }];
 * const problems = checkFulfillment({ methods }, { lines, rules: fulfillmentRules({}, {}) });
 * problems.map(({ code }) => code); // ["line_not_physical"]
 * ```
 */
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

/** Each must be a line of the checkout, need delivery, and be in one method only. */
function checkAssigned(
  methods: readonly FulfillmentMethod[],
  path: string,
  lines: readonly FulfillmentLine[],
): readonly FulfillmentBreach[] {
  const physical = new Map(lines.map((line) => [line.id, line.physical]));
  const seen = new Set<string>();
  return methods.flatMap(({ line_item_ids }, index) =>
    line_item_ids.flatMap((id, at) => {
      const place = `${path}[${index}].line_item_ids[${at}]`;
      if (!physical.has(id)) return [breach("line_unknown", place, "a line's id", id)];
      if (seen.has(id)) return [breach("line_repeated", place, "one method a line", id)];
      seen.add(id);
      return physical.get(id) === true
        ? []
        : [breach("line_not_physical", place, "a line that needs delivery", id)];
    }),
  );
}

/** Only requires lines of the checkout: nothing is assigned to an available method. */
function checkKnown(
  lineItemIds: readonly string[],
  path: string,
  lines: readonly FulfillmentLine[],
): readonly FulfillmentBreach[] {
  const known = new Set(lines.map(({ id }) => id));
  return [...lineItemIds.entries()]
    .filter(([, id]) => !known.has(id))
    .map(([at, id]) => breach("line_unknown", `${path}[${at}]`, "a line's id", id));
}

/** Each line of the method must be in one of its groups. A method may have no groups yet. */
function checkGrouped(
  { line_item_ids, groups = [] }: FulfillmentMethod,
  path: string,
): readonly FulfillmentBreach[] {
  if (groups.length === 0) return [];
  const free = new Set(line_item_ids);
  const own = new Set(line_item_ids);
  const grouped = groups.flatMap((group, index) =>
    group.line_item_ids.flatMap((id, at) => {
      const place = `${path}.groups[${index}].line_item_ids[${at}]`;
      if (!own.has(id)) return [breach("line_of_other_method", place, "the method's line", id)];
      return free.delete(id) ? [] : [breach("line_repeated", place, "one group a line", id)];
    }),
  );
  const left = [...free].map((id) =>
    breach("line_without_group", `${path}.groups`, `a group with ${id}`, "none"),
  );
  return [...grouped, ...left];
}

function checkMethods(
  methods: readonly FulfillmentMethod[],
  path: string,
  rules: FulfillmentRules,
): readonly FulfillmentBreach[] {
  return [
    ...checkCombination(methods, path, rules),
    ...checkOneDestination(methods, path, rules),
    ...checkConsolidated(methods, path, rules),
  ];
}

function checkCombination(
  methods: readonly FulfillmentMethod[],
  path: string,
  rules: FulfillmentRules,
): readonly FulfillmentBreach[] {
  const types = [...new Set(methods.map(({ type }) => type))];
  if (allowsTogether(rules, types)) return [];
  const expected = "a combination of types that the business allows";
  return [breach("combination_not_allowed", path, expected, types.join(", "))];
}

/** A list of destinations to choose from is allowed; two methods of one type with different destinations are not. */
function checkOneDestination(
  methods: readonly FulfillmentMethod[],
  path: string,
  { multiDestination }: FulfillmentRules,
): readonly FulfillmentBreach[] {
  const first = new Map<string, Destination>();
  return methods.flatMap((method, index) => {
    const place = selectedDestination(method);
    if (place === undefined || multiDestination.has(method.type)) return [];
    const other = first.get(method.type) ?? place;
    first.set(method.type, other);
    if (isSamePlace(other, place)) return [];
    const where = `${path}[${index}].selected_destination_id`;
    const expected = `one destination for ${method.type}`;
    return [breach("multi_destination_not_allowed", where, expected, "another one")];
  });
}

function checkConsolidated(
  methods: readonly FulfillmentMethod[],
  path: string,
  { multiGroup }: FulfillmentRules,
): readonly FulfillmentBreach[] {
  if (multiGroup) return [];
  return methods.flatMap(({ groups = [] }, index) =>
    groups.length < 2
      ? []
      : [breach("groups_not_consolidated", `${path}[${index}].groups`, "1", `${groups.length}`)],
  );
}
