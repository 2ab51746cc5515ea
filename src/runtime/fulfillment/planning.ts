/** What planning takes and gives: types alone. */

import type {
  Destination,
  Fulfillment,
  FulfillmentLine,
  FulfillmentRequest,
} from "./fulfillment.js";
import type { MethodTypesOption } from "./method-types.js";
import type { FulfillmentIdKind } from "./new-ids.js";
import type { Placed } from "./planned-destinations.js";
import type { AnsweredGroup, OptionOffer } from "./planned-options.js";
import type { FulfillmentProblem } from "./problems.js";
import type { FulfillmentRules } from "./rules.js";

/** What goes somewhere. */
export interface Shipment<Type extends string, Place extends Destination> {
  readonly type: Type;
  readonly destination: Placed<Place>;
  readonly lineItemIds: readonly string[];
}

/** What a business knows and this does not. What they throw comes through. */
export interface FulfillmentHooks<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  /**
   * The places where the business hands things over, for pickup. Undefined for types whose destinations are the platform's; for the
   * others, which `methodTypes` names, undefined is no place at all.
   */
  readonly locations?:
    | ((type: Type) => Awaitable<readonly (Place & { readonly id: string })[] | undefined>)
    | undefined;
  /** In the order to show; none where it cannot be done. */
  readonly options: (shipment: Shipment<Type, Place>) => Awaitable<readonly Offer[]>;
  /** The lines of each group, for platforms that support several; one group unless given. */
  readonly split?:
    | ((
        method: Omit<Shipment<Type, Place>, "destination"> & {
          /** Undefined while none is chosen. */
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
  /** `fulfillment` of a create or update. */
  readonly request: FulfillmentRequest<Type, Place> | undefined;
  /** All of the checkout's. */
  readonly lines: readonly FulfillmentLine[];
  readonly rules: FulfillmentRules;
  /** What was answered last, so that ids stay; undefined for a new checkout. */
  readonly before?: Fulfillment<Type, Place> | undefined;
  /** What the business offers; every type unless given. */
  readonly types?: readonly Type[] | undefined;
  readonly hooks: FulfillmentHooks<Type, Place, Offer>;
  /** Ids of methods, destinations, groups and options; random unless given. */
  readonly newId?: ((kind: FulfillmentIdKind) => string) | undefined;
}

/** May be written, as generated types may. */
export interface AnsweredMethod<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  id: string;
  type: Type;
  line_item_ids: string[];
  destinations: Placed<Place>[];
  selected_destination_id: string | null;
  groups: AnsweredGroup<Offer>[];
}

export interface FulfillmentPlan<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  /** Without `available_methods`, which the business adds. */
  readonly fulfillment: { methods: AnsweredMethod<Type, Place, Offer>[] };
  /** For the answer's `messages`; JSONPaths into the request. 100 at most. */
  readonly problems: readonly FulfillmentProblem[];
}
