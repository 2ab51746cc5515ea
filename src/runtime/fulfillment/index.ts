/** Fulfillment (§2.6): plans requests, checks the business's results, and reads the choices. */

export type { FulfillmentBreach, FulfillmentBreachCode } from "./breach.js";
export { checkFulfillment, type CheckFulfillmentOptions } from "./check-fulfillment.js";
export {
  fulfillmentTotal,
  isFulfillmentChosen,
  missingChoices,
  type MissingOptions,
  selectedDestination,
  selectedOption,
} from "./choices.js";
export {
  missingAddressFields,
  requiredAddressFields,
  type AddressField,
  type RequiredAddressFields,
} from "../address/postal-address.js";
export type {
  AvailableMethod,
  Destination,
  Fulfillment,
  FulfillmentGroup,
  FulfillmentLine,
  FulfillmentMethod,
  FulfillmentOption,
  FulfillmentRequest,
  GroupRequest,
  MethodRequest,
} from "./fulfillment.js";
export {
  methodTypeOf,
  type MethodType,
  type MethodTypes,
  type MethodTypesOption,
} from "./method-types.js";
export type { FulfillmentIdKind } from "./new-ids.js";
export { planFulfillment } from "./plan-fulfillment.js";
export type { Placed } from "./planned-destinations.js";
export type { AnsweredGroup, Offered, OfferTotal, OptionOffer } from "./planned-options.js";
export type {
  AnsweredMethod,
  FulfillmentHooks,
  FulfillmentPlan,
  FulfillmentPlanning,
  Shipment,
} from "./planning.js";
export type { FulfillmentProblem, FulfillmentProblemCode } from "./problems.js";
export { fulfillmentRules, type FulfillmentRules } from "./rules.js";
