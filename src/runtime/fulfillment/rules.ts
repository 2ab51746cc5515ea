/** What two parties agreed on (§2.6). In: their configurations, from profiles. Out: rules, with defaults. */

import { isObject, own } from "../json/members.js";

export interface FulfillmentRules {
  /** Whether the platform can show several groups of a method. */
  readonly multiGroup: boolean;
  /** Types of which several methods may go to different destinations. */
  readonly multiDestination: ReadonlySet<string>;
  /** Sets of types that may be used side by side; one type alone always may. */
  readonly combinations: readonly ReadonlySet<string>[];
}

/**
 * What is missing, or is not what §2.6 says it is, allows nothing.
 *
 * @param platformConfig `config` of the fulfillment capability in the platform's profile: `supports_multi_group`
 * @param businessConfig that of the business: `allows_multi_destination`, `allows_method_combinations`
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

/** Whether methods of these types may stand in one checkout. */
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
