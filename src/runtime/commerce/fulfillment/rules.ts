/** The fulfillment rules that follow from both parties' configurations (§2.6). */

import { isObject, own } from "../../json/members.js";

export interface FulfillmentRules {
  /** True if the platform can display several groups of a method. */
  readonly multiGroup: boolean;
  /** Types of which several methods may have different destinations. */
  readonly multiDestination: ReadonlySet<string>;
  /** Sets of types that may be combined. A single type is always allowed. */
  readonly combinations: readonly ReadonlySet<string>[];
}

/**
 * Reads the rules of both parties' configurations (§2.6). Missing or malformed members allow nothing.
 * @param platformConfig `config` of the fulfillment capability in the platform's profile: `supports_multi_group`
 * @param businessConfig the same of the business: `allows_multi_destination`, `allows_method_combinations`
 * @example
 * ```ts
 * import { fulfillmentRules } from "@proto-gen/runtime/commerce";
 *
 * const business = { allows_multi_destination: { shipping: true } };
 * const rules = fulfillmentRules({ supports_multi_group: true }, business);
 * rules.multiGroup; // true
 * rules.multiDestination.has("pickup"); // false
 * ```
 */
export function fulfillmentRules(
  platformConfig: unknown,
  businessConfig: unknown,
): FulfillmentRules {
  return {
    multiGroup: member(platformConfig, "supports_multi_group") === true,
    multiDestination: typesIn(member(businessConfig, "allows_multi_destination")),
    combinations: combinationsIn(member(businessConfig, "allows_method_combinations")),
  };
}

/** True if methods of these types may be combined in one checkout. */
export function allowsTogether(
  { combinations }: FulfillmentRules,
  types: Iterable<string>,
): boolean {
  const used = new Set(types);
  return (
    used.size < 2 ||
    combinations.some(
      (each) => each.size === used.size && [...used].every((type) => each.has(type)),
    )
  );
}

function member(config: unknown, name: string): unknown {
  return isObject(config) ? own(config, name) : undefined;
}

function typesIn(allows: unknown): ReadonlySet<string> {
  if (!isObject(allows)) return new Set();
  return new Set(Object.keys(allows).filter((type) => allows[type] === true));
}

function combinationsIn(allows: unknown): readonly ReadonlySet<string>[] {
  if (!Array.isArray(allows)) return [];
  return allows.flatMap((each: unknown) =>
    Array.isArray(each) && each.every((type) => typeof type === "string") ? [new Set(each)] : [],
  );
}
