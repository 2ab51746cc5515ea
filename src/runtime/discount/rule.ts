/** The rules of a business's discounts: what each takes off, and where. */

/** A price that discounts are taken off: a line, or the delivery. */
export interface DiscountTarget {
  /** JSONPath in the checkout: `$.line_items[0]`. */
  readonly path: string;
  /** The price of all of it without discounts, in minor units. */
  readonly amount: number;
  /** The number of units that the amount is for; 1 unless given. */
  readonly quantity?: number | undefined;
}

interface RuleBase<Target extends DiscountTarget> {
  /** The name to show. */
  readonly title: string;
  /**
   * `across`, unless given: the discount is one amount for all its targets, which is split in proportion to their prices. `each`: the
   * discount is taken off each target, and an amount off each of its units.
   */
  readonly method?: "across" | "each" | undefined;
  /** Rules with lower numbers are calculated first, those without a number last; each finds what the ones before have left. */
  readonly priority?: number | undefined;
  /** Says what the discount may be taken off; every target unless given. */
  appliesTo?(target: Target): boolean;
}

/** Takes a part of the price off, or an amount; never more than there is. */
export type DiscountRule<Target extends DiscountTarget = DiscountTarget> = RuleBase<Target> &
  (
    | {
        /** A percentage above 0 and up to 100, with two decimals at most. */
        readonly percent: number;
        readonly amount?: never;
      }
    | {
        /** An amount in minor units. */
        readonly amount: number;
        readonly percent?: never;
      }
  );

/** The reason why a code that the business knows does not count. */
export interface CodeRefusal {
  readonly refused: "expired" | "not_applicable" | "user_ineligible" | "user_not_logged_in";
  /** Text for a person, if it says more than the runtime's. */
  readonly content?: string | undefined;
}
