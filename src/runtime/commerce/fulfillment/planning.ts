/** The types of planning's input and result. */

import type {
  Destination,
  Fulfillment,
  FulfillmentLine,
  FulfillmentRequest,
} from "./fulfillment.js";
import type { MethodTypesOption } from "./method-types.js";
import type { FulfillmentIdKind } from "./new-ids.js";
import type { Placed } from "./planned-destinations.js";
import type { AnsweredGroup, OptionOffer } from "./planned-groups.js";
import type { FulfillmentProblem } from "./problems.js";
import type { FulfillmentRules } from "./rules.js";

/** Lines that go to a destination. */
export interface Shipment<Type extends string, Place extends Destination> {
  readonly type: Type;
  readonly destination: Placed<Place>;
  readonly lineItemIds: readonly string[];
}

/** The business's knowledge. Errors that the hooks throw are passed on. */
export interface FulfillmentHooks<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  /**
   * Returns the pickup locations of the business. Undefined for types whose destinations are the platform's; for the
   * business's types (`methodTypes`) undefined means that there are none.
   */
  readonly locations?:
    | ((type: Type) => Awaitable<readonly (Place & { readonly id: string })[] | undefined>)
    | undefined;
  /** Returns the options in display order. Empty if delivery is not possible. */
  readonly options: (shipment: Shipment<Type, Place>) => Awaitable<readonly Offer[]>;
  /** Divides a method's lines into groups, for platforms that support several. Default: one group. */
  readonly split?:
    | ((
        method: Omit<Shipment<Type, Place>, "destination"> & {
          /** Undefined until it is chosen. */
          readonly destination: Placed<Place> | undefined;
        },
      ) => Awaitable<readonly (readonly string[])[]>)
    | undefined;
}

export type Awaitable<Value> = Value | Promise<Value>;

export interface FulfillmentPlanning<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> extends MethodTypesOption {
  /** `fulfillment` of a create or update request. */
  readonly request: FulfillmentRequest<Type, Place> | undefined;
  /** All lines of the checkout. */
  readonly lines: readonly FulfillmentLine[];
  readonly rules: FulfillmentRules;
  /** The last response, so that ids are kept. Undefined for a new checkout. */
  readonly before?: Fulfillment<Type, Place> | undefined;
  /** The types that the business offers. Default: every type. */
  readonly types?: readonly Type[] | undefined;
  readonly hooks: FulfillmentHooks<Type, Place, Offer>;
  /** Creates ids of methods, destinations, groups and options. Default: random ids. */
  readonly newId?: ((kind: FulfillmentIdKind) => string) | undefined;
}

/** Mutable, and a type, so that it fits generated types of schemas that are open. */
export type AnsweredMethod<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> = {
  id: string;
  type: Type;
  line_item_ids: string[];
  destinations: Placed<Place>[];
  selected_destination_id: string | null;
  groups: AnsweredGroup<Offer>[];
};

export interface FulfillmentPlan<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  /** Without `available_methods`, which the business adds. */
  readonly fulfillment: { methods: AnsweredMethod<Type, Place, Offer>[] };
  /** For the `messages` of the response, with JSONPaths into the request. At most 100. */
  readonly problems: readonly FulfillmentProblem[];
}
